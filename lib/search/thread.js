import { parentPort, workerData } from 'node:worker_threads';
import { excerptOf, markAll } from './excerpt.js';
import { SearchIndex } from './search-index.js';
import { visibleText } from './visible-text.js';
/** @import { Part } from './excerpt.js' */

/**
 * The thread of the search: whatever a query or a long text takes, readers are served meanwhile. It answers one call
 * after the other, so that a query finds what was put before it.
 *
 * @typedef {Omit<SearchIndex, 'discard'> & { mark: typeof mark }} Methods
 */

const index = attempt(() => new SearchIndex(workerData.folder, workerData));
let isClosed = false;

parentPort?.on('message', ({ id, name, args }) => {
  if (isClosed) return;
  isClosed = name === 'close';
  parentPort?.postMessage({ id, value: answer(name, args) });
});

/** @param {keyof Methods} method @param {unknown[]} args */
const answer = (method, args) =>
  attempt(() => Reflect.apply(method === 'mark' ? mark : index[method], index, args));

/** @template T @param {() => T} work @returns {T} */
function attempt(work) {
  try {
    return work();
  } catch (error) {
    const { code = '', message } = /** @type {NodeJS.ErrnoException} */ (error);
    // Ends the thread. Of an error of SQLite, nothing else comes through.
    throw new Error(`${code} ${message}`, { cause: error });
  }
}

/**
 * @param {{ title: string, html: string, teaser: string }[]} posts
 * @param {string[]} words folded
 * @returns {{ title: Part[], excerpt: Part[] }[]}
 */
function mark(posts, words) {
  return posts.map(({ title, html, teaser }) => ({
    title: markAll(title, words),
    excerpt: excerptOf(visibleText(html).text, words) ?? markAll(teaser, words),
  }));
}
