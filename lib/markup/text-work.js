import { differences, merge } from './differences.js';
import { isError } from '../errors.js';
import { isFresh, renderPost } from './render.js';
import { TextThread } from './text-thread.js';
/** @import { Clock } from '../clock.js' */
/** @import { LarderError } from '../errors.js' */
/** @import { Post } from '../types.js' */
/** @import { Differences } from './differences.js' */

/**
 * @typedef {ReturnType<typeof renderPost>} Rendered
 */

/** What is rendered at once, in characters; see docs/decisions for the figures. */
const SHORT = 8000;
/** Two texts that are compared at once, in characters. */
const SHORT_PAIR = 8000;

/** A short text may still become a long one, or need what is slow to load. */
const MOST_CELLS = 5000;
const MOST_FENCES = 8;
const FENCE = /^.*(```|~~~)/gm;
const NAMED_LINK = /\]:/;

/** Works on texts: on short ones at once, on others in a thread, so that readers are served meanwhile. */
export class TextWork {
  #thread;

  /** @param {{ clock: Clock, thread?: TextThread }} deps */
  constructor({ clock, thread = new TextThread({ clock }) }) {
    this.#thread = thread;
  }

  /** Whether the thread is at work. */
  get isBusy() {
    return this.#thread.isBusy;
  }

  /**
   * @param {{ markdown: string, excerpt: string }} post
   * @returns {Promise<Rendered>} what `renderPost` makes of it
   * @throws {LarderError} `invalid`, `unavailable`
   */
  async render({ markdown, excerpt }) {
    const text = { markdown, excerpt };
    return isQuick(text) ? renderPost(text) : this.#thread.run('renderPost', text);
  }

  /**
   * Makes the HTML anew when it no longer fits: the Markdown was edited in the database's console, or the renderer is a
   * newer one.
   * @param {Post} post
   * @returns {Promise<Post>}
   * @throws {LarderError} `invalid`, `unavailable`
   */
  async ensureRendered(post) {
    return isFresh(post) ? post : { ...post, ...(await this.render(post)) };
  }

  /**
   * @param {string} left
   * @param {string} right
   * @returns {Promise<Differences>}
   */
  async differences(left, right) {
    if (left.length + right.length <= SHORT_PAIR) return differences(left, right);
    return this.#thread.run('differences', left, right).catch(orNull);
  }

  /**
   * @param {string} base
   * @param {string} mine
   * @param {string} theirs
   * @returns {Promise<string | null>} what `merge` makes of them
   */
  async merge(base, mine, theirs) {
    if (base.length + mine.length + theirs.length <= SHORT_PAIR) return merge(base, mine, theirs);
    return this.#thread.run('merge', base, mine, theirs).catch(orNull);
  }

  /** Ends the thread. @returns {Promise<void>} */
  close() {
    return this.#thread.close();
  }
}

/** What takes too long to compare is not compared. @param {unknown} error */
function orNull(error) {
  if (isError(error, 'invalid')) return null;
  throw error;
}

/** @param {{ markdown: string, excerpt: string }} text */
function isQuick({ markdown, excerpt }) {
  if (markdown.length + excerpt.length > SHORT) return false;
  const lines = markdown.split('\n');
  const widest = Math.max(...lines.map((line) => line.split('|').length - 1));
  const fences = markdown.match(FENCE)?.length ?? 0;
  return widest * lines.length <= MOST_CELLS && fences <= MOST_FENCES && !NAMED_LINK.test(markdown);
}
