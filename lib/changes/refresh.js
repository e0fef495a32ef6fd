import { generation } from '../util/revision.js';
/** @import { Clock } from '../clock.js' */
/** @import { Kind } from '../types.js' */

/** Milliseconds between two reads of a record that is older than the feed says: 6 s in all. */
const retryDelays = [0, 20, 50, 100, 200, 400, 800, 1600, 3200];

/**
 * Reads records again of which something was told, and again while what is read is older than what was told: a node
 * of a cluster may tell of a change and not have it yet.
 * @param {object} deps
 * @param {(kind: Kind, id: string) => Promise<any | null>} deps.read
 * @param {Clock} deps.clock
 * @param {(kind: Kind, id: string) => string | undefined} deps.known the revision that the index holds
 * @param {(kind: Kind, id: string, record: any | null, revision: string | null) => void} deps.take is given what was
 *   read, in the same moment, so that nothing comes between
 */
export function createRefresh({ read, clock, known, take }) {
  return refresh;

  /**
   * @param {Kind} kind
   * @param {string} id
   * @param {string | null} [told] the revision that the feed told; null: it was removed
   * @returns {Promise<void>}
   */
  async function refresh(kind, id, told) {
    for (const pause of [...retryDelays, null]) {
      const before = known(kind, id);
      const record = await read(kind, id);
      // The index has come to know something else meanwhile.
      const isOvertaken = before !== known(kind, id);
      if (pause !== null && (isOvertaken || isBehind(record, told, before, pause))) {
        await new Promise((resolve) => clock.after(pause, () => resolve(null)));
        continue;
      }
      return take(kind, id, record, record ? record.revision : (before ?? null));
    }
  }
}

/**
 * @param {{ revision: string } | null} record
 * @param {string | null | undefined} told
 * @param {string | undefined} known
 * @param {number} pause that would come next
 */
function isBehind(record, told, known, pause) {
  if (told === undefined) return false;
  if (told === null) return record !== null && record.revision === known;
  // What is missing was most likely removed meanwhile, and the feed is about to say so.
  if (record === null) return pause < 100;
  return generation(record.revision) < generation(told);
}
