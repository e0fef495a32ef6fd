import { cpuOf, perRequest } from './usage.js';
import { percentile } from './blog.js';
/** @import { Driver, Load, Measured } from './load.js' */
/** @import { Cpu } from './usage.js' */

/**
 * @typedef {Measured & { cpu: Cpu }} Sample
 * @typedef {Sample & { ratio: number }} Standing  The medians of a server's samples; `ratio` is the first server's CPU time a
 *   request to this one's, the median of the pairs
 */

/** Requests to find out how fast a server is. */
const TRIAL = 64;

/**
 * Measures servers side by side: one after the other, in rounds, since what else the machine does changes with time.
 * @template {string} N
 * @param {Record<N, { url: string, pid: number }>} servers  the first tells how many requests fill the time
 * @param {string} path
 * @param {Omit<Load, 'requests'>} load
 * @param {object} options
 * @param {Driver} options.drive
 * @param {number} options.rounds
 * @param {number} options.seconds of each measurement
 * @param {number} [options.requests] of each; left out, as many as fill the seconds
 * @param {typeof cpuOf} [options.usage]
 * @returns {Promise<Record<N, Sample[]>>} a sample for each round
 */
export async function measure(servers, path, load, options) {
  const { drive, rounds, seconds, requests, usage = cpuOf } = options;
  const entries = /** @type {[N, { url: string, pid: number }][]} */ (Object.entries(servers));
  const [[, first]] = entries;
  // The same for each, since opening the connections counts too.
  const count = requests ?? (await countFor(first.url + path, load, { drive, seconds }));
  for (const [, { url }] of entries) await drive(url + path, { ...load, requests: count });
  /** @type {Sample[][]} */
  const samples = entries.map(() => []);
  for (let round = 0; round < rounds; round++)
    for (const [place, [, { url, pid }]] of entries.entries()) {
      await drive(url + path, { ...load, requests: wakingUp(count, load) });
      const before = usage(pid);
      const measured = await drive(url + path, { ...load, seconds, requests: count });
      const { requests: answered = count } = measured;
      samples[place].push({ ...measured, cpu: perRequest(before, usage(pid), answered) });
    }
  return /** @type {any} */ (
    Object.fromEntries(entries.map(([name], place) => [name, samples[place]]))
  );
}

/**
 * @template {string} N
 * @param {Record<N, Sample[]>} samples  the first server is compared with each; those of one place were taken in one round
 * @returns {Record<N, Standing>}
 */
export function standingsOf(samples) {
  const entries = /** @type {[N, Sample[]][]} */ (Object.entries(samples));
  const [[, first]] = entries;
  return /** @type {any} */ (
    Object.fromEntries(entries.map(([name, own]) => [name, standing(own, first)]))
  );
}

/**
 * @param {string} url
 * @param {Omit<Load, 'requests'>} load
 * @param {{ drive: Driver, seconds: number }} options
 * @returns {Promise<number>} how many requests fill the seconds: tried with a few, and then with as many as that would be
 */
async function countFor(url, load, { drive, seconds }) {
  const least = Math.max(TRIAL, load.connections * 2);
  let count = least;
  for (let trial = 0; trial < 2; trial++) {
    const { perSecond } = await drive(url, { ...load, requests: count });
    count = Math.max(least, Math.round(perSecond * seconds));
  }
  return count;
}

/**
 * How many requests go before a measurement. While others were measured, the system may have put pages of this process
 * away and the processor has forgotten it: that is the cost of having been idle, not of a request.
 * @param {number} count of requests that are measured
 * @param {{ connections: number }} load
 */
const wakingUp = (count, { connections }) => Math.max(connections, Math.round(count / 3));

/** @param {Sample[]} samples @param {Sample[]} first @returns {Standing} */
function standing(samples, first) {
  const middle = (/** @type {(sample: Sample) => number} */ pick) =>
    percentile(samples.map(pick), 0.5);
  return {
    perSecond: middle(({ perSecond }) => perSecond),
    ms: middle(({ ms }) => ms),
    kBps: middle(({ kBps }) => kBps),
    latency: samples[0].latency.map(([percent], place) => [
      percent,
      middle(({ latency }) => latency[place]?.[1] ?? 0),
    ]),
    cpu: { main: middle(({ cpu }) => cpu.main), all: middle(({ cpu }) => cpu.all) },
    ratio: percentile(
      samples.map(({ cpu }, round) => first[round].cpu.all / cpu.all),
      0.5,
    ),
  };
}
