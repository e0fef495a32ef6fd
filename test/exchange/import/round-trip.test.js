import { deepEqual, equal, match, ok, rejects } from 'node:assert/strict';
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { exportBlog } from '../../../lib/exchange/export/export-blog.js';
import { exportFolder } from '../../../lib/exchange/export/folder.js';
import * as fixtures from '../../support/fixtures.js';
import { comment, item, wxr } from './exports.js';
import { fillBlog } from './full-blog.js';
import { jarImage, put, workshop } from './workshop.js';
/** @import { OpenBlog } from './workshop.js' */

/** @param {OpenBlog} blog @param {string} path */
const exportTo = ({ store, index }, path) =>
  exportBlog({ target: exportFolder(path), store, index, progress: () => {} });

/**
 * Everything that a blog keeps, but for what an export leaves out: revisions, passwords, and when a path was
 * claimed.
 * @param {OpenBlog} blog
 */
async function allOf({ store }) {
  /** @type {Record<string, object[]>} */
  const all = {};
  for (const kind of /** @type {const} */ ([
    'post',
    'comment',
    'user',
    'settings',
    'address',
    'media',
  ])) {
    all[kind] = [];
    for await (const { revision: _r, password: _p, claimedAt: _c, ...record } of store.all(kind)) {
      if (kind === 'media') {
        const { bytes } = await store.get(kind, record.id);
        all[kind].push({
          ...record,
          bytes: Buffer.from(bytes).toString('base64'),
        });
      } else all[kind].push(record);
    }
  }
  return all;
}

describe('An export', () => {
  const { makeFolder, openEmptyBlog, importInto, write } = workshop();

  it('gives the same blog when it is imported into an empty one', async () => {
    const blog = await openEmptyBlog();
    await fillBlog(blog);
    const path = join(makeFolder(), 'out');
    const { posts, comments, media } = await exportTo(blog, path);
    deepEqual([comments, media], [2, 4]);

    const twin = await openEmptyBlog();
    const { counts, warnings, refusals } = await importInto(twin, path);
    deepEqual([warnings, refusals], [[], []]);
    equal(counts.created, posts);
    deepEqual(await allOf(twin), await allOf(blog));

    const again = await importInto(twin, path);
    deepEqual([again.counts.unchanged, again.counts.warned], [posts, 0]);
    const second = join(makeFolder(), 'out');
    await exportTo(twin, second);
    deepEqual(readAll(second), readAll(path));
  });

  it('of a blog that came from WordPress gives the same blog again', async () => {
    const content =
      '[caption]<img src="https://old.example/wp-content/uploads/2012/05/jar.png" alt="J"> A *jar*[/caption]\n\n' +
      '<table><tr><td>1</td></tr></table>\n\n&lt;b&gt; \ud83e\uded9 <span dir="rtl">\u05d0</span>\n\n    indented\n\n[code]\n---\n[/code]';
    const answers = comment(1) + comment(2, { parent: 1, text: '- a\n\n> b & <i>c</i>' });
    const folder = write({
      'export.xml': wxr(
        item(1, { content, title: '“Jars”: \u05d0 & <b>more</b> \ud83e\uded9', more: answers }) +
          item(2, { type: 'page', slug: 'us', content: '' }) +
          item(3, { status: 'draft', date: '0000-00-00 00:00:00', title: '' }) +
          item(4, { status: 'future', date: '2031-01-01 00:00:00', slug: '%d7%90%d7%91' }) +
          item(5, { more: '<wp:comment_status>closed</wp:comment_status>' }) +
          item(6, { slug: 'jar-5' }),
      ),
      'uploads/2012/05/jar.png': jarImage,
    });
    const blog = await openEmptyBlog();
    const taken = await importInto(blog, folder);
    deepEqual([taken.counts.created, taken.refusals], [6, []]);
    const path = join(makeFolder(), 'out');
    await exportTo(blog, path);
    const twin = await openEmptyBlog();
    const { warnings, refusals } = await importInto(twin, path);
    deepEqual([warnings, refusals], [[], []]);
    deepEqual(await allOf(twin), await allOf(blog));
    // And the old export still knows its posts.
    equal((await importInto(twin, folder)).counts.unchanged, 6);
  });

  it('is written for people: one file a post, named by date and slug', async () => {
    const blog = await openEmptyBlog();
    await fillBlog(blog);
    const path = join(makeFolder(), 'out');
    await exportTo(blog, path);
    const text = readFileSync(join(path, 'posts/2025-10-12-quince.md'), 'utf8');
    match(
      text,
      /^---\nid: 22222222-[\s\S]*title: [^\n]*Quince jam[\s\S]*aliases:\n {2}- \/post\/quince-jam\n---\n\n/,
    );
    ok(existsSync(join(path, 'drafts/secret-recipe.md')));
    ok(existsSync(join(path, 'drafts/pages/secret-recipe.md')));
  });

  it('forgets in an earlier export what is no more, and nothing else', async () => {
    const blog = await openEmptyBlog();
    await fillBlog(blog);
    const path = join(makeFolder(), 'out');
    await exportTo(blog, path);
    put(join(path, 'posts/mine.md'), 'x');
    const { id, revision } = await blog.store.get('post', fixtures.jamPost.id);
    await blog.content.removePost(id, revision);
    await exportTo(blog, path);
    deepEqual(
      [
        existsSync(join(path, 'posts/2025-10-12-quince.md')),
        existsSync(join(path, 'posts/mine.md')),
      ],
      [false, true],
    );
  });

  it('does not touch a folder that holds anything else', async () => {
    const blog = await openEmptyBlog();
    const path = makeFolder();
    put(join(path, 'mine.txt'), 'x');
    await rejects(exportTo(blog, path), {
      code: 'invalid',
      message: /not empty and not an earlier export/,
    });
    deepEqual(readdirSync(path), ['mine.txt']);
  });

  it('that was tampered with is taken as far as it can be', async () => {
    const blog = await openEmptyBlog();
    await fillBlog(blog);
    const path = join(makeFolder(), 'out');
    await exportTo(blog, path);
    const jar = readdirSync(join(path, 'media')).find((name) => name.endsWith('.png')) ?? '';
    put(join(path, 'media', jar), 'no image');
    const facts = readFileSync(join(path, 'larder.yml'), 'utf8');
    put(
      join(path, 'larder.yml'),
      facts
        .replace('Europe/Berlin', 'Atlantis')
        .replace('#7c2d12', 'red')
        .replace('id: ann', 'id: 7'),
    );
    put(join(path, 'comments', `${fixtures.breadPost.id}.yml`), '- id: x\n- 7\n');
    put(join(path, 'comments/none.yml'), '- [\n');
    put(join(path, 'posts/_index.md'), '---\ntitle: All\n---\n');
    const twin = await openEmptyBlog();
    const { counts, warnings, refusals } = await importInto(twin, path);
    ok(counts.created > 0);
    deepEqual(warnings, [
      'larder.yml: its timeZone cannot be used',
      'larder.yml: its appearance cannot be used',
      'posts/_index.md: it has no text of its own, and is left out: Larder makes its own lists',
    ]);
    deepEqual(refusals.map((text) => text.replace(/[\w-]{16,}/g, '…').slice(0, 60)).sort(), [
      'comments/none.yml: comments/none.yml cannot be read: Flow se',
      'comments/….yml: a comment (x) is not complete',
      'larder.yml: a user has no id or no name',
      'media/….png: it is not what its type image/png says',
    ]);
    equal(twin.index.settings.timeZone, 'UTC');
  });

  it('of a later Larder is refused', async () => {
    const path = makeFolder();
    put(join(path, 'larder.yml'), 'larder: 99\n');
    await rejects(importInto(await openEmptyBlog(), path), {
      code: 'invalid',
      message: /later version/,
    });
  });

  it('without the languages of its users, as older ones are, is still imported', async () => {
    const path = makeFolder();
    const users = '[{ id: ann, name: Ann }, { id: bob, name: Bob, language: "?" }]';
    put(join(path, 'larder.yml'), `larder: 1\nusers: ${users}\n`);
    const { store, ...blog } = await openEmptyBlog();
    const { warnings } = await importInto({ store, ...blog }, path);
    deepEqual(warnings, []);
    for (const id of ['ann', 'bob']) equal((await store.get('user', id)).language, undefined);
  });

  it('leaves the settings and the users of a blog that has its own', async () => {
    const blog = await openEmptyBlog();
    await fillBlog(blog);
    const path = join(makeFolder(), 'out');
    await exportTo(blog, path);
    const other = await openEmptyBlog();
    await other.content.saveSettings({ title: 'Mine' });
    await other.content.saveUser({ id: 'ann', name: 'Another Ann', role: 'author' });
    const { warnings } = await importInto(other, path);
    deepEqual(warnings, ['larder.yml: the blog already has settings, which are kept']);
    equal(other.index.settings.title, 'Mine');
    equal(other.index.users.get('ann')?.name, 'Another Ann');
  });
});

/** @param {string} folder @returns {Record<string, string>} */
const readAll = (folder) =>
  Object.fromEntries(
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map(({ parentPath, name }) => [
        join(parentPath, name).slice(folder.length),
        readFileSync(join(parentPath, name), 'base64'),
      ]),
  );
