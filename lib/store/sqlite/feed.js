import { visibleKinds } from '../record.js';
/** @import { Database, Statement } from '../../base/sqlite.js' */
/** @import { FeedChange, Kind } from '../types.js' */

const batchSize = 500;

/**
 * @typedef {object} Batch  Changes after a sequence.
 * @property {string} [reset]  why that sequence is no longer valid
 * @property {FeedChange[]} changes
 * @property {string} sequence  where to continue
 * @property {boolean} more  whether more changes can be read at once
 */

/**
 * Reads the `changes` table. A sequence is `<epoch>:<number>:<time>`. The epoch invalidates sequences from before a
 * restore; the time those whose number was used again after the file was replaced by an older copy.
 *
 * @param {Database} db
 */
export function prepareFeed(db) {
  const epochOf = db.prepare(`SELECT value FROM meta WHERE name = 'epoch'`).pluck();
  const topOf = db.prepare(`SELECT seq FROM sqlite_sequence WHERE name = 'changes'`).pluck();
  /** @type {Statement<[number], Row>} */
  const after = db.prepare(
    `SELECT sequence, kind, id, removed FROM changes WHERE sequence > ? ORDER BY sequence LIMIT ${batchSize}`,
  );
  const timeOf = db.prepare('SELECT at FROM changes WHERE sequence = ?').pluck();
  const last = () => ({ epoch: String(epochOf.get()), top: Number(topOf.get() ?? 0) });
  const toSequence = (/** @type {string} */ epoch, /** @type {number} */ number) =>
    `${epoch}:${number}:${timeOf.get(number) ?? ''}`;

  /** @param {string} sequence @returns {Batch} */
  const readAfter = (sequence) => {
    const { epoch, top } = last();
    const reset = (/** @type {string} */ reason) => ({
      reset: reason,
      changes: [],
      sequence: toSequence(epoch, top),
      more: false,
    });
    const since = Number(sequence.split(':')[1]);
    if (sequence !== toSequence(epoch, since))
      return reset('the database was restored or replaced');
    const rows = after.all(since);
    // AUTOINCREMENT leaves no gaps here, so the next number is missing only if it was pruned.
    const isComplete = rows.length > 0 ? rows[0].sequence === since + 1 : top === since;
    if (!isComplete) return reset('the database no longer has all changes since then');
    return {
      changes: newestOf(rows),
      sequence: toSequence(epoch, rows.at(-1)?.sequence ?? since),
      more: rows.length === batchSize,
    };
  };
  return {
    /** The current end of the feed. Read it in the same transaction as the data from which the feed is to continue. */
    place: () => {
      const { epoch, top } = last();
      return { epoch, sequence: toSequence(epoch, top) };
    },
    /** @type {(sequence: string) => Batch} read in one transaction */
    changesAfter: db.transaction(readAfter),
    /** @type {(sequence: string) => boolean} whether the feed can continue from there */
    knows: (sequence) => readAfter(sequence).reset === undefined,
  };
}

/**
 * @typedef {{ sequence: number, kind: Kind, id: string, removed: number }} Row
 */

/**
 * @param {Row[]} rows
 * @returns {FeedChange[]} the newest change of each record, in order
 */
function newestOf(rows) {
  /** @type {Map<string, FeedChange>} */
  const newest = new Map();
  for (const { sequence, kind, id, removed } of rows) {
    if (!visibleKinds.includes(kind)) continue;
    newest.delete(`${kind}:${id}`);
    const number = String(sequence);
    const change = removed ? { revision: null, removedAt: number } : { revision: number };
    newest.set(`${kind}:${id}`, { kind, id, ...change });
  }
  return [...newest.values()];
}
