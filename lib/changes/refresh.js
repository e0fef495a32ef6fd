import { generation } from '../util/revision.js';
/** @import { Clock } from '../clock.js' */
/** @import { Kind } from '../types.js' */

/** Milliseconds between reads of a record that is older than the feed reported: 6 s altogether. */
const retryDelays = [0, 20, 50, 100, 200, 400, 800, 1600, 3200];

/**
 * Reads records that the feed has reported, again while the result is older than reported: in a cluster, another node may
 * not have the change yet.
 * @param {object} deps
 * @param {(kind: Kind, id: string) => Promise<any | null>} deps.read
 * @param {Clock} deps.clock
 * @param {(kind: Kind, id: string) => string | undefined} deps.known the revision in the index
 * @param {(kind: Kind, id: string, record: any | null, revision: string | null, replaces?: number) => void} deps.apply gets the
 *   result, and `replaces`
 */
export function createRefresh({ read, clock, known, apply }) {
  return refresh;

  /**
   * @param {Kind} kind
   * @param {string} id
   * @param {string | null} [told] the revision that the feed reported; null when it was removed
   * @param {number} [replaces] as the feed reported it
   * @returns {Promise<void>}
   */
  async function refresh(kind, id, told, replaces) {
    for (const pause of [...retryDelays, null]) {
      const before = known(kind, id);
      const record = await read(kind, id);
      // The index has been updated meanwhile.
      const isOvertaken = before !== known(kind, id);
      if (
        pause !== null &&
        (isOvertaken || isBehind(record, { told, replaces, known: before, pause }))
      ) {
        await new Promise((resolve) => clock.after(pause, () => resolve(null)));
        continue;
      }
      return apply(kind, id, record, record ? record.revision : (before ?? null), replaces);
    }
  }
}

/**
 * @param {{ revision: string } | null} record
 * @param {object} looked
 * @param {string | null | undefined} looked.told
 * @param {number | undefined} looked.replaces
 * @param {string | undefined} looked.known
 * @param {number} looked.pause the next pause
 */
function isBehind(record, { told, replaces = 0, known, pause }) {
  if (told === undefined) return false;
  if (told === null) return record !== null && record.revision === known;
  // A missing record was most likely removed meanwhile, which the feed is about to report.
  if (record === null) return pause < 100;
  const found = generation(record.revision);
  // Another node may still have the rival that was removed.
  return found < generation(told) || (found < replaces && record.revision !== told);
}
