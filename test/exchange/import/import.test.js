import { deepEqual, equal, match, rejects } from 'node:assert/strict';
import { join } from 'node:path';
import { jarImage, postOf, put, workshop } from './workshop.js';

const saltText = '---\ntitle: Salt\ndate: 2012-03-04\n---\n\nSalt keeps.\n';

describe('An import', () => {
  const { write, openEmptyBlog, importInto } = workshop();

  it('makes a post of every Markdown file, in folders too', async () => {
    const blog = await openEmptyBlog();
    const folder = write({
      'salt.md': saltText,
      'a/b/pepper.markdown': '# Pepper\n\nHot.\n',
      'notes.txt': 'x',
    });
    const { counts } = await importInto(blog, folder);
    deepEqual(counts, { created: 2, updated: 0, unchanged: 0, warned: 1, refused: 0 });
    const salt = await postOf(blog, 'salt');
    equal(salt.title, 'Salt');
    equal(salt.markdown, 'Salt keeps.\n');
    equal(salt.status, 'published');
    equal(salt.publishedAt, '2012-03-04T00:00:00.000Z');
    equal(salt.updatedAt, salt.publishedAt);
    const pepper = await postOf(blog, 'pepper');
    equal(pepper.title, 'Pepper');
    equal(pepper.markdown, 'Hot.\n');
  });

  it('takes a single file', async () => {
    const blog = await openEmptyBlog();
    await importInto(blog, join(write({ 'salt.md': saltText }), 'salt.md'));
    equal((await postOf(blog, 'salt')).title, 'Salt');
  });

  it('leaves out the files with which Hugo only describes a section', async () => {
    const blog = await openEmptyBlog();
    const folder = write({ 'a/_index.md': '---\ntitle: A\n---\n', 'a/salt.md': saltText });
    const { counts, warnings } = await importInto(blog, folder);
    deepEqual([counts.created, counts.refused], [1, 0]);
    deepEqual(warnings, [
      'a/_index.md: it has no text of its own, and is left out: Larder makes its own lists',
    ]);
  });

  it('writes nothing when it is run again', async () => {
    const blog = await openEmptyBlog();
    const folder = write({
      '_posts/2012-03-04-salt.md': '---\ntags: a B\nauthor: Ann\nalias: /old\n---\n![x](jar.png)',
      '_posts/jar.png': jarImage,
      'pepper.md': 'Hot.',
    });
    await importInto(blog, folder);
    const before = await blog.store.summaries();
    const { counts } = await importInto(blog, folder);
    deepEqual([counts.created, counts.updated, counts.unchanged], [0, 0, 2]);
    deepEqual((await blog.store.summaries()).sequence, before.sequence);
  });

  it('updates the post of a file that has changed, and moves its address', async () => {
    const blog = await openEmptyBlog();
    const folder = write({ 'salt.md': saltText });
    await importInto(blog, folder);
    const { id, createdAt } = await postOf(blog, 'salt');
    put(
      join(folder, 'salt.md'),
      saltText.replace('title: Salt', 'title: Sea salt\nslug: sea-salt'),
    );
    const { counts } = await importInto(blog, folder);
    equal(counts.updated, 1);
    const salt = await postOf(blog, 'sea-salt');
    deepEqual([salt.id, salt.title, salt.createdAt], [id, 'Sea salt', createdAt]);
    equal(salt.updatedAt, '2026-11-21T12:00:00.500Z');
    equal(blog.index.addresses.get('/post/salt'), id);
  });

  it('names a file that someone changes at the same moment, and goes on', async () => {
    const blog = await openEmptyBlog();
    const folder = write({ 'a.md': saltText, 'b.md': saltText.replace('Salt', 'Pepper') });
    await importInto(blog, folder);
    const { id, revision } = await postOf(blog, 'a');
    put(join(folder, 'a.md'), `${saltText}More.`);
    put(join(folder, 'b.md'), `${saltText}More.`);
    const { get } = blog.store;
    let isFirst = true;
    blog.store.get = async (kind, key) => {
      const record = await get.call(blog.store, kind, key);
      if (kind === 'post' && key === id && isFirst) {
        isFirst = false;
        await blog.content.savePost({ id, title: 'Edited' }, { revision });
      }
      return record;
    };
    const { counts, refusals } = await importInto(blog, folder);
    deepEqual([counts.updated, counts.refused], [1, 1]);
    match(refusals[0], /^a\.md: The post was changed in the meantime/);
    equal((await postOf(blog, 'a')).title, 'Edited');
  });

  it('stops when the folder is not there', async () => {
    const blog = await openEmptyBlog();
    await rejects(importInto(blog, '/nowhere/at/all'), { code: 'invalid', message: /ENOENT/ });
  });
});

describe('Two imported files with the same address', () => {
  const { write, openEmptyBlog, importInto } = workshop();

  it('get one each, the same ones every time', async () => {
    const blog = await openEmptyBlog();
    const folder = write({
      'a/salt.md': saltText,
      'b/salt.md': saltText.replace('keeps', 'tastes'),
    });
    const { warnings } = await importInto(blog, folder);
    deepEqual(warnings, ['b/salt.md: its URL “salt” is already used; it is now at /post/salt-2']);
    match((await postOf(blog, 'salt-2')).markdown, /tastes/);
    equal((await importInto(blog, folder)).counts.unchanged, 2);
  });

  it('are warned when an old address belongs to another post', async () => {
    const blog = await openEmptyBlog();
    const { warnings } = await importInto(
      blog,
      write({
        'a.md': '---\nalias: /x\ndate: 2012-03-04\n---\n',
        'b.md': '---\nalias: /x\ndate: 2012-03-04\n---\n',
      }),
    );
    deepEqual(warnings, ['b.md: its old URL /x belongs to another post']);
  });
});
