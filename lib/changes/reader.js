import { setImmediate } from 'node:timers/promises';
import { LarderError } from '../base/errors.js';
import { generation } from '../base/revision.js';
import { isFresh } from '../markup/fingerprint.js';
import { pageNames } from '../store/fields.js';
import * as shows from './keys.js';
/** @import { TextWork } from '../markup/text-work.js' */
/** @import { Comment, Media, Post, Store, Summary } from '../store/types.js' */
/** @import { BlogIndex } from './index/blog-index.js' */
/** @import { Card, FeedEntry, Mention, Text } from './tracked-blog.js' */

/** Characters of Markdown above which hashing takes noticeable time. */
const LONG = 500_000;

/** Long fields of a post that are not read for a page, and for a list of posts. */
const NOT_SHOWN = ['markdown'];
const NOT_ON_CARDS = ['markdown', 'html'];

/**
 * Reads texts, comments and files for one render, and records their keys. If a record differs from the index, the page
 * is marked as outdated: it is sent, but not stored.
 */
export class Reader {
  /** Whether a record had another revision than in the index, or is no longer public. */
  outdated = false;
  #store;
  #index;
  #texts;
  #current;
  #record;

  /**
   * @param {object} deps
   * @param {Store} deps.store
   * @param {BlogIndex} deps.index
   * @param {Pick<TextWork, 'render'>} deps.texts
   * @param {WeakSet<Summary>} deps.current  summaries of posts whose stored HTML is known to be current; shared by all
   *   renders
   * @param {(key: string) => void} deps.record called with the keys on which the page depends
   */
  constructor({ store, index, texts, current, record }) {
    this.#store = store;
    this.#index = index;
    this.#texts = texts;
    this.#current = current;
    this.#record = record;
  }

  /**
   * @param {Mention} post
   * @returns {Promise<Text | null>} null if it is no longer public
   * @throws {LarderError} `gone` if it was removed and the index still has it
   */
  async text(post) {
    this.#record(shows.text(post.id));
    const [record] = await this.#read([post], NOT_SHOWN);
    if (!record) throw new LarderError('gone', `The post ${post.id} was just removed`);
    return this.#isShown(record, post) ? textOf(record) : null;
  }

  /**
   * @param {Mention[]} posts
   * @returns {Promise<FeedEntry[]>} in the same order, without those that are no longer public
   */
  async entries(posts) {
    for (const { id } of posts) this.#record(shows.entry(id));
    return (await this.#readShown(posts, NOT_SHOWN)).map(entryOf);
  }

  /** @param {Mention[]} posts @returns {Promise<Card[]>} in the same order, without those that are no longer public */
  async cards(posts) {
    for (const { id } of posts) this.#record(shows.card(id));
    return (await this.#readShown(posts, NOT_ON_CARDS)).map(cardOf);
  }

  /**
   * @param {Mention} post
   * @returns {Promise<Comment[]>} approved ones, oldest first
   */
  async comments({ id }) {
    this.#record(shows.comments(id));
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
    this.#record(shows.media(id));
    return this.#store.get('media', id);
  }

  /**
   * @param {string[]} ids of uploads
   * @returns {Promise<Map<string, Omit<Media, 'bytes'>>>} those that are there
   */
  async files(ids) {
    for (const id of ids) this.#record(shows.media(id));
    const records = ids.length > 0 ? await this.#store.getMany('media', ids, ['bytes']) : [];
    for (const [place, id] of ids.entries()) if (!records[place]) this.#record(shows.absent(id));
    return new Map(records.flatMap((record) => (record ? [[record.id, record]] : [])));
  }

  /** @param {Mention[]} posts @param {string[]} without */
  async #readShown(posts, without) {
    const records = await this.#read(posts, without);
    return records.flatMap((record, place) =>
      record && this.#isShown(record, posts[place]) ? [record] : [],
    );
  }

  /**
   * @param {Mention[]} posts
   * @param {string[]} without  long fields that are not needed once the HTML is known to be current
   * @returns {Promise<(Post | null)[]>}
   */
  async #read(posts, without) {
    const isKnown = posts.every((post) => this.#isCurrent(post));
    const ids = posts.map(({ id }) => id);
    const records = await this.#store.getMany('post', ids, isKnown ? without : undefined);
    // A page with a later revision is not stored either: if that is reverted before the feed reports it, nothing would
    // clear it.
    posts.forEach(({ revision }, place) => {
      if (records[place]?.revision !== revision) this.outdated = true;
    });
    const rendered = [];
    for (const record of records) rendered.push(record && (await this.#ensureRendered(record)));
    return rendered;
  }

  /** @param {Pick<Post, 'id' | 'revision'>} post */
  #isCurrent({ id, revision }) {
    const known = this.#index.post(id);
    return known !== undefined && known.revision === revision && this.#current.has(known);
  }

  /**
   * Checking whether the HTML is current hashes the text: done once for each revision.
   * @param {Post} read
   * @returns {Promise<Post | null>}
   */
  async #ensureRendered(read) {
    if (this.#isCurrent(read)) return read;
    // Changed since the index was asked: the whole of it is needed.
    const isWhole = read.markdown !== undefined;
    const record = isWhole ? read : await this.#store.get('post', read.id);
    if (!record) return null;
    const known = this.#index.post(record.id);
    const same = known?.revision === record.revision ? known : undefined;
    const isCurrent = isFresh(record);
    if (same && isCurrent) this.#current.add(same);
    // Lets other requests be served after hashing a long text.
    if (record.markdown.length > LONG) await setImmediate();
    return isCurrent ? record : { ...record, ...(await this.#texts.render(record)) };
  }

  /**
   * Another process may have unpublished the post, and written what readers must not see, before the feed reports it.
   * @param {Post} record
   * @param {Mention} asked
   */
  #isShown(record, { type }) {
    const isShown = record.type === type && this.#index.isPublic(record);
    if (!isShown) this.outdated = true;
    return isShown;
  }
}

/** Lists do not describe covers: each stands next to its title. @param {Post} post @returns {Card} */
function cardOf(post) {
  const { id, type, slug, title, publishedAt, tags, teaser } = post;
  const { author, coAuthors, words } = post;
  const cover = post.cover && { src: post.cover.src, alt: '' };
  return { id, type, slug, title, publishedAt, tags, teaser, author, coAuthors, cover, words };
}

/** @param {Post} post @returns {FeedEntry} */
function entryOf(post) {
  const { id, type, slug, title, publishedAt, tags, teaser } = post;
  const { author, coAuthors, cover, status, updatedAt, html } = post;
  return {
    id,
    type,
    slug,
    title,
    publishedAt,
    tags,
    teaser,
    author,
    coAuthors,
    cover,
    status,
    updatedAt,
    html,
  };
}

/** @param {Post} post @returns {Text} */
function textOf(post) {
  const text = Object.assign(entryOf(post), { words: post.words });
  for (const name of pageNames)
    if (post[name] !== undefined) Object.assign(text, { [name]: post[name] });
  return text;
}
