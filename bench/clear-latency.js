#!/usr/bin/env node
/**
 * How long after a write's answer another process still serves the old page: `node bench/clear-latency.js
 * [STORE_URL] [STORE_URL of the reading process]`. Starts a real server as the reader, writes from here, and asks
 * for the page until it is the new one. Prints milliseconds.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { Agent, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { fileURLToPath } from 'node:url';
import { systemClock } from '../lib/clock.js';
import { readConfig } from '../lib/config.js';
import { createLog } from '../lib/log.js';
import { openBlog } from '../lib/open-blog.js';

const WRITES = 1000;
const app = fileURLToPath(new URL('../app.js', import.meta.url));

const folder = await mkdtemp(join(tmpdir(), 'larder-latency-'));
const [writerUrl = `sqlite:${join(folder, 'larder.db')}`, readerUrl = writerUrl] =
  process.argv.slice(2);
const agent = new Agent({ keepAlive: true });
const means = { clock: systemClock, log: createLog('error') };
const { content, close } = await openBlog(
  readConfig({ STORE_URL: writerUrl, CACHE_MAX_BYTES: '0' }),
  means,
);
let post = await content.savePost({ title: 'Jam', markdown: 'Jam', status: 'published' });
const reader = await startReader(readerUrl);

const latencies = [];
for (let count = 1; count <= WRITES; count++) {
  const old = (await get(`${reader.url}post/${post.slug}`)).headers.etag;
  post = await content.savePost(
    { id: post.id, markdown: `Jam number ${count}` },
    { revision: post.revision },
  );
  const answered = performance.now();
  while ((await get(`${reader.url}post/${post.slug}`)).headers.etag === old);
  latencies.push(performance.now() - answered);
  if (count % 100 === 0) process.stderr.write(`\r${count} of ${WRITES} writes`);
}
process.stderr.write('\n');
process.stdout.write(`${describe(latencies)}\n`);

await content.removePost(post.id, post.revision ?? '');
agent.destroy();
reader.stop();
await close();
await rm(folder, { recursive: true });

/** @param {string} storeUrl */
async function startReader(storeUrl) {
  const child = spawn(process.execPath, [app], {
    env: { ...process.env, STORE_URL: storeUrl, PORT: '0', LOG_LEVEL: 'error' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [line] = await once(child.stdout, 'data');
  const [url] = /** @type {RegExpMatchArray} */ (String(line).match(/http:\S+/));
  return { url, stop: () => child.kill() };
}

/** @param {string} url @returns {Promise<{ headers: import('node:http').IncomingHttpHeaders }>} */
function get(url) {
  return new Promise((resolve, reject) => {
    const asked = request(url, { agent }, (answer) => {
      answer.resume();
      answer.on('end', () => resolve({ headers: answer.headers }));
    });
    asked.on('error', reject);
    asked.end();
  });
}

/** @param {number[]} milliseconds */
function describe(milliseconds) {
  const sorted = [...milliseconds].sort((a, b) => a - b);
  const at = (/** @type {number} */ share) =>
    sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))].toFixed(1);
  return `${sorted.length} writes: median ${at(0.5)} ms, 99th percentile ${at(0.99)} ms, worst ${at(1)} ms`;
}
