import { PostList } from './post-list.js';
import { yearIn } from './calendar.js';
import { defaultSettings } from '../content/settings.js';

/**
 * @typedef {import('../types.js').Summary} Summary
 * @typedef {import('../types.js').Summaries} Summaries
 * @typedef {import('../types.js').Settings} Settings
 * @typedef {import('../types.js').User} User
 * @typedef {import('../types.js').Comment} Comment
 *
 * @typedef {object} Move  A list of which a post came, went or changed its place.
 * @property {string} list  'all', or 'tag:' and a tag
 * @property {number} lowest  the lowest position that holds another post than before
 * @property {number} highest  the highest one; Infinity when all above it shifted
 * @property {number} lengthBefore
 * @property {number} lengthAfter
 *
 * @typedef {object} PostEffect  What a change of one post did to what readers see.
 * @property {Summary | null} before  null: readers did not see it
 * @property {Summary | null} after
 * @property {Move[]} moves
 * @property {string[]} neighbours  ids of the posts whose older or newer neighbour is another one now
 * @property {{ before: string | null, after: string | null }} year  the archive's year it stood and stands in
 * @property {boolean} yearsChanged  a year came or went
 * @property {number} position  counted from the oldest of all public posts; −1 when it is not among them
 */

/**
 * A summary of the whole blog in memory: it gives lists, neighbours, tag counts and the archive without a
 * query, and it is the “before” of every change. It is changed only by `lib/changes.js`.
 */
export class BlogIndex {
  /** @type {Settings} */
  settings = defaultSettings();
  /** @type {Map<string, User>} */
  users = new Map();
  /** Public posts. @type {PostList} */
  all = new PostList();
  /** Public posts of each tag. @type {Map<string, PostList>} */
  tags = new Map();
  /** Public posts of each year, in the blog's time zone. @type {Map<string, PostList>} */
  years = new Map();
  /** Public pages, such as /about. @type {PostList} */
  pages = new PostList();
  /** Former and present paths of posts. @type {Map<string, string>} path to a post's id */
  addresses = new Map();

  /** Every post and page, whatever its status. @type {Map<string, Summary>} */
  #posts = new Map();
  /** @type {Map<string, string>} path to id */
  #paths = new Map();
  /** Published, with a date to come. */
  #scheduled = new PostList();
  /** Revisions of approved comments by id, by post. @type {Map<string, Map<string, string>>} */
  #comments = new Map();
  /** The present moment as far as posts are concerned: an ISO time, moved on by `advance`. */
  #now = '';
  #yearOf = yearIn('UTC');

  /**
   * Replaces all that the index holds.
   * @param {Summaries} summaries
   * @param {number} now in milliseconds since 1970
   */
  load(summaries, now) {
    this.#now = new Date(now).toISOString();
    this.settings = summaries.settings ?? defaultSettings();
    this.#yearOf = yearIn(this.settings.timeZone);
    this.users = new Map(summaries.users.map((user) => [user.id, user]));
    this.addresses = new Map(summaries.addresses.map(({ id, owner }) => [id, owner]));
    this.#posts = new Map();
    this.#paths = new Map();
    this.#comments = new Map();
    for (const post of summaries.posts) this.#remember(post);
    for (const { id, revision } of summaries.comments)
      this.#commentsOf(postOf(id)).set(id, revision);
    this.#arrange();
  }

  /** @param {string} id @returns {Summary | undefined} whatever its status */
  post(id) {
    return this.#posts.get(id);
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

  /** @param {Summary} post */
  isPublic(post) {
    return (
      post.status === 'published' && post.publishedAt !== null && post.publishedAt <= this.#now
    );
  }

  /** @param {Summary} post @returns {'draft' | 'scheduled' | 'public'} */
  stateOf(post) {
    if (post.status !== 'published') return 'draft';
    return this.isPublic(post) ? 'public' : 'scheduled';
  }

  /**
   * @param {Summary} post a public one
   * @returns {{ older: Summary | undefined, newer: Summary | undefined }}
   */
  neighbours(post) {
    const position = this.all.position(post);
    return { older: this.all.at(position - 1), newer: this.all.at(position + 1) };
  }

  /** @param {string} postId @returns {ReadonlyMap<string, string>} ids and revisions of its approved comments */
  comments(postId) {
    return this.#comments.get(postId) ?? new Map();
  }

  /** @returns {number} milliseconds since 1970 of the next scheduled post; Infinity when there is none */
  nextHour() {
    const next = this.#scheduled.at(0);
    return next?.publishedAt ? Date.parse(next.publishedAt) : Infinity;
  }

  /**
   * Moves time on: scheduled posts whose hour has come are public now.
   * @param {number} now in milliseconds since 1970
   * @returns {PostEffect[]}
   */
  advance(now) {
    const effects = [];
    while (this.nextHour() <= now) {
      const due = /** @type {Summary} */ (this.#scheduled.at(0));
      this.#scheduled.remove(due);
      this.#now = /** @type {string} */ (due.publishedAt);
      effects.push(this.#rearrange(null, due));
    }
    // A clock that is set back hides nothing that readers have seen.
    const moment = new Date(now).toISOString();
    if (moment > this.#now) this.#now = moment;
    return effects;
  }

  /**
   * @param {string} id
   * @param {Summary | null} post null when it was removed
   * @returns {PostEffect}
   */
  setPost(id, post) {
    const known = this.#posts.get(id);
    if (known) this.#forget(known);
    if (post) this.#remember(post);
    const before = known && this.isPublic(known) ? known : null;
    const after = post && this.isPublic(post) ? post : null;
    if (known && this.stateOf(known) === 'scheduled') this.#scheduled.remove(known);
    if (post && this.stateOf(post) === 'scheduled') this.#scheduled.add(post);
    return this.#rearrange(before, after);
  }

  /**
   * @param {string} id
   * @param {Comment | null} comment null when it was removed
   * @returns {{ postId: string, shown: boolean, counted: boolean }} whether readers see another text, another count
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

  /** @param {string} id @param {User | null} user @returns {boolean} whether readers see another name */
  setUser(id, user) {
    const before = this.users.get(id);
    if (user) this.users.set(id, user);
    else this.users.delete(id);
    if (before?.name === user?.name) return false;
    return [...this.#posts.values()].some(({ author }) => author === id);
  }

  /** @param {Settings | null} settings */
  setSettings(settings) {
    this.settings = settings ?? defaultSettings();
    this.#yearOf = yearIn(this.settings.timeZone);
    this.#arrange();
  }

  /** @param {Summary} post */
  #remember(post) {
    this.#posts.set(post.id, post);
    this.#paths.set(pathOf(post), post.id);
  }

  /** @param {Summary} post */
  #forget(post) {
    this.#posts.delete(post.id);
    if (this.#paths.get(pathOf(post)) === post.id) this.#paths.delete(pathOf(post));
  }

  /** @param {string} postId */
  #commentsOf(postId) {
    let comments = this.#comments.get(postId);
    if (!comments) this.#comments.set(postId, (comments = new Map()));
    return comments;
  }

  /** Builds every list from `#posts`. */
  #arrange() {
    const posts = [...this.#posts.values()];
    const shown = posts.filter((post) => this.isPublic(post));
    const articles = shown.filter(({ type }) => type === 'post');
    this.all = new PostList(articles);
    this.pages = new PostList(shown.filter(({ type }) => type === 'page'));
    this.#scheduled = new PostList(posts.filter((post) => this.stateOf(post) === 'scheduled'));
    this.tags = group(articles, (post) => post.tags);
    this.years = group(articles, (post) => [
      this.#yearOf(/** @type {string} */ (post.publishedAt)),
    ]);
  }

  /**
   * Puts one post from its old places into its new ones.
   * @param {Summary | null} before as readers saw it
   * @param {Summary | null} after as they see it now
   * @returns {PostEffect}
   */
  #rearrange(before, after) {
    const year = { before: this.#yearOfPost(before), after: this.#yearOfPost(after) };
    /** @type {PostEffect} */
    const effect = {
      before,
      after,
      moves: [],
      neighbours: [],
      year,
      yearsChanged: false,
      position: -1,
    };
    if ((before ?? after)?.type === 'page') {
      swap(this.pages, before, after);
      return effect;
    }
    const around = new Set(this.#around(before));
    const move = swap(this.all, before, after);
    effect.position = after ? this.all.position(after) : -1;
    if (move) {
      effect.moves.push({ list: 'all', ...move });
      for (const id of this.#around(after)) around.add(id);
      effect.neighbours = [...around];
    }
    for (const tag of new Set([...(before?.tags ?? []), ...(after?.tags ?? [])])) {
      const move = swapIn(this.tags, tag, carries(before, tag), carries(after, tag));
      if (move) effect.moves.push({ list: `tag:${tag}`, ...move });
    }
    const yearCount = this.years.size;
    if (year.before)
      swapIn(this.years, year.before, before, year.after === year.before ? after : null);
    const yearsLeft = this.years.size;
    if (year.after && year.after !== year.before) swapIn(this.years, year.after, null, after);
    effect.yearsChanged = yearCount !== yearsLeft || yearsLeft !== this.years.size;
    return effect;
  }

  /** @param {Summary | null} post */
  #yearOfPost(post) {
    return post?.type === 'post' && post.publishedAt ? this.#yearOf(post.publishedAt) : null;
  }

  /** @param {Summary | null} post @returns {string[]} ids of it and its neighbours */
  #around(post) {
    if (!post) return [];
    const { older, newer } = this.neighbours(post);
    return [post, older, newer].flatMap((each) => each?.id ?? []);
  }
}

/**
 * @param {{ type: 'post' | 'page', slug: string }} post
 * @returns {string} its path, decoded
 */
export const pathOf = ({ type, slug }) => (type === 'page' ? `/${slug}` : `/post/${slug}`);

/** @param {string} commentId @returns {string} the post's id, with which it begins */
const postOf = (commentId) => commentId.slice(0, commentId.indexOf(':'));

/** @param {Summary | null} post @param {string} tag */
const carries = (post, tag) => (post?.tags.includes(tag) ? post : null);

/**
 * @param {Summary[]} posts
 * @param {(post: Summary) => string[]} namesOf
 */
function group(posts, namesOf) {
  /** @type {Map<string, Summary[]>} */
  const groups = new Map();
  for (const post of posts) {
    for (const name of namesOf(post)) {
      const members = groups.get(name);
      if (members) members.push(post);
      else groups.set(name, [post]);
    }
  }
  return new Map([...groups].map(([name, members]) => [name, new PostList(members)]));
}

/**
 * Swaps a post in one of several named lists; a list that has become empty goes.
 * @param {Map<string, PostList>} lists
 * @param {string} name
 * @param {Summary | null} before
 * @param {Summary | null} after
 */
function swapIn(lists, name, before, after) {
  const list = lists.get(name) ?? new PostList();
  const move = swap(list, before, after);
  if (list.length > 0) lists.set(name, list);
  else lists.delete(name);
  return move;
}

/**
 * @param {PostList} list
 * @param {Summary | null} before
 * @param {Summary | null} after
 * @returns {{ lowest: number, highest: number, lengthBefore: number, lengthAfter: number } | null} null: every
 *   place holds the post that it held
 */
function swap(list, before, after) {
  const lengthBefore = list.length;
  const from = before ? list.position(before) : -1;
  if (before) list.remove(before);
  if (after) list.add(after);
  const to = after ? list.position(after) : -1;
  const lengthAfter = list.length;
  if (from === to) return null;
  const lowest = from < 0 || to < 0 ? Math.max(from, to) : Math.min(from, to);
  const highest = from < 0 || to < 0 ? Infinity : Math.max(from, to);
  return { lowest, highest, lengthBefore, lengthAfter };
}
