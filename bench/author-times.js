#!/usr/bin/env node
/**
 * What the server does for an author, in a large blog: `node bench/author-times.js [POSTS]`. Signs in (with a hash
 * that costs nothing), saves and publishes through the admin's forms, and measures each from the request to its answer.
 */
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { createPasswords } from '../lib/people/passwords.js';
import { systemClock } from '../lib/base/clock.js';
import { readConfig } from '../lib/start/config.js';
import { createLog } from '../lib/base/log.js';
import { openBlog } from '../lib/start/open-blog.js';
import { startServer } from '../lib/start/serve.js';
import { makeFolder, percentile, writePosts } from './support/blog.js';
/** @import { AddressInfo } from 'node:net' */

const TIMES = 200;
const WORDS = 500;
const password = 'salt, lemons, patience';

const count = Number(process.argv[2] ?? 10_000);
const folder = makeFolder();
const config = readConfig({ PORT: '0', STORE_URL: `sqlite:${join(folder.path, 'larder.db')}` });
const log = createLog('error');
const clock = systemClock;
const passwords = createPasswords({ cost: { ln: 1, r: 1, p: 1 } });
const open = await openBlog(config, { clock, log, passwords });
await writePosts(open.content, count, WORDS);
await open.accounts.addUser({ id: 'ada', name: 'Ada', role: 'owner', password });
const server = await startServer(config, open, { clock, log });
const { port } = /** @type {AddressInfo} */ (server.server.address());
const url = `http://127.0.0.1:${port}`;
const text = 'The jar stands on a cool shelf until the winter comes. '.repeat(WORDS / 10);

/** @type {Record<string, number[]>} */
const times = { 'sign in': [], save: [], publish: [], update: [] };
for (let turn = 0; turn < TIMES; turn++) {
  const signedIn = await timed('sign in', '/admin/login', { name: 'ada', password });
  const cookie = (signedIn.headers.get('set-cookie') ?? '').split(';')[0];
  const title = `A new jar ${turn}`;
  const fields = { id: open.content.newId(), title, slug: '', tags: 'shelf-1', markdown: text };
  await timed('save', '/admin/posts/new', { ...fields, action: 'save' }, cookie);
  for (const name of ['publish', 'update']) {
    const { slug, revision } = await open.store.get('post', fields.id);
    const action = name === 'publish' ? 'publish' : 'save';
    const form = { ...fields, slug, revision, markdown: `${text}${name}`, action };
    await timed(name, `/admin/posts/${slug}`, form, cookie);
  }
}
for (const [name, all] of Object.entries(times)) {
  const [median, most, worst] = [0.5, 0.95, 1].map((share) => percentile(all, share).toFixed(1));
  process.stdout.write(
    `${name}: median ${median} ms, 95th percentile ${most} ms, worst ${worst} ms\n`,
  );
}
await server.close();
await folder.remove();

/**
 * @param {string} name
 * @param {string} path
 * @param {Record<string, string>} fields
 * @param {string} [cookie]
 */
async function timed(name, path, fields, cookie = '') {
  const start = performance.now();
  const body = new URLSearchParams(fields);
  const answer = await fetch(url + path, {
    method: 'POST',
    redirect: 'manual',
    headers: { Cookie: cookie },
    body,
  });
  await answer.arrayBuffer();
  times[name].push(performance.now() - start);
  if (answer.status !== 303) throw new Error(`${path}: ${answer.status}`);
  return answer;
}
