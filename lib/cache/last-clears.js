/** @import { Clock } from '../clock.js' */

/**
 * @typedef {{ cause: string, about: string, entries: number }} Clear  `about`: a title or a name, or ''
 */

const KEPT = 20;
/** Milliseconds within which equal clears become one line: one change may clear in several steps. */
const AT_ONCE = 1000;

/** The last clears, for the dashboard: a few short lines, in memory only. */
export class LastClears {
  /** The newest last. @type {(Clear & { at: number, count: number })[]} */
  #lines = [];
  #clock;

  /** @param {{ clock: Clock }} deps */
  constructor({ clock }) {
    this.#clock = clock;
  }

  /** @param {Clear} clear */
  note({ cause, about, entries }) {
    const at = this.#clock.now();
    const last = this.#lines.at(-1);
    if (last && last.cause === cause && last.about === about && Math.abs(at - last.at) < AT_ONCE) {
      last.count++;
      last.entries += entries;
      return;
    }
    this.#lines.push({ at, cause, about, entries, count: 1 });
    if (this.#lines.length > KEPT) this.#lines.shift();
  }

  /** @returns {(Clear & { at: number, count: number })[]} the newest first; `at` in milliseconds since 1970 */
  list() {
    return this.#lines.toReversed();
  }
}
