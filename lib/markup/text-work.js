import { differences, merge } from './differences.js';
import { isError, LarderError } from '../base/errors.js';
import { TaskThread } from '../base/threads/task-thread.js';
import { isFresh } from './fingerprint.js';
/** @import { Clock } from '../base/clock.js' */
/** @import { Post } from '../store/types.js' */
/** @import { Differences } from './differences.js' */
/** @import { Source } from './fingerprint.js' */

/**
 * @typedef {typeof import('./render.js')} Renderer
 * @typedef {ReturnType<Renderer['renderPost']>} Rendered
 *
 * @typedef {Pick<Renderer, 'renderPost' | 'reviewPost'>} Rendering
 * @typedef {(left: string, right: string) => Differences} Compare
 * @typedef {(base: string, mine: string, theirs: string) => string | null} Merge
 * @typedef {(file: string, name: string, ...args: unknown[]) => Promise<unknown>} CallOther
 * @typedef {Rendering & { differences: Compare, merge: Merge, call: CallOther }} Tasks  of the thread
 */

/** Loaded when something is rendered first: a blog whose pages are all rendered starts and serves them without. */
const loadRenderer = () => import('./render.js');

/**
 * Characters of a text that is rendered in this thread; see docs/decisions/0018-long-texts-in-a-thread.md for the
 * figures.
 */
const SHORT = 8000;
/** Characters of texts that are compared or merged in this thread, altogether. */
const SHORT_PAIR = 8000;

/** Limits because a short text may still give long HTML, or need highlighters, which are slow to load. */
const MOST_CELLS = 5000;
const MOST_FENCES = 8;
/** What may become an element of HTML, or a token of its own. */
const MOST_SIGNS = 1000;
const SIGN = /[*_~^=<[|`\\"'!&\n]/g;
const FENCE = /^.*(```|~~~)/gm;
const MOST_DOLLARS = 20;
const NAMED_LINK = /\]:|\^\[/;
/** Macros repeat what they stand for; chemistry and units are read slowly; tables have thousands of cells. */
const DEAR_FORMULA = /\\(?:[a-z]*(?:def|command|let)|begin|ce|pu)(?![a-z])|(?:```|~~~)\s*math/i;

/**
 * @param {{ clock: Clock, timeLimit?: number, processorTime?: () => number }} deps
 * @returns {TaskThread<Tasks>}
 */
export const createTextThread = (deps) =>
  new TaskThread({ file: new URL('text-worker.js', import.meta.url), refuse, ...deps });

/** @param {string} reason */
const refuse = (reason) =>
  new LarderError('invalid', `The text ${reason} to prepare: please split it into several posts`, {
    field: 'markdown',
  });

/** Renders and compares texts: short ones at once, others in a worker thread, so that readers are served meanwhile. */
export class TextWork {
  #thread;

  /**
   * @param {{ clock: Clock, timeLimit?: number, thread?: TaskThread<Tasks> }} deps `timeLimit`: milliseconds of
   *   processor time for a text in the thread
   */
  constructor({ clock, timeLimit, thread = createTextThread({ clock, timeLimit }) }) {
    this.#thread = thread;
  }

  /** Whether the thread is running a task. */
  get isBusy() {
    return this.#thread.isBusy;
  }

  /**
   * @param {Source} source
   * @returns {Promise<Rendered>} as from `renderPost`
   * @throws {LarderError} `invalid`, `unavailable`
   */
  async render({ markdown, excerpt, language, links }) {
    const text = { markdown, excerpt, language, links };
    if (!isQuick(text)) return this.#thread.run('renderPost', text);
    return (await loadRenderer()).renderPost(text);
  }

  /**
   * The same for an author who is writing.
   * @param {Source} source
   * @returns {Promise<ReturnType<Renderer['reviewPost']>>} as from `reviewPost`
   * @throws {LarderError} `invalid`, `unavailable`
   */
  async review(source) {
    if (!isQuick(source)) return this.#thread.run('reviewPost', source);
    return (await loadRenderer()).reviewPost(source);
  }

  /**
   * Renders a post again if its HTML is stale: because its Markdown was edited with a database tool, or by an older
   * renderer.
   * @param {Post} post
   * @returns {Promise<Post>} with current HTML
   * @throws {LarderError} `invalid`, `unavailable`
   */
  async ensureRendered(post) {
    return isFresh(post) ? post : { ...post, ...(await this.render(post)) };
  }

  /**
   * The same, but a text that cannot be rendered, since it was written without validation, does not stop anything.
   * @param {Post} post
   * @returns {Promise<Post>} with current HTML, or as it is
   * @throws {LarderError} `unavailable`
   */
  async renderedIfValid(post) {
    return this.ensureRendered(post).catch((error) => {
      if (isError(error, 'invalid')) return post;
      throw error;
    });
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
   * @returns {Promise<string | null>} as from `merge`
   */
  async merge(base, mine, theirs) {
    if (base.length + mine.length + theirs.length <= SHORT_PAIR) return merge(base, mine, theirs);
    return this.#thread.run('merge', base, mine, theirs).catch(orNull);
  }

  /**
   * Has other parsers of what authors send work where texts are rendered.
   * @param {URL} file  a module
   * @param {string} name  of a function that it exports
   * @param {unknown[]} args  copied into the thread
   * @returns {Promise<unknown>} a copy of what it returns
   * @throws {LarderError} as it does; `invalid` when it takes too long, `unavailable`
   */
  inThread({ href }, name, ...args) {
    return this.#thread.run('call', href, name, ...args);
  }

  /** Ends the thread. @returns {Promise<void>} */
  close() {
    return this.#thread.close();
  }
}

/** For texts that take too long to compare. @param {unknown} error */
function orNull(error) {
  if (isError(error, 'invalid')) return null;
  throw error;
}

/**
 * @param {{ markdown: string, excerpt: string }} text
 * @returns {boolean} whether it is rendered in this thread
 */
export function isQuick({ markdown, excerpt }) {
  if (markdown.length + excerpt.length > SHORT) return false;
  const lines = markdown.split('\n');
  const widest = Math.max(...lines.map((line) => line.split('|').length - 1));
  const fences = markdown.match(FENCE)?.length ?? 0;
  const dollars = markdown.split('$').length - 1;
  return (
    widest * lines.length <= MOST_CELLS &&
    fences <= MOST_FENCES &&
    dollars <= MOST_DOLLARS &&
    (markdown.match(SIGN)?.length ?? 0) <= MOST_SIGNS &&
    !NAMED_LINK.test(markdown) &&
    !DEAR_FORMULA.test(markdown)
  );
}
