/** @import { Clock } from '../base/clock.js' */

/**
 * @typedef {{ cause: string, about: string, entries: number }} Clear  `about`: title or name of what has changed, or ''
 */

const MAX_LINES = 20;
/** Milliseconds within which equal clears are merged into one line: one change may clear in several steps. */
const MERGE_WITHIN = 1000;

/** The last clears, for the page of the cache; in memory only. */
export class LastClears {
  /** Newest last. @type {(Clear & { at: number, count: number })[]} */
  #lines = [];
  #clock;

  /** @param {{ clock: Clock }} deps */
  constructor({ clock }) {
    this.#clock = clock;
  }

  /** @param {Clear} clear */
  record({ cause, about, entries }) {
    const at = this.#clock.now();
    const last = this.#lines.at(-1);
    if (
      last &&
      last.cause === cause &&
      last.about === about &&
      Math.abs(at - last.at) < MERGE_WITHIN
    ) {
      last.count++;
      last.entries += entries;
      return;
    }
    this.#lines.push({ at, cause, about, entries, count: 1 });
    if (this.#lines.length > MAX_LINES) this.#lines.shift();
  }

  /** @returns {(Clear & { at: number, count: number })[]} the newest first; `at` in milliseconds since 1970 */
  list() {
    return this.#lines.toReversed();
  }
}
