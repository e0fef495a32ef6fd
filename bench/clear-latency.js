#!/usr/bin/env node
/**
 * How long after a write's answer another process still serves the old page: `node bench/clear-latency.js
 * [STORE_URL] [STORE_URL of the reading process]`. Starts a real server as the reader, writes from here, and asks
 * for the page until it is the new one.
 */
import { Agent, request } from 'node:http';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { makeFolder, openForWriting, percentile, startServer } from './support/blog.js';

const WRITES = 1000;

const folder = makeFolder();
const [writerUrl = `sqlite:${join(folder.path, 'larder.db')}`, readerUrl = writerUrl] =
  process.argv.slice(2);
const agent = new Agent({ keepAlive: true });
const { content, close } = await openForWriting(writerUrl);
let post = await content.savePost({ title: 'Jam', markdown: 'Jam', status: 'published' });
const reader = await startServer(readerUrl);

/** @type {number[]} */
const latencies = [];
for (let count = 1; count <= WRITES; count++) {
  const old = await tagOf(`${reader.url}post/${post.slug}`);
  const markdown = `Jam number ${count}`;
  post = await content.savePost({ id: post.id, markdown }, { revision: post.revision });
  const answered = performance.now();
  while ((await tagOf(`${reader.url}post/${post.slug}`)) === old);
  latencies.push(performance.now() - answered);
  if (count % 100 === 0) process.stderr.write(`\r${count} of ${WRITES} writes`);
}
process.stderr.write('\n');
const [median, most, worst] = [0.5, 0.99, 1].map((share) =>
  percentile(latencies, share).toFixed(1),
);
process.stdout.write(
  `${WRITES} writes: median ${median} ms, 99th percentile ${most} ms, worst ${worst} ms\n`,
);

await content.removePost(post.id, post.revision ?? '');
agent.destroy();
await reader.stop();
await close();
await folder.remove();

/** @param {string} url @returns {Promise<string | undefined>} */
function tagOf(url) {
  return new Promise((resolve, reject) => {
    const asked = request(url, { agent }, (answer) => {
      answer.resume();
      answer.on('end', () => resolve(answer.headers.etag));
    });
    asked.on('error', reject);
    asked.end();
  });
}
