import { yearIn } from '../../base/time-zones.js';
/** @import { Authored, Post, Summary } from '../../store/types.js' */

/**
 * @typedef {object} Move  A list in which a post was added, removed or moved.
 * @property {string} list  'all', 'tag:' and a tag, 'author:' and an id, or a year
 * @property {number} lowest  the first position whose post has changed
 * @property {number} highest  the last such position; Infinity if all after `lowest` have changed
 * @property {number} lengthBefore
 * @property {number} lengthAfter
 *
 * @typedef {object} ListEffect  The effect of a change of one post on what readers see.
 * @property {Summary | null} before  null if it was not public
 * @property {Summary | null} after
 * @property {Move[]} moves
 * @property {string[]} neighbours  ids of the posts whose older or newer neighbour has changed
 * @property {{ id: string, tag: string }[]} related  posts around which others have come, gone or moved in the list of
 *   a tag
 * @property {{ before: string | null, after: string | null }} year  its year in the archive
 * @property {Move[]} yearMoves  in the lists of years, each by its year; of a post that stays at its place, that place
 * @property {string[]} yearNeighbours  years whose older or newer neighbour has changed
 * @property {number} position  among all public posts, from the oldest; −1 if it is not public
 */

/** The lists of public posts: all, by tag, by author, by year; and that of pages. */
export class PublicLists {
  /** @type {PostList} */
  all;
  /** @type {Map<string, PostList>} */
  tags;
  /** By the id of each of their authors. @type {Map<string, PostList>} */
  authors;
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
    this.authors = group(posts, authorsOf);
    this.years = group(posts, (post) => [this.#yearOf(post.publishedAt ?? '')]);
  }

  /** @returns {[list: string, length: number][]} of all paginated lists */
  lengths() {
    const lists = new Map([['all', this.all.length]]);
    for (const [tag, { length }] of this.tags) lists.set(`tag:${tag}`, length);
    for (const [id, { length }] of this.authors) lists.set(`author:${id}`, length);
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
   * @param {Summary} post
   * @param {string} tag
   * @returns {Summary[]} up to two older and two newer ones with this tag, the nearest first
   */
  around(post, tag) {
    const list = this.tags.get(tag);
    const position = list?.position(post) ?? -1;
    if (!list || position < 0) return [];
    return [-1, 1, -2, 2].flatMap((step) => list.at(position + step) ?? []);
  }

  /**
   * Moves a post from its old positions in all lists to its new ones.
   * @param {Summary | null} before null if it was not public
   * @param {Summary | null} after null if it is not public
   * @returns {ListEffect}
   */
  swap(before, after) {
    const year = { before: this.#yearOfPost(before), after: this.#yearOfPost(after) };
    /** @type {ListEffect} */
    const effect = {
      before,
      after,
      moves: [],
      neighbours: [],
      related: [],
      year,
      yearMoves: [],
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
    const related = this.#relatedTo(before);
    effect.moves.push(
      ...swapInGroups(this.tags, 'tag', before, after, ({ tags }) => tags),
      ...swapInGroups(this.authors, 'author', before, after, authorsOf),
    );
    related.push(...this.#relatedTo(after));
    const moved = new Set(effect.moves.map(({ list }) => list));
    effect.related = related.filter(({ tag }) => moved.has(`tag:${tag}`));
    return { ...effect, ...this.#updateYears(before, after, year) };
  }

  /**
   * @param {Summary | null} before
   * @param {Summary | null} after
   * @param {{ before: string | null, after: string | null }} year
   * @returns {Pick<ListEffect, 'yearMoves' | 'yearNeighbours'>}
   */
  #updateYears(before, after, year) {
    const known = [...this.years.keys()].sort();
    const yearMoves = [...new Set([year.before, year.after])].flatMap((each) => {
      if (each === null) return [];
      const [was, is] = [each === year.before ? before : null, each === year.after ? after : null];
      const move = swapInGroup(this.years, each, was, is) ?? this.#placeIn(each, is);
      return [{ list: each, ...move }];
    });
    const now = [...this.years.keys()].sort();
    const differs = (/** @type {string} */ each, /** @type {number} */ step) =>
      known[known.indexOf(each) + step] !== now[now.indexOf(each) + step];
    const yearNeighbours = now.filter(
      (each) => known.includes(each) && (differs(each, 1) || differs(each, -1)),
    );
    return { yearMoves, yearNeighbours };
  }

  /** @param {string} year @param {Summary | null} post that is in it, at the same place as before */
  #placeIn(year, post) {
    const list = this.years.get(year);
    const place = (post && list?.position(post)) ?? -1;
    const length = list?.length ?? 0;
    return { lowest: place, highest: place, lengthBefore: length, lengthAfter: length };
  }

  /** @param {Summary | null} post */
  #yearOfPost(post) {
    return post?.type === 'post' && post.publishedAt ? this.#yearOf(post.publishedAt) : null;
  }

  /** @param {Summary | null} post @returns {ListEffect['related']} it and those around it, by tag */
  #relatedTo(post) {
    if (!post) return [];
    return post.tags.flatMap((tag) =>
      [post, ...this.around(post, tag)].map(({ id }) => ({ id, tag })),
    );
  }

  /** @param {Summary | null} post @returns {string[]} ids of it and its neighbours */
  #around(post) {
    if (!post) return [];
    const { older, newer } = this.neighbours(post);
    return [post, older, newer].flatMap((each) => each?.id ?? []);
  }
}

/**
 * @param {Authored} post
 * @returns {string[]} ids of all who wrote it, each once: a record that was changed in the database may have one twice
 */
export const authorsOf = ({ author, coAuthors = [] }) =>
  [...new Set([author, ...coAuthors])].filter(Boolean);

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
 * Moves a post in one of several named lists, and deletes lists that become empty.
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
 * Moves a post in all lists of one kind that it was in, or is in.
 * @param {Map<string, PostList>} lists
 * @param {string} kind
 * @param {Summary | null} before
 * @param {Summary | null} after
 * @param {(post: Summary) => string[]} namesOf
 * @returns {Move[]}
 */
function swapInGroups(lists, kind, before, after, namesOf) {
  const [left, joined] = [before, after].map((post) => (post ? namesOf(post) : []));
  return [...new Set([...left, ...joined])].flatMap((name) => {
    const was = left.includes(name) ? before : null;
    const move = swapInGroup(lists, name, was, joined.includes(name) ? after : null);
    return move ? [{ list: `${kind}:${name}`, ...move }] : [];
  });
}

/**
 * @param {PostList} list
 * @param {Summary | null} before
 * @param {Summary | null} after
 * @returns {{ lowest: number, highest: number, lengthBefore: number, lengthAfter: number } | null} null if no position
 *   has changed
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

/**
 * Oldest first; posts with the same date by id, so that the order is the same in every process.
 * @param {Summary} a
 * @param {Summary} b
 */
function compare(a, b) {
  const dateA = a.publishedAt ?? '';
  const dateB = b.publishedAt ?? '';
  if (dateA !== dateB) return dateA < dateB ? -1 : 1;
  if (a.id === b.id) return 0;
  return a.id < b.id ? -1 : 1;
}

/**
 * How a list is cut into pages. They are numbered from the oldest, so that a new post does not change them or their
 * URLs: with P posts per page, page 1 has the oldest P. Both count posts.
 * @typedef {object} Paging
 * @property {(length: number, perPage: number) => number} start  position of the oldest post of the first page
 * @property {(length: number, perPage: number) => number} pages  how many numbered pages there are
 */

/** @type {Record<'lists' | 'years', Paging>} */
export const paging = {
  /** The first page has exactly the newest P, some of which may be on the last numbered page, too. */
  lists: {
    start: (length, perPage) => Math.max(0, length - perPage),
    pages: (length, perPage) => Math.max(0, Math.ceil(length / perPage) - 1),
  },
  /** Each post is on one page: the first page has P to 2P−1. */
  years: {
    start: (length, perPage) => paging.years.pages(length, perPage) * perPage,
    pages: (length, perPage) => Math.max(0, Math.floor(length / perPage) - 1),
  },
};

/** Posts sorted by date. */
export class PostList {
  /** @type {Summary[]} */
  #posts = [];

  /** @param {Iterable<Summary>} [posts] in any order */
  constructor(posts = []) {
    this.#posts = [...posts].sort(compare);
  }

  get length() {
    return this.#posts.length;
  }

  /** @param {Summary} post */
  add(post) {
    this.#posts.splice(this.#search(post), 0, post);
  }

  /** @param {Summary} post */
  remove(post) {
    const position = this.position(post);
    if (position >= 0) this.#posts.splice(position, 1);
  }

  /**
   * @param {Summary} post
   * @returns {number} from 0, the oldest; −1 if it is not in the list
   */
  position(post) {
    const place = this.#search(post);
    return this.#posts[place]?.id === post.id ? place : -1;
  }

  /** @param {number} position from 0, the oldest */
  at(position) {
    return position < 0 ? undefined : this.#posts[position];
  }

  /** @param {string} after an ISO time @param {string} upTo inclusive @returns {Summary[]} oldest first */
  between(after, upTo) {
    return this.#posts.slice(this.after(after), this.after(upTo));
  }

  /** @param {string} date an ISO time @returns {number} the position of the first post with a later date */
  after(date) {
    let low = 0;
    let high = this.#posts.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((this.#posts[middle].publishedAt ?? '') <= date) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  /** @param {number} count @returns {Summary[]} newest first */
  newest(count) {
    return this.#slice(this.length - count, this.length);
  }

  /** @param {number} perPage @param {Paging} paging @returns {Summary[]} of the first page, newest first */
  front(perPage, { start }) {
    return this.#slice(start(this.length, perPage), this.length);
  }

  /**
   * @param {number} number from 1, the oldest
   * @param {number} perPage
   * @param {Paging} paging
   * @returns {Summary[]} newest first; empty if there is no such page
   */
  page(number, perPage, { pages }) {
    if (number < 1 || number > pages(this.length, perPage)) return [];
    return this.#slice((number - 1) * perPage, number * perPage);
  }

  /** @param {number} number from 1 @param {number} size @returns {Summary[]} oldest first */
  chunk(number, size) {
    return this.#posts.slice((number - 1) * size, number * size);
  }

  [Symbol.iterator]() {
    return this.#posts.values();
  }

  /** @param {number} start @param {number} end */
  #slice(start, end) {
    return this.#posts.slice(Math.max(0, start), end).reverse();
  }

  /** @param {Summary} post @returns {number} the position that it has, or would have */
  #search(post) {
    let low = 0;
    let high = this.#posts.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (compare(this.#posts[middle], post) < 0) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}

/**
 * @param {Pick<Post, 'publishedAt' | 'updatedAt'>} post
 * @returns {string} when what readers see of it was last changed: not before they could see it, as the last change of
 *   a scheduled post was
 */
export const modifiedAt = ({ publishedAt, updatedAt }) =>
  publishedAt && publishedAt > updatedAt ? publishedAt : updatedAt;
