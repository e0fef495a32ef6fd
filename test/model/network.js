import assert from 'node:assert/strict';
import { digest } from '../../lib/base/digest.js';
/** @import { IncomingHttpHeaders } from 'node:http' */
/** @import { Touched } from '../../lib/networks/purgers.js' */
/** @import { SharedPurgers } from '../../lib/networks/networks.js' */

/** What the blog of the model is told of it. */
export const CDN = 'varnish:http://edge.test';

/** A network in front of the model's blog: keeps all that it may, and forgets at once what it is told to. */
export class ModelNetwork {
  /** By path: digests of bodies. @type {Map<string, { body: string, tags: string[] }>} */
  #kept = new Map();
  /** Since the last look. @type {Map<string, string>} */
  #forgotten = new Map();
  purged = 0;
  overPurged = 0;
  /** @type {SharedPurgers} */
  purgers = {
    owe: (touched) => this.#forget(touched),
    oweAgain() {},
    resume() {},
    left: () => ({}),
    states: () => [],
    problems: () => [],
  };

  /** @param {string} path */
  has(path) {
    return this.#kept.has(path);
  }

  /** @param {string} path @param {{ status: number, headers: IncomingHttpHeaders, body: Buffer }} answer */
  keep(path, { status, headers, body }) {
    const mayKeep = /^max-age=[1-9]/.test(String(headers['cdn-cache-control']));
    assert.equal(mayKeep, 'xkey' in headers, `${path} has tags where a network may keep it`);
    if (!mayKeep) return;
    assert.equal(status, 200);
    const tags = String(headers.xkey).split(' ');
    this.#kept.set(path, { body: digest(body.toString('latin1')), tags });
  }

  /** @param {string} path @param {string | null} fresh  body; null: there is no page */
  judge(path, fresh) {
    const now = fresh === null ? '' : digest(fresh);
    const kept = this.#kept.get(path);
    if (kept) assert.equal(kept.body, now, `${path} is stale in a network`);
    const forgotten = this.#forgotten.get(path);
    if (forgotten === undefined) return;
    this.#forgotten.delete(path);
    this.purged++;
    if (forgotten === now) this.overPurged++;
  }

  /** What was forgotten on purpose, or at a start, counts for nothing. */
  endStep() {
    this.#forgotten.clear();
  }

  /** @param {Touched} touched */
  #forget(touched) {
    if (touched === 'all') return void this.#kept.clear();
    for (const [path, { body, tags }] of this.#kept)
      if (tags.some((tag) => touched.tags.includes(tag))) {
        this.#kept.delete(path);
        this.#forgotten.set(path, body);
      }
  }
}
