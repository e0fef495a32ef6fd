import { isDeepStrictEqual } from 'node:util';
import { inBatches, withoutRevision } from '../../../store/batches.js';
/** @import { Kind, Store, StoredRecord } from '../../../store/types.js' */

/**
 * @typedef {{ kind: Kind, id: string, what: string }} Difference
 */

/**
 * Reads both sides, record by record.
 *
 * @param {Kind[]} kinds
 * @param {Store} from
 * @param {Store} to
 * @returns {Promise<{ same: number, differences: Difference[] }>}
 */
export async function compareBlogs(kinds, from, to) {
  /** @type {Difference[]} */
  const differences = [];
  let same = 0;
  for (const kind of kinds) {
    const known = new Set();
    for await (const batch of inBatches(kind, from)) {
      const ids = batch.map(({ id }) => id);
      const present = await to.getMany(kind, ids);
      for (const [at, record] of batch.entries()) {
        known.add(record.id);
        const what = difference(record, present[at]);
        if (what) differences.push({ kind, id: record.id, what });
        else same += 1;
      }
    }
    for await (const { id } of to.all(kind)) {
      if (!known.has(id)) differences.push({ kind, id, what: 'only in the target' });
    }
  }
  return { same, differences };
}

/**
 * @param {StoredRecord} record
 * @param {StoredRecord | null} present
 * @returns {string} '' when there is none
 */
function difference(record, present) {
  if (!present) return 'only in the source';
  const [one, other] = [withoutRevision(record), withoutRevision(present)];
  const fields = Object.keys({ ...one, ...other }).filter(
    (field) => !isDeepStrictEqual(one[field], other[field]),
  );
  return fields.length > 0 ? `differs in ${fields.join(', ')}` : '';
}
