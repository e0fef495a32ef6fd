import { cpuOf, perRequest } from './usage.js';
import { percentile } from './blog.js';

/**
 * @typedef {import('./load.js').Measured & { cpu: import('./usage.js').Cpu }} Sample
 * @typedef {Sample & { ratio: number }} Standing  The medians of a server's samples; `ratio` is the first server's CPU time a
 *   request to this one's, the median of the pairs
 */

/** Requests to find out how fast a server is. */
const TRIAL = 64;

/**
 * Measures servers side by side: one after the other, in rounds, since what else the machine does changes with time.
 * @template {string} N
 * @param {Record<N, { url: string, pid: number }>} servers  the first is compared with each
 * @param {string} path
 * @param {Omit<import('./load.js').Load, 'requests'>} load
 * @param {object} options
 * @param {import('./load.js').Driver} options.drive
 * @param {number} options.rounds
 * @param {number} options.seconds of each measurement
 * @param {number} [options.requests] of each; left out, as many as fill the seconds
 * @param {typeof cpuOf} [options.usage]
 * @returns {Promise<Record<N, Standing>>}
 */
export async function compare(servers, path, load, options) {
  const { drive, rounds, seconds, requests, usage = cpuOf } = options;
  const entries = /** @type {[N, { url: string, pid: number }][]} */ (Object.entries(servers));
  const counts = [];
  for (const [, { url }] of entries)
    counts.push(await countFor(url + path, load, { drive, seconds, requests }));
  /** @type {Sample[][]} */
  const samples = entries.map(() => []);
  for (let round = 0; round < rounds; round++)
    for (const [place, [, { url, pid }]] of entries.entries()) {
      const count = counts[place];
      await drive(url + path, { ...load, requests: wakingUp(count, load) });
      const before = usage(pid);
      const measured = await drive(url + path, { ...load, requests: count });
      samples[place].push({ ...measured, cpu: perRequest(before, usage(pid), count) });
    }
  const standings = entries.map(([name], place) => [name, standing(samples[place], samples[0])]);
  return Object.fromEntries(standings);
}

/**
 * Warms a server up, and finds how many requests to measure it with.
 * @param {string} url
 * @param {Omit<import('./load.js').Load, 'requests'>} load
 * @param {{ drive: import('./load.js').Driver, seconds: number, requests?: number }} options
 */
async function countFor(url, load, { drive, seconds, requests }) {
  const least = Math.max(TRIAL, load.connections * 2);
  await drive(url, { ...load, requests: requests ?? least });
  if (requests !== undefined) return requests;
  const { perSecond } = await drive(url, { ...load, requests: least * 4 });
  return Math.max(least, Math.round(perSecond * seconds));
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
