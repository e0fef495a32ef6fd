import { Pictures } from './pictures.js';
import { authorsOf, PostList, PublicLists } from './public-lists.js';
import { KnownAddresses } from './known-addresses.js';
import { derive } from '../derived-settings.js';
import { looksOf } from './appearance.js';
import { defaultSettings } from './default-settings.js';
import { formatOf } from '../../base/time-zones.js';
import { foldCase } from '../../base/unicode.js';
import { TagNames } from './tag-names.js';
import { textNames } from '../../store/text-fields.js';
import { keysOf } from '../../base/record-of.js';
/** @import { Profile } from '../../store/text-fields.js' */
/** @import { Appearance, Comment, Settings, Summaries, Summary, User } from '../../store/types.js' */
/** @import { Looks } from './appearance.js' */
/** @import { OwnPicture } from './own-pictures.js' */
/** @import { Picture } from './pictures.js' */
/** @import { ListEffect } from './public-lists.js' */

/**
 * @typedef {object} Layout  Numbers of posts.
 * @property {number} perPage  on a page of a list
 * @property {number} feedLength  in a feed
 * @property {number} sitemapLength  in a part of the sitemap
 * @property {number} yearLength  on a page of a year; its first one has fewer than twice as many, and so has /archive:
 *   a blog with more has only years and counts there
 *
 * @typedef {'full' | 'day' | 'month'} DateStyle  such as 12 March 2026, 12 March, March
 */

/** Milliseconds. */
const DAY = 24 * 60 * 60_000;

/** @type {Omit<Layout, 'perPage'>} */
const LAYOUT = { feedLength: 20, sitemapLength: 5000, yearLength: 250 };

/**
 * A summary of the whole blog in memory. It provides lists, neighbours, tag counts and the archive without a query, and
 * tells what each change affects. Only `lib/changes/changes.js` changes it.
 */
export class BlogIndex {
  /** @type {Settings} */
  settings = defaultSettings();
  /** Without passwords. @type {Map<string, User>} */
  users = new Map();
  /** Public posts and pages, in lists. */
  lists = new PublicLists();
  /** Of all posts, whatever their status. */
  tagNames = new TagNames();
  pictures = new Pictures();
  /** Former and current paths of posts. */
  addresses = new KnownAddresses();

  /** Every post and page, whatever its status. @type {Map<string, Summary>} */
  #posts = new Map();
  /** @type {Map<string, string>} current path to id */
  #paths = new Map();
  /**
   * The ids of all posts that a path has, if they are several: only a database tool makes such.
   * @type {Map<string, Set<string>>}
   */
  #rivals = new Map();
  /** Published posts with a date in the future. */
  #scheduled = new PostList();
  /** Ids and revisions of approved comments, by post. @type {Map<string, Map<string, string>>} */
  #comments = new Map();
  /** Posts up to this ISO time are public. Set by `advance`. */
  #now = '';
  /** When the next post becomes public or closes to comments: milliseconds since 1970. */
  #nextDue = Infinity;
  /** Cached until the settings change. @type {Partial<Record<DateStyle, Intl.DateTimeFormat>>} */
  #formats = {};
  #layout;
  /** @type {Looks | undefined} */
  #looks;

  /** @param {Partial<typeof LAYOUT>} [layout] for tests, which have few posts */
  constructor(layout) {
    this.#layout = { ...LAYOUT, ...layout };
  }

  /** What follows from the settings: computed once. @returns {Looks} */
  get looks() {
    if (this.#looks?.settings !== this.settings) this.#looks = looksOf(this.settings);
    return this.#looks;
  }

  /** @returns {Appearance} whole */
  get appearance() {
    return this.looks.appearance;
  }

  switches() {
    return this.looks.appearance.switches;
  }

  get menu() {
    return this.looks.menu;
  }

  /** Of the blog's language. */
  get words() {
    return this.looks.words;
  }

  /** @returns {string} what determines the style sheet */
  get style() {
    return this.looks.style;
  }

  /** @returns {Layout} */
  get layout() {
    return { ...this.#layout, perPage: this.settings.postsPerPage };
  }

  /**
   * Replaces the content of the index.
   * @param {Summaries} summaries
   * @param {number} now in milliseconds since 1970
   */
  load(summaries, now) {
    this.#now = new Date(now).toISOString();
    this.settings = { ...defaultSettings(), ...summaries.settings };
    this.#formats = {};
    this.users = new Map(summaries.users.map((user) => [user.id, plainUser(user)]));
    this.pictures = new Pictures(summaries.pictures);
    this.#posts = new Map();
    this.#paths = new Map();
    this.#rivals = new Map();
    this.#comments = new Map();
    this.tagNames = new TagNames();
    // Texts that stand in several places are held once.
    const paths = new Map(summaries.addresses.map(({ id }) => [id, id]));
    for (const post of summaries.posts) this.#add(post, paths.get(pathOf(post)));
    this.addresses = new KnownAddresses();
    for (const { id, owner } of summaries.addresses)
      this.addresses.set(id, this.#posts.get(owner)?.id ?? owner);
    for (const { id, revision } of summaries.comments)
      this.#commentsOf(postOf(id)).set(id, revision);
    this.#buildLists();
  }

  /** @returns {number} posts up to this time are public: milliseconds since 1970 */
  get now() {
    return Date.parse(this.#now);
  }

  /** The content of the index, to be loaded by a later process. */
  dump() {
    return {
      now: this.#now,
      posts: [...this.#posts.values()],
      comments: [...this.#comments.values()].flatMap((comments) =>
        [...comments].map(([id, revision]) => ({ id, revision })),
      ),
      users: [...this.users.values()],
      pictures: this.pictures.all(),
      settings: this.settings,
    };
  }

  /** @param {string} id @returns {Summary | undefined} whatever its status */
  post(id) {
    return this.#posts.get(id);
  }

  /** How many posts and pages there are, whatever their status. */
  get size() {
    return this.#posts.size;
  }

  /** Every post and page, whatever its status. */
  posts() {
    return this.#posts.values();
  }

  /**
   * @param {'post' | 'page'} type
   * @param {string} slug
   * @returns {Summary | undefined} whatever its status
   */
  find(type, slug) {
    return this.#posts.get(this.#paths.get(pathOf({ type, slug })) ?? '');
  }

  /** @param {Pick<Summary, 'status' | 'publishedAt'>} post */
  isPublic(post) {
    return (
      post.status === 'published' && post.publishedAt !== null && post.publishedAt <= this.#now
    );
  }

  /** @param {Pick<Summary, 'status' | 'publishedAt'>} post @returns {'draft' | 'scheduled' | 'public'} */
  stateOf(post) {
    if (post.status !== 'published') return 'draft';
    return this.isPublic(post) ? 'public' : 'scheduled';
  }

  /** @param {string} tag @returns {string} its description; '' without one */
  description(tag) {
    const key = foldCase(tag);
    return this.settings.tagDescriptions.find((each) => foldCase(each.tag) === key)?.text ?? '';
  }

  /** @param {string} id @returns {Picture | null} */
  picture(id) {
    return this.pictures.get(id);
  }

  /** @param {OwnPicture} name @returns {string} the path of the owner's, unless its file was deleted */
  ownPicture(name) {
    return derive[name](this.settings, this.pictures);
  }

  /** @param {string} postId @returns {ReadonlyMap<string, string>} ids and revisions of its approved comments */
  comments(postId) {
    return this.#comments.get(postId) ?? new Map();
  }

  /**
   * @param {Summary} post
   * @param {string} [closedUpTo] if already known
   * @returns {'open' | 'closed' | 'off'} `off`: comments are off for the whole blog
   */
  commenting(post, closedUpTo = this.#closedUpTo()) {
    if (this.settings.comments === 'off') return 'off';
    const isOver = (post.publishedAt ?? '') <= closedUpTo;
    return isOver || post.commentsClosed ? 'closed' : 'open';
  }

  /**
   * @param {DateStyle} style
   * @param {string} iso
   * @returns {string} the day of this time, in the blog's language and time zone
   */
  date(style, iso) {
    const { language, timeZone } = this.settings;
    const format = (this.#formats[style] ??= formatOf(style, timeZone, language));
    return format.format(Date.parse(iso));
  }

  /**
   * @returns {number} when the next post becomes public or closes to comments, in milliseconds since 1970; Infinity:
   *   never
   */
  nextDue() {
    return this.#nextDue;
  }

  /**
   * Publishes scheduled posts that are due, and closes posts that have become too old for comments.
   * @param {number} now in milliseconds since 1970
   * @returns {{ published: ListEffect[], closed: string[] }} `closed`: ids of posts
   */
  advance(now) {
    const published = [];
    const closedUpTo = this.#closedUpTo();
    for (let due = this.#scheduled.at(0); due && dateOf(due) <= now; due = this.#scheduled.at(0)) {
      this.#scheduled.remove(due);
      this.#now = due.publishedAt ?? this.#now;
      published.push(this.lists.swap(null, due));
    }
    // After the clock was set back, posts that readers have seen must stay public.
    const moment = new Date(now).toISOString();
    if (moment > this.#now) this.#now = moment;
    const old = this.lists.all.between(closedUpTo, this.#closedUpTo());
    this.#updateNextDue();
    // Those that their author has closed are the same as before.
    const closed = old.filter(({ commentsClosed }) => !commentsClosed);
    return { published, closed: closed.map(({ id }) => id) };
  }

  /**
   * @param {string} id
   * @param {Summary | null} post null when it was removed
   * @returns {ListEffect & { commenting: boolean, byline: boolean, displaced: Summary[] }} `commenting`: whether it was
   *   opened or closed to comments; `byline`: whether its named authors have changed, or it has one who is not named
   *   yet; `displaced`: others that have lost their path to it, or have got one back
   */
  setPost(id, post) {
    const known = this.#posts.get(id);
    const paths = [known, post].flatMap((each) => (each ? pathOf(each) : []));
    const holders = () => paths.map((path) => this.#paths.get(path) ?? id);
    const previous = holders();
    if (known) this.#remove(known);
    if (post) this.#add(post);
    const moved = holders().flatMap((holder, at) =>
      holder === previous[at] ? [] : [holder, previous[at]],
    );
    const displaced = moved.flatMap((other) =>
      other === id ? [] : (this.#posts.get(other) ?? []),
    );
    const before = known && this.isPublic(known) ? known : null;
    const after = post && this.isPublic(post) ? post : null;
    if (known && this.stateOf(known) === 'scheduled') this.#scheduled.remove(known);
    if (post && this.stateOf(post) === 'scheduled') this.#scheduled.add(post);
    const effect = this.lists.swap(before, after);
    this.#updateNextDue();
    const [was, is] = [before, after].map((each) => each && this.commenting(each));
    const byline = this.#bylineDiffers(before, after);
    return { ...effect, commenting: was !== is, byline, displaced };
  }

  /**
   * @param {string} id
   * @param {Comment | null} comment null when it was removed
   * @returns {{ postId: string, shown: boolean, counted: boolean }} `shown`: the comments on the page have changed;
   *   `counted`: their number has
   */
  setComment(id, comment) {
    const postId = postOf(id);
    const comments = this.#commentsOf(postId);
    const before = comments.get(id);
    const after = comment?.status === 'approved' ? (comment.revision ?? '') : undefined;
    if (after === undefined) comments.delete(id);
    else comments.set(id, after);
    return {
      postId,
      shown: before !== after,
      counted: (before === undefined) !== (after === undefined),
    };
  }

  /** @param {string} path @param {string | null} owner */
  setAddress(path, owner) {
    if (owner === null) this.addresses.delete(path);
    else this.addresses.set(path, owner);
  }

  /**
   * @param {string} id
   * @param {User | null} user null when removed
   * @returns {{ id: string, renamed: boolean, described: boolean }} `described`: what their page shows has changed
   */
  setUser(id, user) {
    const before = this.users.get(id);
    if (user) this.users.set(id, plainUser(user));
    else this.users.delete(id);
    const renamed = before?.name !== user?.name;
    const isSame = textNames('user').every((name) => before?.[name] === user?.[name]);
    return { id, renamed, described: renamed || !isSame };
  }

  /**
   * @param {Settings | null} settings
   * @returns the effect on what readers see. `before` and `after`: the settings; `lengths`: of all paginated lists;
   *   `years`: of the archive; `commenting`: ids of public posts that were opened or closed to comments
   */
  setSettings(settings) {
    const before = this.settings;
    const after = { ...defaultSettings(), ...settings };
    const changed = keysOf(after).filter(
      (name) => name !== 'revision' && JSON.stringify(before[name]) !== JSON.stringify(after[name]),
    );
    // Only these two settings require going through all posts.
    const mayClose = changed.includes('comments') || changed.includes('commentsCloseAfterDays');
    const commented = mayClose ? this.#commentingOnAll() : [];
    const { years } = this.lists;
    this.settings = after;
    this.#formats = {};
    if (changed.includes('timeZone')) this.#buildLists();
    else this.#updateNextDue();
    const now = mayClose ? this.#commentingOnAll() : [];
    const posts = mayClose ? [...this.lists.all] : [];
    return {
      before,
      after,
      changed,
      pictures: this.pictures,
      lengths: this.lists.lengths(),
      years: { before: years, after: this.lists.years },
      commenting: posts.filter((_, place) => now[place] !== commented[place]).map(({ id }) => id),
    };
  }

  /** @param {Summary} post @param {string} [path] of it */
  #add(post, path = pathOf(post)) {
    this.#posts.set(post.id, post);
    this.tagNames.add(post.tags);
    const holder = this.#paths.get(path);
    if (holder === undefined) this.#paths.set(path, post.id);
    else this.#decide(path, (this.#rivals.get(path) ?? new Set([holder])).add(post.id));
  }

  /** @param {Summary} post */
  #remove(post) {
    this.#posts.delete(post.id);
    this.tagNames.remove(post.tags);
    const path = pathOf(post);
    const rivals = this.#rivals.get(path);
    if (rivals?.delete(post.id)) this.#decide(path, rivals);
    else this.#paths.delete(path);
  }

  /**
   * Gives a path to the same one of several posts, in whatever order they came.
   * @param {string} path
   * @param {Set<string>} rivals
   */
  #decide(path, rivals) {
    const [first] = [...rivals].sort();
    this.#paths.set(path, first);
    if (rivals.size > 1) this.#rivals.set(path, rivals);
    else this.#rivals.delete(path);
  }

  /** @param {Summary | null} before @param {Summary | null} after */
  #bylineDiffers(before, after) {
    if (!before || !after) return false;
    const [ids, idsNow] = [before, after].map(authorsOf);
    const isKnown = (/** @type {string} */ id) => Boolean(this.users.get(id)?.name);
    const isSame = ids.filter(isKnown).join() === idsNow.filter(isKnown).join();
    return !isSame || idsNow.some((id) => !ids.includes(id));
  }

  /** @param {string} postId */
  #commentsOf(postId) {
    let comments = this.#comments.get(postId);
    if (!comments) this.#comments.set(postId, (comments = new Map()));
    return comments;
  }

  /** Builds all lists from `#posts`. */
  #buildLists() {
    const posts = [...this.#posts.values()];
    const shown = posts.filter((post) => this.isPublic(post));
    this.lists = new PublicLists(shown, this.settings.timeZone);
    this.#scheduled = new PostList(posts.filter((post) => this.stateOf(post) === 'scheduled'));
    this.#updateNextDue();
  }

  /** Whether comments are open, for each public post, in order. */
  #commentingOnAll() {
    const closedUpTo = this.#closedUpTo();
    return [...this.lists.all].map((post) => this.commenting(post, closedUpTo));
  }

  /** Posts up to this ISO time are too old for comments; '' without an age limit. */
  #closedUpTo() {
    const days = this.#daysOfComments();
    return days === Infinity ? '' : new Date(Date.parse(this.#now) - days * DAY).toISOString();
  }

  /** @returns {number} for how many days a post is open to comments */
  #daysOfComments() {
    const { comments, commentsCloseAfterDays: days } = this.settings;
    return comments === 'off' || days === 0 ? Infinity : days;
  }

  /** All posts close at the same age, so the next one is found in the list by date. */
  #updateNextDue() {
    const nextToClose = this.lists.all.at(this.lists.all.after(this.#closedUpTo()));
    this.#nextDue = Math.min(
      dateOf(this.#scheduled.at(0)),
      dateOf(nextToClose) + this.#daysOfComments() * DAY,
    );
  }
}

/** @param {Summary | undefined} post @returns {number} milliseconds since 1970; Infinity without a date */
const dateOf = (post) => (post?.publishedAt ? Date.parse(post.publishedAt) : Infinity);

/**
 * @param {{ type: 'post' | 'page', slug: string }} post
 * @returns {string} its path, decoded
 */
export const pathOf = ({ type, slug }) => (type === 'page' ? `/${slug}` : `/post/${slug}`);

/** Mean rate of adults reading silently (Brysbaert 2019, doi:10.1016/j.jml.2019.104047). */
export const WORDS_PER_MINUTE = 238;

/** @param {number} words @returns {number} whole minutes, at least one */
export const readingMinutes = (words) => Math.max(1, Math.round(words / WORDS_PER_MINUTE));

/** @param {User} user @returns {User} only the fields that pages may show */
const plainUser = ({ id, name, role, revision, ...user }) => ({
  id,
  name,
  role,
  ...profileOf(user),
  revision,
});

/** @param {Profile} user @returns {Profile} what there is */
const profileOf = (user) =>
  Object.fromEntries(textNames('user').flatMap((name) => (user[name] ? [[name, user[name]]] : [])));

/** @param {string} commentId @returns {string} the id of its post */
const postOf = (commentId) => commentId.slice(0, commentId.indexOf(':'));
