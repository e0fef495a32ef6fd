import { createServer } from 'node:http';
import { setTimeout } from 'node:timers/promises';
import { startBlog } from '../support/blog.js';
import { createClock } from '../support/clock.js';
import { aboutPage, shelvesOfPosts, smallBlog } from '../support/fixtures.js';
import { ask } from '../support/raw.js';
/** @import { Server as HttpServer } from 'node:http' */
/** @import { Socket } from 'node:net' */
/** @import { Entry } from '../../lib/responses/entry.js' */
/** @import { TestBlog } from '../support/blog.js' */
/** @import { Page } from './conversations.js' */
/** @import { Server, Subject } from './differential.js' */

/** A page that is not copied, and that waits for a client who does not read. */
const longPage = {
  ...aboutPage,
  id: '99999999-9999-4999-8999-999999999999',
  slug: 'long',
  markdown: 'A long text about little. '.repeat(1200),
};
/** The only one of which a part can be asked for. */
const image = {
  name: 'jar.png',
  type: 'image/png',
  bytes: Buffer.from('89504e470d0a1a0a', 'hex'),
  width: 1,
  height: 1,
};
const short = ['/', '/post/rye-bread', '/tags', '/atomfeed', '/about', '/robots.txt'];
const paths = [...short, ...short, ...short, '/comment-received', '/long'];

/** Times of 5 ms until all pages are compressed as well as can be. */
const PATIENCE = 4000;

/** @returns {Promise<Subject>} two servers of the same blog */
export async function openBlogs() {
  const clock = createClock();
  const posts = [...smallBlog, ...shelvesOfPosts(3), longPage];
  const start = async (/** @type {string} */ FAST_PATH) => {
    const env = { FAST_PATH, BASE_URL: 'http://larder.example' };
    const blog = await startBlog({ clock, posts, env });
    if (FAST_PATH === 'off') leaveToNode(blog.server);
    return { ...blog, accepted: acceptedBy(blog.server) };
  };
  const servers = [await start('on'), await start('off')];
  try {
    // It switches to no protocol, and Node.js believes that it does.
    const dropping = /\nupgrade:/i;
    return { clock, servers, pages: await prepare(servers, clock), dropping, countsOf, close };
  } catch (error) {
    await close();
    throw error;
  }

  async function close() {
    for (const server of servers) await server.close();
  }
}

/** @param {HttpServer} server  node:http is to read its connections itself, without a tunnel */
export function leaveToNode(server) {
  server.removeAllListeners('connection');
  for (const listen of createServer().listeners('connection'))
    server.on('connection', /** @type {() => void} */ (listen));
}

/** @param {HttpServer} server @returns {Server['accepted']} */
export function acceptedBy(server) {
  /** @type {Server['accepted']} */
  const accepted = new Map();
  server.on('connection', (/** @type {Socket} */ socket) => {
    const { remotePort } = socket;
    accepted.set(remotePort, socket);
    socket.once('close', () => accepted.delete(remotePort));
  });
  return accepted;
}

/**
 * Has both servers store all pages, in each encoding at its best, so that nothing changes any more.
 * @param {TestBlog[]} servers
 * @param {ReturnType<typeof createClock>} clock
 * @returns {Promise<Page[]>}
 */
async function prepare(servers, clock) {
  const stored = [...paths];
  for (const { open } of servers)
    stored[paths.length] = `/media/${(await open.content.saveMedia(image)).id}`;
  for (const server of servers)
    for (const path of stored)
      for (const encoding of ['br', 'gzip', 'identity', 'br', 'gzip'])
        await ask(server, path, { 'Accept-Encoding': encoding });
  const entries = () => servers.flatMap(({ open }) => open.cache.entries());
  const isMade = (/** @type {Entry} */ { encodings }) =>
    Object.values(encodings).every((each) => each?.effort !== 'fast');
  for (let left = PATIENCE; !entries().every(isMade); left--) {
    if (left === 0)
      throw new Error('Some pages stay as they were compressed first: nobody counts their hits');
    await setTimeout(5);
    await clock.tick(250);
  }
  // Until no Last-Modified is so young that it is left out.
  await clock.tick(5000);
  return stored.map((path) => {
    const { etag = '"none"', lastModified = clock.now() } = servers[0].open.cache.peek(path) ?? {};
    return { path, etag, lastModified: new Date(lastModified).toUTCString() };
  });
}

/** @param {any} server @returns {Promise<Record<string, number>>} requests by kind, and hits by page */
async function countsOf(server) {
  const { requests, fastPath } = JSON.parse(String((await ask(server, '/status')).body));
  const slots = [...server.open.cache.slots()];
  const hits = Object.fromEntries(slots.map(({ entry, hits }) => [entry.key, hits]));
  return { ...requests, ...hits, fastHits: fastPath.hits };
}
