import { equal, match, ok } from 'node:assert/strict';
import { assertCounted } from '../checks.js';
import { open } from '../people.js';
import { until } from '../until.js';
/** @import { Blog } from '../blog.js' */

const READERS = 12;
/** Of a scheduled post, in milliseconds: long enough to be looked for before, and how late it may be. */
const SOON = 4000;
const LATE = 2000;

/** @param {Blog} blog */
export async function hasReaders(blog) {
  const { agent, readers } = blog;
  for (let reader = 0; reader < READERS; reader++) {
    const own = `/post/shelf-${10 + reader}`;
    for (const path of ['/', '/post/plum-jam', own, '/tags', '/post/plum-jam'])
      equal((await readers.read(path, reader)).status, 200, path);
  }
  for (let reader = 0; reader < 4; reader++) {
    const form = { name: `Reader ${reader}`, url: '', markdown: `Number ${reader} agrees.` };
    equal(await readers.send('/post/plum-jam/comments', form, reader), 303);
  }
  const waiting = await agent.list('/api/comments?status=pending');
  equal(waiting.length, 4);
  const pathOf = (/** @type {{ id: string }} */ { id }) =>
    `/api/comments/${encodeURIComponent(id)}`;
  const [kept, ...others] = waiting;
  for (const each of others) await agent.put(pathOf(each), { status: 'approved' });
  equal(await commentsOf(blog), 3);
  await agent.put(pathOf(others[0]), { status: 'spam' });
  equal(await commentsOf(blog), 2);
  await agent.remove(pathOf(others[1]));
  equal(await commentsOf(blog), 1);
  await agent.put(pathOf(kept), { status: 'approved' });
  equal(await commentsOf(blog), 2);
  await blog.restart();
  // As who they are, whichever process sees them.
  for (let reader = 0; reader < 4; reader++) await readers.read('/archive', reader);
  await assertCounted(agent, readers.visits);
  await blog.assertRight();
}

/** @param {Blog} blog @returns {Promise<number>} how many a page shows */
const commentsOf = async (blog) =>
  ((await blog.page('/post/plum-jam')).match(/Number \d agrees/g) ?? []).length;

/** @param {Blog} blog */
export async function publishesInTime(blog) {
  await blog.whole();
  const at = Date.now() + SOON;
  await blog.publish('later', 'Not before its time', 'A whortle.', {
    publishedAt: new Date(at).toISOString(),
    tags: ['shelf'],
  });
  const places = ['/', '/atomfeed', '/tag/shelf', '/archive', '/sitemap.xml'];
  const lists = async () => Promise.all(places.map(blog.page));
  for (const text of await lists()) ok(!text.includes('/post/later'));
  const statusOf = async () => (await open(`${blog.url()}/post/later`)).status;
  equal(await statusOf(), 404);
  await until('the post', async () => (await statusOf()) === 200);
  const late = Date.now() - at;
  ok(late >= 0 && late < LATE, `${late} ms late`);
  for (const text of await lists()) match(text, /later/);
  await blog.assertRight();
}
