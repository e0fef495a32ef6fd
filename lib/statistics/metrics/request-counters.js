import { keysOf, recordOf } from '../../base/record-of.js';
/** @import { Answered } from '../../http/door.js' */

/**
 * @typedef {'pages' | 'feeds' | 'files' | 'admin' | 'api' | 'geo' | 'notFound' | 'errors'} RequestKind
 */

/** Counts answers by kind and status, for /status and /metrics. `notFound`: 404 and 410; `errors`: 5xx and 400. */
export class RequestCounters {
  /** By status. @type {Record<RequestKind, Record<number, number>>} */
  answers = {
    pages: {},
    feeds: {},
    files: {},
    admin: {},
    api: {},
    geo: {},
    notFound: {},
    errors: {},
  };
  /** Of these, those that the fast path answered (lib/http/fast-path.js). */
  fastHits = 0;

  /** All by kind: each request once, when it was answered. */
  get requests() {
    return recordOf(keysOf(this.answers), (kind) =>
      Object.values(this.answers[kind]).reduce((sum, count) => sum + count, 0),
    );
  }

  /**
   * Redirects and what has no kind are not counted.
   * @param {Pick<Answered, 'kind' | 'status' | 'isFast'>} answer
   */
  answered({ kind, status, isFast }) {
    if (!kind) return;
    const byStatus = this.answers[kindOf(/** @type {RequestKind} */ (kind), status)];
    byStatus[status] = (byStatus[status] ?? 0) + 1;
    if (isFast && kind !== 'geo') this.fastHits++;
  }
}

/** @param {RequestKind} kind of the requested path @param {number} status @returns {RequestKind} */
function kindOf(kind, status) {
  if (status >= 500 || status === 400) return 'errors';
  return status === 404 || status === 410 ? 'notFound' : kind;
}
