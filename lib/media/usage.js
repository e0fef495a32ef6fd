/** @import { BlogIndex } from '../index/blog-index.js' */
/** @import { Store } from '../types.js' */

/** The digest with which the name of each file begins, wherever it is named: in a URL, encoded or not, or alone. */
const NAMED = /(?:%2F|(?<![\w-]))([\w-]{16})-/gi;

/** @param {string} id of a file @returns {string} */
export const digestIn = (id) => id.slice(0, 16);

/**
 * Finds the files that are named somewhere, by reading every text, also what is not published yet or in the trash.
 * @param {{ store: Store, index: BlogIndex }} blog
 * @returns {Promise<Map<string, number>>} how many posts and other texts name a file, by its digest
 */
export async function countUses({ store, index }) {
  /** @type {Map<string, number>} */
  const uses = new Map();
  const add = (/** @type {string} */ text) => {
    const digests = new Set(Array.from(text.matchAll(NAMED), ([, digest]) => digest));
    for (const digest of digests) uses.set(digest, (uses.get(digest) ?? 0) + 1);
  };
  for await (const { markdown, cover } of store.all('post')) add(`${markdown} ${cover?.src ?? ''}`);
  for await (const { post } of store.all('trash')) add(`${post.markdown} ${post.cover?.src ?? ''}`);
  for await (const { fields } of store.all('copy')) add(`${fields.markdown} ${fields.cover ?? ''}`);
  for (const { picture } of index.users.values()) add(picture ?? '');
  add(JSON.stringify(index.settings));
  return uses;
}
