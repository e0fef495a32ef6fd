/** @import { Clock } from '../base/clock.js' */

/**
 * @typedef {object} Clear
 * @property {string} cause
 * @property {string} about  title or name of what has changed, or ''
 * @property {Iterable<string> | null} keys  that were touched; null: all
 * @property {number} entries  that it cleared
 * @property {number} milliseconds  that it took
 * @property {string[]} pairs  of the first 200 of them: the entry's key, and the touched key that it depends on; ''
 *   when everything was cleared
 *
 * @typedef {Omit<Clear, 'keys'> & { number: number, at: number, count: number }} Line  `number`: from 1, in order;
 *   `at`: milliseconds since 1970; `count`: clears that it stands for
 */

const MAX_LINES = 50;
const MAX_PAIRS = 2 * 200;
/** Milliseconds within which equal clears are merged into one line: one change may clear in several steps. */
const MERGE_WITHIN = 1000;

/** @typedef {ReturnType<typeof createLastClears>} LastClears */

/**
 * The last clears, for the page of the cache; in memory only.
 * @param {{ clock: Clock }} deps
 */
export function createLastClears({ clock }) {
  /** Newest last. @type {Line[]} */
  const lines = [];
  let recorded = 0;
  return { record, list };

  /** @param {Clear} clear */
  function record({ cause, about, entries, milliseconds, pairs }) {
    const at = clock.now();
    const last = lines.at(-1);
    if (
      last &&
      last.cause === cause &&
      last.about === about &&
      Math.abs(at - last.at) < MERGE_WITHIN
    ) {
      last.count++;
      last.entries += entries;
      last.milliseconds += milliseconds;
      last.pairs = [...last.pairs, ...pairs.slice(0, MAX_PAIRS - last.pairs.length)];
      return;
    }
    const number = ++recorded;
    // Each by name: to spread it takes longer than most clears.
    lines.push({ cause, about, entries, milliseconds, pairs, number, at, count: 1 });
    if (lines.length > MAX_LINES) lines.shift();
  }

  /** @returns {Line[]} the newest first */
  function list() {
    return lines.toReversed();
  }
}
