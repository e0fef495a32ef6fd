import { isError } from '../base/errors.js';
/** @import { Clock } from '../base/clock.js' */
/** @import { Put, Store } from '../store/types.js' */

/** Milliseconds for which one process may send, and after which it says that it still does. */
const LEASE = 15_000;
const AGAIN = 5000;
/** A lease that lasts longer was made while a clock was wrong. */
const LONGEST = 20 * LEASE;
/**
 * @typedef {{ id: string, owner: string, term: number, until: number, revision?: string }} LeaseRecord
 */

/**
 * Decides which of several processes sends mail, or reads reports on it: there is one record, with a number that grows
 * with each owner. Nothing is done but after a write of it that was not refused.
 * @param {{ store: Store, clock: Clock, newId: () => string, id?: string }} deps  `id`: of the record, among the jobs
 */
export function createLease({ store, clock, newId, id = 'mail' }) {
  const owner = newId();
  /** @type {LeaseRecord | null} */
  let held = null;
  /** Writes of this process follow each other: each has the revision of the one before. */
  let last = Promise.resolve(true);
  return { take, hold, whileHeld, release };

  /** @returns {Promise<number>} 0: it is taken; else how long another process has it, in milliseconds */
  async function take() {
    const present = await store.get('job', id);
    const left = (present?.until ?? 0) - clock.now();
    if (present && present.owner !== owner && left > 0 && left <= LONGEST) return left;
    const { revision, term = 0 } = present ?? {};
    held = { id, owner, term: term + 1, until: 0, ...(revision && { revision }) };
    return (await hold()) ? 0 : LEASE;
  }

  /**
   * @param {Put[]} [writes]  made if it is still held
   * @returns {Promise<boolean>} false: another process has it, or has written one of these
   */
  function hold(writes = []) {
    const next = last.then(() => write(LEASE, writes));
    last = next.catch(() => true);
    return next;
  }

  /** @param {number} length @param {Put[]} writes */
  async function write(length, writes) {
    if (!held) return false;
    const { revision = null, ...record } = { ...held, until: clock.now() + length };
    try {
      const [first] = await store.write([{ kind: 'job', record, revision }, ...writes]);
      held = { ...record, revision: first ?? '' };
      return true;
    } catch (error) {
      held = null;
      if (isError(error, 'conflict')) return false;
      throw error;
    }
  }

  /**
   * @template T
   * @param {() => Promise<T>} work  which may take longer than the lease
   * @returns {Promise<T>}
   */
  async function whileHeld(work) {
    let cancel = clock.after(AGAIN, again);
    function again() {
      cancel = clock.after(AGAIN, again);
      hold().catch(() => {});
    }
    try {
      return await work();
    } finally {
      cancel();
    }
  }

  /** Lets another process send at once. */
  async function release() {
    if (!held) return;
    await last;
    await write(0, []);
    held = null;
  }
}
