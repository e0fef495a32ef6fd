/** @import { IncomingHttpHeaders } from 'node:http' */
/** @import { Clock } from '../clock.js' */
/** @import { Log } from '../log.js' */
/** @import { Seen } from './counting.js' */

/**
 * @typedef {object} Recorder
 * @property {(request: { method?: string, headers: IncomingHttpHeaders }, remote: string | undefined, path: string, kind: string, status: number) => void} note
 *   remembers a request that is being answered
 * @property {() => Promise<void>} drain  counts all of them
 */

/** Milliseconds after which they are counted, and how many are counted sooner. */
const SECOND = 1000;
const MANY = 250;
/** Those that can wait, when they come faster than they are counted or while the store cannot be reached. */
const MOST = 5000;

/**
 * What counting costs while a request is answered: it is remembered here, and looked at later, with others.
 * @param {object} deps
 * @param {(seen: Seen[]) => Promise<void>} deps.count  empties it
 * @param {Clock} deps.clock
 * @param {Log} deps.log
 * @returns {Recorder}
 */
export function createRecorder({ count, clock, log }) {
  /** @type {Seen[]} */
  let seen = [];
  /** Those that are being counted. @type {Seen[]} */
  let taken = [];
  let lost = 0;
  /** @type {Promise<void> | null} */
  let draining = null;
  return { note, drain };

  /** @type {Recorder['note']} */
  function note({ method, headers }, remote = '', path, kind, status) {
    if (method !== 'GET' || kind === 'files') return;
    if (status !== 200 && status !== 304 && status !== 404) return;
    if (seen.length >= MOST) return void lost++;
    seen.push({ at: clock.now(), headers, remote, path, kind, isFound: status !== 404 });
    if (seen.length === 1) clock.after(SECOND, drain);
    else if (seen.length === MANY) setImmediate(drain);
  }

  function drain() {
    draining ??= countAll().finally(() => (draining = null));
    return draining;
  }

  async function countAll() {
    if (lost > 0) log.warn({ requests: lost }, 'Some requests are missing in the statistics');
    lost = 0;
    try {
      while (seen.length > 0 || taken.length > 0) {
        if (taken.length === 0) [taken, seen] = [seen, []];
        await count(taken);
      }
    } catch (error) {
      log.warn({ err: error }, 'Requests cannot be counted; retrying');
      clock.after(SECOND, drain);
    }
  }
}
