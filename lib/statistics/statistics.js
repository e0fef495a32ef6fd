import { createClients } from '../http/clients.js';
import { dayOf, hourAt, monthsBefore } from './calendar.js';
import { Counting } from './counting.js';
import { LarderError } from '../base/errors.js';
import { Frequent } from './frequent.js';
import { createQuery } from './query.js';
import { createRecords } from './records.js';
/** @import { Clock } from '../base/clock.js' */
/** @import { Derived } from '../base/derived.js' */
/** @import { TrustedProxies } from '../http/clients.js' */
/** @import { Log } from '../base/log.js' */
/** @import { Store } from '../store/types.js' */
/** @import { Seen } from './counting.js' */

/**
 * Milliseconds between two writes, and after the end of a day, or of an outage, in which other processes write their
 * last hour.
 */
const MINUTE = 60_000;
const GRACE = 10 * MINUTE;
const LIVE = 5 * MINUTE;
/** Another process may be writing the sums of a month, and after a second failure they are made anew. */
const TRIES = 3;
const MOST_LIVE_PAGES = 100;
const NAME_BYTES = 6;

/**
 * @typedef {{ hash: string, page: string }[]} Here  who has been here in the last five minutes, and where last
 *
 * @typedef {{ trustProxy: TrustedProxies, statisticsKeep: number }} StatisticsConfig  `statisticsKeep`: months; 0: for
 *   ever
 *
 * @typedef {ReturnType<typeof createStatistics>} OwnStatistics
 */

/**
 * The statistics of one process. What it counts is in the store a minute later, or when it stops.
 * @param {object} deps
 * @param {Store} deps.store
 * @param {() => string} deps.timeZone
 * @param {string} deps.ownHost
 * @param {StatisticsConfig} deps.config
 * @param {(remote: string) => void} [deps.onUntrusted]  as for `createClients`
 * @param {(address: string) => string} [deps.countryOf]  its code; '' when it is not known
 * @param {(size: number) => Buffer} deps.random
 * @param {Derived} deps.sums  decides when the sums of months are made anew
 * @param {Clock} deps.clock
 * @param {Log} deps.log
 */
export function createStatistics({
  store,
  timeZone,
  ownHost,
  config,
  onUntrusted,
  countryOf = () => '',
  random,
  sums,
  clock,
  log,
}) {
  const records = createRecords({ store, random });
  const ask = createQuery({ records });
  const counting = new Counting({
    saltOf: records.saltOf,
    timeZone,
    ownHost,
    countryOf,
    clients: createClients(config.trustProxy, onUntrusted),
    writer: random(NAME_BYTES).toString('base64url'),
  });
  let tidiedOn = '';
  /** When the store could not be reached last. Other processes may still have to write what they counted meanwhile. */
  let failedAt = -Infinity;
  let cancel = () => {};
  /** The sums of months, for all who ask meanwhile. */
  let makingAnew = Promise.resolve();
  let isStopped = false;
  let flushing = Promise.resolve();
  return { count, flush, query, here, start, stop };

  /** @param {Seen[]} seen  is emptied */
  function count(seen) {
    return counting.count(seen);
  }

  /**
   * Writes what was counted. One after the other, so that nothing old is written over what is new.
   * @returns {Promise<void>}
   */
  function flush() {
    flushing = flushing.catch(() => {}).then(writeAll);
    return flushing;
  }

  /** @type {typeof ask} */
  async function query(question) {
    for (let tries = 1; ; tries++) {
      try {
        const answer = await ask(question);
        sums.worked();
        return answer;
      } catch (error) {
        if (error instanceof LarderError || tries === TRIES) throw error;
        await makeAnewAfter(error);
      }
    }
  }

  /** @param {unknown} error */
  async function makeAnewAfter(error) {
    if (error instanceof LarderError) return;
    if (sums.failed(error)) makingAnew = records.sumUpAll();
    await makingAnew;
  }

  async function writeAll() {
    for (const hour of [...counting.hours.values()]) {
      const isRetained = !hour.isDirty || (await records.save(hour));
      if (!isRetained || (counting.isOver(hour) && hour.here(liveSince()).length === 0))
        counting.forget(hour);
    }
  }

  /** Writes each minute, and puts together what is over. */
  async function start() {
    cancel();
    try {
      await flush();
      const today = dayOf(hourAt(clock.now() - GRACE, timeZone()));
      if (today !== tidiedOn && clock.now() - failedAt >= GRACE) {
        await records.compact(today);
        if (config.statisticsKeep > 0)
          await records.deleteBefore(monthsBefore(today, config.statisticsKeep));
        tidiedOn = today;
      }
    } catch (error) {
      failedAt = clock.now();
      log.warn({ err: error }, 'The statistics cannot be written; retrying');
      await makeAnewAfter(error).catch((again) => log.warn({ err: again }, 'The sums fail'));
    }
    if (!isStopped) cancel = clock.after(MINUTE, start);
  }

  /** @returns {Here} */
  function here() {
    return [...counting.hours.values()].flatMap((hour) => hour.here(liveSince()));
  }

  /** Milliseconds since 1970. */
  function liveSince() {
    return clock.now() - LIVE;
  }

  async function stop() {
    isStopped = true;
    cancel();
    await flush();
  }
}

/**
 * @param {Here[]} processes
 * @returns {{ visitors: number, pages: { path: string, views: number }[] }} the readers of the last five minutes, and
 *   the pages that they have opened last
 */
export function sumUpLive(processes) {
  const last = new Map(processes.flat().map(({ hash, page }) => [hash, page]));
  const pages = new Frequent(MOST_LIVE_PAGES);
  for (const page of last.values()) pages.add(page);
  pages.cut();
  return { visitors: last.size, pages: pages.list().map(([path, views]) => ({ path, views })) };
}
