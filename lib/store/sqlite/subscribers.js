import { addressOfSubscriber } from './schema.js';
/** @import { Database, Statement } from '../../base/sqlite.js' */
/** @import { Store, SubscriberCount } from '../types.js' */

/** Addresses that one query looks at, which takes some 20 ms. */
const READ_AT_MOST = 100_000;

/**
 * What is asked of subscribers without reading their records.
 * @param {Database} db
 */
export function prepareSubscribers(db) {
  /** @type {Statement<[], SubscriberCount>} */
  const counts = db.prepare('SELECT * FROM subscriberCounts WHERE count > 0');
  const end = db
    .prepare(
      `SELECT ${addressOfSubscriber} FROM subscribers WHERE ${addressOfSubscriber} > ? ORDER BY 1
        LIMIT 1 OFFSET ${READ_AT_MOST - 1}`,
    )
    .pluck();
  /** @type {Statement<[string, string | null, string, number], { id: string, address: string }>} */
  const matching = db.prepare(
    `SELECT id, ${addressOfSubscriber} AS address FROM subscribers
      WHERE ${addressOfSubscriber} > ?1 AND (?2 IS NULL OR ${addressOfSubscriber} <= ?2)
        AND instr(${addressOfSubscriber}, ?3) > 0 ORDER BY 2 LIMIT ?4`,
  );
  return {
    subscriberCounts: () => counts.all(),
    /** @type {(...given: Parameters<Store['subscribersWith']>) => Awaited<ReturnType<Store['subscribersWith']>>} */
    subscribersWith(part, { after, limit }) {
      const last = /** @type {string | undefined} */ (end.get(after)) ?? null;
      const found = matching.all(after, last, part, limit);
      const next = found.length === limit ? (found.at(-1)?.address ?? '') : (last ?? '');
      return { ids: found.map(({ id }) => id), next };
    },
  };
}
