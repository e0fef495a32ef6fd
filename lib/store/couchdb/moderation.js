import { documentId, parseDocumentId } from './documents.js';
import { commentCountsPath, commentsPath } from './design.js';
import { translate } from './errors.js';
import { getMany } from './read.js';
/** @import { Comment, CommentPlace } from '../types.js' */
/** @import { Database as Client } from './store.js' */

/** In milliseconds. After an upgrade CouchDB first reads every document to build the view. */
const timeout = 300_000;

/** In CouchDB's collation an object sorts after every string. */
const LAST = {};

/**
 * Lists comments by status. A view may lag behind acknowledged writes, so the status is read from the documents
 * themselves, and recent comments are read too.
 *
 * @param {Client} client
 * @param {Comment['status']} status
 * @param {{ limit: number, before?: CommentPlace }} page
 * @param {Iterable<string>} recent ids of recent comments
 * @returns {Promise<Comment[]>} newest first
 */
export async function commentsWith(client, status, { limit, before }, recent) {
  /** @type {Map<string, Comment>} */
  const found = new Map();
  const collect = async (/** @type {string[]} */ ids) => {
    /** @type {(Comment | null)[]} */
    const comments = await getMany(client, 'comment', ids);
    for (const comment of comments)
      if (comment?.status === status && isAfter(comment, before)) found.set(comment.id, comment);
  };
  await collect([...recent]);
  let place = before;
  for (let count = 0; count < limit;) {
    const rows = await readRows(client, status, limit + 1, place);
    const ids = rows.map(({ id }) => parseDocumentId(id).id);
    await collect(ids);
    count += ids.filter((id) => found.has(id)).length;
    if (rows.length <= limit) break;
    const [, createdAt, id] = rows[rows.length - 1].key;
    place = { createdAt, id };
  }
  return [...found.values()].sort((a, b) => (isAfter(b, a) ? -1 : 1)).slice(0, limit);
}

/**
 * @param {Client} client
 * @param {Comment['status']} status
 * @returns {Promise<Map<string, number>>} by post id
 */
export async function commentCounts(client, status) {
  const query = { group: true, start_key: [status], end_key: [status, LAST] };
  const response = await client.request({ path: commentCountsPath, query, timeout });
  if (response.status !== 200) throw translate(client.place, response);
  return new Map(
    response.body.rows.map((/** @type {{ key: string[], value: number }} */ { key, value }) => [
      key[1],
      value,
    ]),
  );
}

/**
 * @param {Client} client
 * @param {Comment['status']} status
 * @param {number} limit
 * @param {CommentPlace} [place] where to start, inclusive
 * @returns {Promise<{ id: string, key: string[] }[]>}
 */
async function readRows(client, status, limit, place) {
  const start = place ? [status, place.createdAt, place.id] : [status, LAST];
  const query = {
    descending: true,
    reduce: false,
    start_key: start,
    start_key_doc_id: place && documentId('comment', place.id),
    end_key: [status],
    limit,
  };
  const response = await client.request({ path: commentsPath, query, timeout });
  if (response.status !== 200) throw translate(client.place, response);
  return response.body.rows;
}

/** @param {Comment} comment @param {CommentPlace} [place] @returns {boolean} in a list with the newest first */
const isAfter = ({ createdAt, id }, place) =>
  !place || createdAt < place.createdAt || (createdAt === place.createdAt && id < place.id);
