import { byAge, isWhole } from '../record.js';
import { documentId, identify, mayBeLate, pathOf, toRecord } from './documents.js';
import { isMissing, translate, unavailable } from './errors.js';
import { isRemovedAfter, isRestored, leavesOf } from './leaves.js';
import { holds, isShownBefore } from './settle.js';
/** @import { Kind } from '../../types.js' */
/** @import { Database as Client } from './store.js' */

/** How many documents are asked for at once, and how many requests of one call run side by side. */
const pageSize = 50;
const keysAtOnce = 100;
const sideBySide = 4;

/**
 * @param {Client} client
 * @param {Kind} kind
 * @param {string} id
 * @returns {Promise<any | null>}
 */
export async function get(client, kind, id) {
  if (!isWhole(id)) return null;
  const query = kind === 'media' ? { attachments: true } : undefined;
  const path = pathOf(kind, id);
  const answer = await client.ask({ path, query });
  const isGone = isMissing(answer);
  if (!isGone && answer.status !== 200) throw translate(client.place, answer);
  const refused = undecidedBehind(client, documentId(kind, id), isGone ? null : answer.body);
  if (refused) {
    const rev = await shownBeside(client, path, refused);
    if (rev === null) return null;
    const before = await client.ask({ path, query: { ...query, rev } });
    if (before.status === 200) return toRecord(before.body);
    if (!isMissing(before)) throw translate(client.place, before);
  }
  if (isGone || refused) return null;
  if (isDoubtful(answer.body) && !(await holds(client, path, answer.body))) return null;
  return toRecord(answer.body);
}

/**
 * @param {Client} client
 * @param {string} path
 * @param {import('./undecided.js').Undecided} refused
 * @returns {Promise<string | null>} the revision that there would be without it: what others have made of its base, or
 *   that; null when it is removed
 */
async function shownBeside(client, path, { base, writeId }) {
  const leaves = await leavesOf(client, path);
  const others = leaves.filter((leaf) => leaf.writeId !== writeId);
  const [shown] = others
    .filter(({ isRemoved }) => !isRemoved)
    .sort((one, other) => (isShownBefore(one, other) ? -1 : 1));
  if (isRemovedAfter(others, base)) return null;
  return shown?.revision ?? base;
}

/** @param {any} document */
const isDoubtful = (document) => isRestored(document._rev) || mayBeLate(document);

/**
 * What this process has written and nobody has acknowledged is not shown: what it replaces is.
 *
 * @param {Client} client
 * @param {string} document its _id
 * @param {any | null} found null: it is removed
 */
function undecidedBehind({ undecided }, document, found) {
  if (found) return undecided.get(found.writeId);
  return undecided.ofDocument(document).find(({ isRemoval }) => isRemoval);
}

/**
 * @param {Client} client
 * @param {Kind} kind
 * @param {string} id
 * @param {any | null} document
 * @returns {Promise<any | null>} the record; what is not plain is asked for by itself
 */
async function recordOf(client, kind, id, document) {
  const isPlain =
    !undecidedBehind(client, documentId(kind, id), document) && !(document && isDoubtful(document));
  if (!isPlain) return get(client, kind, id);
  return document ? toRecord(document) : null;
}

/**
 * In a cluster, CouchDB opens each document that is asked for by its key as it does for a single GET:
 * from as many nodes as make a majority. (A range of _all_docs, or a view, is read from one.)
 *
 * @param {Client} client
 * @param {Kind} kind
 * @param {string[]} ids
 * @returns {Promise<(any | null)[]>}
 */
export async function getMany(client, kind, ids) {
  // Their bytes come with single documents alone.
  if (kind === 'media') return inParts(ids, 1, async ([id]) => [await get(client, kind, id)]);
  return inParts(ids, keysAtOnce, async (part) => {
    // Half a surrogate pair would be looked up as U+FFFD, which is another id.
    const keys = part.map((id) => (isWhole(id) ? documentId(kind, id) : ''));
    const rows = await rowsOf(client, keys, true);
    return Promise.all(rows.map(({ doc }, at) => recordOf(client, kind, part[at], doc ?? null)));
  });
}

/**
 * @param {Client} client
 * @param {string[]} keys ids of documents
 * @param {boolean} withDocuments
 * @returns {Promise<any[]>} the rows of _all_docs, in the order of the keys
 */
export async function rowsOf(client, keys, withDocuments) {
  const query = { include_docs: withDocuments };
  const answer = await client.ask({ path: '_all_docs', method: 'POST', query, body: { keys } });
  if (answer.status !== 200) throw translate(client.place, answer);
  const failed = answer.body.rows.find(
    (/** @type {any} */ row) => row.error && row.error !== 'not_found',
  );
  if (failed) throw unavailable(client.place, { status: 500, body: failed });
  return answer.body.rows;
}

/**
 * @template T
 * @param {string[]} ids
 * @param {number} size
 * @param {(part: string[]) => Promise<T[]>} work
 * @returns {Promise<T[]>}
 */
async function inParts(ids, size, work) {
  /** @type {string[][]} */
  const parts = [];
  for (let start = 0; start < ids.length; start += size) {
    parts.push(ids.slice(start, start + size));
  }
  /** @type {T[][]} */
  const results = [];
  let next = 0;
  const worker = async () => {
    for (let mine = next++; mine < parts.length; mine = next++) {
      results[mine] = await work(parts[mine]);
    }
  };
  await Promise.all(Array.from({ length: sideBySide }, worker));
  return results.flat();
}

/**
 * @param {Client} client
 * @param {Kind} kind
 * @returns {AsyncIterable<any>} in the order of ids; media without their bytes
 */
export async function* all(client, kind) {
  let start = documentId(kind, '');
  for (;;) {
    const rows = await range(client, start, documentEnd(kind), {
      include_docs: true,
      limit: pageSize + 1,
    });
    const fresh = rows.filter(({ id }) => id !== start);
    for (const { id, doc } of fresh) {
      const record = await recordOf(client, kind, identify(id).id, doc);
      if (record) yield record;
    }
    if (rows.length <= pageSize) return;
    start = rows.at(-1).id;
  }
}

/**
 * A range is read from one node of a cluster, which may lack a comment that a majority has just
 * acknowledged. Those that this process wrote or was told of are known, so they are asked for as well.
 *
 * @param {Client} client
 * @param {string} postId
 * @param {Iterable<string>} recent ids of comments that came lately, of any post
 * @returns {Promise<any[]>} oldest first
 */
export async function commentsOf(client, postId, recent) {
  const start = documentId('comment', `${postId}:`);
  const rows = await range(client, start, documentId('comment', `${postId};`), {});
  const ids = new Set(rows.map(({ id }) => id.slice('comment:'.length)));
  for (const id of recent) if (id.startsWith(`${postId}:`)) ids.add(id);
  const comments = await getMany(client, 'comment', [...ids]);
  return comments.filter(Boolean).sort(byAge);
}

/**
 * @param {Kind} kind
 * @returns {string} what comes after all ids of that kind: a semicolon comes after a colon
 */
const documentEnd = (kind) => `${kind};`;

/**
 * @param {Client} client
 * @param {string} start
 * @param {string} end not part of the range
 * @param {Record<string, any>} query
 * @returns {Promise<any[]>} rows
 */
async function range(client, start, end, query) {
  const answer = await client.ask({
    path: '_all_docs',
    query: { ...query, start_key: start, end_key: end, inclusive_end: false },
  });
  if (answer.status !== 200) throw translate(client.place, answer);
  return answer.body.rows;
}
