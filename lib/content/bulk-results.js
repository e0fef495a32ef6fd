import { steady } from '../clock.js';
/** @import { Clock } from '../clock.js' */
/** @import { BulkAction, BulkResult, Changed } from './writing/bulk.js' */

/**
 * @typedef {Omit<BulkResult, 'changed' | 'error'> & About & { changed: Changed[] }} BulkState
 * @typedef {Omit<BulkState, 'changed'> & { changed: number }} BulkReport
 *
 * @typedef {object} About
 * @property {string} id
 * @property {BulkAction} action
 * @property {'post' | 'page'} type
 * @property {string} tag
 * @property {number} total
 * @property {boolean} isOver
 * @property {string} [problem]  why it broke off
 */

/** Milliseconds without a word after which a change has ended with its process. */
const SILENCE = 60_000;
/** Authors whose last change is remembered: each may be of many posts. */
const AUTHORS_AT_MOST = 20;

/** What became of each author's last change of many posts, for them to see and to undo. With workers it is in the primary process. */
export class BulkResults {
  /** @type {Map<string, { state: BulkState, at: number }>} */
  #last = new Map();
  #now;

  /** @param {{ clock: Clock }} deps */
  constructor({ clock }) {
    this.#now = steady(clock);
  }

  /** @param {string} author an id @param {BulkState} state @returns {boolean} false while their last one is under way */
  begin(author, state) {
    if (this.last(author)?.isOver === false) return false;
    this.tell(author, state);
    return true;
  }

  /** @param {string} author @param {BulkState} state */
  tell(author, state) {
    this.#last.delete(author);
    this.#last.set(author, { state, at: this.#now() });
    const [oldest = ''] = this.#last.keys();
    if (this.#last.size > AUTHORS_AT_MOST) this.#last.delete(oldest);
  }

  /** @param {string} author @returns {BulkReport | null} */
  last(author) {
    const last = this.#last.get(author);
    if (!last) return null;
    const { state, at } = last;
    const isOver = state.isOver || this.#now() - at > SILENCE;
    return { ...state, isOver, changed: state.changed.length };
  }

  /** @param {string} author @param {string} id @returns {BulkState | null} what is to be undone, once */
  takeBack(author, id) {
    const state = this.#last.get(author)?.state;
    if (state?.id !== id || !state.isOver) return null;
    this.#last.delete(author);
    return state;
  }
}
