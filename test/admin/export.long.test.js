import assert from 'node:assert/strict';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { Database } from '../../lib/base/sqlite.js';
import request from 'supertest';
import { withBackup } from '../../lib/store/backup-file.js';
import { unzip } from '../../lib/exchange/import/unzip.js';
import { listFiles } from '../../lib/base/files.js';
import { withAuthors } from '../support/authors.js';
import { makeFolder } from '../support/blog.js';
import { smallBlog } from '../support/fixtures.js';
import { cookieFor, password } from '../support/people.js';
import { parsePage } from '../support/html.js';

describe('The export page', () => {
  const { blog, ada } = withAuthors(['ada'], { posts: smallBlog });
  /** @type {ReturnType<typeof makeFolder>} */
  let place;
  beforeEach(() => (place = makeFolder()));
  afterEach(() => place.remove());

  /** @param {string} path @param {Record<string, string>} [form] */
  const download = async (path, form = {}) =>
    request(blog.url)
      .post(path)
      .set('Cookie', await cookieFor(blog, 'ada'))
      .type('form')
      .send(form)
      .responseType('blob');

  it('sends a ZIP with the same files as the command', async () => {
    const { status, headers, body } = await download('/admin/export/zip');
    assert.equal(status, 200);
    assert.equal(headers['content-type'], 'application/zip');
    assert.match(
      headers['content-disposition'],
      /^attachment; filename="larder-export-[\d-]+\.zip"$/,
    );
    assert.equal(headers['cache-control'], 'no-store');
    const [file, folder] = [join(place.folder, 'blog.zip'), join(place.folder, 'files')];
    writeFileSync(file, body);
    mkdirSync(folder);
    await unzip(file, folder, { progress: () => {}, warning: () => {}, refusal: assert.fail });
    const files = listFiles(folder);
    assert.equal(files.filter((name) => name.endsWith('.md')).length, smallBlog.length);
    assert.ok(files.includes('larder.yml') && files.includes('files.txt'), files.join());
  });

  it('sends the same backup as the command, for the current password alone', async () => {
    const refused = await ada.send('/admin/export/backup', { current: 'a wrong guess' });
    assert.equal(refused.status, 422);
    assert.equal(parsePage(refused).problems().current, 'Incorrect password');
    const { status, headers, body } = await download('/admin/export/backup', { current: password });
    assert.equal(status, 200);
    assert.match(
      headers['content-disposition'],
      /^attachment; filename="larder-backup-[\d-]+\.db"$/,
    );
    const file = join(place.folder, 'backup.db');
    writeFileSync(file, body);
    await withBackup(file, async (copy) => {
      const db = new Database(copy, { readonly: true });
      const count = (/** @type {string} */ table) =>
        db.prepare(`SELECT count(*) FROM ${table}`).pluck().get();
      assert.deepEqual([count('posts'), count('sessions')], [smallBlog.length, 0]);
      db.close();
    });
    const data = dirname(blog.config.storeUrl.slice('sqlite:'.length));
    assert.equal(existsSync(join(data, 'cache/export-in-progress/backup.db')), false);
  });

  it('sends one at a time, and says so', async () => {
    const statuses = [];
    for (const { status } of await Promise.all([1, 2].map(() => download('/admin/export/zip'))))
      statuses.push(status);
    assert.deepEqual(statuses.sort(), [200, 409]);
    assert.equal((await download('/admin/export/zip')).status, 200);
  });

  it('gives up when the reader goes away, and then begins anew', async () => {
    const media = Buffer.alloc(15e6, 'Text. ');
    for (const name of ['a', 'b', 'c'])
      await blog.open.content.saveMedia({
        name: `${name}.txt`,
        type: 'text/plain',
        width: null,
        height: null,
        by: '',
        alt: '',
        bytes: Buffer.concat([Buffer.from(name), media]),
      });
    const cookie = await cookieFor(blog, 'ada');
    const leave = new AbortController();
    const { body } = await fetch(`${blog.url}/admin/export/backup`, {
      method: 'POST',
      headers: { cookie },
      signal: leave.signal,
      body: new URLSearchParams({ current: password }),
    });
    await body?.getReader().read();
    leave.abort();
    let status = 409;
    for (; status === 409; await setTimeout(10)) ({ status } = await download('/admin/export/zip'));
    assert.equal(status, 200);
  });

  it('shows an error instead of a file when it cannot be made', async () => {
    const data = dirname(blog.config.storeUrl.slice('sqlite:'.length));
    mkdirSync(join(data, 'cache'), { recursive: true });
    writeFileSync(join(data, 'cache/export-in-progress'), 'No folder.');
    const { status, headers } = await download('/admin/export/backup', { current: password });
    assert.equal(status, 503);
    assert.equal(headers['content-disposition'], undefined);
  });
});
