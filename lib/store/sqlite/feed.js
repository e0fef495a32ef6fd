import { visibleKinds } from '../record.js';
/** @import { Database, Statement } from 'better-sqlite3' */
/** @import { Change } from '../../types.js' */

/** How many changes are read in one go. */
const batchSize = 500;

/**
 * @typedef {object} Batch  What comes after a place in the feed.
 * @property {string} [reset]  why that place means nothing any more
 * @property {Change[]} changes
 * @property {string} sequence  the place from which to go on
 * @property {boolean} more  whether there is more to read at once
 */

/**
 * The reading side of the table of changes. A sequence is `<epoch>:<number>:<time>`, so that a place in another epoch
 * is known for what it is, and one that was given again after an older copy of the file was put back.
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
  const place = () => ({ epoch: String(epochOf.get()), top: Number(topOf.get() ?? 0) });
  const toSequence = (/** @type {string} */ epoch, /** @type {number} */ number) =>
    `${epoch}:${number}:${timeOf.get(number) ?? ''}`;

  /** @param {string} sequence @returns {Batch} */
  const readAfter = (sequence) => {
    const { epoch, top } = place();
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
    // Every number is given once and kept until it is pruned, so the next one must be there.
    const isWhole = rows.length > 0 ? rows[0].sequence === since + 1 : top === since;
    if (!isWhole) return reset('the database no longer knows all changes since');
    return {
      changes: newestOf(rows),
      sequence: toSequence(epoch, rows.at(-1)?.sequence ?? since),
      more: rows.length === batchSize,
    };
  };
  return {
    /** The place from which the feed goes on; to be read in one transaction with what it is the place of. */
    place: () => {
      const { epoch, top } = place();
      return { epoch, sequence: toSequence(epoch, top) };
    },
    /** @type {(sequence: string) => Batch} in one transaction */
    changesAfter: db.transaction(readAfter),
    /** @type {(sequence: string) => boolean} whether it can go on from there */
    knows: (sequence) => readAfter(sequence).reset === undefined,
  };
}

/**
 * @typedef {{ sequence: number, kind: any, id: string, removed: number }} Row
 */

/**
 * @param {Row[]} rows
 * @returns {Change[]} each record once, in the order of the newest change of each
 */
function newestOf(rows) {
  /** @type {Map<string, Change>} */
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
