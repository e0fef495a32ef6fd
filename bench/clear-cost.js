#!/usr/bin/env node
/** What clearing costs when the cache holds 100,000 entries: `node bench/clear-cost.js` */
import { percentile } from './support/blog.js';
import { clearForComments } from './support/clear.js';

const ENTRIES = 100_000;
const COMMENTS = 1000;

const { costs, cleared } = clearForComments(ENTRIES, COMMENTS);
process.stdout.write(
  `${COMMENTS} comments among ${ENTRIES} entries cleared ${cleared}: ` +
    `median ${percentile(costs, 0.5).toFixed(4)} ms, 99th percentile ${percentile(costs, 0.99).toFixed(4)} ms\n`,
);
