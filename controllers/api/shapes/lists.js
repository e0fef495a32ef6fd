import { LarderError } from '../../../lib/base/errors.js';
import { check } from '../../../lib/content/schema.js';
import { paging } from './schemas.js';
/** @import { Schema } from '../../../lib/store/fields.js' */

/**
 * @typedef {{ limit: number, after: string[], filters: Record<string, string> }} ListQuery  `after`: where the
 * previous page ended; empty for the first one
 */

/**
 * @param {URLSearchParams} query already checked by `checkQuery`
 * @param {Record<string, Schema>} filters of the list
 * @returns {ListQuery}
 * @throws {LarderError} `invalid`, with the parameter
 */
export function readQuery(query, filters) {
  /** @type {Record<string, string>} */
  const values = {};
  for (const [name, schema] of Object.entries({ ...filters, ...paging })) {
    const input = query.get(name);
    if (input === null) continue;
    check(schema.type === 'integer' ? integer(input) : input, schema, name);
    values[name] = input;
  }
  const { limit, cursor, ...rest } = values;
  return {
    limit: limit ? Number(limit) : Number(paging.limit.default),
    after: cursor ? readCursor(cursor) : [],
    filters: rest,
  };
}

/**
 * @param {object} list
 * @param {object[]} list.items
 * @param {string[] | null} list.last  the place of the last item; null when nothing comes after it
 * @param {string} list.url  absolute
 * @param {ListQuery} list.query
 * @returns {{ items: object[], next: string | null }}
 */
export function presentList({ items, last, url, query }) {
  if (!last) return { items, next: null };
  const cursor = Buffer.from(JSON.stringify(last)).toString('base64url');
  const parameters = new URLSearchParams({
    ...query.filters,
    limit: String(query.limit),
    cursor,
  });
  return { items, next: `${url}?${parameters}` };
}

/** @param {string} text */
const integer = (text) => (/^-?\d{1,9}$/.test(text) ? Number(text) : text);

/** @param {string} cursor @returns {string[]} */
function readCursor(cursor) {
  try {
    const place = JSON.parse(Buffer.from(cursor, 'base64url').toString());
    if (Array.isArray(place) && place.every((part) => typeof part === 'string')) return place;
  } catch {
    // Not one of our cursors.
  }
  throw new LarderError('invalid', 'Invalid cursor', { field: 'cursor' });
}
