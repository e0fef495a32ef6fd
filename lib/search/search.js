import { Reader } from '../changes/reader.js';
import { LarderError } from '../base/errors.js';
import { Semaphore } from '../base/semaphore.js';
import { Follower } from './follower.js';
import { createSearchLimits } from './limits.js';
/** @import { FeedEntry } from '../changes/tracked-blog.js' */
/** @import { BlogIndex } from '../changes/index/blog-index.js' */
/** @import { TextWork } from '../markup/text-work.js' */
/** @import { Store, Summary } from '../store/types.js' */
/** @import { Part } from './excerpt.js' */

/**
 * @typedef {object} Results
 * @property {number} total
 * @property {number} page  the last one at most
 * @property {number} pages
 * @property {{ post: Omit<FeedEntry, 'html'>, title: Part[], excerpt: Part[] }[]} posts  of this page, best first
 * @property {'all' | 'similar' | 'some' | 'none'} how  they have all words; words that differ in a letter; only some of
 *   the words; or nothing was found
 * @property {string[]} words  that were looked for, folded
 * @property {number} missing  posts that are not in the index yet, while it is being built
 *
 * @typedef {ReturnType<typeof createSearch>} Search
 */

/** Characters of a query that are looked at. */
const LONGEST = 8192;
/** Characters of HTML in which words are marked. */
const LONGEST_MARKED = 200_000;
/** Queries of readers that may be under way. */
const ASKING_AT_MOST = 50;
/** Of these, those whose results are read: each page of them may have 80 MB of HTML. */
const READING_AT_MOST = 2;
/** Milliseconds that one waits for that. */
const PATIENCE = 10_000;

/** @param {{ index: BlogIndex, store: Store, texts: TextWork } & ConstructorParameters<typeof Follower>[0]} deps */
export function createSearch(deps) {
  const { index, store, texts, clock } = deps;
  const follower = new Follower(deps);
  const reader = new Reader({ index, store, texts, current: new WeakSet(), record: () => {} });
  const reading = new Semaphore(READING_AT_MOST, {
    clock,
    deadline: PATIENCE,
    refuse: tooManySearch,
  });
  let asking = 0;
  const limits = createSearchLimits(deps);
  return { limits, find, idsWith, close: () => follower.close() };

  /**
   * @param {string} q as typed
   * @param {number} page from 1
   * @param {string} address of the reader
   * @returns {Promise<Results>} of what is public now
   * @throws {LarderError} `unavailable`, `tooMany`
   */
  async function find(q, page, address) {
    if (asking >= ASKING_AT_MOST) throw tooManySearch();
    const end = limits.begin(address);
    asking++;
    try {
      return await findPublic(q, page);
    } finally {
      end();
      asking--;
    }
  }

  /** @param {string} q @param {number} wanted @returns {Promise<Results>} */
  async function findPublic(q, wanted) {
    const { ids, words, ...found } = await ask(q, { withDrafts: false, page: wanted });
    const { missing } = follower;
    const known = ids.flatMap((id) => index.post(id) ?? []).filter((post) => index.isPublic(post));
    const posts = await reading.run(() => mark(known, words));
    return { ...found, words, posts, missing };
  }

  /** @param {Summary[]} wanted @param {string[]} words @returns {Promise<Results['posts']>} */
  async function mark(wanted, words) {
    const posts = await reader.entries(wanted);
    const texts = posts.map(({ title, html, teaser }) => ({
      title,
      html: html.slice(0, LONGEST_MARKED),
      teaser,
    }));
    const marked = await (await follower.thread()).call('mark', texts, words);
    // Without their HTML, for as long as others are waited for.
    return posts.map(({ html: _, ...post }, place) => ({ post, ...marked[place] }));
  }

  /**
   * For authors.
   * @param {string} q as typed
   * @returns {Promise<Set<string>>} ids of the posts and pages that have all words, drafts too
   * @throws {LarderError} `unavailable`
   */
  async function idsWith(q) {
    const { ids, how } = await ask(q, { withDrafts: true });
    return new Set(how === 'all' ? ids : []);
  }

  /** @param {string} q @param {{ withDrafts: boolean, page?: number }} what */
  async function ask(q, what) {
    const authors = Array.from(index.users.values(), ({ id, name }) => ({ id, name }));
    const question = { q: q.slice(0, LONGEST), authors, now: index.now, ...what };
    const answer = async () => (await follower.thread()).call('find', question);
    // Again, since its file is made anew after a second failure.
    const found = await answer().catch(answer).catch(answer);
    deps.derived.worked();
    return found;
  }
}

const tooManySearch = () => new LarderError('unavailable', 'Too many people are searching');
