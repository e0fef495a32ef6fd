import { recordsOf } from '../../shared/read-data.js';

/**
 * @typedef {Record<string, unknown>} Row
 *
 * @typedef {object} Tables  The tables of an export, as they are looked into.
 * @property {Row[]} posts
 * @property {Map<string, unknown>} settings  by key
 * @property {Map<string, Row>} tags  by id
 * @property {Map<string, Row>} users  by id
 * @property {Map<string, Row>} metas  by the id of the post
 * @property {Map<string, string[]>} tagsOf  ids of tags by the id of the post, in order
 * @property {Map<string, string[]>} authorsOf  ids of users by the id of the post, in order
 */

/** @param {Record<string, unknown>} data @returns {Tables} */
export function indexTables(data) {
  const rows = (/** @type {string} */ name) => recordsOf(data[name]);
  return {
    posts: rows('posts'),
    settings: new Map(rows('settings').map(({ key, value }) => [keyOf(key), value])),
    tags: byId(rows('tags')),
    users: byId(rows('users')),
    metas: new Map(rows('posts_meta').map((row) => [keyOf(row.post_id), row])),
    tagsOf: links(rows('posts_tags'), 'tag_id'),
    authorsOf: links(rows('posts_authors'), 'author_id'),
  };
}

/** @param {Row[]} rows */
const byId = (rows) => new Map(rows.map((row) => [keyOf(row.id), row]));

/** @param {Row[]} rows @param {string} field */
function links(rows, field) {
  /** @type {Map<string, string[]>} */
  const ids = new Map();
  const sorted = [...rows].sort((a, b) => orderOf(a) - orderOf(b));
  for (const row of sorted) {
    const post = keyOf(row.post_id);
    ids.set(post, [...(ids.get(post) ?? []), keyOf(row[field])]);
  }
  return ids;
}

/** @param {Row} row */
const orderOf = ({ sort_order: order }) => (typeof order === 'number' ? order : 0);

/** @param {unknown} value @returns {string} '' when it is neither text nor number */
export const textOf = (value) =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : '';

/** By which a row is found. */
export const keyOf = textOf;

/** @param {unknown} value @returns {string} '' when it is no text */
export const text = (value) => (typeof value === 'string' ? value : '');
