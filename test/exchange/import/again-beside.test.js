import { deepEqual, equal, match, ok } from 'node:assert/strict';
import { join } from 'node:path';
import { exportBlog } from '../../../lib/exchange/export/export-blog.js';
import { exportFolder } from '../../../lib/exchange/export/folder.js';
import { comment, item, wxr } from './exports.js';
import {
  allOf,
  deleteForGood,
  editPost,
  forgetImports,
  importInto,
  jarImage,
  postOf,
  put,
  workshop,
} from './workshop.js';

describe('A second import, of what lies beside posts and of Larder’s own export,', () => {
  const { makeFolder, openEmptyBlog, write } = workshop();

  /** @param {string} comments @param {string} [title] of the blog */
  const talk = (comments, title = 'The old larder') =>
    wxr(item(1, { more: comments })).replace('The old larder', title);

  it('leaves comments that were moderated or deleted here, and takes those that are new', async () => {
    const blog = await openEmptyBlog();
    const folder = write({ 'a.xml': talk(comment(1) + comment(2) + comment(3)) });
    await importInto(blog, folder);
    const { id } = await postOf(blog, 'jar-1');
    const [one, two] = await blog.store.commentsOf(id);
    await blog.content.moderate([one], 'spam');
    await blog.content.removeComments([two]);
    put(
      join(folder, 'a.xml'),
      talk(comment(1) + comment(2) + comment(3, { text: 'So.' }) + comment(4)),
    );
    const { warnings, counts } = await importInto(blog, folder);
    const said = await blog.store.commentsOf(id);
    deepEqual(
      said.map(({ name, status, markdown }) => `${name} ${status} ${markdown}`),
      ['Eve 1 spam Hm.', 'Eve 3 approved So.', 'Eve 4 approved Hm.'],
    );
    deepEqual([counts.taken?.comments, counts.kept], [1, 2]);
    match(warnings.join('\n'), /Eve 1 .* was changed here[^]*Eve 2 .* was deleted here/);
    await importInto(blog, folder, { overwrite: true });
    deepEqual(
      (await blog.store.commentsOf(id)).map(({ status }) => status),
      Array(4).fill('approved'),
    );
  });

  it('knows by their age which comments were deleted before there were records', async () => {
    const blog = await openEmptyBlog();
    const folder = write({ 'a.xml': talk(comment(1) + comment(2)) });
    await importInto(blog, folder);
    const { id } = await postOf(blog, 'jar-1');
    await blog.content.removeComments([(await blog.store.commentsOf(id))[0]]);
    await forgetImports(blog);
    const later = comment(3).replace('2012-05-07', '2032-05-07');
    put(join(folder, 'a.xml'), talk(comment(1) + comment(2) + later));
    await importInto(blog, folder);
    deepEqual(
      (await blog.store.commentsOf(id)).map(({ name }) => name),
      ['Eve 2', 'Eve 3'],
    );
  });

  it('makes the HTML of a post anew that does not fit its text any more', async () => {
    const blog = await openEmptyBlog();
    const folder = write({ 'a.md': '---\ndate: 2012-03-04\n---\nSalt.' });
    await importInto(blog, folder);
    const { revision = null, ...post } = await postOf(blog, 'a');
    const old = { ...post, html: '<p>Old.</p>', rendered: '' };
    await blog.store.write([{ kind: 'post', record: old, revision }]);
    equal((await importInto(blog, folder)).counts.updated, 1);
    equal((await postOf(blog, 'a')).html, '<p>Salt.</p>');
    equal((await importInto(blog, folder)).counts.unchanged, 1);
  });

  it('says when a post that was edited here is public, and hidden there', async () => {
    const blog = await openEmptyBlog();
    const folder = write({ 'a.md': '---\ndate: 2012-03-04\n---\nSalt.' });
    await importInto(blog, folder);
    await editPost(blog, 'a', { tags: ['Mine'] });
    put(join(folder, 'a.md'), '---\ndate: 2012-03-04\nprivate: true\n---\nSalt.');
    const { warnings } = await importInto(blog, folder);
    match(warnings.join('\n'), /it is hidden there but published here: check whether it should be/);
  });

  it('takes settings that have changed there, and leaves those that were changed here', async () => {
    const blog = await openEmptyBlog();
    const folder = write({ 'a.xml': talk('') });
    await importInto(blog, folder);
    await blog.content.saveSettings({ tagline: 'Mine' });
    put(join(folder, 'a.xml'), talk('', 'The new larder').replace('Jams', 'Pickles'));
    const { warnings } = await importInto(blog, folder);
    const { title, tagline } = blog.index.settings;
    deepEqual([title, tagline], ['The new larder', 'Mine']);
    deepEqual(warnings, ['a.xml: settings changed here are kept: tagline']);
    await importInto(blog, folder, { overwrite: true });
    equal(blog.index.settings.tagline, 'Pickles & more');
  });

  it('of Larder’s own export goes by the same rule', async () => {
    const blog = await openEmptyBlog();
    const jar = await blog.content.saveMedia({
      name: 'jar.png',
      type: 'image/png',
      bytes: jarImage,
      width: 3,
      height: 2,
    });
    for (const slug of ['salt', 'jam', 'fig'])
      await blog.content.savePost({ slug, title: slug, markdown: slug, status: 'published' });
    const { id } = await postOf(blog, 'salt');
    const facts = { postId: id, replyTo: '', url: '', markdown: 'Hm.' };
    for (const name of ['Eve', 'Bob'])
      await blog.content.saveComment({ ...facts, name, status: 'approved' });
    const path = join(makeFolder(), 'out');
    const exporting = () => exportBlog({ target: exportFolder(path), ...blog, progress: () => {} });
    await exporting();
    const twin = await openEmptyBlog();
    await importInto(twin, path);
    await editPost(twin, 'jam', { markdown: 'Mine.' });
    await deleteForGood(twin, 'fig');
    const [bob] = (await twin.store.commentsOf(id)).filter(({ name }) => name === 'Bob');
    await twin.content.removeComments([bob]);
    await twin.content.describeMedia(
      jar.id,
      { alt: 'Mine' },
      (await twin.store.get('media', jar.id)).revision,
    );
    const { revision } = await postOf(blog, 'salt');
    await blog.content.savePost({ id, markdown: 'New.' }, { revision });
    await exporting();
    const { counts, warnings, refusals } = await importInto(twin, path);
    deepEqual([counts.created, counts.updated, counts.kept, refusals], [0, 1, 4, []]);
    equal((await postOf(twin, 'salt')).markdown, 'New.');
    equal((await postOf(twin, 'jam')).markdown, 'Mine.');
    deepEqual(
      (await twin.store.commentsOf(id)).map(({ name }) => name),
      ['Eve'],
    );
    equal((await twin.store.get('media', jar.id)).alt, 'Mine');
    equal(warnings.length, 4);
  });

  for (const [who, by] of [
    ['an author', 'eve'],
    ['a token without a user', ''],
  ])
    it(`of its own export into the blog itself changes nothing that ${who} wrote later`, async () => {
      const blog = await openEmptyBlog();
      const { id } = await blog.content.savePost({ title: 'Salt', markdown: 'Old.' }, { by });
      const path = join(makeFolder(), 'out');
      await exportBlog({ target: exportFolder(path), ...blog, progress: () => {} });
      const { revision } = await blog.store.get('post', id);
      await blog.content.savePost({ id, markdown: 'Later.' }, { revision, by });
      equal((await importInto(blog, path)).counts.kept, 1);
      equal((await postOf(blog, 'salt')).markdown, 'Later.');
    });

  it('writes nothing at all when nothing has changed', async () => {
    const blog = await openEmptyBlog();
    const folder = write({ 'a.xml': talk(comment(1)) });
    await importInto(blog, folder);
    const before = await allOf(blog, 'import');
    ok(before.length > 3);
    await importInto(blog, folder);
    deepEqual(await allOf(blog, 'import'), before);
  });
});
