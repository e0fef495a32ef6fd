import { execFile } from 'node:child_process';
import { readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

/**
 * @typedef {object} Load
 * @property {number} requests
 * @property {number} connections
 * @property {boolean} keepAlive
 * @property {Record<string, string>} headers
 * @property {{ file: string, contentType: string }} [put]  what is sent, instead of asking
 * @property {number} [seconds]  whole ones, for a driver that goes by time
 * @property {string} [script]  in Lua, for wrk: what it sends
 *
 * @typedef {object} Measured
 * @property {number} [requests]  that were answered, where the driver goes by time
 * @property {number} perSecond  requests
 * @property {number} ms  a request, as one client sees it
 * @property {number} kBps  received
 * @property {[percent: number, ms: number][]} latency
 *
 * @typedef {(url: string, load: Load) => Promise<Measured>} Driver
 */

const run = promisify(execFile);

/**
 * Finds what to drive a server with: ab, as the first engine's author did, or autocannon.
 * @param {{ write: (text: string) => unknown }} stderr
 * @returns {Promise<{ name: string, drive: Driver }>}
 */
export async function findDriver(stderr) {
  try {
    const { stdout } = await run('ab', ['-V']);
    return { name: `ab ${/Version ([\d.]+)/.exec(stdout)?.[1] ?? ''}`.trim(), drive: driveWithAb };
  } catch {
    stderr.write(
      'There is no ab here, so autocannon stands in. On Debian: apt-get install apache2-utils\n',
    );
    return { name: 'autocannon', drive: modernDriver };
  }
}

/** @type {Driver} */
async function driveWithAb(url, { requests, connections, keepAlive, headers, put }) {
  const file = join(tmpdir(), `larder-ab-${process.pid}.csv`);
  const lines = Object.entries(headers).flatMap(([name, value]) => ['-H', `${name}: ${value}`]);
  const own = ['-q', '-r', '-n', String(requests), '-c', String(connections), '-e', file];
  if (keepAlive) own.push('-k');
  if (put) own.push('-u', put.file, '-T', put.contentType);
  const { stdout } = await run('ab', [...own, ...lines, url]);
  const failed = figure(stdout, /Failed requests:\s+(\d+)/);
  if (failed > 0)
    throw new Error(`${failed} of ${requests} requests for ${url} failed:\n${stdout}`);
  const latency = percentilesOf(await readFile(file, 'utf8'));
  await rm(file);
  return {
    perSecond: figure(stdout, /Requests per second:\s+([\d.]+)/),
    ms: figure(stdout, /Time per request:\s+([\d.]+) \[ms\] \(mean\)/),
    kBps: figure(stdout, /Transfer rate:\s+([\d.]+)/) * 1.024,
    latency,
  };
}

/** @param {string} text @param {RegExp} pattern */
const figure = (text, pattern) => Number(pattern.exec(text)?.[1] ?? 0);

/** @param {string} csv @returns {[number, number][]} */
const percentilesOf = (csv) =>
  csv
    .trim()
    .split('\n')
    .slice(1)
    .map((line) => /** @type {[number, number]} */ (line.split(',').map(Number)));

/** Speaks HTTP/1.1, and costs so little that the server is busy all the time. Goes by time. @type {Driver} */
export async function driveWithWrk(url, { seconds = 1, connections, headers, script }) {
  const lines = Object.entries(headers).flatMap(([name, value]) => ['-H', `${name}: ${value}`]);
  const own = ['-t1', `-c${connections}`, `-d${seconds}s`, '--latency'];
  if (script) own.push('-s', script);
  const { stdout } = await run('wrk', [...own, ...lines, url]);
  if (/Non-2xx or 3xx|Socket errors/.test(stdout)) throw new Error(`${url} failed:\n${stdout}`);
  const perSecond = figure(stdout, /Requests\/sec:\s+([\d.]+)/);
  return {
    requests: figure(stdout, /(\d{1,12}) requests in/),
    perSecond,
    ms: (connections / perSecond) * 1000,
    kBps: 0,
    latency: [],
  };
}

/** Speaks HTTP/1.1, as ab does not. @type {Driver} */
export async function modernDriver(url, { requests, connections, keepAlive, headers, put }) {
  // It has no types of its own.
  const name = 'autocannon';
  const { default: autocannon } = await import(name);
  const once = keepAlive ? {} : { reconnectRate: 1 };
  const begun = performance.now();
  let ended = begun;
  // It tells of its end when it next takes a sample.
  const sampled = { sampleInt: 20 };
  const sent = put
    ? {
        method: 'PUT',
        body: await readFile(put.file),
        headers: { ...headers, 'Content-Type': put.contentType },
      }
    : { headers };
  const running = autocannon({ url, connections, amount: requests, ...sent, ...once, ...sampled });
  running.on('response', () => (ended = performance.now()));
  const result = await running;
  const seconds = (ended - begun) / 1000;
  if (result.errors > 0) throw new Error(`${result.errors} requests for ${url} failed`);
  const percents = /** @type {const} */ ([1, 10, 25, 50, 75, 90, 97.5, 99, 99.9]);
  return {
    perSecond: requests / seconds,
    ms: result.latency.average,
    kBps: result.throughput.total / seconds / 1000,
    latency: percents.map((percent) => [
      percent,
      result.latency[`p${String(percent).replace('.', '_')}`],
    ]),
  };
}
