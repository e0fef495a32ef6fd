import { setImmediate } from 'node:timers/promises';
import { BY_MAIL } from '../base/paths.js';
/** @import { Clock } from '../base/clock.js' */
/** @import { Log } from '../base/log.js' */
/** @import { Answered } from '../http/door.js' */
/** @import { Seen } from './counting.js' */

/**
 * @typedef {object} Recorder  Remembers what was answered.
 * @property {string[]} fields
 * @property {(places: number[]) => void} locate
 * @property {(answer: Pick<Answered, 'request' | 'target' | 'values' | 'client' | 'status' | 'read'>) => void} answered
 * @property {() => Promise<void>} drain  counts all of it
 */

/**
 * Milliseconds after which they are counted, and how many are counted sooner: 1 ms, if nothing of them was seen before.
 */
const SECOND = 1000;
const MANY = 32;
/** Milliseconds after which others have their turn. */
const TURN = 2;
/** Those that can wait, when they come faster than they are counted or while the store cannot be reached. */
const MOST = 160 * MANY;

/** Request header fields that counting looks at. */
export const FIELDS = [
  ...['user-agent', 'referer', 'accept-language', 'cookie', 'x-forwarded-for'],
  ...['sec-fetch-mode', 'sec-purpose', 'purpose', 'dnt', 'sec-gpc'],
];

/**
 * What counting costs while a request is answered: it is remembered here, and looked at later, with others.
 * @param {object} deps
 * @param {(seen: Seen[]) => Promise<void> | void} deps.count  empties it
 * @param {Clock} deps.clock
 * @param {Log} deps.log
 * @returns {Recorder}
 */
export function createRecorder({ count, clock, log }) {
  /** @type {Seen[]} */
  let seen = [];
  /** Those that are to be counted at once, the first ones first. @type {Seen[][]} */
  const batches = [];
  /** Whether what is seen will be counted even if nothing more comes. */
  let isDue = false;
  let lost = 0;
  let isCounting = false;
  /** Whether the store could not be reached, and is asked again a second later. */
  let isRefused = false;
  let counted = Promise.resolve();
  /** Takes the values of FIELDS. @type {(values: Seen['fields']) => Seen['fields']} */
  let pick = (values) => values;
  return { fields: FIELDS, locate, answered, drain };

  /** @param {number[]} places */
  function locate(places) {
    // A copy for each request would cost more than all of this.
    const isFirst = places.every((place, at) => place === at);
    if (!isFirst) pick = (values) => places.map((place) => values[place]);
  }

  /** @param {Parameters<Recorder['answered']>[0]} answer */
  function answered({ request, target, values, client, status, read }) {
    if (read?.key === undefined || read.kind === 'files' || request.method !== 'GET') return;
    if (status !== 200 && status !== 304 && status !== 302 && status !== 404) return;
    drainSoon();
    seen.push({
      at: clock.now(),
      fields: pick(values),
      remote: client.remoteAddress ?? '',
      path: read.key,
      kind: read.kind,
      isFound: status === 200 || status === 304,
      isByMail: target.endsWith(BY_MAIL),
    });
    if (seen.length === MANY) take();
  }

  function drainSoon() {
    if (!isDue) isDue = Boolean(clock.after(SECOND, drain));
  }

  function take() {
    if (batches.length * MANY < MOST) batches.push(seen);
    else lost += seen.length;
    seen = [];
    if (!isCounting && !isRefused) counted = countAll();
  }

  /** @returns {Promise<void>} */
  function drain() {
    isDue = false;
    if (seen.length > 0) take();
    if (!isCounting) counted = countAll();
    return counted;
  }

  /** The first ones at once, while the processor has them at hand. */
  async function countAll() {
    isCounting = true;
    isRefused = false;
    try {
      while (batches.length > 0) {
        for (const end = clock.now() + TURN; batches.length > 0 && clock.now() < end;) {
          const waiting = count(batches[0]);
          if (waiting) await waiting;
          batches.shift();
        }
        if (batches.length > 0) await setImmediate();
      }
    } catch (error) {
      log.warn({ err: error }, 'Requests cannot be counted; retrying');
      isRefused = true;
      drainSoon();
    }
    isCounting = false;
    if (lost > 0) log.warn({ requests: lost }, 'Some requests are missing in the statistics');
    lost = 0;
  }
}
