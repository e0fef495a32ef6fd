import { setImmediate } from 'node:timers/promises';
import * as shows from './keys.js';
import { LarderError } from '../errors.js';
import { generation } from '../util/revision.js';
/** @import { BlogIndex } from '../index/blog-index.js' */
/** @import { TextWork } from '../markup/text-work.js' */
/** @import { Comment, Media, Post, Store } from '../types.js' */
/** @import { Mention } from './tracked-index.js' */

/**
 * @typedef {Pick<Post, 'id' | 'type' | 'slug' | 'title' | 'publishedAt' | 'tags' | 'teaser' | 'author' | 'words'>} Card
 *   what a list shows of a post
 * @typedef {Card & Pick<Post, 'status' | 'updatedAt' | 'html'>} Text  a whole post, without what authors alone see
 */

/** Characters of a text. */
const LONG = 500_000;

/**
 * Reads texts, comments and files for one render. It records what the page depends on, and whether a record has another revision
 * than the index knows: such a page is sent to those who wait for it, but not cached.
 */
export class Reader {
  /** Whether a record had another revision than the index knows, or is no longer public. */
  outdated = false;
  #store;
  #index;
  #texts;
  #note;

  /**
   * @param {object} deps
   * @param {Store} deps.store
   * @param {BlogIndex} deps.index
   * @param {TextWork} deps.texts
   * @param {(key: string) => void} deps.note called with each key that the page depends on
   */
  constructor({ store, index, texts, note }) {
    this.#store = store;
    this.#index = index;
    this.#texts = texts;
    this.#note = note;
  }

  /**
   * @param {Mention} post
   * @returns {Promise<Text | null>} null when it is no longer public
   * @throws {LarderError} `gone` when it was removed but the index does not know yet
   */
  async text(post) {
    this.#note(shows.text(post.id));
    const [record] = await this.#read([post]);
    if (!record) throw new LarderError('gone', `The post ${post.id} was just removed`);
    return this.#isShown(record, post) ? textOf(record) : null;
  }

  /** @param {Mention[]} posts @returns {Promise<Text[]>} in the same order, without those just removed */
  async texts(posts) {
    for (const { id } of posts) this.#note(shows.text(id));
    return (await this.#readShown(posts)).map(textOf);
  }

  /** @param {Mention[]} posts @returns {Promise<Card[]>} in the same order, without those just removed */
  async cards(posts) {
    for (const { id } of posts) this.#note(shows.card(id));
    return (await this.#readShown(posts)).map(cardOf);
  }

  /**
   * @param {Mention} post
   * @returns {Promise<Comment[]>} the approved ones, oldest first
   */
  async comments({ id }) {
    this.#note(shows.comments(id));
    const known = this.#index.comments(id);
    if (known.size === 0) return [];
    const comments = (await this.#store.commentsOf(id)).filter((comment) => known.has(comment.id));
    const seen = new Map(comments.map((comment) => [comment.id, comment.revision]));
    for (const [commentId, revision] of known)
      if (generation(seen.get(commentId)) < generation(revision)) this.outdated = true;
    return comments.filter(({ status }) => status === 'approved');
  }

  /** @param {string} id @returns {Promise<Media | null>} */
  media(id) {
    this.#note(shows.media(id));
    return this.#store.get('media', id);
  }

  /** @param {Mention[]} posts */
  async #readShown(posts) {
    const records = await this.#read(posts);
    return records.flatMap((record, place) =>
      record && this.#isShown(record, posts[place]) ? [record] : [],
    );
  }

  /** @param {Mention[]} posts @returns {Promise<(Post | null)[]>} */
  async #read(posts) {
    const records = await this.#store.getMany(
      'post',
      posts.map(({ id }) => id),
    );
    // A later revision is not cached either: if it is reverted before the feed reports it, nothing would ever clear the page.
    posts.forEach(({ revision }, place) => {
      if (records[place]?.revision !== revision) this.outdated = true;
    });
    const fresh = [];
    for (const record of records) {
      fresh.push(record && (await this.#texts.ensureRendered(record)));
      // Checking that the HTML of a long text is current takes a while.
      if (record && record.markdown.length > LONG) await setImmediate();
    }
    return fresh;
  }

  /**
   * Another process may have unpublished the post, and the feed may not have reported it yet.
   * @param {Post} record
   * @param {Mention} asked
   */
  #isShown(record, { type }) {
    const isShown = record.type === type && this.#index.isPublic(record);
    if (!isShown) this.outdated = true;
    return isShown;
  }
}

/** @param {Post} post @returns {Card} */
function cardOf({ id, type, slug, title, publishedAt, tags, teaser, author, words }) {
  return { id, type, slug, title, publishedAt, tags, teaser, author, words };
}

/** @param {Post} post @returns {Text} */
const textOf = (post) => ({
  ...cardOf(post),
  status: post.status,
  updatedAt: post.updatedAt,
  html: post.html,
});
