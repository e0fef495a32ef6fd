import { yearIn } from './calendar.js';
import { PostList } from './post-list.js';
/** @import { Summary } from '../types.js' */

/**
 * @typedef {object} Move  A list in which a post was added, removed or moved.
 * @property {string} list  'all', or 'tag:' and a tag
 * @property {number} lowest  the lowest position that has another post than before
 * @property {number} highest  the highest such position; Infinity when all after `lowest` have shifted
 * @property {number} lengthBefore
 * @property {number} lengthAfter
 *
 * @typedef {object} PostEffect  The effect of a change of one post on what readers see.
 * @property {Summary | null} before  null: it was not public
 * @property {Summary | null} after
 * @property {Move[]} moves
 * @property {string[]} neighbours  ids of the posts whose older or newer neighbour has changed
 * @property {{ before: string | null, after: string | null }} year  its year in the archive
 * @property {string[]} yearNeighbours  years whose older or newer neighbour has changed
 * @property {number} position  among all public posts, from the oldest; −1 when it is not public
 */

/** The public lists: all posts, those of each tag and of each year, and the pages. */
export class PublicLists {
  /** @type {PostList} */
  all;
  /** @type {Map<string, PostList>} */
  tags;
  /** By year in the blog's time zone. @type {Map<string, PostList>} */
  years;
  /** Pages, such as /about. @type {PostList} */
  pages;
  #yearOf;

  /**
   * @param {Summary[]} [shown] every public post and page
   * @param {string} [timeZone]
   */
  constructor(shown = [], timeZone = 'UTC') {
    this.#yearOf = yearIn(timeZone);
    const posts = shown.filter(({ type }) => type === 'post');
    this.all = new PostList(posts);
    this.pages = new PostList(shown.filter(({ type }) => type === 'page'));
    this.tags = group(posts, (post) => post.tags);
    this.years = group(posts, (post) => [this.#yearOf(post.publishedAt ?? '')]);
  }

  /** @returns {[list: string, length: number][]} of all paginated lists */
  lengths() {
    const lists = new Map([['all', this.all.length]]);
    for (const [tag, { length }] of this.tags) lists.set(`tag:${tag}`, length);
    return [...lists];
  }

  /**
   * @param {Summary} post
   * @returns {{ older: Summary | undefined, newer: Summary | undefined }}
   */
  neighbours(post) {
    const position = this.all.position(post);
    return { older: this.all.at(position - 1), newer: this.all.at(position + 1) };
  }

  /**
   * Moves one post from its old places to its new ones.
   * @param {Summary | null} before null: it was not public
   * @param {Summary | null} after null: it is not public
   * @returns {PostEffect}
   */
  swap(before, after) {
    const year = { before: this.#yearOfPost(before), after: this.#yearOfPost(after) };
    /** @type {PostEffect} */
    const effect = {
      before,
      after,
      moves: [],
      neighbours: [],
      year,
      yearNeighbours: [],
      position: -1,
    };
    if ((before ?? after)?.type === 'page') {
      swapIn(this.pages, before, after);
      return effect;
    }
    const around = new Set(this.#around(before));
    const move = swapIn(this.all, before, after);
    effect.position = after ? this.all.position(after) : -1;
    if (move) {
      effect.moves.push({ list: 'all', ...move });
      for (const id of this.#around(after)) around.add(id);
      effect.neighbours = [...around];
    }
    for (const tag of new Set([...(before?.tags ?? []), ...(after?.tags ?? [])])) {
      const move = swapInGroup(this.tags, tag, carries(before, tag), carries(after, tag));
      if (move) effect.moves.push({ list: `tag:${tag}`, ...move });
    }
    effect.yearNeighbours = this.#rearrangeYears(before, after, year);
    return effect;
  }

  /**
   * @param {Summary | null} before
   * @param {Summary | null} after
   * @param {{ before: string | null, after: string | null }} year
   * @returns {string[]} years whose older or newer neighbour is another one now
   */
  #rearrangeYears(before, after, year) {
    const known = [...this.years.keys()].sort();
    if (year.before)
      swapInGroup(this.years, year.before, before, year.after === year.before ? after : null);
    if (year.after && year.after !== year.before) swapInGroup(this.years, year.after, null, after);
    const now = [...this.years.keys()].sort();
    const differs = (/** @type {string} */ each, /** @type {number} */ step) =>
      known[known.indexOf(each) + step] !== now[now.indexOf(each) + step];
    return now.filter((each) => known.includes(each) && (differs(each, 1) || differs(each, -1)));
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
 * Swaps a post in one of several named lists, and deletes lists that become empty.
 * @param {Map<string, PostList>} lists
 * @param {string} name
 * @param {Summary | null} before
 * @param {Summary | null} after
 */
function swapInGroup(lists, name, before, after) {
  const list = lists.get(name) ?? new PostList();
  const move = swapIn(list, before, after);
  if (list.length > 0) lists.set(name, list);
  else lists.delete(name);
  return move;
}

/**
 * @param {PostList} list
 * @param {Summary | null} before
 * @param {Summary | null} after
 * @returns {{ lowest: number, highest: number, lengthBefore: number, lengthAfter: number } | null} null: every
 * position has the same post as before
 */
function swapIn(list, before, after) {
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
