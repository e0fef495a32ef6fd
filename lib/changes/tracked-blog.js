import { setImmediate } from 'node:timers/promises';
import { derive } from './derived-settings.js';
import * as shows from './keys.js';
import { LarderError } from '../base/errors.js';
import { pageCount } from './index/public-lists.js';
import { isFresh } from '../markup/fingerprint.js';
import { generation } from '../base/revision.js';
/** @import { BlogIndex, DateStyle } from './index/blog-index.js' */
/** @import { Picture } from './index/pictures.js' */
/** @import { PostList } from './index/public-lists.js' */
/** @import { TextWork } from '../markup/text-work.js' */
/** @import { Comment, Media, Post, Settings, Store, Summary, User } from '../store/types.js' */

/**
 * @typedef {Pick<Summary, 'id' | 'type' | 'revision'>} Mention  A reference to a post, without its content.
 * @typedef {Pick<Summary, 'type' | 'slug' | 'title'>} Link
 * @typedef {Link & Pick<Summary, 'publishedAt'>} Line
 *
 * @typedef {Pick<Post, 'id' | 'type' | 'slug' | 'title' | 'publishedAt' | 'tags' | 'teaser' | 'author' | 'coAuthors' |
 *   'cover' | 'words'>} Card what a list shows of a post
 * @typedef {Omit<Text, 'words' | 'description' | 'canonicalUrl' | 'noindex'>} FeedEntry
 * @typedef {Card & Pick<Post, 'status' | 'updatedAt' | 'html' | 'description' | 'canonicalUrl' | 'noindex'>} Text  a
 *   whole post, without what only authors see
 */

/**
 * The index for one render. Each read records a key of lib/changes/keys.js, whatever the result, and returns no more
 * than the key stands for: so a page depends on everything that it can show.
 */
export class TrackedIndex {
  /** ISO times whose date the page shows. @type {Set<string>} */
  moments = new Set();
  /** @type {Readonly<Settings>} */
  settings;
  users;
  #index;
  #note;

  /** @param {BlogIndex} index @param {(key: string) => void} note */
  constructor(index, note) {
    this.#index = index;
    this.#note = note;
    const { settings } = index;
    this.settings = new Proxy(settings, {
      get(_, /** @type {keyof Settings} */ name) {
        note(shows.setting(name));
        return settings[name];
      },
    });
    this.users = {
      get(/** @type {string} */ id) {
        note(shows.author(id));
        const user = index.users.get(id);
        return user && { name: user.name };
      },
    };
  }

  /**
   * @param {'post' | 'page'} type
   * @param {string} slug
   * @returns {Mention | null} a public post or page
   */
  find(type, slug) {
    const post = this.#index.find(type, slug);
    // With an encoded slash, the path of a post looks like that of a page.
    if (post?.type !== type || !this.#index.isPublic(post)) {
      if (type === 'page') this.#note(shows.vacant(slug));
      return null;
    }
    this.#note(shows.link(post.id));
    return mention(post);
  }

  /**
   * @param {string} list 'all', 'tag:' and a tag, or 'author:' and an id
   * @returns {{ posts: Mention[], pages: number, length: number } | null} its first page, the number of its numbered
   *   pages, and that of its posts; null if there is no such list
   */
  front(list) {
    this.#note(shows.front(list));
    return frontOf(this.#list(list), this.#index.layout.perPage, mention);
  }

  /**
   * @param {string} list
   * @param {number} number from 1, the oldest
   * @returns {{ posts: Mention[], isNext: boolean }} no posts if there is no such page; `isNext`: its posts are still
   *   on the first page
   */
  page(list, number) {
    this.#note(shows.page(list, number));
    return pageOf(this.#list(list), number, this.#index.layout.perPage, mention);
  }

  /** @param {string} list */
  paged(list) {
    const page = (/** @type {number} */ number) => this.page(list, number);
    return { front: () => this.front(list), page };
  }

  /**
   * @param {string} list
   * @returns {Mention[] | null} newest first, as many as a feed shows; null if there is no such list
   */
  newest(list) {
    this.#note(shows.newest(list));
    return this.#list(list)?.newest(this.#index.layout.feedLength).map(mention) ?? null;
  }

  /** @param {Mention} post @returns {Link | null} */
  link({ id }) {
    return this.#link(this.#index.post(id));
  }

  /** @param {Mention} post @returns {{ older: Link | null, newer: Link | null }} */
  neighbours({ id }) {
    this.#note(shows.neighbours(id));
    const post = this.#index.post(id);
    const { older, newer } = post ? this.#index.lists.neighbours(post) : {};
    return { older: this.#link(older), newer: this.#link(newer) };
  }

  /**
   * @param {{ id: string }} post
   * @param {string} tag of it
   * @returns {Link[]} those around it among the posts with this tag
   */
  related({ id }, tag) {
    this.#note(shows.related(id, tag));
    const post = this.#index.post(id);
    const around = post ? this.#index.lists.around(post, tag) : [];
    return around.flatMap((each) => this.#link(each) ?? []);
  }

  /** @param {string} postId @returns {number} */
  commentCount(postId) {
    this.#note(shows.commentCount(postId));
    return this.#index.comments(postId).size;
  }

  /** @param {{ id: string }} post @returns {'open' | 'closed' | 'off'} `off`: comments are off for the whole blog */
  commenting({ id }) {
    this.#note(shows.commenting(id));
    const post = this.#index.post(id);
    return post ? this.#index.commenting(post) : 'closed';
  }

  /**
   * @param {DateStyle} style
   * @param {string} iso
   * @returns {string} the day of this time, in the blog's language and time zone
   */
  date(style, iso) {
    this.#note(shows.setting('language'));
    this.#note(shows.setting('timeZone'));
    this.moments.add(iso);
    return this.#index.date(style, iso);
  }

  /** @returns {{ name: string, count: number }[]} all tags, with their numbers of posts */
  tags() {
    this.#note(shows.tagCounts);
    return [...this.#index.lists.tags].map(([name, { length }]) => ({ name, count: length }));
  }

  /** Of the title, for icons. @returns {string} */
  get initial() {
    this.#note(shows.derived('initial'));
    return derive.initial(this.#index.settings);
  }

  /** Whether comments wait for approval. @returns {boolean} */
  get holdsComments() {
    this.#note(shows.derived('holdsComments'));
    return derive.holdsComments(this.#index.settings);
  }

  /** @param {string} id of an upload @returns {Picture | null} null: there is no such picture */
  picture(id) {
    this.#note(shows.picture(id));
    return this.#index.picture(id);
  }

  /** @param {string} id of an upload @returns {boolean} whether there is such a picture */
  hasPicture(id) {
    this.#note(shows.pictureThere(id));
    return this.#index.picture(id) !== null;
  }

  /**
   * @param {string} id
   * @returns {Pick<User, 'name' | 'about' | 'picture'> | null} what the page of an author shows of them
   */
  profile(id) {
    this.#note(shows.profile(id));
    const user = this.#index.users.get(id);
    return user ? { name: user.name, about: user.about, picture: user.picture } : null;
  }

  /** @param {string} tag @returns {string} '' without one */
  description(tag) {
    this.#note(shows.description(tag));
    return this.#index.description(tag);
  }

  /** @returns {{ year: string, count: number }[]} newest first */
  years() {
    this.#note(shows.yearCounts);
    return this.#years().map(([year, { length }]) => ({ year, count: length }));
  }

  /** @param {string} year @returns {ReturnType<typeof frontOf<Line>>} as `front` */
  yearFront(year) {
    this.#note(shows.yearFront(year));
    return frontOf(this.#index.lists.years.get(year), this.#index.layout.yearLength, line);
  }

  /**
   * @param {string} year
   * @param {number} number from 1, the oldest
   * @returns {ReturnType<typeof pageOf<Line>>} as `page`
   */
  yearPage(year, number) {
    this.#note(shows.yearPage(year, number));
    return pageOf(this.#index.lists.years.get(year), number, this.#index.layout.yearLength, line);
  }

  /** @param {string} year */
  pagedYear(year) {
    const page = (/** @type {number} */ number) => this.yearPage(year, number);
    return { front: () => this.yearFront(year), page };
  }

  /** @param {string} year @returns {{ older: string | undefined, newer: string | undefined }} */
  yearNeighbours(year) {
    this.#note(shows.yearNeighbours(year));
    const names = this.#years().map(([name]) => name);
    const place = names.indexOf(year);
    return { older: names[place + 1], newer: names[place - 1] };
  }

  /** Whether there are few enough posts for /archive to list them all. */
  get isNamed() {
    this.#note(shows.yearCounts);
    return this.#index.lists.all.length < 2 * this.#index.layout.yearLength;
  }

  /** @returns {number} of the sitemap's parts */
  sitemapParts() {
    this.#note(shows.sitemapParts);
    return Math.max(1, Math.ceil(this.#index.lists.all.length / this.#index.layout.sitemapLength));
  }

  /**
   * @param {number} number from 1
   * @returns {Pick<Summary, 'type' | 'slug' | 'updatedAt' | 'canonicalUrl'>[] | null} oldest first; pages precede
   *   posts, in the first part. null if there is no such part
   */
  sitemap(number) {
    this.#note(shows.sitemap(number));
    const { all, pages } = this.#index.lists;
    const posts = all.chunk(number, this.#index.layout.sitemapLength);
    if (posts.length === 0 && number > 1) return null;
    return [...(number === 1 ? pages : []), ...posts]
      .filter(({ noindex }) => !noindex)
      .map(({ type, slug, updatedAt, canonicalUrl }) => ({ type, slug, updatedAt, canonicalUrl }));
  }

  #years() {
    return [...this.#index.lists.years].sort(([one], [other]) => (one < other ? 1 : -1));
  }

  /** @param {string} list @returns {PostList | undefined} */
  #list(list) {
    const { all, tags, authors } = this.#index.lists;
    if (list === 'all') return all;
    const [, kind, name] = /** @type {RegExpExecArray} */ (/^(tag|author):(.*)$/s.exec(list));
    return (kind === 'tag' ? tags : authors).get(name);
  }

  /** @param {Summary | undefined} post @returns {Link | null} */
  #link(post) {
    if (!post) return null;
    this.#note(shows.link(post.id));
    return { type: post.type, slug: post.slug, title: post.title };
  }
}

/**
 * @template T
 * @param {PostList | undefined} posts
 * @param {number} perPage
 * @param {(post: Summary) => T} shape
 * @returns {{ posts: T[], pages: number, length: number } | null}
 */
function frontOf(posts, perPage, shape) {
  if (!posts) return null;
  const { length } = posts;
  return { posts: posts.front(perPage).map(shape), pages: pageCount(length, perPage), length };
}

/**
 * @template T
 * @param {PostList | undefined} posts
 * @param {number} number
 * @param {number} perPage
 * @param {(post: Summary) => T} shape
 * @returns {{ posts: T[], isNext: boolean }}
 */
function pageOf(posts, number, perPage, shape) {
  const last = pageCount(posts?.length ?? 0, perPage);
  const shown = posts?.page(number, perPage).map(shape) ?? [];
  return { posts: shown, isNext: last > 0 && number === last + 1 };
}

/** @param {Summary} post @returns {Mention} */
const mention = ({ id, type, revision }) => ({ id, type, revision });

/** @param {Summary} post @returns {Line} */
const line = ({ type, slug, title, publishedAt }) => ({ type, slug, title, publishedAt });

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
  #note;

  /**
   * @param {object} deps
   * @param {Store} deps.store
   * @param {BlogIndex} deps.index
   * @param {Pick<TextWork, 'render'>} deps.texts
   * @param {WeakSet<Summary>} deps.current  summaries of posts whose stored HTML is known to be current; shared by all
   *   renders
   * @param {(key: string) => void} deps.note called with the keys on which the page depends
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
   * @returns {Promise<Text | null>} null if it is no longer public
   * @throws {LarderError} `gone` if it was removed and the index still has it
   */
  async text(post) {
    this.#note(shows.text(post.id));
    const [record] = await this.#read([post], NOT_SHOWN);
    if (!record) throw new LarderError('gone', `The post ${post.id} was just removed`);
    return this.#isShown(record, post) ? textOf(record) : null;
  }

  /**
   * @param {Mention[]} posts
   * @returns {Promise<FeedEntry[]>} in the same order, without those that are no longer public
   */
  async entries(posts) {
    for (const { id } of posts) this.#note(shows.entry(id));
    return (await this.#readShown(posts, NOT_SHOWN)).map(entryOf);
  }

  /** @param {Mention[]} posts @returns {Promise<Card[]>} in the same order, without those that are no longer public */
  async cards(posts) {
    for (const { id } of posts) this.#note(shows.card(id));
    return (await this.#readShown(posts, NOT_ON_CARDS)).map(cardOf);
  }

  /**
   * @param {Mention} post
   * @returns {Promise<Comment[]>} approved ones, oldest first
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
  const { words: _, description: __, canonicalUrl: ___, noindex: ____, ...entry } = textOf(post);
  return entry;
}

/**
 * As one literal: made from that of a card, V8 would keep it as a dictionary, which takes more memory.
 * @param {Post} post
 * @returns {Text}
 */
function textOf(post) {
  const { id, type, slug, title, publishedAt, tags, teaser } = post;
  const { author, coAuthors, cover, words } = post;
  const { status, updatedAt, html, description, canonicalUrl, noindex } = post;
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
    words,
    status,
    updatedAt,
    html,
    description,
    canonicalUrl,
    noindex,
  };
}
