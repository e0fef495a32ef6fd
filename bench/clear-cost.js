#!/usr/bin/env node
/** What clearing costs when the cache holds 100,000 entries: `node bench/clear-cost.js` */
import { performance } from 'node:perf_hooks';
import { CacheManager } from '../lib/cache/cache-manager.js';
import * as shows from '../lib/cache/dependencies.js';
import { percentile } from './support/blog.js';

const ENTRIES = 100_000;
const COMMENTS = 1000;

const cache = new CacheManager({ maxBytes: Number.MAX_SAFE_INTEGER });
for (let number = 0; number < ENTRIES; number++) store(number);

const costs = [];
let cleared = 0;
for (let comment = 0; comment < COMMENTS; comment++) {
  const number = (comment * 97) % ENTRIES;
  const start = performance.now();
  const keys = [shows.comments(`${number}`), shows.commentCount(`${number}`)];
  cleared += cache.clear('comment', keys);
  costs.push(performance.now() - start);
  store(number);
}
process.stdout.write(
  `${COMMENTS} comments among ${ENTRIES} entries cleared ${cleared}: ` +
    `median ${percentile(costs, 0.5).toFixed(4)} ms, 99th percentile ${percentile(costs, 0.99).toFixed(4)} ms\n`,
);

/** @param {number} number */
function store(number) {
  const id = `${number}`;
  const lease = cache.lease();
  const dependsOn = [
    shows.text(id),
    shows.comments(id),
    shows.neighbours(id),
    shows.setting('title'),
  ];
  cache.store({ key: `/post/${id}`, store: 'floating', dependsOn, bytes: 100, hits: 0 }, lease);
  cache.release(lease);
}
