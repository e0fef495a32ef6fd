import { generation } from '../../base/revision.js';
import { byAge, fit } from '../record.js';
import { documentId, parseDocumentId, mayBeLate, pathOf, toRecord } from './documents.js';
import { isMissing, translate, unavailable } from './errors.js';
import { isLiving, isRemovedAfter, livingOf, winsOver } from './leaves.js';
import { restoredGeneration } from './own-revisions.js';
import { isRestored } from './states.js';
import { spread } from './spread.js';
import { unrefusedLeaves, validityOf } from './validity.js';
/** @import { Comment, Kind, StoredRecord } from '../types.js' */
/** @import { Document } from './documents.js' */
/** @import { Response } from './client.js' */
/** @import { Database as Client } from './store.js' */

/** @typedef {{ id: string, doc?: Document | null, value: { rev: string, deleted?: true }, error?: string }} Row */

/** Documents in one request, and concurrent requests of one call. */
const pageSize = 50;
const keysPerRequest = 100;
const concurrency = 4;

/**
 * While a node is silent, CouchDB does not answer a read that came while copies differed, but tells the leaves when one
 * was only behind.
 */
const byLeaves = {
  query: { open_revs: 'all', revs: true },
  /** @param {Response} response @returns {Response | null} */
  read(response) {
    if (isMissing(response)) return response;
    if (!Array.isArray(response.body)) return null;
    const [shown] = livingOf(response.body);
    if (!shown) return { status: 404, body: { reason: 'deleted' } };
    const { _revisions, ...body } = shown;
    return { status: 200, body };
  },
};

/**
 * @template {StoredRecord} [T=StoredRecord]
 * @param {Client} client
 * @param {Kind} kind
 * @param {string} id
 * @param {string[]} [without] fields that are not needed
 * @returns {Promise<T | null>}
 */
export async function get(client, kind, id, without = []) {
  if (fit(id) !== id) return null;
  const query = kind === 'media' ? { attachments: !without.includes('bytes') } : undefined;
  const path = pathOf(kind, id);
  for (const isLast of [false, true]) {
    const response = await client.request({
      path,
      query,
      instead: query ? undefined : byLeaves,
      // One that others have just made is told by neither.
      onSilence: () => void spread(client, path, client.patience),
    });
    const isRemoved = isMissing(response);
    if (!isRemoved && response.status !== 200) throw translate(client.place, response);
    const refused = undecidedWriteOf(
      client,
      documentId(kind, id),
      isRemoved ? null : response.body,
    );
    if (refused) {
      const rev = await shownWithout(client, path, refused);
      if (rev === null) return null;
      const before = await client.request({ path, query: { ...query, rev } });
      if (before.status === 200) return toRecord(before.body);
      if (!isMissing(before)) throw translate(client.place, before);
    }
    if (isRemoved || refused) return null;
    const state = needsCheck(response.body)
      ? await validityOf(client, path, response.body)
      : 'valid';
    // Otherwise there may be another now. What has replaced it may also be a refused write, on a node that is away.
    if (state === 'valid' || (state === 'replaced' && isLast)) {
      client.acts.see(response.body);
      return toRecord(response.body);
    }
  }
  return null;
}

/**
 * @param {Client} client
 * @param {string} path
 * @param {import('./undecided.js').Undecided} refused
 * @returns {Promise<string | null>} the revision that would be shown without it, and others that this process has
 *   refused: a write of someone else, or its base; null when that was removed
 */
async function shownWithout(client, path, { base }) {
  const others = await unrefusedLeaves(client, path);
  const [first] = others.filter(isLiving).sort((one, other) => (winsOver(one, other) ? -1 : 1));
  if (isRemovedAfter(others, base)) return null;
  // Without the refused write, the base will be restored, with the lowest hash.
  return first && generation(first.revision) >= restoredGeneration(base) ? first.revision : base;
}

/** @param {Pick<Document, '_rev' | 'isFirst'>} document */
const needsCheck = (document) => isRestored(document._rev) || mayBeLate(document);

/**
 * A write of this process that is not acknowledged is not shown; what it replaces is.
 *
 * @param {Client} client
 * @param {string} document its _id
 * @param {Document | null} found null when it was removed
 */
function undecidedWriteOf({ undecided }, document, found) {
  if (found) return undecided.get(found.writeId);
  return undecided.ofDocument(document).find(({ isRemoval }) => isRemoval);
}

/**
 * @template {StoredRecord} T
 * @param {Client} client
 * @param {Kind} kind
 * @param {string} id
 * @param {Document | null} [document]
 * @returns {Promise<T | null>} the record, read on its own if it needs a check
 */
async function recordOf(client, kind, id, document = null) {
  const isPlain =
    !undecidedWriteOf(client, documentId(kind, id), document) &&
    !(document && needsCheck(document));
  if (!isPlain) return get(client, kind, id);
  return document ? toRecord(document) : null;
}

/**
 * With `keys`, CouchDB reads each document as for a single GET: from a majority of the nodes. (A range of _all_docs or
 * a view is read from a single node.)
 *
 * @template {StoredRecord} [T=StoredRecord]
 * @param {Client} client
 * @param {Kind} kind
 * @param {string[]} ids
 * @param {string[]} [without] fields that are not needed
 * @returns {Promise<(T | null)[]>}
 */
export async function getMany(client, kind, ids, without) {
  // Attachments come only with single documents.
  if (kind === 'media')
    return inParts(ids, 1, async ([id]) => [await get(client, kind, id, without)]);
  return inParts(ids, keysPerRequest, async (part) => {
    // CouchDB would look up a lone surrogate as U+FFFD, which is a different id.
    const keys = part.map((id) => (fit(id) === id ? documentId(kind, id) : ''));
    const rows = await rowsOf(client, keys, true);
    /** @type {Promise<T | null>[]} */
    const records = rows.map(({ doc }, at) => recordOf(client, kind, part[at], doc));
    return Promise.all(records);
  });
}

/**
 * @param {Client} client
 * @param {string[]} keys ids of documents
 * @param {boolean} withDocuments
 * @returns {Promise<Row[]>} the rows of _all_docs, in the order of the keys
 */
export async function rowsOf(client, keys, withDocuments) {
  const query = { include_docs: withDocuments };
  const response = await client.request({
    path: '_all_docs',
    method: 'POST',
    query,
    body: { keys },
  });
  if (response.status !== 200) throw translate(client.place, response);
  /** @type {Row[]} */
  const rows = response.body.rows;
  const failed = rows.find(({ error }) => error && error !== 'not_found');
  if (failed) throw unavailable(client.place, { status: 500, body: failed });
  return rows;
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
  await Promise.all(Array.from({ length: concurrency }, worker));
  return results.flat();
}

/**
 * @param {Client} client
 * @param {Kind} kind
 * @returns {AsyncIterable<StoredRecord>} ordered by id; media without their bytes
 */
export async function* all(client, kind, after = '') {
  let start = documentId(kind, after);
  // Sorts after all ids of that kind, since a semicolon follows the colon.
  const end = `${documentId(kind, '').slice(0, -1)};`;
  for (;;) {
    const rows = await range(client, start, end, {
      include_docs: true,
      limit: pageSize + 1,
    });
    const fresh = rows.filter(({ id }) => id !== start);
    for (const { id, doc } of fresh) {
      const record = await recordOf(client, kind, parseDocumentId(id).id, doc);
      if (record) yield record;
    }
    if (rows.length <= pageSize) return;
    start = rows[rows.length - 1].id;
  }
}

/**
 * A range is read from one node, which may lack a comment that a majority has just acknowledged. So recent comments,
 * which this process wrote or got from the feed, are read too.
 *
 * @param {Client} client
 * @param {string} postId
 * @param {Iterable<string>} recent ids of recent comments on any post
 * @returns {Promise<Comment[]>} oldest first
 */
export async function commentsOf(client, postId, recent) {
  const start = documentId('comment', `${postId}:`);
  const rows = await range(client, start, documentId('comment', `${postId};`), {});
  const ids = new Set(rows.map(({ id }) => id.slice('comment:'.length)));
  for (const id of recent) if (id.startsWith(`${postId}:`)) ids.add(id);
  /** @type {(Comment | null)[]} */
  const comments = await getMany(client, 'comment', [...ids]);
  return comments.filter((comment) => comment !== null).sort(byAge);
}

/**
 * @param {Client} client
 * @param {string} start
 * @param {string} end exclusive
 * @param {Record<string, unknown>} query
 * @returns {Promise<Row[]>}
 */
async function range(client, start, end, query) {
  const response = await client.request({
    path: '_all_docs',
    query: { ...query, start_key: start, end_key: end, inclusive_end: false },
  });
  if (response.status !== 200) throw translate(client.place, response);
  return response.body.rows;
}
