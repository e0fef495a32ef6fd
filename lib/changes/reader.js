import { setImmediate } from 'node:timers/promises';
import * as shows from './keys.js';
import { LarderError } from '../errors.js';
import { generation } from '../util/revision.js';
/** @import { BlogIndex } from '../index/blog-index.js' */
/** @import { TextWork } from '../markup/text-work.js' */
/** @import { Comment, Media, Post, Store, Summary } from '../types.js' */
/** @import { Mention } from './tracked-index.js' */

/**
 * @typedef {Pick<Post, 'id' | 'type' | 'slug' | 'title' | 'publishedAt' | 'tags' | 'teaser' | 'author' | 'words'>} Card
 *   what a list shows of a post
 * @typedef {Card & Pick<Post, 'status' | 'updatedAt' | 'html'>} Text  a whole post, without what authors alone see
 */

/** Characters of a text. */
const LONG = 500_000;

/**
 * Reads texts, comments and files for one render, and notes what the page depends on for it, and whether the index knows of
 * something else. Such a page goes to those who wait for it, and into no cache.
 */
export class Reader {
  /** Whether a document was another one than the index knows, or is not public any more. */
  outdated = false;
  #store;
  #index;
  #texts;
  #current;
  #note;

  /**
   * @param {object} deps
   * @param {Store} deps.store
   * @param {BlogIndex} deps.index
   * @param {TextWork} deps.texts
   * @param {WeakSet<Summary>} deps.current  what the index knows of posts whose stored HTML was seen to be that of their text
   * @param {(key: string) => void} deps.note is told the keys on which the page depends
   */
  constructor({ store, index, texts, current, note }) {
    this.#store = store;
    this.#index = index;
    this.#texts = texts;
    this.#current = current;
    this.#note = note;
  }

  /**
   * @param {Mention} post
   * @returns {Promise<Text | null>} null when it is not for readers any more
   * @throws {LarderError} `gone` when it was removed and the index does not know yet
   */
  async text(post) {
    this.#note(shows.text(post.id));
    const [record] = await this.#read([post]);
    if (!record) throw new LarderError('gone', `The post ${post.id} was just removed`);
    return this.#isShown(record, post) ? textOf(record) : null;
  }

  /** @param {Mention[]} posts @returns {Promise<Text[]>} in the same order; without those that were just taken away */
  async texts(posts) {
    for (const { id } of posts) this.#note(shows.text(id));
    return (await this.#readShown(posts)).map(textOf);
  }

  /** @param {Mention[]} posts @returns {Promise<Card[]>} in the same order; without those that were just taken away */
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
    // Nor is a later one kept: if it is changed back before the feed tells, nothing is left of it that would clear the page.
    posts.forEach(({ revision }, place) => {
      if (records[place]?.revision !== revision) this.outdated = true;
    });
    const fresh = [];
    for (const record of records) fresh.push(record && (await this.#ensureRendered(record)));
    return fresh;
  }

  /** To see whether the HTML is current is to hash the text: once for each revision. @param {Post} record */
  async #ensureRendered(record) {
    const known = this.#index.post(record.id);
    const same = known?.revision === record.revision ? known : undefined;
    if (same && this.#current.has(same)) return record;
    const rendered = await this.#texts.ensureRendered(record);
    if (same && rendered === record) this.#current.add(same);
    // Of a long text, that takes a while.
    if (record.markdown.length > LONG) await setImmediate();
    return rendered;
  }

  /**
   * Another process may have taken the text back, and written what nobody may read yet, before its feed tells us.
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
