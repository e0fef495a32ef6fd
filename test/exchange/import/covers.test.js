import { deepEqual, equal } from 'node:assert/strict';
import { usesOf } from '../../../lib/content/media/usage.js';
import { digestOfPost } from '../../../lib/exchange/import/last-import.js';
import { ghostExport, ghostPost } from './exports.js';
import { allOf, editPost, jarImage, postOf, put, workshop } from './workshop.js';
import { join } from 'node:path';

describe('The cover of an imported post', () => {
  const { write, openEmptyBlog, importInto } = workshop();

  /** @param {string} frontMatter @param {Record<string, string | Buffer>} [files] */
  async function imported(frontMatter, files = {}) {
    const blog = await openEmptyBlog();
    const site = { 'static/img/jar.png': jarImage, 'posts/a/jar.png': jarImage, ...files };
    const text = `---\ndate: 2012-03-04\n${frontMatter}\n---\nText`;
    const folder = write({ ...site, 'posts/a/index.md': text });
    const { warnings } = await importInto(blog, folder);
    const { cover } = await postOf(blog, 'a');
    return { blog, folder, cover, warnings };
  }

  for (const frontMatter of [
    'cover: jar.png',
    'cover_image: ./jar.png',
    'coverImage: /img/jar.png',
    'image: /img/jar.png',
    'banner_image: jar.png',
    'featuredImage: ../a/jar.png',
    'featured_image: "{{ site.baseurl }}/img/jar.png"',
    'thumbnail: /static/img/jar.png',
    'pictureUrl: /img/jar.png?w=300',
    'cover: { src: jar.png }',
    'cover: { image: /img/jar.png, relative: true }',
    'image: { url: jar.png }',
    'images: [jar.png, b.png]',
    'extra: { cover: jar.png }',
    'params: { cover: { image: jar.png } }',
    'header: { teaser: /img/jar.png }',
    'cover: true\nthumbnail: jar.png',
  ])
    it(`is kept with it: ${frontMatter.replace('\n', ', ')}`, async () => {
      const { blog, cover, warnings } = await imported(frontMatter);
      const [{ id }] = await allOf(blog, 'media');
      deepEqual([cover, warnings], [{ src: `/media/${id}`, alt: '' }, []]);
    });

  for (const frontMatter of [
    'cover: { src: jar.png, alt: A jar }',
    'cover: { image: jar.png, caption: A jar }',
    'image: jar.png\nimage_alt: A jar',
    'coverImage: jar.png\ncoverAlt: A jar',
  ])
    it(`has its words: ${frontMatter.replace('\n', ', ')}`, async () => {
      equal((await imported(frontMatter)).cover?.alt, 'A jar');
    });

  it('may be on another site', async () => {
    const { cover } = await imported('cover: https://a.example/b "c".png');
    deepEqual(cover, { src: 'https://a.example/b%20%22c%22.png', alt: '' });
  });

  it('is no cover when it is missing, or no image', async () => {
    const { cover, warnings } = await imported('cover: gone.png');
    equal(cover, undefined);
    deepEqual(warnings, [
      'posts/a/index.md: the cover image gone.png is not imported: it is missing',
    ]);
    for (const other of [
      'javascript:alert(1)//a.png',
      '"#fff"',
      '[1, 2]',
      '{ a: b.png }',
      '../../../../etc/passwd.png',
    ])
      equal((await imported(`cover: ${other}`)).cover, undefined, other);
  });

  it('is left out when its name is unusable, and the post is imported', async () => {
    for (const name of ['"\\ud800.png"', '"\\0.png"', '"/%ff/%.png"', '[[[a.png]]]', 'null'])
      equal((await imported(`cover: ${name}`)).cover, undefined, name);
  });

  it('changes with the source, and goes when it is no longer named', async () => {
    const { blog, folder } = await imported('cover: jar.png');
    const { updatedAt } = await postOf(blog, 'a');
    const file = join(folder, 'posts/a/index.md');
    put(file, '---\ndate: 2012-03-04\ncover: { src: jar.png, alt: B }\n---\nText');
    equal((await importInto(blog, folder)).counts.updated, 1);
    equal((await postOf(blog, 'a')).cover?.alt, 'B');
    put(file, '---\ndate: 2012-03-04\n---\nText');
    equal((await importInto(blog, folder)).counts.updated, 1);
    const post = await postOf(blog, 'a');
    deepEqual(['cover' in post, post.updatedAt], [false, updatedAt]);
    equal((await importInto(blog, folder)).counts.unchanged, 1);
  });

  it('stays through an edit here, and counts as a use of its file', async () => {
    const { blog, cover } = await imported('cover: jar.png');
    await editPost(blog, 'a', { title: 'Another' });
    deepEqual((await postOf(blog, 'a')).cover, cover);
    const [{ id }] = await allOf(blog, 'media');
    const uses = await usesOf(id, blog);
    deepEqual(
      uses.map((use) => 'post' in use && use.post.slug),
      ['a'],
    );
  });

  it('is not part of the digest of a post that has none', () => {
    const post = { slug: 'a', title: 'A', tags: ['b'] };
    equal(digestOfPost(post), digestOfPost({ ...post, cover: null, coAuthors: [] }));
    equal(digestOfPost(post), '8Rm_Ue3LB5W3G9tD');
  });
});

describe('The authors of an imported post', () => {
  const { write, openEmptyBlog, importInto } = workshop();

  for (const frontMatter of [
    'authors: [Ada, Grace, Bob]',
    'author: Ada\nauthors: [Ada, Grace, Bob]',
    'author: [Ada, Grace, { name: Bob }]',
    'authors: Ada, Grace, Bob',
  ])
    it(`are all kept: ${frontMatter.replace('\n', ', ')}`, async () => {
      const blog = await openEmptyBlog();
      const files = { 'a.md': `---\ndate: 2012-03-04\n${frontMatter}\n---\n` };
      const { warnings } = await importInto(blog, write(files));
      const { author, coAuthors } = await postOf(blog, 'a');
      deepEqual([author, coAuthors], ['ada', ['grace', 'bob']]);
      deepEqual([...blog.index.users.values()].map(({ name }) => name).sort(), [
        'Ada',
        'Bob',
        'Grace',
      ]);
      deepEqual(warnings, []);
    });

  it('are all kept from Ghost', async () => {
    const blog = await openEmptyBlog();
    const source = JSON.parse(ghostExport([ghostPost('a')]));
    const { data } = source.db[0];
    const id = data.posts[0].id;
    data.users = ['ada', 'bob'].map((name) => ({ id: name, name, slug: name }));
    data.posts_authors = ['bob', 'ada'].map((author, at) => ({
      post_id: id,
      author_id: author,
      sort_order: at,
    }));
    await importInto(blog, write({ 'ghost.json': JSON.stringify(source) }));
    const [{ author, coAuthors }] = await allOf(blog, 'post');
    deepEqual([author, coAuthors], ['bob', ['ada']]);
  });
});
