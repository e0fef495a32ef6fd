import { policyOf } from '../rules/policy.js';
/** @import { ReadFrom } from '../rules/policy.js' */
/** @import { ReportedState } from '../types.js' */
/** @import { Writes } from '../writes/writes.js' */
/** @import { KnownEtag } from './read-etag.js' */

/**
 * @param {KnownEtag} known
 * @param {string} key
 * @param {ReadFrom & { requestedAt: number }} stored
 * @param {Pick<Writes, 'isSilent'>} writes
 * @returns {ReportedState} `outdated` too where the origin says that it tells of changes, and is not heard of
 */
export function stateOf(known, key, stored, writes) {
  const { etag, sign } = policyOf(stored);
  return writes.isSilent(sign) ? 'outdated' : known.stateOf(key, etag, stored.requestedAt);
}
