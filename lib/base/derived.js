import { isDamage, isMachineFault } from './system-errors.js';
import { messageOf } from './errors.js';
/** @import { Clock } from './clock.js' */
/** @import { Log } from './log.js' */

/** Milliseconds in which a part is made anew once at most, and after which a failure is forgotten. */
const HOUR = 60 * 60_000;
const FAILURES = 2;

/**
 * @typedef {{ madeAnewAt: number | null, failed: boolean }} DerivedState  `madeAnewAt`: milliseconds since 1970
 *
 * @typedef {ReturnType<typeof createDerivedParts>} DerivedParts
 */

/**
 * A part that can be made anew from what it is derived from, such as the search index from the posts. It is, after its
 * second failure, at once if it is damaged, and at most once an hour. A fault of the machine, such as a full disk, is
 * no reason: it waits.
 */
export class Derived {
  /** When it failed lately. @type {number[]} */
  #failures = [];
  /** @type {number | null} */
  #madeAnewAt = null;
  #problem = '';
  #name;
  #clock;
  #log;

  /** @param {string} name  for owners, in the log @param {{ clock: Clock, log: Log }} deps */
  constructor(name, { clock, log }) {
    this.#name = name;
    this.#clock = clock;
    this.#log = log;
  }

  /** @returns {DerivedState} */
  get state() {
    return { madeAnewAt: this.#madeAnewAt, failed: this.#problem !== '' };
  }

  /**
   * @param {unknown} error
   * @param {{ isDamaged?: boolean }} [options]  `isDamaged`: it cannot work another time
   * @returns {boolean} whether to make it anew now
   */
  failed(error, { isDamaged = isDamage(error) } = {}) {
    const isNew = this.#problem !== messageOf(error);
    this.#problem = messageOf(error);
    if (isMachineFault(error)) {
      if (isNew)
        this.#log.warn({ reason: this.#problem }, `The ${this.#name} cannot be used; waiting`);
      return false;
    }
    const now = this.#clock.now();
    this.#failures = [...this.#failures.filter((at) => now - at < HOUR), now].slice(-FAILURES);
    const isBroken = isDamaged || this.#failures.length === FAILURES;
    const isAllowed = this.#madeAnewAt === null || now - this.#madeAnewAt >= HOUR;
    if (!isBroken || !isAllowed) {
      this.#log.error({ err: error }, `The ${this.#name} failed; trying again`);
      return false;
    }
    this.#log.error({ err: error }, `The ${this.#name} failed, and will be made anew`);
    this.#failures = [];
    this.#madeAnewAt = now;
    return true;
  }

  worked() {
    this.#problem = '';
  }
}

/** Those of a blog. @param {{ clock: Clock, log: Log }} deps */
export const createDerivedParts = (deps) => ({
  search: new Derived('search index', deps),
  pages: new Derived('saved pages', deps),
  sums: new Derived('sums of the statistics', deps),
});
