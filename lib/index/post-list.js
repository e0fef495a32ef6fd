/** @import { Summary } from '../types.js' */

/**
 * By date, oldest first; at the same time, by id, so that the order is the same in every process.
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
 * Posts sorted by date. Pages are numbered from the oldest, so that a new post changes neither their bytes nor
 * their URLs: /page/1 has the oldest P posts, and the front page the newest P to 2P−1.
 */
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
    this.#posts.splice(this.#place(post), 0, post);
  }

  /** @param {Summary} post */
  remove(post) {
    const position = this.position(post);
    if (position >= 0) this.#posts.splice(position, 1);
  }

  /**
   * @param {Summary} post
   * @returns {number} counted from the oldest; −1 when it is not in the list
   */
  position(post) {
    const place = this.#place(post);
    return this.#posts[place]?.id === post.id ? place : -1;
  }

  /** @param {number} position counted from the oldest */
  at(position) {
    return position < 0 ? undefined : this.#posts[position];
  }

  /** @param {string} after an ISO time @param {string} upTo @returns {Summary[]} with a date between them, oldest first */
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

  /** @param {number} perPage @returns {Summary[]} what the front page shows, newest first */
  front(perPage) {
    return this.#slice(frontStart(this.length, perPage), this.length);
  }

  /**
   * @param {number} number from 1, the oldest
   * @param {number} perPage
   * @returns {Summary[]} newest first; empty when there is no such page
   */
  page(number, perPage) {
    if (number < 1 || number > pageCount(this.length, perPage)) return [];
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

  /** @param {Summary} post  @returns {number} its position, or where it would be inserted */
  #place(post) {
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
 * @param {number} length of the list
 * @param {number} perPage
 * @returns {number} how many numbered pages there are besides the front page
 */
export const pageCount = (length, perPage) => Math.max(0, Math.floor(length / perPage) - 1);

/** @param {number} length @param {number} perPage @returns {number} position of the oldest post of the front page */
export const frontStart = (length, perPage) => pageCount(length, perPage) * perPage;
