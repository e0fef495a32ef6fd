#!/usr/bin/env node
/**
 * What the search costs: `node bench/search.js [POSTS]`. Makes a blog of posts of 1,500 words, as frequent as in a language (Zipf), and
 * starts real servers on it: without the search, while the index is built, and with it.
 */
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { renderPost } from '../lib/markup/render.js';
import { makeFolder, openForWriting, percentile, startServer } from './support/blog.js';
import { randomFrom } from './support/random.js';
import { makeToken } from './support/subject.js';
import { memoryOf } from './support/usage.js';

const WORDS = 1500;
const VOCABULARY = 60_000;
const QUERIES = 2000;
const SAVES = 50;
const AT_ONCE = 100;

const posts = Number(process.argv[2] ?? 10_000);
const random = randomFrom(1);
const word = makeWords();
const text = (/** @type {number} */ count) => Array.from({ length: count }, word).join(' ');
const folder = makeFolder();
const storeUrl = `sqlite:${join(folder.path, 'larder.db')}`;
await fill();
const token = await makeToken(storeUrl);
for (const [name, SEARCH] of [
  ['without', 'off'],
  ['first start', 'on'],
  ['next start', 'on'],
])
  await measure(name, SEARCH);
await folder.remove();

/** @param {string} name @param {string} SEARCH */
async function measure(name, SEARCH) {
  const begun = performance.now();
  const server = await startServer(storeUrl, { SEARCH, TRUST_PROXY: '1' });
  await fetch(server.url);
  const figures = [`first page ${(performance.now() - begun).toFixed(0)} ms`];
  // Both have loaded by then what they load later.
  await new Promise((resolve) => setTimeout(resolve, 4000));
  if (SEARCH === 'on') {
    while ((await find(server, word())).missing > 0)
      await new Promise((resolve) => setTimeout(resolve, 200));
    figures.push(`complete after ${((performance.now() - begun) / 1000).toFixed(1)} s`);
    const times = [];
    for (let count = 0; count < QUERIES; count++) {
      const q = text(1 + (count % 3));
      times.push(await timeOf(() => find(server, q)));
    }
    figures.push(`a query ${say(times)}`);
  }
  const saves = [];
  for (let count = 0; count < SAVES; count++) saves.push(await timeOf(() => save(server)));
  figures.push(`a save ${say(saves)}`, `${memoryOf(server.pid).toFixed(0)} MB`);
  process.stdout.write(`${name}: ${figures.join(', ')}\n`);
  await server.stop();
}

/** @param {{ url: string }} server @param {string} q @returns {Promise<any>} */
async function find({ url }, q) {
  // One network alone would be slowed down.
  const from = `192.0.${Math.floor(random() * 256)}.${Math.floor(random() * 256)}`;
  const headers = { 'X-Forwarded-For': from };
  return (await fetch(`${url}api/search?${new URLSearchParams({ q })}`, { headers })).json();
}

/** @param {{ url: string }} server */
async function save({ url }) {
  const address = `${url}api/posts/post-${1 + Math.floor(random() * posts)}`;
  const headers = { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' };
  const body = JSON.stringify({ markdown: text(WORDS) });
  await (
    await fetch(address, { method: 'PUT', headers: { ...headers, 'If-Match': '*' }, body })
  ).text();
}

/** @param {() => Promise<unknown>} act @returns {Promise<number>} milliseconds */
async function timeOf(act) {
  const begun = performance.now();
  await act();
  return performance.now() - begun;
}

/** @param {number[]} times */
function say(times) {
  const [median, most] = [0.5, 0.99].map((share) => percentile(times, share).toFixed(1));
  return `${median} ms in the median, ${most} at the 99th percentile`;
}

async function fill() {
  const { store, close } = await openForWriting(storeUrl);
  for (let from = 1; from <= posts; from += AT_ONCE) {
    const writes = [];
    for (let number = from; number < Math.min(from + AT_ONCE, posts + 1); number++) {
      const markdown = `${text(WORDS / 2)}\n\n## ${text(8)}\n\n${text(WORDS / 2)}`;
      const id = `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`;
      const slug = `post-${number}`;
      const at = new Date(Date.UTC(2015, 0, 1) + number * 3_600_000).toISOString();
      const record = {
        id,
        type: 'post',
        slug,
        title: text(6),
        excerpt: '',
        tags: [],
        author: '',
        markdown,
        status: 'published',
        publishedAt: at,
        createdAt: at,
        updatedAt: at,
        ...renderPost({ markdown, excerpt: '' }),
      };
      const address = { id: `/post/${slug}`, owner: id, held: true, claimedAt: at };
      writes.push({ kind: /** @type {const} */ ('post'), record, revision: null });
      writes.push({ kind: /** @type {const} */ ('address'), record: address, revision: null });
    }
    await store.writeMany(writes);
    process.stderr.write(`\r${Math.min(from + AT_ONCE - 1, posts)} of ${posts} posts`);
  }
  process.stderr.write('\n');
  await close();
}

/** @returns {() => string} words, the first ones most often */
function makeWords() {
  const syllables = 'ba con de ter ing re pro al ma ni or lu so pa in co st tr an ex ve da'.split(
    ' ',
  );
  const words = new Set();
  while (words.size < VOCABULARY) {
    const parts = Array.from(
      { length: 1 + Math.floor(random() * 5) },
      () => syllables[Math.floor(random() * syllables.length)],
    );
    words.add(parts.join(''));
  }
  const list = [...words];
  // The inverse of the sum of 1/n, which is nearly the logarithm.
  return () => list[Math.floor((VOCABULARY + 1) ** random()) - 1];
}
