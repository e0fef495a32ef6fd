import { again } from '../content/writing/writer.js';
import { placeOf } from '../content/acts.js';
/** @import { Clock } from '../base/clock.js' */
/** @import { Act, Store } from '../store/types.js' */

const HOUR = 60 * 60_000;
const DAY = 24 * HOUR;
/** Acts that one look goes through. */
const LOOKED_AT = 20_000;

/**
 * @typedef {object} ActivityFilter
 * @property {string} [by]  a user's id
 * @property {string} [noun]  such as `post`, of what was done
 * @property {string} [of]  the id of a thing
 * @property {number} [from]  milliseconds since 1970
 * @property {number} [until]  likewise
 * @property {string} [after]  the id of an act: older ones
 * @property {number} limit
 * @property {number} [within]  how many it goes through
 */

/**
 * Reads the record of acts, and forgets what is old.
 * @param {{ store: Store, clock: Clock }} deps
 */
export function createActivity({ store, clock }) {
  return { list, countFailure, forget };

  /**
   * @param {ActivityFilter} filter
   * @returns {Promise<{ acts: Act[], next: string | null }>} the newest first; `next`: after which there may be more
   */
  async function list({
    by,
    noun,
    of,
    from = 0,
    until = Infinity,
    after = '',
    limit,
    within = LOOKED_AT,
  }) {
    const acts = [];
    const start = until === Infinity || after ? after : placeOf(until);
    let seen = 0;
    let last = '';
    for await (const act of store.all('act', [], start)) {
      if (Date.parse(act.at) < from) return { acts, next: null };
      if (acts.length === limit || ++seen > within) return { acts, next: last };
      last = act.id;
      const isNoun = noun === undefined || act.what.startsWith(`${noun}.`);
      if (isNoun && (by === undefined || act.by === by) && (of === undefined || act.of === of))
        acts.push(act);
    }
    return { acts, next: null };
  }

  /** Counts a failed sign-in, by the hour. @param {string} of  the account's id; '' for a name that there is not */
  async function countFailure(of) {
    const hour = Math.floor(clock.now() / HOUR) * HOUR;
    const id = `${placeOf(hour)}-failed-${of}`;
    const at = new Date(hour).toISOString();
    await again(async () => {
      const present = await store.get('act', id);
      const act = { id, at, by: '', via: '', what: 'session.failed', of, about: '', count: 0 };
      const { revision = null, ...counted } = present ?? act;
      const record = { ...counted, count: counted.count + 1 };
      await store.write([{ kind: 'act', record, revision }]);
    });
  }

  /** Deletes acts that are older than so many days. @param {number} days */
  async function forget(days) {
    for await (const { id, revision } of store.all('act', [], placeOf(clock.now() - days * DAY)))
      await store.write([{ kind: 'act', id, revision, removed: true }]);
  }
}
