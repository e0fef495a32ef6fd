import { steady } from '../base/clock.js';
import { SILENCE } from './progress.js';
/** @import { Clock } from '../base/clock.js' */
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
 * @property {number} [later]  of the published ones: those whose date is still to come
 * @property {string} [problem]  why it broke off
 * @property {string} [undoes]  the id of another change
 */

/** Posts whose changes can be undone, all together: the oldest are forgotten. */
const POSTS_AT_MOST = 20_000;

/**
 * What became of changes of many posts, for their authors to see and to undo. With workers it is in the primary
 * process.
 */
export class BulkResults {
  /** By id, the oldest first. @type {Map<string, { author: string, state: BulkState, at: number }>} */
  #all = new Map();
  #now;

  /** @param {{ clock: Clock }} deps */
  constructor({ clock }) {
    this.#now = steady(clock);
  }

  /**
   * @param {string} author an id
   * @param {BulkState} state
   * @returns {boolean} false while another one of theirs is under way
   */
  begin(author, state) {
    if (this.report(author, '')) return false;
    this.update(author, state);
    return true;
  }

  /** @param {string} author @param {BulkState} state */
  update(author, state) {
    this.#all.set(state.id, { author, state, at: this.#now() });
    let posts = 0;
    // The latest one stays, however many it has changed.
    for (const [id, { state }] of [...this.#all].reverse())
      if ((posts += state.total) > POSTS_AT_MOST && state.isOver && posts > state.total)
        this.#all.delete(id);
  }

  /**
   * @param {string} author
   * @param {string} id
   * @returns {BulkReport | null} the one under way, or else that with this id
   */
  report(author, id) {
    const theirs = [...this.#all.values()].filter((each) => each.author === author);
    const reports = theirs.map(({ state, at }) => ({
      ...state,
      isOver: state.isOver || this.#now() - at > SILENCE,
      changed: state.changed.length,
    }));
    return reports.find(({ isOver }) => !isOver) ?? reports.find((each) => each.id === id) ?? null;
  }

  /** @param {string} author @param {string} id @returns {BulkState | null} what is to be undone: again does the rest */
  find(author, id) {
    const found = this.#all.get(id);
    return found?.author === author && found.state.isOver ? found.state : null;
  }
}
