import { RESERVED_PAGE_SLUGS } from '../content/slug.js';
import { pathOf } from '../index/blog-index.js';

/** Gives each post of an import an address of its own, the same one in every run. */
export class Slugs {
  /** Paths taken by this import, to ids. @type {Map<string, string>} */
  #paths = new Map();
  #index;

  /** @param {import('../index/blog-index.js').BlogIndex} index */
  constructor(index) {
    this.#index = index;
  }

  /**
   * @param {string} id of the post
   * @param {'post' | 'page'} type
   * @param {string} wanted a slug
   * @returns {string} it, or one with a number when it is another post's or a route's
   */
  free(id, type, wanted) {
    const base = type === 'page' && RESERVED_PAGE_SLUGS.has(wanted) ? `${wanted}-page` : wanted;
    for (let number = 1; ; number += 1) {
      const candidate = number === 1 ? base : withNumber(base, number);
      const path = pathOf({ type, slug: candidate });
      const owner = this.#paths.get(path) ?? this.#index.find(type, candidate)?.id ?? id;
      if (owner !== id) continue;
      this.#paths.set(path, id);
      return candidate;
    }
  }
}

/** @param {string} slug @param {number} number */
const withNumber = (slug, number) =>
  `${[...slug].slice(0, 74).join('').replace(/-$/, '')}-${number}`;
