import { steady } from '../base/clock.js';
/** @import { Clock } from '../base/clock.js' */

/** @typedef {{ done: number, isOver: boolean } & Record<string, unknown>} State  `isOver`: broken off */

/** Milliseconds without a word after which a change has ended with its process. */
export const SILENCE = 60_000;

/** How far long changes are of which there is one at a time. With workers it is in the primary process. */
export class Progress {
  /** By the name of the change. @type {Map<string, { state: State, at: number }>} */
  #all = new Map();
  #now;

  /** @param {{ clock: Clock }} deps */
  constructor({ clock }) {
    this.#now = steady(clock);
  }

  /** @param {string} name @param {State} state @returns {boolean} false while it is under way */
  begin(name, state) {
    if (this.find(name)?.isOver === false) return false;
    this.update(name, state);
    return true;
  }

  /** @param {string} name @param {State} state */
  update(name, state) {
    this.#all.set(name, { state, at: this.#now() });
  }

  /** @param {string} name  of a change that has done all */
  end(name) {
    this.#all.delete(name);
  }

  /** @param {string} name @returns {State | null} of the one that is under way or was broken off */
  find(name) {
    const found = this.#all.get(name);
    if (!found) return null;
    return { ...found.state, isOver: found.state.isOver || this.#now() - found.at > SILENCE };
  }
}
