/**
 * Counts requests by kind, for /status: each once, when it is answered. `notFound` counts 404 and 410; `errors` counts 5xx and 400.
 * Requests refused with another status count as their kind.
 */
export class RequestCounters {
  requests = { pages: 0, feeds: 0, files: 0, admin: 0, api: 0, geo: 0, notFound: 0, errors: 0 };
  /** Of these, those that the fast path answered (lib/responses/fast-path.js). */
  fastHits = 0;

  /** @param {'pages' | 'admin' | 'api'} kind of the requested path @param {number} status of the answer */
  count(kind, status) {
    if (status >= 500 || status === 400) this.requests.errors++;
    else if (status === 404 || status === 410) this.requests.notFound++;
    else this.requests[kind]++;
  }
}
