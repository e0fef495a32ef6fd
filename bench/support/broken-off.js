import { readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';

/** Milliseconds between two looks whether they have ended. */
const LOOK = 20;

/**
 * Tidies up when the run is broken off, by Ctrl-C or by whoever stops it: ends the processes that it has started, does what was
 * noted, the last first, and then ends as the signal would have ended it. A second one ends it at once.
 * @returns {{ later: (end: () => unknown) => void, isOn: () => boolean }} `later` notes; `isOn` from the signal on
 */
export function whenBrokenOff() {
  /** @type {(() => unknown)[]} */
  const endings = [];
  let isOn = false;
  for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM']))
    process.once(signal, async () => {
      isOn = true;
      await endChildren();
      for (const end of endings.reverse()) await end();
      process.kill(process.pid, signal);
    });
  return { later: (end) => void endings.push(end), isOn: () => isOn };
}

async function endChildren() {
  for (;;) {
    const children = childrenOf(process.pid);
    if (children.length === 0) return;
    for (const pid of children) process.kill(pid, 'SIGKILL');
    await pause(LOOK);
  }
}

/** @param {number} pid @returns {number[]} also those that have ended and are not yet waited for */
export const childrenOf = (pid) =>
  readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean).map(Number);
