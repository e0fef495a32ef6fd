import { deepEqual, equal, match } from 'node:assert/strict';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { ghostExport, ghostPost, item, wxr } from './exports.js';
import {
  allOf,
  deleteForGood,
  forgetImports,
  importInto,
  jarImage,
  postOf,
  put,
  workshop,
} from './workshop.js';
/** @import { Post } from '../../../lib/store/types.js' */
/** @import { OpenBlog } from './workshop.js' */

/**
 * @typedef {{ slug: string, text: string, author?: string }} Source  a post as another blog has it
 */

/** Each writes a blog into a folder. @type {Record<string, (folder: string, posts: Source[]) => void>} */
const SOURCES = {
  Markdown(folder, posts) {
    rmSync(folder, { recursive: true, force: true });
    for (const { slug, text, author = 'Ann' } of posts)
      put(
        join(folder, `${slug}.md`),
        `---\ndate: 2012-03-04\nauthor: ${author}\n---\n${text}\n\n![](jar.png)\n`,
      );
    put(join(folder, 'jar.png'), jarImage);
  },
  WordPress(folder, posts) {
    const items = posts.map(({ slug, text, author }, place) =>
      item(place + 1, { slug, content: `${text}\n\n<img src="/uploads/jar.png">` }).replace(
        '[ann]',
        `[${author ?? 'ann'}]`,
      ),
    );
    put(join(folder, 'export.xml'), wxr(items.join('')));
    put(join(folder, 'uploads/jar.png'), jarImage);
  },
  Ghost(folder, posts) {
    const rows = posts.map(({ slug, text, author }) =>
      ghostPost(slug, {
        html: `<p>${text}</p><img src="/content/images/jar.png">`,
        author_id: author ?? 'u1',
      }),
    );
    const users = ['Ann Other', 'Zoe'].map((name, place) => ({ id: ['u1', 'Zoe'][place], name }));
    put(join(folder, 'ghost.json'), ghostExport(rows, { users }));
    put(join(folder, 'content/images/jar.png'), jarImage);
  },
};

/** What authors do to a post. @type {Record<string, (blog: OpenBlog, post: Post) => Promise<unknown>>} */
const EDITS = {
  'its text': ({ content }, { id, revision }) =>
    content.savePost({ id, markdown: 'Mine.' }, { revision, by: 'eve' }),
  'its slug': ({ content }, { id, revision }) =>
    content.savePost({ id, slug: 'mine' }, { revision, by: 'eve' }),
  'its tags': ({ content }, { id, revision }) =>
    content.savePost({ id, tags: ['Mine'] }, { revision, by: 'eve' }),
  'its date': ({ content }, { id, revision }) =>
    content.savePost({ id, publishedAt: '2020-01-01T00:00:00.000Z' }, { revision, by: 'eve' }),
  'its status': ({ content }, { id, revision }) =>
    content.savePost({ id, status: 'draft' }, { revision, by: 'eve' }),
  'whether it takes comments': ({ content }, { id, revision }) =>
    content.savePost({ id, commentsClosed: true }, { revision, by: 'eve' }),
  'its text, without saying who': ({ content }, { id, revision }) =>
    content.savePost({ id, markdown: 'Mine.' }, { revision }),
  'nothing, but brought it back from the trash': async ({ content }, { id, revision = '' }) => {
    await content.removePost(id, revision);
    return content.restorePost(id);
  },
};

const salt = { slug: 'salt', text: 'Salt keeps.' };
const jam = { slug: 'jam', text: 'Jam is sweet.' };

for (const [engine, write] of Object.entries(SOURCES)) {
  describe(`A second import from ${engine}`, () => {
    const { makeFolder, openEmptyBlog } = workshop();

    /** @param {Source[]} posts */
    async function imported(posts) {
      const blog = await openEmptyBlog();
      const folder = join(makeFolder(), 'source');
      write(folder, posts);
      await importInto(blog, folder);
      return { blog, folder };
    }

    it('takes what was changed there alone, and leaves the rest', async () => {
      const { blog, folder } = await imported([salt, jam]);
      write(folder, [{ ...salt, text: 'New.' }, jam]);
      const { counts, warnings } = await importInto(blog, folder);
      deepEqual([counts.updated, counts.unchanged, counts.kept], [1, 1, undefined]);
      match((await postOf(blog, 'salt')).markdown, /^New\./);
      deepEqual(warnings, []);
    });

    for (const [what, edit] of Object.entries(EDITS)) {
      // A file that says nothing of comments leaves that to the blog.
      if (engine === 'Markdown' && /comments/.test(what)) continue;
      it(`leaves a post of which an author changed ${what}, and names it`, async () => {
        const { blog, folder } = await imported([salt, jam]);
        await edit(blog, await postOf(blog, 'salt'));
        const { id } = [...blog.index.posts()].find(({ slug }) => slug !== 'jam') ?? {};
        const before = await blog.store.get('post', id ?? '');
        const same = await importInto(blog, folder);
        deepEqual([same.counts.created, same.counts.updated], [0, 0]);
        write(folder, [{ ...salt, text: 'New.' }, jam]);
        for (let times = 0; times < 2; times += 1) {
          const { counts, warnings } = await importInto(blog, folder);
          deepEqual([counts.created, counts.updated, counts.kept], [0, 0, 1]);
          equal(warnings.length, 1);
          match(warnings[0], /(salt|Jar 1).*: it was edited both here and there/i);
        }
        deepEqual(await blog.store.get('post', before.id), before);
        equal((await importInto(blog, folder, { overwrite: true })).counts.updated, 1);
        match((await postOf(blog, 'salt')).markdown, /^New\./);
        equal((await importInto(blog, folder)).counts.unchanged, 2);
      });
    }

    it('says another thing of a post that was edited here alone', async () => {
      const { blog, folder } = await imported([salt]);
      await EDITS['its text'](blog, await postOf(blog, 'salt'));
      const { warnings } = await importInto(blog, folder);
      match(warnings[0], /it was edited here and is kept as it is/);
    });

    it('agrees with an author who made the same change', async () => {
      const { blog, folder } = await imported([salt]);
      const { id, revision, markdown } = await postOf(blog, 'salt');
      const changed = markdown.replace('Salt keeps.', 'New.');
      await blog.content.savePost({ id, markdown: changed }, { revision, by: 'eve' });
      write(folder, [{ ...salt, text: 'New.' }]);
      deepEqual((await importInto(blog, folder)).warnings, []);
      write(folder, [{ ...salt, text: 'Newer.' }]);
      equal((await importInto(blog, folder)).counts.updated, 1);
    });

    it('does not bring back what was deleted, not for good either', async () => {
      const { blog, folder } = await imported([salt, jam]);
      const { id, revision = '' } = await postOf(blog, 'salt');
      await blog.content.removePost(id, revision);
      await deleteForGood(blog, 'jam');
      write(folder, [{ ...salt, text: 'New.' }, jam]);
      const { counts, warnings } = await importInto(blog, folder);
      deepEqual([counts.created, counts.kept, [...blog.index.posts()].length], [0, 2, 0]);
      equal(
        warnings.filter((text) => /it was deleted here and stays deleted/.test(text)).length,
        2,
      );
      equal((await importInto(blog, folder, { overwrite: true })).counts.created, 2);
      equal((await importInto(blog, folder)).counts.unchanged, 2);
    });

    it('does not bring back a file that was deleted, nor a user', async () => {
      const { blog, folder } = await imported([salt]);
      const [{ id, revision }] = await allOf(blog, 'media');
      await blog.content.removeMedia(id, revision);
      const [user] = await allOf(blog, 'user');
      await deleteForGood(blog, 'salt');
      await blog.content.removeUser(user.id, user.revision);
      write(folder, [salt, jam]);
      const { warnings } = await importInto(blog, folder);
      deepEqual([await allOf(blog, 'media'), await allOf(blog, 'user')], [[], []]);
      match(warnings.join('\n'), /jar\.png: it was deleted here and stays deleted/);
      match(warnings.join('\n'), /user \S+: they were removed here and stay removed/);
      equal((await postOf(blog, 'jam')).author, '');
      await importInto(blog, folder, { overwrite: true });
      deepEqual([(await allOf(blog, 'media')).length, (await allOf(blog, 'user')).length], [1, 1]);
    });

    it('into a blog that was imported before there were records loses nothing', async () => {
      const { blog, folder } = await imported([salt, jam, { ...salt, slug: 'fig' }]);
      const { id: jarId, revision: jarRevision } = (await allOf(blog, 'media'))[0];
      await blog.content.removeMedia(jarId, jarRevision);
      await EDITS['its text'](blog, await postOf(blog, 'salt'));
      await deleteForGood(blog, 'jam');
      await forgetImports(blog);
      write(folder, [salt, jam, { ...salt, slug: 'fig', text: 'Figs.' }]);
      for (let times = 0; times < 2; times += 1) {
        const { counts, warnings } = await importInto(blog, folder);
        deepEqual([counts.created, counts.updated, counts.kept], [0, times === 0 ? 1 : 0, 3]);
        match(warnings.join('\n'), /edited here[^]*deleted here|deleted here[^]*edited here/);
      }
      equal((await postOf(blog, 'salt')).markdown, 'Mine.');
      match((await postOf(blog, 'fig')).markdown, /^Figs\./);
      deepEqual(await allOf(blog, 'media'), []);
    });
  });
}
