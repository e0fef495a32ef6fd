#!/usr/bin/env node
/**
 * What readers of a warm blog of 1,000 posts feel of an author who saves once a second: the 99th percentile of
 * their latency with and without, in turns. `node bench/readers-during-writes.js`
 */
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { makeFolder, openForWriting, percentile, startServer, writePosts } from './support/blog.js';
import { openReaders } from './support/readers.js';

const POSTS = 1000;
const READERS = 8;
const PAIRS = 5;
const SECONDS = 6;

const folder = makeFolder();
const storeUrl = `sqlite:${join(folder.path, 'larder.db')}`;
const { content, index, close } = await openForWriting(storeUrl);
await writePosts(content, POSTS, 600);
const server = await startServer(storeUrl);
const readers = await openReaders(server.url, { readers: READERS, posts: POSTS, seconds: SECONDS });

const ratios = [];
for (let pair = 1; pair <= PAIRS; pair++) {
  const quiet = await read();
  const [busy] = await Promise.all([read(), write()]);
  ratios.push(busy / quiet);
  process.stdout.write(
    `99th percentile: ${quiet.toFixed(2)} ms without writes, ${busy.toFixed(2)} ms with one a second\n`,
  );
}
process.stdout.write(`ratio, median of ${PAIRS} pairs: ${percentile(ratios, 0.5).toFixed(2)}\n`);

readers.close();
await server.stop();
await close();
await folder.remove();

/** @returns {Promise<number>} 99th percentile in milliseconds */
async function read() {
  return percentile(await readers.read(), 0.99);
}

async function write() {
  for (let second = 0; second < SECONDS; second++) {
    const post = index.find('post', `jar-${POSTS - second}`);
    if (!post) return;
    const { markdown } = await content.store.get('post', post.id);
    await content.savePost(
      { id: post.id, markdown: `${markdown}\n\nMore.` },
      { revision: post.revision },
    );
    await setTimeout(1000);
  }
}
