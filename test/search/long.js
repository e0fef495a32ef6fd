#!/usr/bin/env node
/**
 * The long form of random.test.js, by hand: `node test/search/long.js [STEPS [SEED [COUCHDB-URL]]]`.
 */
import { join } from 'node:path';
import { makeFolder } from '../support/blog.js';
import { runSearch } from './random.js';

/** Steps on one blog: its history of versions grows. */
const ON_ONE_BLOG = 1000;

const [steps = 10_000, first = 1] = process.argv.slice(2, 4).map(Number);
const couch = process.argv[4];
for (let done = 0, seed = first; done < steps; done += ON_ONE_BLOG, seed++) {
  const { folder, remove } = makeFolder();
  const storeUrl = couch ? `${couch}-${seed}` : `sqlite:${join(folder, 'blog.db')}`;
  const counts = await runSearch({
    storeUrl,
    folder,
    steps: Math.min(ON_ONE_BLOG, steps - done),
    seed,
  });
  process.stdout.write(`seed ${seed}: ${JSON.stringify(counts)}\n`);
  remove();
}
