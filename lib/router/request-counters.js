/**
 * Counts requests by kind, for /status: each once, when it is answered. `notFound` are 404 and 410; `errors` are ours (5xx) and
 * requests that make no sense (400). Whoever is refused for another reason has asked for a page, or for the API, like others.
 */
export class RequestCounters {
  requests = { pages: 0, feeds: 0, files: 0, admin: 0, api: 0, notFound: 0, errors: 0 };

  /** @param {'pages' | 'admin' | 'api'} kind of what was asked for @param {number} status of the answer */
  count(kind, status) {
    if (status >= 500 || status === 400) this.requests.errors++;
    else if (status === 404 || status === 410) this.requests.notFound++;
    else this.requests[kind]++;
  }
}
