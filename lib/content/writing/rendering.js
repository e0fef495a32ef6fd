import { setImmediate } from 'node:timers/promises';
import { isError, LarderError } from '../../base/errors.js';
import { isUpToDate } from '../../markup/fingerprint.js';
import { textContext } from '../text-context.js';
import { changeOneByOne } from './one-by-one.js';
/** @import { BlogIndex } from '../../changes/index/blog-index.js' */
/** @import { TextWork } from '../../markup/text-work.js' */
/** @import { Job, Post, Store } from '../../store/types.js' */
/** @import { Jobs } from '../jobs/jobs.js' */
/** @import { Writer } from './writer.js' */

/**
 * @typedef {{ id: string, place: number, total: number, post: Post | null, html: string }} Checked  `post`: null unless
 *   it would get other HTML; `html`: which
 */

const NAME = 'rerendering';

/**
 * Texts keep the HTML that they had when they were saved. This renders them as if they were saved now.
 * @param {object} deps
 * @param {Store} deps.store
 * @param {BlogIndex} deps.index
 * @param {Writer} deps.writer
 * @param {TextWork} deps.texts
 * @param {Jobs} deps.jobs
 */
export function createRenderingWriter({ store, index, writer, texts, jobs }) {
  jobs.define(NAME, (job) => changeOneByOne({ store, writer }, job, [idsInOrder()], renewed));
  return { checkRenders, rerender, rerenderAll, rerendering: () => jobs.find(NAME) };

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
      /** @type {Post | null} */
      const post = await store.get('post', id);
      const { html = '' } = (post && (await renderAnew(post))) ?? {};
      yield { id, place, total, post: html ? post : null, html };
      await setImmediate();
    }
  }

  /**
   * Renders posts and pages. The times of their last change stay. If it breaks off, doing it again does the rest.
   * @param {string[]} ids
   * @throws {LarderError} `unavailable`
   */
  async function rerender(ids) {
    const counted = { done: 0 };
    for await (const _ of changeOneByOne({ store, writer }, counted, [ids], renewed))
      await setImmediate();
  }

  /**
   * Renders all posts and pages, as a job.
   * @param {string} [by]  a user's id
   * @throws {LarderError} `conflict` while it is under way; `unavailable`
   */
  async function rerenderAll(by = '') {
    const total = idsInOrder().length;
    const started = await jobs.begin({ id: NAME, name: NAME, by, total });
    if (!started) throw new LarderError('conflict', 'The posts are being updated already.');
    await started.ended;
  }

  /** @param {Post} post @returns {Promise<Post | null>} */
  async function renewed(post) {
    const rendered = await renderAnew(post);
    return rendered && { ...post, ...rendered };
  }

  function idsInOrder() {
    return Array.from(index.posts(), ({ id }) => id).sort();
  }

  /**
   * @param {Post} post
   * @returns {Promise<Pick<Post, 'html' | 'teaser' | 'words' | 'rendered'> | null>} null: it would stay as it is
   */
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
