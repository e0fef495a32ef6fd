import { monitorEventLoopDelay } from 'node:perf_hooks';
import { Histogram } from '../../base/histogram.js';
/** @import { IntervalHistogram } from 'node:perf_hooks' */
/** @import { RequestCounters } from './request-counters.js' */
/** @import { Answered } from '../../http/door.js' */
/** @import { Store } from '../../store/types.js' */
/** @import { Figures } from './status.js' */

/** Milliseconds between two looks at the event loop. */
const RESOLUTION = 10;
const NANOSECONDS = 1e9;

/** Calls that ask the store once, or a few times. */
const ROUND_TRIPS = /** @type {const} */ ([
  ...['get', 'getMany', 'commentsOf', 'commentsWith', 'commentCounts', 'write', 'writeMany'],
  ...['summaries', 'epoch', 'knows', 'ping'],
]);

/** @typedef {ReturnType<ReturnType<typeof createSamples>['take']>} Sample */

/**
 * What `/metrics` tells of one process, as plain data. Times are taken from the first sample on: who never asks pays
 * nothing.
 * @param {object} deps
 * @param {() => Figures} deps.status
 * @param {RequestCounters} deps.counters
 * @param {Store} deps.store  its functions are replaced by ones that take the time
 * @param {() => number} deps.memory  bytes that the process has (RSS)
 * @param {() => number} deps.now  in milliseconds, with fractions
 */
export function createSamples({ status, counters, store, memory, now }) {
  const requestTimes = new Histogram();
  /** By operation. @type {Map<string, Histogram>} */
  const storeTimes = new Map();
  /** @type {IntervalHistogram | undefined} */
  let delays;
  return { take, answered, stop: () => delays?.disable() };

  /** @param {Pick<Answered, 'isHit' | 'milliseconds'>} answer */
  function answered({ isHit, milliseconds }) {
    if (delays && !isHit) requestTimes.add(milliseconds);
  }

  /** The delays of the event loop are those since the last sample. */
  function take() {
    const watched = (delays ??= begin());
    // What it records is the time between two looks.
    const delayOf = (/** @type {number} */ percent) =>
      Math.max(0, watched.percentile(percent) / NANOSECONDS - RESOLUTION / 1000);
    const eventLoop = { 50: delayOf(50), 99: delayOf(99), 100: delayOf(100) };
    watched.reset();
    const { user, system } = process.cpuUsage();
    return {
      ...status(),
      answers: counters.answers,
      requestTimes: requestTimes.read(),
      storeTimes: Object.fromEntries([...storeTimes].map(([name, times]) => [name, times.read()])),
      eventLoop,
      memoryBytes: memory(),
      cpuSeconds: (user + system) / 1e6,
    };
  }

  function begin() {
    for (const name of ROUND_TRIPS) {
      const times = new Histogram();
      storeTimes.set(name, times);
      const call = store[name];
      const timed = (/** @type {unknown[]} */ ...args) =>
        Reflect.apply(call, undefined, args).finally(timer(times));
      Object.assign(store, { [name]: timed });
    }
    const histogram = monitorEventLoopDelay({ resolution: RESOLUTION });
    histogram.enable();
    return histogram;
  }

  /** @param {Histogram} times @returns {() => void} ends what begins now */
  function timer(times) {
    const begun = now();
    return () => times.add(now() - begun);
  }
}
