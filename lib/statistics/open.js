import { createRecorder } from './recorder.js';

/** @import { Clock } from '../base/clock.js' */
/** @import { Derived } from '../base/derived.js' */
/** @import { Log } from '../base/log.js' */
/** @import { Store } from '../store/types.js' */
/** @import { Question } from './query.js' */
/** @import { Here, OwnStatistics, StatisticsConfig } from './statistics.js' */

/**
 * @typedef {ReturnType<typeof openStatistics>} Statistics
 * @typedef {Awaited<ReturnType<Statistics['query']>>} Figures
 * @typedef {Awaited<ReturnType<Statistics['live']>>} Live
 *
 * @typedef {object} Processes  that serve the blog: this one, and others if there are any
 * @property {(functions: { flushStatistics: () => Promise<void>, hereNow: () => Promise<Here> }) => void} offer  what
 *   each of them may be asked
 * @property {((name: 'flushStatistics') => Promise<unknown>) & ((name: 'hereNow') => Promise<{ value: Here }[]>)} ask
 *   all of them
 */

/**
 * Milliseconds after the start in which nothing is counted yet, only remembered: readers do not wait for what counting
 * needs.
 */
const LOAD_AFTER = 1000;

/**
 * The statistics of all processes that serve the blog. What counts is loaded later.
 * @param {object} deps
 * @param {Store} deps.store
 * @param {() => string} deps.timeZone
 * @param {string} deps.baseUrl
 * @param {StatisticsConfig} deps.config
 * @param {(remote: string) => void} [deps.onUntrusted]  called with the address of a proxy that is not trusted
 * @param {() => Promise<{ countryOf: (address: string) => string }>} deps.openPlaces  `countryOf`: a code; '' when it
 *   is not known
 * @param {(size: number) => Buffer} deps.random
 * @param {Processes} deps.processes
 * @param {Derived} deps.sums  of months
 * @param {Clock} deps.clock
 * @param {Log} deps.log
 */
export function openStatistics({ baseUrl, processes, openPlaces, ...deps }) {
  const { clock, log } = deps;
  /** @type {Promise<OwnStatistics> | undefined} */
  let loading;
  /** @type {OwnStatistics | undefined} */
  let loaded;
  const recorder = createRecorder({ clock, log, count });
  const cancel = clock.after(LOAD_AFTER, () => load().catch(fail));
  processes.offer({ flushStatistics: flush, hereNow });
  return { listener: recorder, query, live, close };

  function load() {
    loading ??= begin();
    return loading;
  }

  async function begin() {
    const { createStatistics } = await import('./statistics.js');
    const { compilePatterns } = await import('./agents.js');
    await compilePatterns();
    const places = await openPlaces();
    const countryOf = (/** @type {string} */ address) => places.countryOf(address);
    const { hostname: ownHost } = new URL(baseUrl);
    const statistics = createStatistics({ ...deps, countryOf, ownHost });
    await statistics.start();
    return (loaded = statistics);
  }

  /** @param {Parameters<OwnStatistics['count']>[0]} seen */
  function count(seen) {
    return loaded ? loaded.count(seen) : load().then((statistics) => statistics.count(seen));
  }

  async function flush() {
    await recorder.drain();
    await (await load()).flush();
  }

  async function hereNow() {
    await recorder.drain();
    return (await load()).here();
  }

  /** @param {Question} question @throws {LarderError} `invalid`, with the parameter */
  async function query(question) {
    await processes.ask('flushStatistics');
    return (await load()).query(question);
  }

  /** The readers of the last five minutes, and the pages that they have opened last. */
  async function live() {
    const { sumUpLive } = await import('./statistics.js');
    const answers = await processes.ask('hereNow');
    return sumUpLive(answers.map(({ value }) => value));
  }

  /** Counts and writes the rest. */
  async function close() {
    cancel();
    try {
      await recorder.drain();
      await (await loading)?.stop();
    } catch (error) {
      fail(error);
    }
  }

  /** @param {unknown} error */
  function fail(error) {
    log.error({ err: error }, 'The statistics fail');
  }
}
