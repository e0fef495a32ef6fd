import { countAnswer } from '../../router/router.js';

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

  /** All by kind: each request once, when it is answered. */
  get requests() {
    const sums = Object.entries(this.answers).map(([kind, byStatus]) => [
      kind,
      Object.values(byStatus).reduce((sum, count) => sum + count, 0),
    ]);
    return /** @type {Record<RequestKind, number>} */ (Object.fromEntries(sums));
  }

  /**
   * Counts an answer of a route: one refused with another status than those of `notFound` and `errors` counts as its kind.
   * @param {'pages' | 'admin' | 'api'} kind of the requested path
   * @param {number} status
   */
  count(kind, status) {
    if (status >= 500 || status === 400) countAnswer(this, 'errors', status);
    else if (status === 404 || status === 410) countAnswer(this, 'notFound', status);
    else countAnswer(this, kind, status);
  }
}
