#!/usr/bin/env node
/**
 * The fuzzer of the fast path by hand: `node test/fuzz/long.js [REQUESTS [SEED [accelerator]]]`, of a blog or of the accelerator. Says how far it is, and ends with the shortest
 * conversation that is answered in two ways.
 */
import { openAccelerators } from './accelerators.js';
import { openBlogs } from './blogs.js';
import { compareFastPath } from './differential.js';

const [requests = 10_000_000, seed = 1] = process.argv.slice(2, 4).map(Number);
const open = process.argv[4] === 'accelerator' ? openAccelerators : openBlogs;
const begun = performance.now();
let told = begun;
try {
  say(await compareFastPath({ seed, requests, tell, open }));
} catch (error) {
  process.stdout.write(`Seed ${seed}: ${/** @type {Error} */ (error).message}\n`);
  process.exitCode = 1;
}

/** @param {Parameters<typeof say>[0]} figures */
function tell(figures) {
  if (performance.now() - told < 10_000) return;
  told = performance.now();
  say(figures);
}

/** @param {{ conversations: number, requests: number, fastHits: number }} figures */
function say({ conversations, requests, fastHits }) {
  const seconds = Math.round((performance.now() - begun) / 1000);
  process.stdout.write(
    `${requests} requests on ${conversations} connections, ${fastHits} answered fast, ${seconds} s\n`,
  );
}
