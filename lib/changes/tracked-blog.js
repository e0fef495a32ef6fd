import { derive } from './derived-settings.js';
import * as shows from './keys.js';
import { paging } from './index/public-lists.js';
import { frontOf, pageOf } from './index/pages.js';
import { modifiedAt } from './index/public-lists.js';
/** @import { BlogIndex, DateStyle } from './index/blog-index.js' */
/** @import { Looks } from './index/appearance.js' */
/** @import { MenuLink } from './index/menu.js' */
/** @import { OwnPicture } from './index/own-pictures.js' */
/** @import { Picture } from './index/pictures.js' */
/** @import { PostList } from './index/public-lists.js' */
/** @import { TextWork } from '../markup/text-work.js' */
/** @import { Words } from '../base/words.js' */
/** @import { Further } from '../store/fields.js' */
/** @import { Profile } from '../store/text-fields.js' */
/** @import { Appearance, Authored, Comment, Media, Post, Settings, Store, Summary, User } from '../store/types.js' */

/**
 * @typedef {Pick<Words, 'direction' | 'texts' | 'say' | 'joints'>} Said
 * @typedef {Pick<Summary, 'id' | 'type' | 'revision'>} Mention  A reference to a post, without its content.
 * @typedef {Pick<Summary, 'type' | 'slug' | 'title'>} Link
 * @typedef {Link & Pick<Summary, 'publishedAt'>} Line
 *
 * @typedef {Authored & Pick<Post, 'id' | 'type' | 'slug' | 'title' | 'publishedAt' | 'tags' | 'teaser' | 'cover' |
 *   'words'>} Card what a list shows of a post
 * @typedef {Omit<Card, 'words'> & Pick<Post, 'status' | 'updatedAt' | 'html'>} FeedEntry
 * @typedef {FeedEntry & Card & Further} Text  a whole post, without what only authors see
 */

/**
 * The index for one render. Each read records a key of lib/changes/keys.js, whatever the result, and returns no more
 * than the key stands for: so a page depends on everything that it can show.
 */
export class TrackedIndex {
  /** Keys of the words that the page shows. @type {Set<string>} */
  shownWords = new Set();
  /** ISO times whose date the page shows. @type {Set<string>} */
  moments = new Set();
  /** @type {Readonly<Settings>} */
  settings;
  /** @type {Readonly<Appearance>} */
  appearance;
  users;
  /** Those that no theme changes, for feeds. @type {Said} */
  plainWords;
  /** @type {Said} */
  words;
  #index;
  #as;
  #record;

  /**
   * @param {BlogIndex} index
   * @param {(key: string) => void} record
   * @param {Looks} [as]  what the blog looks like instead
   * @param {Words} [words]  with those of its theme
   * @param {string} [baseUrl]  by which texts may name the blog's own files
   */
  constructor(index, record, as = index.looks, words = as.words, baseUrl = '') {
    this.baseUrl = baseUrl;
    this.#index = index;
    this.#record = record;
    const { settings } = as;
    this.#as = as;
    this.plainWords = this.#tracked(as.words);
    this.words = words === as.words ? this.plainWords : this.#tracked(words, 'theme');
    this.settings = new Proxy(settings, {
      get(_, /** @type {keyof Settings} */ name) {
        record(shows.setting(name));
        return settings[name];
      },
    });
    this.appearance = new Proxy(as.appearance, {
      get(appearance, /** @type {keyof Appearance} */ name) {
        record(shows.appearance(name));
        return appearance[name];
      },
    });
    this.users = {
      get(/** @type {string} */ id) {
        record(shows.author(id));
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
      if (type === 'page') this.#record(shows.vacant(slug));
      return null;
    }
    this.#record(shows.link(post.id));
    return mention(post);
  }

  /** @param {string} id @returns {Mention | null} of a public post or page */
  mention(id) {
    this.#record(shows.link(id));
    const post = this.#index.post(id);
    return post && this.#index.isPublic(post) ? mention(post) : null;
  }

  /**
   * @param {string} list 'all', 'tag:' and a tag, or 'author:' and an id
   * @returns {{ posts: Mention[], pages: number } | null} its first page, and the number of its numbered pages; null if
   *   there is no such list
   */
  front(list) {
    this.#record(shows.front(list));
    const front = frontOf(this.#list(list), this.#index.layout.perPage, mention, paging.lists);
    return front && { posts: front.posts, pages: front.pages };
  }

  /** @param {string} list @returns {number} of its posts */
  count(list) {
    this.#record(shows.count(list));
    return this.#list(list)?.length ?? 0;
  }

  /**
   * @param {string} list
   * @param {number} number from 1, the oldest
   * @returns {{ posts: Mention[], isNext: boolean }} no posts if there is no such page; `isNext`: its posts are still
   *   on the first page
   */
  page(list, number) {
    this.#record(shows.page(list, number));
    const { perPage } = this.#index.layout;
    return pageOf(this.#list(list), number, perPage, mention, paging.lists);
  }

  /**
   * @param {string} list
   * @returns {Mention[] | null} newest first, as many as a feed shows; null if there is no such list
   */
  newest(list) {
    this.#record(shows.newest(list));
    return this.#list(list)?.newest(this.#index.layout.feedLength).map(mention) ?? null;
  }

  /** @param {Mention} post @returns {Link | null} */
  link({ id }) {
    return this.#link(this.#index.post(id));
  }

  /** @param {Mention} post @returns {{ older: Link | null, newer: Link | null }} */
  neighbours({ id }) {
    this.#record(shows.neighbours(id));
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
    this.#record(shows.related(id, tag));
    const post = this.#index.post(id);
    const around = post ? this.#index.lists.around(post, tag) : [];
    return around.flatMap((each) => this.#link(each) ?? []);
  }

  /** @param {string} postId @returns {number} */
  commentCount(postId) {
    this.#record(shows.commentCount(postId));
    return this.#index.comments(postId).size;
  }

  /** @param {{ id: string }} post @returns {'open' | 'closed' | 'off'} `off`: comments are off for the whole blog */
  commenting({ id }) {
    this.#record(shows.commenting(id));
    const post = this.#index.post(id);
    return post ? this.#index.commenting(post) : 'closed';
  }

  /**
   * @param {DateStyle} style
   * @param {string} iso
   * @returns {string} the day of this time, in the blog's language and time zone
   */
  date(style, iso) {
    this.#record(shows.setting('language'));
    this.#record(shows.setting('timeZone'));
    this.moments.add(iso);
    return this.#index.date(style, iso);
  }

  /** @returns {{ name: string, count: number }[]} all tags, with their numbers of posts */
  tags() {
    this.#record(shows.tagCounts);
    return [...this.#index.lists.tags].map(([name, { length }]) => ({ name, count: length }));
  }

  /** The links that all pages have. @returns {MenuLink[]} */
  get menu() {
    this.#record(shows.setting('navigation'));
    this.#record(shows.setting('poweredBy'));
    for (const { word } of this.#as.menu) if (word) this.#showWord(word);
    return this.#as.menu;
  }

  /**
   * @param {Words} words
   * @param {'theme'} [by]  the setting that also determines them
   * @returns {Said} the same; what is read of them is recorded
   */
  #tracked(words, by) {
    const show = (/** @type {string} */ key) => {
      if (by) this.#record(shows.setting(by));
      this.#showWord(key);
    };
    return new TrackedWords(words, show, this.#record);
  }

  /** @param {string} key */
  #showWord(key) {
    if (this.shownWords.size === 0) {
      this.#record(shows.words);
      this.#record(shows.setting('language'));
    }
    this.shownWords.add(key);
  }

  /**
   * @param {string[]} names  of the switches that the theme has
   * @returns {Appearance['switches']} what the owner chose, these and others
   */
  switches(names) {
    for (const name of names) this.#record(shows.themeSwitch(name));
    return this.#as.appearance.switches;
  }

  /** What determines the style sheet. @returns {string} */
  get style() {
    this.#record(shows.derived('style'));
    return this.#as.style;
  }

  /** Of the title, for icons. @returns {string} */
  get initial() {
    this.#record(shows.derived('initial'));
    return derive.initial(this.#index.settings);
  }

  /** @param {OwnPicture} name @returns {string} the path of the owner's, unless its file was deleted */
  ownPicture(name) {
    this.#record(shows.derived(name));
    const { settings } = this.#as;
    // Most blogs have none.
    const path = name === 'logoDark' ? settings.appearance.logoDark : settings[name];
    return path ? derive[name](settings, this.#index.pictures) : '';
  }

  /** Whether comments wait for approval. @returns {boolean} */
  get moderatesComments() {
    this.#record(shows.derived('moderatesComments'));
    return derive.moderatesComments(this.#index.settings);
  }

  /** @param {string} id of an upload @returns {Picture | null} null: there is no such picture */
  picture(id) {
    this.#record(shows.picture(id));
    return this.#index.picture(id);
  }

  /** @param {string} id of an upload @returns {boolean} whether there is such a picture */
  hasPicture(id) {
    this.#record(shows.pictureThere(id));
    return this.#index.picture(id) !== null;
  }

  /**
   * @param {string} id
   * @returns {Pick<User, 'name'> & Profile | null} what the page of an author shows of them
   */
  profile(id) {
    this.#record(shows.profile(id));
    const user = this.#index.users.get(id);
    if (!user) return null;
    const { id: _, role: __, revision: ___, ...profile } = user;
    return profile;
  }

  /** @param {string} tag @returns {string} '' without one */
  description(tag) {
    this.#record(shows.description(tag));
    return this.#index.description(tag);
  }

  /** @returns {{ year: string, count: number }[]} newest first */
  years() {
    this.#record(shows.yearCounts);
    return this.#years().map(([year, { length }]) => ({ year, count: length }));
  }

  /** @param {string} year @returns {ReturnType<typeof frontOf<Line>>} as `front`, and the number of its posts */
  yearFront(year) {
    this.#record(shows.yearFront(year));
    return frontOf(this.#year(year), this.#index.layout.yearLength, line, paging.years);
  }

  /**
   * @param {string} year
   * @param {number} number from 1, the oldest
   * @returns {ReturnType<typeof pageOf<Line>>} as `page`
   */
  yearPage(year, number) {
    this.#record(shows.yearPage(year, number));
    const { yearLength } = this.#index.layout;
    return pageOf(this.#year(year), number, yearLength, line, paging.years);
  }

  /** @param {string} year @returns {{ older: string | undefined, newer: string | undefined }} */
  yearNeighbours(year) {
    this.#record(shows.yearNeighbours(year));
    const names = this.#years().map(([name]) => name);
    const place = names.indexOf(year);
    return { older: names[place + 1], newer: names[place - 1] };
  }

  /** Whether there are few enough posts for /archive to list them all. */
  get isNamed() {
    this.#record(shows.yearCounts);
    return this.#index.lists.all.length < 2 * this.#index.layout.yearLength;
  }

  /** @returns {number} of the sitemap's parts */
  sitemapParts() {
    this.#record(shows.sitemapParts);
    return Math.max(1, Math.ceil(this.#index.lists.all.length / this.#index.layout.sitemapLength));
  }

  /**
   * @param {number} number from 1
   * @returns {(Pick<Summary, 'type' | 'slug' | 'canonicalUrl'> & { modifiedAt: string })[] | null} oldest first; pages
   *   precede posts, in the first part. null if there is no such part
   */
  sitemap(number) {
    this.#record(shows.sitemap(number));
    const { all, pages } = this.#index.lists;
    const posts = all.chunk(number, this.#index.layout.sitemapLength);
    if (posts.length === 0 && number > 1) return null;
    return [...(number === 1 ? pages : []), ...posts]
      .filter(({ noindex }) => !noindex)
      .map((post) => {
        const { type, slug, canonicalUrl } = post;
        return { type, slug, modifiedAt: modifiedAt(post), canonicalUrl };
      });
  }

  /** @param {string} year */
  #year(year) {
    return this.#index.lists.years.get(year);
  }

  #years() {
    return [...this.#index.lists.years].sort(([one], [other]) => (one < other ? 1 : -1));
  }

  /** @param {string} list @returns {PostList | undefined} */
  #list(list) {
    const { all, tags, authors } = this.#index.lists;
    if (list === 'all') return all;
    const lists = list.startsWith('tag:') ? tags : authors;
    return lists.get(list.slice(list.indexOf(':') + 1));
  }

  /** @param {Summary | undefined} post @returns {Link | null} */
  #link(post) {
    if (!post) return null;
    this.#record(shows.link(post.id));
    return { type: post.type, slug: post.slug, title: post.title };
  }
}

/** @param {Summary} post @returns {Mention} */
const mention = ({ id, type, revision }) => ({ id, type, revision });

/** @param {Summary} post @returns {Line} */
const line = ({ type, slug, title, publishedAt }) => ({ type, slug, title, publishedAt });

/**
 * A class, since V8 makes a hidden class for each object with getters of its own.
 * @implements {Said}
 */
class TrackedWords {
  #words;
  #show;
  #record;

  /**
   * @param {Words} words
   * @param {(key: string) => void} show  called with each key that is read
   * @param {(key: string) => void} record
   */
  constructor(words, show, record) {
    this.#words = words;
    this.#show = show;
    this.#record = record;
    this.texts = words.watched(show);
  }

  get direction() {
    this.#record(shows.setting('language'));
    return this.#words.direction;
  }

  /** @type {Said['say']} */
  say(key, values) {
    for (const each of this.#words.shown(key, values)) this.#show(each);
    return this.#words.say(key, values);
  }

  /** @type {Said['joints']} */
  joints(count) {
    this.#show('comma');
    return this.#words.joints(count);
  }
}
