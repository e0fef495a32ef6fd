import { deepEqual, equal, rejects } from 'node:assert/strict';
import { createWriteStream, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { exportBlog } from '../../../lib/exchange/export/export-blog.js';
import { exportFolder } from '../../../lib/exchange/export/folder.js';
import { exportZip } from '../../../lib/exchange/export/zip.js';
import { unzip } from '../../../lib/exchange/import/unzip.js';
import { listFiles } from '../../../lib/base/files.js';
import { importInto, jarImage, workshop } from './workshop.js';
/** @import { Target } from '../../../lib/exchange/export/export-blog.js' */

describe('An export as a ZIP', () => {
  const { write, makeFolder, openEmptyBlog } = workshop();

  async function openBlog() {
    const blog = await openEmptyBlog();
    await importInto(
      blog,
      write({
        'a.md': '---\ndate: 2012-03-04\ntitle: Käse\n---\n![A jar](jar.png)',
        'b.md': '---\ndraft: true\n---\nB.',
        'jar.png': jarImage,
      }),
    );
    return blog;
  }

  /** @param {Awaited<ReturnType<typeof openEmptyBlog>>} blog @param {Target} target */
  const exportTo = ({ store, index }, target) =>
    exportBlog({ target, store, index, progress: () => {} });

  it('holds the same files as the folder', async () => {
    const blog = await openBlog();
    const [folder, unpacked] = [join(makeFolder(), 'out'), join(makeFolder(), 'unpacked')];
    const file = join(makeFolder(), 'blog.zip');
    const written = await exportTo(blog, exportFolder(folder));
    const time = new Date('2012-03-04T05:06:07Z');
    deepEqual(await exportTo(blog, exportZip(createWriteStream(file), time)), written);
    mkdirSync(unpacked);
    const report = { progress: () => {}, warning: () => {}, refusal: () => {} };
    equal(await unzip(file, unpacked, report), unpacked);
    const files = listFiles(folder);
    deepEqual(listFiles(unpacked), files);
    equal(files.length, 5);
    for (const name of files)
      deepEqual(readFileSync(join(unpacked, name)), readFileSync(join(folder, name)), name);
  });

  it('ends when nobody takes it', async () => {
    const broken = new Writable({ write: (_chunk, _encoding, done) => done(new Error('Gone')) });
    await rejects(exportTo(await openBlog(), exportZip(broken, new Date(0))), /Gone/);
  });
});
