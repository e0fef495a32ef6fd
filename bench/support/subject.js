import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { systemClock } from '../../lib/base/clock.js';
import { createLog } from '../../lib/base/log.js';
import { openStore } from '../../lib/store/open.js';
import { makeFolder } from './blog.js';
import { fillStore } from './posts.js';

/**
 * @typedef {object} Subject  The blog that is measured. It is the benchmark's own, so that it may be written to.
 * @property {string} storeUrl
 * @property {string} name  for people
 * @property {string} folder  for whatever else is needed
 * @property {string[]} posts  paths, the newest first
 * @property {() => Promise<void>} remove
 */

const app = fileURLToPath(new URL('../../app.js', import.meta.url));
const run = promisify(execFile);

/** Opens a store as the server does. @param {string} url */
export const open = (url) => openStore(url, { clock: systemClock, log: createLog('error') });

/**
 * Makes a blog of generated posts, or a copy of one that is there.
 * @param {object} options
 * @param {number} options.count of posts
 * @param {number} options.words in each
 * @param {string} [options.storeUrl] a blog to be copied, which stays as it is; an empty CouchDB database is filled instead
 * @param {(text: string) => void} options.tell progress
 * @param {(end: () => unknown) => void} options.later  what to do when the run is broken off
 * @returns {Promise<Subject>}
 */
export async function makeSubject({ count, words, storeUrl = '', tell, later }) {
  const { path: folder, remove } = makeFolder();
  const isCouch = /^https?:/.test(storeUrl);
  const own = isCouch ? `${storeUrl}-bench` : `sqlite:${join(folder, 'larder.db')}`;
  later(removeAll);
  // What a run that was killed has left.
  if (isCouch) await askCouch(own, 'DELETE');
  if (storeUrl && (!isCouch || (await askCouch(storeUrl, 'HEAD')).ok)) {
    tell('copying the blog');
    await run(process.execPath, [app, 'copy', '--from', storeUrl, '--to', own]);
  }
  const store = await open(own);
  try {
    const present = await store.summaries();
    if (present.posts.length === 0)
      await fillStore(store, { count, words, tell: (done) => tell(`${done} of ${count} posts`) });
    const { posts } = present.posts.length === 0 ? await store.summaries() : present;
    const shown = posts
      .filter(({ type, status }) => type === 'post' && status === 'published')
      .sort((a, b) => ((a.publishedAt ?? '') < (b.publishedAt ?? '') ? 1 : -1));
    return {
      storeUrl: own,
      name: `${shown.length} posts in ${store.kind === 'sqlite' ? 'SQLite' : 'CouchDB'}`,
      folder,
      posts: shown.map(({ slug }) => `/post/${encodeURIComponent(slug)}`),
      remove: removeAll,
    };
  } finally {
    await store.close();
  }

  async function removeAll() {
    if (isCouch) await askCouch(own, 'DELETE');
    await remove();
  }
}

/** @param {string} storeUrl @param {string} [scope] @returns {Promise<string>} a token that may edit posts, or what else */
export async function makeToken(storeUrl, scope = 'posts:write') {
  const args = [app, 'token', 'create', '--scope', scope];
  const { stdout } = await run(process.execPath, args, {
    env: { ...process.env, STORE_URL: storeUrl },
  });
  return stdout.trim();
}

/**
 * Asks about a database, or removes one. fetch takes no password in an address.
 * @param {string} url of the database
 * @param {'HEAD' | 'DELETE'} method
 */
function askCouch(url, method) {
  const address = new URL(url);
  const pair = [address.username, address.password].map(decodeURIComponent).join(':');
  address.username = '';
  address.password = '';
  const authorization = `Basic ${Buffer.from(pair).toString('base64')}`;
  return fetch(address, { method, headers: { Authorization: authorization } });
}
