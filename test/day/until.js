import { setTimeout } from 'node:timers/promises';

/** Milliseconds between two looks, and after which it does not come to that. */
const PAUSE = 50;
const PATIENCE = 60_000;

/**
 * Waits for what other processes do.
 * @param {string} what  is waited for
 * @param {() => unknown} isSo
 */
export async function until(what, isSo) {
  const end = performance.now() + PATIENCE;
  while (!(await isSo())) {
    if (performance.now() > end) throw new Error(`It does not come to that: ${what}`);
    await setTimeout(PAUSE);
  }
}
