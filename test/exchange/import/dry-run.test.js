import { deepEqual, equal, match } from 'node:assert/strict';
import { readdirSync, readFileSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { readConfig } from '../../../lib/start/config.js';
import { run } from '../../../lib/start/commands/import.js';
import { openBlog } from '../../../lib/start/open-blog.js';
import { createClock } from '../../support/clock.js';
import { createQuietLog } from '../../support/log.js';
import { comment, item, wxr } from './exports.js';
import { editPost, jarImage, put, workshop } from './workshop.js';
/** @import { Context } from '../../../lib/start/commands/types.js' */

const sourceFiles = {
  'a.md':
    '---\ntitle: A\ndate: 2012-03-04\ntags: [salt, rye]\nauthor: Ann\naliases: [/old/a, /older/a]\n---\n![](a.png)',
  'b.md':
    '---\ntitle: B\ndate: 2012-03-05\ntags: [salt]\nauthor: Bob\naliases: [/old/b/]\n---\n[A](a.md)',
  'c.md': '---\ndraft: true\naliases: [/old/c]\n---\nC.',
  'd.md': 'Undated.',
  'e.md': '---\ndate: 2012-03-06\n---\n<!-- members -->Only for some.<!-- /members -->',
  'f.md': '---\n',
  'about.md': '---\ntype: page\ndate: 2012-03-04\n---\nAbout.',
  'later.md': '---\ndate: 2099-03-04\n---\nLater.',
  'a.png': jarImage,
};

describe('import --dry-run', () => {
  const { write, makeFolder } = workshop();
  /** @type {string} */
  let folder;
  beforeEach(() => (folder = makeFolder()));

  /** @returns {string} a folder */
  function writeSource() {
    const path = write(sourceFiles);
    utimesSync(join(path, 'd.md'), 1_330_000_000, 1_330_000_000);
    return path;
  }

  const storeUrl = () => `sqlite:${join(folder, 'larder.db')}`;
  /** @type {Context['openContent']} */
  const openContent = ({ storeUrl: url = storeUrl(), create = false, ...options } = {}) =>
    openBlog(readConfig({ STORE_URL: url }), {
      clock: createClock(),
      log: createQuietLog(),
      create,
      ...options,
    });

  /** @param {string[]} args */
  async function execute(...args) {
    const texts = { stdout: '', stderr: '' };
    const into = (/** @type {'stdout' | 'stderr'} */ name) =>
      new Writable({ write: (chunk, _encoding, done) => ((texts[name] += chunk), done()) });
    const streams = { stdout: into('stdout'), stderr: into('stderr') };
    const code = await run(
      args,
      /** @type {any} */ ({ ...streams, openContent, clock: createClock() }),
    );
    return { code, out: texts.stdout, err: texts.stderr };
  }

  /** Everything in the folder of the database, byte by byte. */
  const files = () =>
    readdirSync(folder).map((name) => [name, readFileSync(join(folder, name), 'base64')]);

  /** @param {(blog: Awaited<ReturnType<typeof openBlog>>) => Promise<unknown>} work */
  async function inBlog(work) {
    const blog = await openContent({ create: true });
    const result = await work(blog);
    await blog.close();
    return result;
  }

  /** @param {string} out @returns {Record<string, string>} */
  const rowsOf = (out) =>
    Object.fromEntries(
      out
        .split('\n')
        .filter((line) => line.startsWith('  ') && !line.includes('→'))
        .map((line) => [line.slice(2, 28).trim(), line.slice(28)]),
    );

  it('says what would come, and where old addresses would lead', async () => {
    const { code, out, err } = await execute('--dry-run', writeSource());
    equal(code, 1);
    deepEqual(rowsOf(out), {
      Posts: '3',
      Pages: '1',
      Drafts: '2',
      Scheduled: '1',
      Authors: '2 (Ann, Bob)',
      Tags: '2',
      'New images and files': '1',
      'New comments': '0',
      'Old URLs': '4',
      'Posts without a date': '1',
      'Posts with hidden content': '1 (imported as drafts)',
    });
    match(
      out,
      /for example\n {2}\/old\/a → \/post\/a\n {2}\/old\/b → \/post\/b\nPosts without a date/,
    );
    match(out, /\n7 new, 0 changed/);
    const again = await execute('--dry-run', '--permalink', '/:year/:title.html', writeSource());
    match(again.out, /\n {2}\/2012\/about\.html → \/about\n/);
    match(err, /^f\.md: refused: its YAML front matter is not closed\n/);
    match(err, /d\.md: warning: it has no date; the time of the file is used\n/);
  });

  it('says it of an export of WordPress too', async () => {
    const path = join(write({}), 'blog.xml');
    put(
      path,
      wxr(
        item(1, { more: comment(1) }) +
          item(2, { date: '0000-00-00 00:00:00', status: 'draft' }) +
          item(3, { content: '[members]For some.[/members]' }),
      ),
    );
    const { out } = await execute('--dry-run', path);
    const rows = rowsOf(out);
    deepEqual(
      [rows.Posts, rows.Drafts, rows['New comments'], rows['Posts with hidden content']],
      ['1', '2', '1', '1 (imported as drafts)'],
    );
    match(out, /\n {2}\/2012\/05\/jar-1 → \/post\/jar-1\n/);
  });

  it('writes nothing, neither into a blog nor where there is none', async () => {
    const path = writeSource();
    await execute('--dry-run', path);
    deepEqual(files(), []);
    await inBlog(({ content }) => content.savePost({ title: 'Here', status: 'published' }));
    const before = files();
    const sequence = await inBlog(async ({ changes }) => changes.comparedUpTo);
    deepEqual(files(), before);
    match((await execute('--dry-run', path)).out, /^7 new/m);
    deepEqual(files(), before);
    equal(await inBlog(async ({ changes }) => changes.comparedUpTo), sequence);
  });

  it('foresees what the import then does, also the second time', async () => {
    const path = writeSource();
    const counts = async (/** @type {string} */ flag) => {
      const { out } = await execute(...(flag ? [flag] : []), path);
      const [line = ''] = /^\d+ (?:new|created), .*$/m.exec(out) ?? [];
      return line.match(/\d+/g)?.slice(0, 3);
    };
    deepEqual(await counts('--dry-run'), await counts(''));
    put(join(path, 'a.md'), sourceFiles['a.md'].replace('title: A', 'title: Aa'));
    await inBlog((blog) => editPost(blog, 'b', { title: 'Mine' }));
    const { out } = await execute('--dry-run', path);
    match(out, /\n0 new, 1 changed, 5 unchanged, 1 skipped \(edited here\); /);
    match(out, /\/old\/a → \/post\/a\n/);
    equal(rowsOf(out)['New images and files'], '0');
    deepEqual(await counts('--dry-run'), await counts(''));
  });
});
