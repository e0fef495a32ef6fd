#!/usr/bin/env node
/**
 * The long form of random.long.test.js, by hand, with processes that are killed: `node test/search/long.js [STEPS [SEED [COUCHDB-URL]]]`.
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { makeFolder } from '../support/blog.js';
import { runSearch } from './random.js';

/** Steps on one blog: its history of versions grows. */
const ON_ONE_BLOG = 1000;
/** Milliseconds at most until a process is killed, after its first step. */
const KILLED_WITHIN = 200;

if (process.send) await beKilled(process.argv[2], process.argv[3], Number(process.argv[4]));
else await run(Number(process.argv[2] ?? 10_000), Number(process.argv[3] ?? 1), process.argv[4]);

/** @param {number} steps @param {number} first @param {string} [couch] */
async function run(steps, first, couch) {
  for (let done = 0, seed = first; done < steps; done += ON_ONE_BLOG, seed++) {
    const { folder, remove } = makeFolder();
    const storeUrl = couch ? `${couch}-${seed}` : `sqlite:${join(folder, 'blog.db')}`;
    const counts = await runSearch({
      storeUrl,
      folder,
      seed,
      steps: Math.min(ON_ONE_BLOG, steps - done),
      kill: (where, seedOfIts) => kill(storeUrl, where, seedOfIts),
    });
    process.stdout.write(`seed ${seed}: ${JSON.stringify(counts)}\n`);
    remove();
  }
}

/** @param {string} storeUrl @param {string} folder @param {number} seed */
async function kill(storeUrl, folder, seed) {
  const child = fork(fileURLToPath(import.meta.url), [storeUrl, folder, String(seed)]);
  const ended = once(child, 'exit');
  await Promise.race([once(child, 'message'), ended]);
  await setTimeout(seed % KILLED_WITHIN);
  child.kill('SIGKILL');
  const [, signal] = await ended;
  if (signal !== 'SIGKILL') throw new Error(`A process with seed ${seed} has ended by itself`);
}

/** @param {string} storeUrl @param {string} folder @param {number} seed */
async function beKilled(storeUrl, folder, seed) {
  await runSearch({
    storeUrl,
    folder,
    seed,
    steps: Infinity,
    onStep: () => process.send?.('a step'),
  });
}
