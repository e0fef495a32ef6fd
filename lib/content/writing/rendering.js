import { setImmediate } from 'node:timers/promises';
import { isError, LarderError } from '../../errors.js';
import { isUpToDate } from '../../markup/fingerprint.js';
import { textContext } from '../text-context.js';
import { again } from './writer.js';
/** @import { BlogIndex } from '../../index/blog-index.js' */
/** @import { TextWork } from '../../markup/text-work.js' */
/** @import { Post, Store } from '../../types.js' */
/** @import { Writer } from './writer.js' */

/**
 * @typedef {{ done: number, total: number, isOver: boolean }} Rerendering  Posts and pages; `isOver`: broken off.
 * @typedef {{ id: string, place: number, total: number, post: Post | null, html: string }} Checked  `post`: null unless it would get other HTML;
 *   `html`: which
 */

/**
 * Texts keep the HTML that they had when they were saved. This renders them as if they were saved now.
 * @param {object} deps
 * @param {Store} deps.store
 * @param {BlogIndex} deps.index
 * @param {Writer} deps.writer
 * @param {TextWork} deps.texts
 */
export function createRenderingWriter({ store, index, writer, texts }) {
  /** @type {Rerendering | null} */
  let running = null;
  return { checkRenders, rerender, rerendering: () => running };

  /**
   * Says of each post what it would become. Nothing is written.
   * @param {string} after the id of the last one that was checked; '' begins
   * @returns {AsyncIterable<Checked>}
   */
  async function* checkRenders(after) {
    const ids = idsInOrder();
    const total = ids.length;
    for (const [place, id] of ids.entries()) {
      if (id <= after) continue;
      const post = /** @type {Post | null} */ (await store.get('post', id));
      const { html = '' } = (post && (await renderAnew(post))) ?? {};
      yield { id, place, total, post: html ? post : null, html };
      await setImmediate();
    }
  }

  /**
   * Renders posts and pages. The times of their last change stay. If it breaks off, doing it again does the rest.
   * @param {string[]} [ids] default: of all
   * @throws {LarderError} `conflict` while it is under way; `unavailable`
   */
  async function rerender(ids = idsInOrder()) {
    if (running && !running.isOver)
      throw new LarderError('conflict', 'The posts are being updated already.');
    const work = { done: 0, total: ids.length, isOver: false };
    running = work;
    try {
      for (const id of ids) {
        await again(async () => {
          const post = /** @type {Post | null} */ (await store.get('post', id));
          const rendered = post && (await renderAnew(post));
          if (rendered) await writer.put('post', { ...post, ...rendered }, post.revision ?? null);
        });
        work.done++;
        await setImmediate();
      }
      running = null;
    } finally {
      work.isOver = true;
    }
  }

  function idsInOrder() {
    return Array.from(index.posts(), ({ id }) => id).sort();
  }

  /** @param {Post} post @returns {Promise<Pick<Post, 'html' | 'teaser' | 'words' | 'rendered'> | null>} null: it would stay as it is */
  async function renderAnew(post) {
    const source = { ...post, ...textContext(post.markdown, index) };
    if (isUpToDate(source)) return null;
    try {
      const rendered = await texts.render(source);
      return rendered.html === post.html ? null : rendered;
    } catch (error) {
      // What is too much for this renderer keeps what a former one made.
      if (isError(error, 'invalid')) return null;
      throw error;
    }
  }
}
