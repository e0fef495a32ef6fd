#!/usr/bin/env node
/**
 * Whether a page is ever old in a network after /status says that it owes nothing more:
 * `node bench/network-changes.js [CHANGES] [SEED] [WORKERS] [CHANGES FROM ONE KILL TO THE NEXT]`.
 * A real server has six networks in front at once (bench/support/fronts.js). Changes come at random through the admin,
 * the API, SQL on a second connection, and the clock, ten a second, while readers read through all networks; now and
 * then the server is killed (SIGKILL) and started again. After each batch, when nothing is owed, every page is read
 * through every network and compared with a fresh render.
 */
import { Agent } from 'node:http';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { Database } from '../lib/base/sqlite.js';
import { makeFolder, openForWriting, percentile, startServer } from './support/blog.js';
import {
  ask,
  difference,
  HOST,
  startEdge,
  startNginx,
  startScripted,
  startVarnish,
  TOKEN,
} from './support/fronts.js';
import { randomFrom } from './support/random.js';
import { freePort } from './support/servers.js';
/** @import { Front, Reply } from './support/fronts.js' */

const [wanted = 500, seed = 1, workers = 1, killEvery = 200] = process.argv.slice(2).map(Number);
const POSTS = 25;
const BATCH = 80;
/** Milliseconds from one change to the next. */
const EVERY = 100;
const READERS = 4;
const READ_EVERY = 40;
/** Milliseconds that /status may take until nothing is owed. */
const PATIENCE = 180_000;

const random = randomFrom(seed);
const folder = makeFolder();
const storeUrl = `sqlite:${join(folder.path, 'larder.db')}`;
const port = await freePort();
const origin = `http://127.0.0.1:${port}`;
const password = 'salt, lemons, patience';
let words = 0;
const nonce = () => `w${seed}x${++words}`;
const pick = (/** @type {readonly any[]} */ all) => all[Math.floor(random() * all.length)];

const token = await fill();
const bearer = { Authorization: `Bearer ${token}` };
const json = { ...bearer, 'Content-Type': 'application/json' };
const scripted = await startScripted(port, random);
const at = (/** @type {string} */ name) => join(folder.path, name);
/** @type {Front[]} */
const fronts = await Promise.all([
  startVarnish(port, at('varnish')),
  startNginx(port, at('nginx')),
  startEdge(port, at('edge-1')),
  startEdge(port, at('edge-2')),
  startEdge(port, at('edge-3')),
  scripted,
]);
const env = {
  PORT: String(port),
  BASE_URL: `http://${HOST}`,
  TRUST_PROXY: 'loopback',
  WORKERS: String(workers),
  CDN: fronts.map(({ setting }) => setting).join(','),
  CDN_TOKEN: TOKEN,
};
let server = await startServer(storeUrl, env);
const sql = new Database(at('larder.db'));
let cookie = '';

/** @type {Record<string, number>} */
const done = {};
const counts = {
  changes: 0,
  refused: 0,
  kills: 0,
  reads: 0,
  failedReads: 0,
  compared: 0,
  stale: 0,
};
/** Milliseconds from the last change of a batch until nothing is owed. @type {number[]} */
const lives = [];
let longestLag = 0;
let isOver = false;
let hasStopped = false;
let lastScheduled = 0;
process.once('SIGTERM', () => (isOver = true));
// Also when it fails.
process.once('exit', () => {
  if (!hasStopped) process.kill(server.pid, 'SIGKILL');
});

const fresh = () => ({
  title: `New ${nonce()}`,
  markdown: `${nonce()} ${'jar '.repeat(200)}`,
  tags: [`shelf-${Math.floor(random() * 3)}`],
  status: 'published',
});

/** @type {Record<string, { weight: number, act: () => Promise<unknown> | unknown }>} */
const changes = {
  apiNew: { weight: 3, act: () => api('POST', '/posts', fresh()) },
  apiTitle: { weight: 3, act: () => edit({ title: `Jar ${nonce()}` }) },
  apiText: {
    weight: 4,
    act: () => edit({ markdown: `${nonce()} ${'jar '.repeat(random() * 900)}` }),
  },
  apiTags: {
    weight: 2,
    act: () => edit({ tags: [pick(['shelf-0', 'shelf-1', 'shelf-2', nonce()])] }),
  },
  apiRemove: {
    weight: 3,
    async act() {
      const { slug } = somePost();
      const { tag } = await api('GET', `/posts/${slug}`);
      await api('DELETE', `/posts/${slug}`, undefined, { 'If-Match': tag });
    },
  },
  clock: {
    weight: 3,
    act() {
      const time = Date.now() + 1000 + random() * 2000;
      lastScheduled = Math.max(lastScheduled, time);
      return api('POST', '/posts', { ...fresh(), publishedAt: new Date(time).toISOString() });
    },
  },
  comment: {
    weight: 6,
    act: () =>
      api('POST', '/comments', {
        postSlug: somePost().slug,
        name: nonce(),
        markdown: nonce(),
        status: 'approved',
      }),
  },
  adminText: { weight: 4, act: () => saveByForm({ markdown: `By hand ${nonce()}` }) },
  adminTitle: { weight: 3, act: () => saveByForm({ title: `Typed ${nonce()}` }) },
  sqlTitle: { weight: 2, act: () => typeIntoConsole("title = 'Console ' || :word") },
  sqlHtml: { weight: 2, act: () => typeIntoConsole("html = '<p>' || :word || '</p>'") },
  sqlDate: {
    weight: 1,
    act: () =>
      typeIntoConsole(
        `publishedAt = '2024-0${1 + Math.floor(random() * 9)}-11T08:00:00.000Z', excerpt = :word`,
      ),
  },
  sqlTags: { weight: 1, act: () => typeIntoConsole("tags = json_array('shelf-1', :word)") },
  settings: { weight: 1, act: () => settings(pick([{ title: nonce() }, { tagline: nonce() }])) },
};

const reading = Array.from({ length: READERS }, readOn);
for (let sinceKill = 0; counts.changes < wanted && !isOver;) {
  for (let change = 0; change < BATCH; change++) {
    await Promise.all([changeSomething(), pause(EVERY)]);
    if (++sinceKill < killEvery) continue;
    sinceKill = 0;
    await killAndStart();
  }
  const last = Date.now();
  await pause(Math.max(500, lastScheduled - last + 500));
  const time = await untilNothingIsOwed();
  lives.push(time - Math.max(last, lastScheduled));
  await compareAll();
  say();
}
isOver = true;
await Promise.all(reading);
sql.close();
await server.stop();
hasStopped = true;
say();
process.stdout.write(`${JSON.stringify({ done, scripted: scripted.counts })}\n`);
await folder.remove();
process.exit(counts.stale === 0 ? 0 : 1);

function say() {
  const half = lives.length > 0 ? percentile(lives, 0.5) : 0;
  process.stdout.write(
    `${new Date().toISOString()} ${JSON.stringify(counts)}, live everywhere after ${half} ms (median), ${Math.max(0, ...lives)} ms (most); lagMs at most ${longestLag}\n`,
  );
}

async function fill() {
  const blog = await openForWriting(storeUrl);
  for (let number = 1; number <= POSTS; number++)
    await blog.content.savePost({
      title: `Jar ${number} ${nonce()}`,
      slug: `jar-${number}`,
      markdown: `${'The jar stands on a cool shelf. '.repeat(60)}${nonce()}`,
      tags: [`shelf-${number % 3}`],
      status: 'published',
      publishedAt: new Date(Date.UTC(2024, number % 12, number, number % 24)).toISOString(),
    });
  await blog.content.saveSettings({ postsPerPage: 5, comments: 'shown' });
  await blog.accounts.addUser({ id: 'ada', name: 'Ada', role: 'owner', password });
  const made = await blog.accounts.tokens.create({ user: 'ada', scopes: ['admin'] });
  await blog.close();
  return made;
}

async function killAndStart() {
  counts.kills++;
  await server.kill();
  // Its workers end when they see that it has gone.
  await pause(workers > 1 ? 500 : 0);
  server = await startServer(storeUrl, env);
}

/** @returns {Promise<number>} when it was said */
async function untilNothingIsOwed() {
  const until = Date.now() + PATIENCE;
  for (;;) {
    const { body } = await ask(`${origin}/status`);
    const { cdn } = JSON.parse(body);
    longestLag = Math.max(longestLag, ...cdn.map((/** @type {any} */ each) => each.lagMs ?? 0));
    if (cdn.every((/** @type {any} */ each) => each.owed === 0)) return Date.now();
    if (Date.now() > until) throw new Error(`Something is owed: ${JSON.stringify(cdn)}`);
    await pause(100);
  }
}

/** @returns {string[]} */
function paths() {
  const rows = sql.prepare("SELECT type, slug FROM posts WHERE status = 'published'").all();
  const own = /** @type {{ type: string, slug: string }[]} */ (rows).flatMap(({ type, slug }) =>
    type === 'page' ? `/${slug}` : [`/post/${slug}`],
  );
  const shelves = [0, 1, 2].flatMap((n) => [`/tag/shelf-${n}`, `/tag/shelf-${n}/atomfeed`]);
  const lists = ['/', '/page/1', '/page/2', '/page/3', '/page/4', '/tags', '/archive', ...shelves];
  const others = ['/archive/2024', '/archive/2026', '/atomfeed', '/feed.json', '/sitemap.xml'];
  return [...own, ...lists, ...others, '/author/ada', '/robots.txt', '/favicon.ico'];
}

async function readOn() {
  const agent = new Agent({ keepAlive: true });
  while (!isOver) {
    const { url } = pick(fronts);
    await ask(url + pick(paths()), { agent: random() < 0.5 && agent }).then(
      () => counts.reads++,
      () => counts.failedReads++,
    );
    await pause(READ_EVERY);
  }
  agent.destroy();
}

/** Each page through each network, and as a fresh render has it. */
async function compareAll() {
  for (const path of paths()) {
    const now = await render(path);
    for (const { setting, url } of fronts) {
      const seen = await ask(url + path).catch((error) => ({ status: 0, body: String(error) }));
      counts.compared++;
      if (seen.status === now.status && (seen.status !== 200 || seen.body === now.body)) continue;
      counts.stale++;
      const again = await render(path);
      process.stdout.write(
        `STALE ${path} at ${setting}: ${seen.status}, ${now.status}, ${again.body === now.body}\n${difference(seen.body, now.body)}\n`,
      );
    }
  }
}

/** @param {string} path @returns {Promise<Reply>} */
function render(path) {
  return ask(origin + path, { headers: { ...bearer, 'Cache-Control': 'no-cache' } });
}

async function changeSomething() {
  const kinds = Object.keys(changes).flatMap((kind) => Array(changes[kind].weight).fill(kind));
  const kind = pick(kinds);
  try {
    await changes[kind].act();
    counts.changes++;
    done[kind] = (done[kind] ?? 0) + 1;
  } catch (error) {
    counts.refused++;
    if (process.env.VERBOSE) process.stdout.write(`${kind}: ${error}\n`);
  }
}

/** @param {string} method @param {string} path @param {object} [content] @param {Record<string, string>} [more] */
async function api(method, path, content, more = {}) {
  const body = content ? JSON.stringify(content) : '';
  const reply = await ask(`${origin}/api${path}`, { method, headers: { ...json, ...more }, body });
  if (reply.status >= 400) throw new Error(`${method} ${path}: ${reply.status} ${reply.body}`);
  return { tag: String(reply.headers.etag), record: reply.body ? JSON.parse(reply.body) : null };
}

/** @param {string} path @param {Record<string, string>} fields */
async function form(path, fields) {
  const headers = {
    Origin: `http://${HOST}`,
    'Content-Type': 'application/x-www-form-urlencoded',
    Cookie: cookie,
  };
  const body = new URLSearchParams(fields).toString();
  const reply = await ask(origin + path, { method: 'POST', headers, body });
  if (reply.status !== 303) throw new Error(`${path}: ${reply.status}`);
  return reply;
}

/** @returns {{ id: string, slug: string, title: string, revision: string }} */
function somePost() {
  const all = sql.prepare("SELECT id, slug, title, revision FROM posts WHERE type = 'post'").all();
  return pick(all);
}

async function signIn() {
  const { headers } = await form('/admin/login', { name: 'ada', password });
  cookie = String(headers['set-cookie']).split(';')[0];
}

/** @param {Record<string, string>} fields */
async function saveByForm(fields) {
  if (!cookie) await signIn();
  const { slug, id } = somePost();
  const { record } = await api('GET', `/posts/${slug}`);
  const { revision } = /** @type {{ revision: string }} */ (
    sql.prepare('SELECT revision FROM posts WHERE id = ?').get(id)
  );
  const { title, markdown, tags } = record;
  const own = { id, slug, revision, title, markdown, tags: tags.join(', ') };
  await form(`/admin/posts/${slug}`, { ...own, action: 'publish', ...fields });
}

/** @param {string} change  of a post, in SQL */
function typeIntoConsole(change) {
  const { id } = somePost();
  sql.prepare(`UPDATE posts SET ${change} WHERE id = :id`).run({ id, word: nonce() });
}

/** @param {object} change */
async function edit(change) {
  const { slug } = somePost();
  const { tag, record } = await api('GET', `/posts/${slug}`);
  await api('PUT', `/posts/${slug}`, { ...record, ...change }, { 'If-Match': tag });
}

/** @param {object} change */
async function settings(change) {
  const { tag } = await api('GET', '/settings');
  await api('PUT', '/settings', change, { 'If-Match': tag });
}
