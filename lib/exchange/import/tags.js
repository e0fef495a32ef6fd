import { normalise } from '../../base/unicode.js';

/** Merges tags that differ only in letter case, into the form seen first. */
export class TagForms {
  /** @type {Map<string, string>} */
  #forms = new Map();

  /** @param {Iterable<{ tags: string[] }>} posts that are there already */
  constructor(posts) {
    for (const { tags } of posts) this.unify(tags);
  }

  /** @param {string[]} tags @returns {string[]} no two alike */
  unify(tags) {
    return [...new Set(tags.map((tag) => this.#form(tag)))];
  }

  /** @param {string} tag */
  #form(tag) {
    const key = normalise(tag).toLowerCase();
    const known = this.#forms.get(key);
    if (known === undefined) this.#forms.set(key, tag);
    return known ?? tag;
  }
}
