import * as fixtures from '../../support/fixtures.js';
import { pngThatClaims } from '../../support/images.js';
import { jarImage } from './workshop.js';
/** @import { OpenBlog } from './workshop.js' */

/** Writes records of every kind, with all that may be in them. @param {OpenBlog} blog */
export async function fillBlog(blog) {
  const { content } = blog;
  await content.saveSettings({
    title: 'The larder: “jams” & more',
    tagline: '',
    language: 'de',
    timeZone: 'Europe/Berlin',
    postsPerPage: 7,
    navigation: [{ title: 'About', url: '/about' }],
    icon: '/media/0123456789abcdef-jar.png',
    poweredBy: false,
    llmsText: '# Jars\n\n: "x"',
    theme: 'magazine',
    appearance: { accent: '#7c2d12', css: 'a { top: 0 }', footer: 'By hand.\n\n: "y"' },
  });
  for (const user of [
    { id: 'ann', name: 'Ann: Other', role: /** @type {const} */ ('owner') },
    { id: 'bob-1', name: 'Bob', role: /** @type {const} */ ('editor'), language: 'ja' },
    { id: 'bob-2', name: 'Bob', role: /** @type {const} */ ('author') },
  ])
    await content.saveUser(user);
  const jar = await content.saveMedia({
    name: 'A jar.png',
    type: 'image/png',
    bytes: jarImage,
    width: 3,
    height: 2,
  });
  await content.saveMedia({
    name: '',
    id: `${jar.id}.400w.png`,
    type: 'image/png',
    width: 400,
    height: 267,
    bytes: pngThatClaims(400, 267),
  });
  // Nothing shows it.
  const notes = Buffer.from('%PDF-1.4\n%%EOF\n');
  await content.saveMedia({
    name: 'Notes.pdf',
    type: 'application/pdf',
    bytes: notes,
    width: null,
    height: null,
    by: 'ann',
    alt: 'Notes: “all” of them',
    createdAt: '2020-02-03T04:05:06.789Z',
  });
  // As it was stored before SVGs were written anew: it stays a download.
  await content.saveMedia({
    name: 'old.svg',
    type: 'image/svg+xml',
    width: null,
    height: null,
    bytes: Buffer.from('<svg><script>a()</script></svg>'),
  });
  const texts = [
    {
      markdown: `# Title\n\n![jar](/media/${jar.id}) {% raw %}{{ x }}{% endraw %}`,
      author: 'ann',
      coAuthors: ['bob-1', 'bob-2'],
      cover: { src: `/media/${jar.id}`, alt: 'A jar: “full”' },
      description: 'Jars: “described”',
      noindex: true,
    },
    {
      markdown: '\n\n---\nno front matter: at all\n---\r\n\ttabs ',
      author: 'bob-2',
      excerpt: 'Two\nlines: "quoted"',
      description: '- one',
      canonicalUrl: 'https://old.example/#1',
      commentsClosed: true,
    },
    {
      markdown: '',
      tags: ['yes', 'No', '2012-03-04', '- x', 'Salt', 'salt'],
    },
  ];
  const posts = Object.values(fixtures).filter(
    (post) => post !== null && typeof post === 'object' && 'markdown' in post,
  );
  for (const [place, post] of posts.entries()) await content.savePost({ ...post, ...texts[place] });
  await content.savePost({
    id: '99999999-9999-4999-8999-999999999999',
    type: 'page',
    slug: 'secret-recipe',
    title: 'true',
    status: 'draft',
    publishedAt: '2020-01-01T00:00:00.001Z',
    createdAt: '2019-01-01T00:00:00.002Z',
    updatedAt: '2021-01-01T00:00:00.003Z',
    formerPaths: ['/2012/03/café.html', '/: odd "path"'],
  });
  const { id, revision } = await blog.store.get('post', fixtures.jamPost.id);
  await content.savePost({ id, slug: 'quince' }, { revision });
  // Each links to the other, so one of them before the other is there.
  for (const [place, [slug, to]] of [
    ['first', 'second'],
    ['second', 'first'],
    ['first', 'second'],
  ].entries()) {
    const own = `${slug === 'first' ? 7 : 8}`.repeat(8) + '-7777-4777-8777-777777777777';
    const known = await blog.store.get('post', own);
    await content.savePost(
      { id: own, slug, title: slug, markdown: `[[${to}]] “a” "b"${place < 2 ? '' : ' '}` },
      { revision: known?.revision ?? null },
    );
  }
  const comment = {
    postId: id,
    name: 'Eve: "E"',
    url: 'https://eve.example/',
    markdown: '# *Hm*\n---\n',
  };
  const first = await content.saveComment({ ...comment, replyTo: '', status: 'approved' });
  await content.saveComment({
    ...comment,
    replyTo: first.id,
    status: 'spam',
    url: '',
    author: 'ann',
  });
}
