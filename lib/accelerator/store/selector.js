import { valueOf } from '../rules/fields.js';
/** @import { Selector, StoredEntry, StoredResponse } from '../types.js' */

/** @typedef {{ variants: readonly Pick<StoredResponse, 'headers'>[] }} Tagged  an entry, perhaps without its bodies */

/**
 * @param {Selector} selector
 * @param {Pick<StoredEntry, 'key' | 'groups'> & Tagged} entry
 * @returns {boolean} whether an invalidation concerns it
 */
export const concerns = (selector, entry) =>
  concernsKey(selector, entry.key) ||
  (selector.etags ?? []).some((etag) => etagsOf(entry).includes(etag)) ||
  (selector.groups ?? []).some((group) => entry.groups.includes(group));

/** @param {Selector} selector @param {string} key @returns {boolean} by its URLs and prefixes alone */
export const concernsKey = ({ urls = [], prefixes = [] }, key) =>
  urls.includes(key) || prefixes.some((prefix) => key.startsWith(prefix));

/** @param {Tagged} entry @returns {string[]} the entity tags of its variants */
export const etagsOf = ({ variants }) =>
  variants.flatMap(({ headers }) => valueOf(headers, 'etag') ?? []);
