import { generation } from '../base/revision.js';
/** @import { Clock } from '../base/clock.js' */
/** @import { Kind, StoredRecord } from '../store/types.js' */

/**
 * @typedef {object} Reported  A change that the feed has reported, or a comparison with the store.
 * @property {Kind} kind
 * @property {string} id
 * @property {string | null} [revision]  the one reported; null when the record was removed
 * @property {number} [replaces]  as the feed reported it
 */

/** Milliseconds between reads of a record that is older than the feed reported: 6 s altogether. */
const retryDelays = [0, 20, 50, 100, 200, 400, 800, 1600, 3200];
const pauseAfterAFailure = 1000;
/**
 * Milliseconds after which others are told while a record is still read: waiting for it, or slowly, since CouchDB
 * settles it.
 */
const turn = 150;
/** So many records at most are awaited while others are told. */
const awaitedAtOnce = 100;

/**
 * Reads records that the feed has reported, again while the result is older than reported: in a cluster, another node
 * may not have the change yet, or the reported revision has been removed meanwhile, which the feed is about to report.
 * @param {object} deps
 * @param {(kind: Kind, id: string) => Promise<StoredRecord | null>} deps.read
 * @param {Clock} deps.clock
 * @param {(kind: Kind, id: string) => string | undefined} deps.known the revision in the index
 * @param {(kind: Kind, id: string, record: StoredRecord | null, revision: string | null, replaces?: number) => void}
 *   deps.apply  gets the result, and `replaces`
 * @param {() => boolean} deps.isClosed
 */
export function createRefresh({ read, clock, known, apply, isClosed }) {
  const wait = (/** @type {number} */ ms) =>
    new Promise((resolve) => clock.after(ms, () => resolve(false)));
  let awaited = 0;
  return { refresh, refreshInTurn };

  /**
   * @param {Reported} change
   * @returns {Promise<void>} when it was applied
   */
  function refresh(change) {
    return refreshUntil(change, () => false);
  }

  /**
   * Like `refresh`, but whoever waits for it need not wait long.
   * @param {Reported} change
   * @returns {Promise<void>} when it was applied, or will be without further help
   */
  async function refreshInTurn(change) {
    let isLate = false;
    const applied = refreshUntil(change, () => isLate);
    const over = new Promise((resolve) => {
      const cancel = clock.after(turn, () => {
        isLate = true;
        resolve(undefined);
      });
      applied.then(cancel, cancel);
    });
    await Promise.race([applied, over]);
    if (!isLate) return;
    awaited++;
    const done = applied.finally(() => awaited--);
    if (awaited > awaitedAtOnce) await done;
  }

  /** @param {Reported} change @param {() => boolean} isLate whether nobody else will try again after an error */
  async function refreshUntil(change, isLate) {
    for (let reads = 0; !isClosed();) {
      try {
        if (await readOnce(change, reads)) return;
        reads++;
      } catch (error) {
        if (!isLate()) throw error;
        await wait(pauseAfterAFailure);
      }
    }
  }

  /**
   * @param {Reported} change
   * @param {number} reads before this one
   * @returns {Promise<boolean>} whether it was applied
   */
  async function readOnce({ kind, id, revision: announced, replaces }, reads) {
    const pause = retryDelays[reads];
    const before = known(kind, id);
    const record = await read(kind, id);
    // The index has been updated meanwhile.
    const isOvertaken = before !== known(kind, id);
    if (
      pause !== undefined &&
      (isOvertaken || isBehind(record, { announced, replaces, known: before, pause }))
    ) {
      await wait(pause);
      return false;
    }
    apply(kind, id, record, (record ? record.revision : before) ?? null, replaces);
    return true;
  }
}

/**
 * @param {StoredRecord | null} record
 * @param {object} looked
 * @param {string | null | undefined} looked.announced
 * @param {number | undefined} looked.replaces
 * @param {string | undefined} looked.known
 * @param {number} looked.pause the next pause
 */
function isBehind(record, { announced, replaces = 0, known, pause }) {
  if (announced === undefined) return false;
  if (announced === null) return record !== null && record.revision === known;
  // A missing record was most likely removed meanwhile, which the feed is about to report.
  if (record === null) return pause < 100;
  const found = generation(record.revision);
  // Another node may still have the rival that was removed.
  return found < generation(announced) || (found < replaces && record.revision !== announced);
}
