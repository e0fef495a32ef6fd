import { statSync } from 'node:fs';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { writeReport } from './report.js';
import { percentile } from './support/blog.js';
import { clearForComments } from './support/clear.js';
import { ask, headerOf } from './support/servers.js';
import { makeSubject, makeToken } from './support/subject.js';
import { cpuOf, memoryOf, perRequest } from './support/usage.js';
import { serve } from './measure.js';
import { align, machine } from './table.js';
/** @import { Chart } from './report.js' */
/** @import { Driver } from './support/load.js' */
/** @import { Server } from './support/servers.js' */
/** @import { Subject } from './support/subject.js' */
/** @import { Choices } from './usual.js' */

const SIZES = [10, 100, 1000, 10_000, 100_000];
/** A CouchDB takes its time to be filled. */
const MOST_IN_COUCHDB = 10_000;
/** In each post: less than in the other measurements, since a hundred thousand of them have to be written. */
export const WORDS = 200;
const MISSES = 150;
const SAVES = 20;
const HITS = 5000;

/** Why a start and the memory grow. */
const INDEX = 'holds a summary of each post';

/** Why a clear grows by a microsecond or two. */
const MAPS = 'larger maps fit less well in the processor’s cache';

/** Flatter than this is flat: what is left is noise. */
const FLAT = 0.15;

/** Kinds of pages, and why one may grow with the blog. @type {[name: string, path: (posts: string[]) => string, why: string][]} */
const pages = [
  ['a post', (posts) => posts[Math.floor(posts.length / 2)], ''],
  ['the front page', () => '/', ''],
  ['a numbered page', () => '/page/1', ''],
  ['a tag', () => '/tag/shelf%203', ''],
  ['all tags', () => '/tags', ''],
  ['the archive', () => '/archive', ''],
  ['a year', () => '/archive/2015', 'shows a line for each post, up to 499'],
  ['the feed', () => '/atomfeed', ''],
  ['the sitemap', () => '/sitemap.xml', 'shows a line for each post, up to a part’s length'],
];

/**
 * What things cost as a blog grows.
 * @param {Choices} choices
 * @returns {Promise<number>} the exit code
 */
export async function growth({ storeUrl, driver, tell, say, later }) {
  const isCouch = /^https?:/.test(storeUrl);
  const sizes = SIZES.filter((size) => !isCouch || size <= MOST_IN_COUCHDB);
  /** @type {Map<string, { why: string, values: number[] }>} */
  const rows = new Map();
  for (const [place, count] of sizes.entries()) {
    const say_ = (/** @type {string} */ text) =>
      tell(`${place + 1} of ${sizes.length}: ${count} posts, ${text}`);
    const subject = await makeSubject({ count, words: WORDS, storeUrl, tell: say_, later });
    try {
      for await (const [name, value, why = ''] of measure(subject, count, driver.drive, say_)) {
        const row = rows.get(name) ?? { why, values: [] };
        row.values.push(value);
        rows.set(name, row);
      }
    } finally {
      await subject.remove();
    }
  }
  const text = format(sizes, rows);
  tell('');
  const blog = `Posts of ${WORDS} words in ${isCouch ? 'CouchDB' : 'SQLite'}`;
  const title = 'Larder as a blog grows';
  say(`${title}\n${machine()}\n${blog}\n\n${text}\n`);
  const figures = { sizes, rows: [...rows].map(([name, row]) => ({ name, ...row })) };
  const facts = { title, machine: machine(), blog, driver: driver.name, text };
  const files = await writeReport({ ...facts, charts: charts(sizes, rows), figures });
  say(`\nWritten: ${files.join(', ')}\n`);
  return 0;
}

/**
 * What one blog costs.
 * @param {Subject} subject
 * @param {number} count
 * @param {Driver} drive
 * @param {(text: string) => void} tell
 * @returns {AsyncGenerator<[name: string, value: number, why?: string]>}
 */
export async function* measure(subject, count, drive, tell) {
  tell('a start');
  const begun = performance.now();
  const server = await serve(subject, {});
  const ready = performance.now() - begun;
  await ask(`${server.url}/`);
  yield ['start, ms', ready, INDEX];
  yield ['start to first page, ms', performance.now() - begun, INDEX];
  yield ['RSS after a start, MB', memoryOf(server.pid), INDEX];
  try {
    const path = subject.posts[0];
    yield ['hit, CPU µs', await costOfHit(server, path, drive)];
    tell('saves');
    const token = await makeToken(subject.storeUrl);
    for (const post of subject.posts.slice(0, 1000)) await ask(server.url + post);
    const save = await costOfSave(server, subject.posts, token);
    yield ['save, CPU ms (main thread)', save.cpu];
    yield ['save, ms', save.ms];
    yield ['RSS at the end, MB', memoryOf(server.pid), INDEX];
  } finally {
    await server.stop();
  }
  yield [
    'clear for a comment, µs',
    percentile(clearForComments(count, 1000).costs, 0.5) * 1000,
    MAPS,
  ];
  const uncached = await serve(subject, { CACHE_MAX_BYTES: '0' });
  try {
    for (const [name, path, why] of pages) {
      tell(`a miss of ${name}`);
      yield [
        `miss of ${name}, CPU ms (main thread)`,
        await costOfMiss(uncached, path(subject.posts), drive),
        why,
      ];
    }
  } finally {
    await uncached.stop();
  }
  if (subject.storeUrl.startsWith('sqlite:'))
    yield [
      'on disk, MB',
      statSync(join(subject.folder, 'larder.db')).size / 1e6,
      'holds the posts',
    ];
}

/** @param {Server} server @param {string} path @param {Driver} drive */
async function costOfHit({ url, pid }, path, drive) {
  const load = { requests: HITS, connections: 32, keepAlive: true, headers: {} };
  await drive(url + path, load);
  const costs = [];
  for (let round = 0; round < 5; round++) {
    const before = cpuOf(pid);
    await drive(url + path, load);
    costs.push(perRequest(before, cpuOf(pid), HITS).all);
  }
  return percentile(costs, 0.5);
}

/**
 * @param {Server} server
 * @param {string} path
 * @param {Driver} drive
 * @returns {Promise<number>} milliseconds
 */
async function costOfMiss({ url, pid }, path, drive) {
  const load = { requests: MISSES, connections: 1, keepAlive: true, headers: {} };
  await drive(url + path, load);
  const before = cpuOf(pid);
  await drive(url + path, load);
  return perRequest(before, cpuOf(pid), MISSES).main / 1000;
}

/** @param {Server} server @param {string[]} posts @param {string} token */
async function costOfSave({ url, pid }, posts, token) {
  const times = [];
  const costs = [];
  for (let time = 0; time < SAVES; time++) {
    const address = `${url}/api${posts[time % posts.length].replace('/post/', '/posts/')}`;
    const headers = { Authorization: `Bearer ${token}` };
    const present = await ask(address, headers);
    const { markdown } = JSON.parse(String(Buffer.from(present.body, 'base64')));
    const before = cpuOf(pid);
    const begun = performance.now();
    const answer = await fetch(address, {
      method: 'PUT',
      headers: {
        ...headers,
        'If-Match': headerOf(present, 'etag'),
        'Content-Type': 'application/json',
      },
      body: JSON.stringify({ markdown: `${markdown}\nOnce more.\n` }),
    });
    if (!answer.ok) throw new Error(`A save was answered ${answer.status}: ${await answer.text()}`);
    times.push(performance.now() - begun);
    costs.push((cpuOf(pid).main - before.main) / 1000);
  }
  return { ms: percentile(times, 0.5), cpu: percentile(costs, 0.5) };
}

/** @param {number[]} sizes @param {Map<string, { why: string, values: number[] }>} rows */
function format(sizes, rows) {
  const head = ['', ...sizes.map((size) => `${size}`), 'exponent', ''];
  const lines = [...rows].map(([name, { why, values }]) => {
    const exponent = exponentOf(sizes, values);
    const verdict = exponent < FLAT ? 'flat' : why || 'GROWS';
    return [name, ...values.map(short), exponent.toFixed(2), verdict];
  });
  return `${align([head, ...lines])}\n\nexponent: of the number of posts, by least squares from 100 posts on; 0 is flat, 1 grows as the blog does.`;
}

/** @param {number} value */
export const short = (value) => value.toFixed(value < 10 ? 2 : value < 100 ? 1 : 0);

/** @param {number[]} sizes @param {number[]} values @returns {number} the slope of their logarithms */
function exponentOf(sizes, values) {
  const points = sizes
    .map((size, place) => [Math.log(size), Math.log(Math.max(values[place], 1e-6))])
    .filter(([size]) => size >= Math.log(100));
  const mean = (/** @type {number} */ axis) =>
    points.reduce((sum, point) => sum + point[axis], 0) / points.length;
  const [x, y] = [mean(0), mean(1)];
  const up = points.reduce((sum, [a, b]) => sum + (a - x) * (b - y), 0);
  return up / points.reduce((sum, [a]) => sum + (a - x) ** 2, 0);
}

/**
 * @param {number[]} sizes
 * @param {Map<string, { values: number[] }>} rows
 * @returns {Chart[]}
 */
function charts(sizes, rows) {
  const labels = sizes.map(String);
  const of = (/** @type {RegExp} */ pattern) =>
    [...rows]
      .filter(([name]) => pattern.test(name))
      .map(([name, { values }]) => ({ label: name, values }));
  const line = /** @type {const} */ ({ type: 'line', labels, logarithmic: true });
  return [
    { ...line, title: 'A miss, by kind of page', unit: 'CPU ms', series: of(/^miss/) },
    { ...line, title: 'A hit and a clear', unit: 'µs', series: of(/^(hit|clear)/) },
    { ...line, title: 'A save and a start', unit: 'ms', series: of(/^(save|start)/) },
    { ...line, title: 'Memory and disk', unit: 'MB', series: of(/^(RSS|on disk)/) },
  ];
}
