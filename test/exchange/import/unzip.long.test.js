import { deepEqual, equal, match, rejects } from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { unzip } from '../../../lib/exchange/import/unzip.js';
import { listFiles } from '../../../lib/base/files.js';
import { eachTest } from '../../support/blog.js';
import { unicodePath, zipOf } from '../../support/zips.js';
/** @import { ZipEntry } from '../../support/zips.js' */

const SYMBOLIC_LINK = 0o120777;

describe('A ZIP to be imported', () => {
  const { makeFolder } = eachTest();

  /** @param {Buffer} zip @param {Parameters<typeof unzip>[3]} [limits] */
  async function unpack(zip, limits) {
    const around = makeFolder();
    const folder = join(around, 'files');
    mkdirSync(folder);
    writeFileSync(join(around, 'blog.zip'), zip);
    /** @type {string[]} */
    const refusals = [];
    const report = {
      progress: () => {},
      warning: () => {},
      refusal: (/** @type {string} */ file, /** @type {string} */ why) =>
        void refusals.push(`${file}: ${why}`),
    };
    const root = await unzip(join(around, 'blog.zip'), folder, report, limits);
    const outside = listFiles(around).filter((file) => !file.startsWith('files/'));
    deepEqual(outside, ['blog.zip']);
    return { root: root.slice(folder.length), files: listFiles(folder), folder, refusals };
  }

  const good = { name: 'posts/a.md', data: 'A.', isPacked: true };

  it('is unpacked, without what is no part of a blog', async () => {
    const names = [
      'b.md',
      '.git/c',
      'x/node_modules/d.md',
      '__MACOSX/._a.md',
      'empty/',
      '_config.yml',
    ];
    const { root, files, folder, refusals } = await unpack(
      zipOf([good, ...names.map((name) => ({ name }))]),
    );
    deepEqual([root, files, refusals], ['', ['_config.yml', 'b.md', 'posts/a.md'], []]);
    equal(readFileSync(join(folder, 'posts/a.md'), 'utf8'), 'A.');
    equal(statSync(join(folder, 'posts/a.md')).mtime.getFullYear(), 2012);
  });

  it('may hold the blog in a folder', async () => {
    const { root } = await unpack(
      zipOf([{ ...good, name: 'blog-main/posts/a.md' }, { name: '.DS_Store' }]),
    );
    equal(root, '/blog-main');
  });

  it('may have names that are not marked as UTF-8, or are not', async () => {
    const { files } = await unpack(
      zipOf([
        { name: 'käse.md', flags: 0 },
        { name: Buffer.from([0x6b, 0x84, 0x73, 0x65]), flags: 0 },
        { name: 'posts\\windows.md', flags: 0 },
      ]),
    );
    deepEqual(files, ['käse', 'käse.md', 'posts/windows.md']);
  });

  /** Of “blog/text.md” and the like in their languages. @type {[encoding: string, bytes: string, names: string[]][]} */
  const encoded = [
    ['GBK', 'b2a9bfcd2fcec4d5c22e6d64', ['博客/文章.md']],
    ['Shift_JIS', '93fa8b4c2f834c2e6d64', ['日記/キ.md']],
    ['Shift_JIS with a backslash in a letter', '835c815b83582e6d64', ['ソース.md']],
    ['Big5', 'b3a1b8a8ae e62fa4e5b3b92e6d64', ['部落格/文章.md']],
    ['EUC-KR', 'c0cfb1e22fb1dbc0cc2e6d64', ['일기/글이.md']],
    ['CP866', 'a1abaea32fafaee1e22e6d64', ['блог/пост.md']],
    ['CP437', '477281e1652e6d64', ['Grüße.md']],
  ];
  for (const [encoding, bytes, names] of encoded)
    it(`may have names in ${encoding}`, async () => {
      const name = Buffer.from(bytes.replaceAll(' ', ''), 'hex');
      const { files } = await unpack(
        zipOf([
          { name, flags: 0 },
          { name: 'a.md', flags: 0 },
        ]),
      );
      deepEqual(files, ['a.md', ...names].sort());
    });

  it('may have a name in Unicode beside one that is none', async () => {
    const extra = unicodePath('q__.md', 'q中文.md');
    const { files } = await unpack(zipOf([{ name: 'q__.md', flags: 0, extra }]));
    deepEqual(files, ['q中文.md']);
  });

  it('is no small file with many large ones in it', async () => {
    const large = Array.from({ length: 5 }, (_, at) => ({
      name: `${at}.md`,
      data: Buffer.alloc(1e6, 'a'),
      isPacked: true,
    }));
    const { files, refusals } = await unpack(zipOf([...large, good]));
    deepEqual(files, ['0.md', 'posts/a.md']);
    deepEqual(refusals[0], '1.md: it is compressed more than 200 times');
  });

  for (const [what, entry, reason] of /** @type {[string, ZipEntry, RegExp][]} */ ([
    ['a path upwards', { name: '../evil.md' }, /^\.\.\/evil\.md: its path leads out of the ZIP$/],
    ['a path upwards in its middle', { name: 'a/../../evil.md' }, /leads out/],
    ['a path upwards, as Windows writes it', { name: '..\\..\\evil.md', flags: 0 }, /leads out/],
    ['an absolute path', { name: '/tmp/evil.md' }, /leads out/],
    ['a path on another disk', { name: 'C:/evil.md' }, /leads out/],
    ['a name with a null', { name: 'evil\0.md' }, /leads out/],
    [
      'a symbolic link',
      { name: 'evil', data: '/etc/passwd', mode: SYMBOLIC_LINK },
      /^evil: symbolic links are not followed$/,
    ],
    ['a device', { name: 'evil', mode: 0o060666 }, /^evil: it is not a file$/],
    [
      'an encrypted file',
      { name: 'evil.md', flags: 0x801, data: 'x'.repeat(12), size: 0 },
      /^evil\.md: it is encrypted$/,
    ],
    [
      'an unknown way of packing',
      { name: 'evil.md', method: 99 },
      /^evil\.md: its compression method is not supported/,
    ],
    ['a long name', { name: `${'e'.repeat(256)}.md` }, /: its name is too long$/],
    ['many folders', { name: `${'e/'.repeat(40)}evil.md` }, /: it is more than 32 folders deep$/],
    [
      'a bomb',
      { name: 'evil.md', data: Buffer.alloc(3e6), isPacked: true },
      /^evil\.md: it is compressed more than 200 times/,
    ],
    [
      'a bomb that lies about its size',
      { name: 'evil.md', data: Buffer.alloc(3e6), isPacked: true, size: 1000 },
      /^evil\.md: it cannot be unpacked: too many bytes/,
    ],
    [
      'broken bytes',
      { name: 'evil.md', data: 'not deflated', method: 8 },
      /^evil\.md: it cannot be unpacked: invalid/,
    ],
    [
      'the name of another entry',
      { name: good.name },
      /^posts\/a\.md: it cannot be unpacked: another entry has this name$/,
    ],
    [
      'a file where there is a folder',
      { name: 'posts' },
      /^posts: it cannot be unpacked: another entry/,
    ],
    [
      'a folder where there is a file',
      { name: 'posts/a.md/b.md' },
      /^posts\/a\.md\/b\.md: it cannot be unpacked: another entry/,
    ],
  ]))
    it(`loses no other file by ${what}`, async () => {
      const last = { name: 'z.md', data: 'Z.' };
      const { files, refusals } = await unpack(zipOf([good, entry, last]));
      deepEqual(files, ['posts/a.md', 'z.md']);
      equal(refusals.length, 1);
      match(refusals[0], reason);
    });

  it('is not made huge by entries that share their bytes', async () => {
    const data = randomBytes(2000);
    const entries = Array.from({ length: 9 }, (_, number) => ({
      name: `${number}.md`,
      data,
      isPacked: true,
      ...(number > 0 && { sameAs: 0 }),
    }));
    const { files, refusals } = await unpack(zipOf(entries));
    deepEqual(files, ['0.md']);
    equal(refusals[7], '8.md: it shares its bytes with other entries');
  });

  it('is unpacked up to a number of entries, and says how many are left out', async () => {
    const names = Array.from({ length: 9 }, (_, number) => ({ name: `${number}.md` }));
    const { files, refusals } = await unpack(zipOf(names), { entries: 3 });
    deepEqual(files, ['0.md', '1.md', '2.md']);
    deepEqual(refusals, ['3.md: the ZIP is too large: this file and the next 5 are not unpacked']);
  });

  it('is unpacked up to a number of bytes', async () => {
    const entries = Array.from({ length: 4 }, (_, number) => ({
      name: `${number}.md`,
      data: 'Text',
    }));
    const { files, refusals } = await unpack(zipOf(entries), { total: 10 });
    deepEqual(files, ['0.md', '1.md']);
    equal(refusals.length, 1);
  });

  it('is unpacked as far as it can be read', async () => {
    const { files, refusals } = await unpack(zipOf([good], 5));
    deepEqual(files, ['posts/a.md']);
    match(refusals[0], /^blog\.zip: the rest of it cannot be read: /);
  });

  it('is refused when it is cut short', async () => {
    await rejects(
      unpack(zipOf([good]).subarray(0, -30)),
      /^LarderError: blog\.zip cannot be unpacked: /,
    );
  });

  it('with a million entries takes little memory and time', async () => {
    const names = Array.from({ length: 65_000 }, (_, number) => ({ name: `../${number}` }));
    const started = process.cpuUsage();
    const { refusals } = await unpack(zipOf(names), { entries: 20_000 });
    equal(refusals.length, 20_001);
    const { user } = process.cpuUsage(started);
    equal(user < 10e6, true, `${user / 1e6} s`);
  });
});
