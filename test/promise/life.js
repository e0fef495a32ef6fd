import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import request from 'supertest';
import { lastingKinds } from '../../lib/store/batches.js';
import { fillBlog } from '../exchange/import/full-blog.js';
import { importInto, put } from '../exchange/import/workshop.js';
import { ask, confirmed, HOUR, withMail } from '../mail/readers.js';
import { makeFolder, startBlog } from '../support/blog.js';
import { jamPost, pickledPost } from '../support/fixtures.js';
import { addPeople, bearer, cookieFor } from '../support/people.js';
import { startScriptedSmtp } from '../support/scripted-smtp.js';
/** @import { TestBlog } from '../support/blog.js' */
/** @import { Kind } from '../../lib/store/types.js' */

/** Of which a blog has records. @type {Kind[]} */
export const kinds = [...lastingKinds, 'session', 'token', 'mail'];

const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
const PAGES = [
  '/',
  '/posts',
  '/post/rye-bread',
  '/post/pickled-lemons',
  '/post/quince',
  '/post/podcast',
  '/about',
  '/nowhere-at-all',
  '/tags',
  '/tag/Winter',
  '/tag/winter',
  '/author/ada',
  '/archive',
  '/archive/2026',
  '/archive/2012',
  '/search?q=jam',
  '/search?q=nothing-like-it',
  '/subscribe',
  '/subscribe/asked',
  '/comment-received',
  '/atomfeed',
  '/rss.xml',
  '/feed.json',
  '/sitemap.xml',
  '/robots.txt',
  '/opensearch.xml',
  '/source',
  '/source/about',
  '/source/app.js',
  '/icon.svg',
];

/**
 * The life of a small blog that has records of every kind, and all that they may hold.
 * @returns {Promise<{ blog: TestBlog, token: { Authorization: string }, close: () => Promise<void> }>}
 */
export async function liveSmall() {
  const smtp = await startScriptedSmtp((step, to) => (to.startsWith('late') ? '451 later' : ''));
  const { network: _, ...settings } = withMail({ SMTP_URL: smtp.url, BACKUP: 'off' });
  const blog = await startBlog({ ...settings, posts: [] });
  const { open, clock, url } = blog;
  const { content } = open;
  await fillBlog(open);
  await addPeople(blog);
  const token = await bearer(blog, 'ada', 'admin');
  const cookie = await cookieFor(blog, 'ada');
  await content.saveSettings({
    postalAddress: '1 High Street',
    digest: 'daily',
    digestHour: 8,
    subscribeTags: 'winter',
  });
  const audio = await content.saveMedia({
    name: 'talk.mp3',
    type: 'audio/mpeg',
    bytes: Buffer.concat([Buffer.from('ID3\u0003\0\0\0\0\0\0', 'latin1'), Buffer.alloc(2000)]),
    width: null,
    height: null,
  });
  await content.savePost({
    slug: 'podcast',
    title: 'A talk',
    markdown: `<audio src="/media/${audio.id}"></audio>\n\n## One\n\nA.\n\n## Two\n\n\`\`\`js\nb()\n\`\`\``,
    tags: ['winter'],
    author: 'ada',
    status: 'published',
    publishedAt: '2026-11-01T08:00:00.000Z',
  });
  await edit(blog, 'podcast', { title: 'A talk about jam' });
  await content.saveAutosave(jamPost.id, 'ada', { base: '1-a', fields: { title: 'Not yet' } });
  for (const name of ['Eve', 'Mallory'])
    await content.saveComment({
      postId: pickledPost.id,
      replyTo: '',
      name,
      markdown: 'Hm.',
      status: 'approved',
    });
  await removeSome(blog);
  await content.saveRedirects([{ from: '/old', to: '/tags' }]);
  for (const email of ['jan@example.org', 'kim@example.org']) await confirmed(blog, email);
  await ask(blog, { email: 'late@example.org' });
  await sendByMail(blog, token);
  await importFolder(blog);
  await readPages(url);
  await request(url).get('/admin').set('cookie', cookie).expect(200);
  await refuseForms(url);
  await until(async () => {
    await clock.tick(2 * HOUR);
    return (await count(blog, 'statistics')) > 0;
  });
  await readPages(url);
  await until(async () => {
    await clock.tick(2 * HOUR);
    return (await count(blog, 'counts')) > 0;
  });
  for (const kind of kinds)
    if ((await count(blog, kind)) === 0) throw new Error(`The blog has no ${kind}`);
  return {
    blog,
    token,
    async close() {
      await blog.close();
      smtp.stop();
    },
  };
}

/** @param {TestBlog} blog @param {string} slug @param {object} fields */
async function edit({ open: { content, store, index }, clock }, slug, fields) {
  await clock.tick(HOUR);
  const { id, revision } = await store.get('post', index.find('post', slug)?.id ?? '');
  await content.savePost({ id, ...fields }, { revision, by: 'ada' });
}

/** A comment and a post. @param {TestBlog} blog */
async function removeSome({ open: { content, store, index } }) {
  const comments = [];
  for await (const comment of store.all('comment'))
    if (comment.name === 'Mallory') comments.push(comment);
  await content.removeComments(comments, { by: 'ada' });
  const id = index.find('post', 'first')?.id ?? '';
  await content.removePost(id, (await store.get('post', id)).revision, { by: 'ada' });
}

/** @param {TestBlog} blog */
async function importFolder({ open }) {
  const { folder, remove } = makeFolder();
  put(join(folder, 'blog/2012-03-04-plums.md'), '---\ntitle: Plums\ntags: [winter]\n---\nRipe.\n');
  await importInto(open, join(folder, 'blog'));
  remove();
}

/** A post at once, and a digest on the next morning. @param {TestBlog} blog @param {Record<string, string>} token */
async function sendByMail(blog, token) {
  const { url, clock } = blog;
  const news = { title: 'News', markdown: 'A post by mail.', status: 'published' };
  await request(url)
    .post('/api/posts')
    .set(token)
    .send({ ...news, sendByEmail: true })
    .expect(201);
  await until(async () => (await count(blog, 'delivery')) > 1);
  await request(url)
    .post('/api/posts')
    .set(token)
    .send({ ...news, title: 'More' })
    .expect(201);
  await until(async () => {
    await clock.tick(HOUR / 2);
    await settle();
    return (await count(blog, 'mailing')) > 1;
  });
}

/** As a browser does. @param {string} url */
async function readPages(url) {
  for (const path of PAGES)
    await request(url).get(path).set('user-agent', FIREFOX).set('sec-fetch-mode', 'navigate');
}

/** The pages that say what is wrong. @param {string} url */
async function refuseForms(url) {
  const form = { name: '', url: 'x', markdown: '' };
  await request(url).post('/post/rye-bread/comments').type('form').send(form);
  await request(url).post('/subscribe').type('form').send({ email: 'nobody' });
  await request(url).get('/subscribe/off/nothing');
}

/** @param {TestBlog} blog @param {Kind} kind */
export async function count({ open: { store } }, kind) {
  let found = 0;
  for await (const _record of store.all(kind)) found += 1;
  return found;
}

async function settle() {
  for (let turn = 0; turn < 50; turn++) await setImmediate();
}

/** However busy the machine is. @param {() => Promise<boolean>} isSo */
async function until(isSo) {
  while (!(await isSo())) await settle();
}
