import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';

/** Milliseconds of CPU: so long may a stranger's request hold the process. */
export const FOR_A_STRANGER = 50;
/** Milliseconds of CPU that an author's text may take. */
export const FOR_AN_AUTHOR = 250;
/** How many times as long twice the input may take: with the square, four times. */
const MOST_GROWTH = 2.5;
/** Milliseconds of CPU below which growth is not judged: chance weighs more there than the input. */
const JUDGED_FROM = 30;
/** Milliseconds of CPU by which a measure may be too short: so often Linux counts what a thread that runs has used. */
const TICK = 4;
const TRIES = 20;

/**
 * Asserts that an input costs the process little, and that twice the input costs hardly more than twice as much. It
 * goes by CPU time, with the test's own part in it, and by the least of several tries: a busy machine changes neither.
 * @param {string} name of the input
 * @param {(share: number) => Promise<unknown>} send all of the input, or a share of it
 * @param {number} [longest] milliseconds of CPU that it may take
 */
export async function assertCheap(name, send, longest = FOR_A_STRANGER) {
  let [whole, half] = [Infinity, Infinity];
  for (let tries = 0; tries < TRIES; tries++) {
    whole = Math.min(whole, await costOf(() => send(1)));
    if (whole < JUDGED_FROM) return;
    half = Math.min(half, await costOf(() => send(0.5)));
    if (tries > 0 && whole <= longest && whole <= MOST_GROWTH * (half + TICK)) return;
  }
  assert.ok(whole <= longest, `${name} takes ${Math.round(whole)} ms`);
  const growth = whole / (half + TICK);
  assert.ok(growth <= MOST_GROWTH, `${name} takes ${growth.toFixed(1)} times as long as its half`);
}

/** @param {() => unknown} run @returns {Promise<number>} milliseconds of CPU */
export async function costOf(run) {
  const before = used();
  await run();
  return used() - before;
}

/** Where Linux tells how long this thread was on a processor, in nanoseconds. */
const OF_THIS_THREAD = `/proc/self/task/${process.pid}/schedstat`;

/** @returns {number} milliseconds of CPU that this thread has used; where no system tells, the whole process */
function used() {
  if (existsSync(OF_THIS_THREAD)) return parseInt(readFileSync(OF_THIS_THREAD, 'latin1')) / 1e6;
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}
