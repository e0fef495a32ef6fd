import { opaqueTag } from '../../responses/negotiation.js';
import { isNegotiated } from '../rules/vary.js';
/** @import { Sharing } from '../writes/reported-etags.js' */
/** @import { StoredEntry, ReportedState } from '../types.js' */

/**
 * What one request knows of the ETag of its URL: what ReportedEtags knows, or what was read for this request alone.
 * @typedef {object} KnownEtag
 * @property {(key: string, etag: string, requestedAt: number) => ReportedState} stateOf  of a stored response
 * @property {(key: string, entry?: StoredEntry) => string | undefined} etagOf  for which a conditional request is
 *   answered 304
 * @property {(key: string) => unknown} get  undefined: nothing is known
 */

/**
 * @param {string | null} etag  as the source had it during this request; null: nothing is known
 * @param {Sharing} sharing
 * @returns {KnownEtag}
 */
export function readEtag(etag, sharing) {
  const current = sharing === 'on' ? 'current' : 'unknown';
  return {
    stateOf(_key, own) {
      if (etag === null) return 'unknown';
      return opaqueTag(own) === opaqueTag(etag) ? current : 'outdated';
    },
    etagOf: (_key, entry) =>
      etag === null || entry?.variants.some(isNegotiated) ? undefined : etag,
    get: () => etag ?? undefined,
  };
}
