import { setTimeout as pause } from 'node:timers/promises';
import { headersOf, scenarios } from './scenarios.js';
import { startServer } from './support/blog.js';
import { measure, standingsOf } from './support/compare.js';
import { playDay } from './support/day.js';
import { ask, headerOf, startRival } from './support/servers.js';
import { makeToken } from './support/subject.js';
import { cpuOf, memoryOf, perRequest } from './support/usage.js';
/** @import { Scenario } from './scenarios.js' */
/** @import { Sample, Standing } from './support/compare.js' */
/** @import { Driver } from './support/load.js' */
/** @import { Rival, Server } from './support/servers.js' */
/** @import { Subject } from './support/subject.js' */

/**
 * @typedef {object} Row
 * @property {string} id
 * @property {string} name
 * @property {number} bytes  of the body
 * @property {Standing} larder
 * @property {Standing} bare
 * @property {Standing} [express]
 * @property {number} memory  of the server afterwards, in megabytes
 *
 * @typedef {object} Means
 * @property {Subject} subject
 * @property {{ name: string, drive: Driver }} driver
 * @property {Driver} modern  one that speaks HTTP/1.1
 * @property {(text: string) => void} tell  progress
 * @property {(pid: number) => void} [confine]
 */

/** Milliseconds in which the cache must have stayed as it is: then all that was asked for is compressed as well as can be. */
const IDLE = 2000;
const PATIENCE = 60_000;
const DAY = 5000;

/** Requests after which V8 has compiled all that they need; of those on new connections, a tenth. */
const WARM = 30_000;

/**
 * @typedef {object} Effort
 * @property {number} rounds
 * @property {number} generations  how often all servers are started anew for the scenarios that a hit is judged by. A process has
 *   its luck: where its memory lies, in what order V8 has compiled; the same program can differ from itself by a tenth
 * @property {number} goalRounds  of those scenarios, in each generation
 * @property {number} seconds  for each measurement
 * @property {number} [warmUp]  requests that each server gets before the first
 * @property {(scenario: Scenario) => boolean} [only]
 * @property {('bare' | 'express')[]} [rivals]
 */

/**
 * Measures every scenario: Larder, a bare node:http server, and an Express route, side by side.
 * @param {Means} means
 * @param {Effort} effort
 * @returns {Promise<Row[]>}
 */
export async function measureAll(means, effort) {
  const wanted = scenarios.filter(effort.only ?? (() => true));
  /** @type {Measurement[]} */
  const taken = [];
  const goals = wanted.filter(({ isGoal }) => isGoal);
  const generations = [wanted, ...Array.from({ length: effort.generations - 1 }, () => goals)];
  const total = generations.flat().length;
  let begun = 0;
  const begin = (/** @type {Scenario} */ { name }) => means.tell(`${++begun} of ${total}: ${name}`);
  for (const some of generations)
    taken.push(...(await measureGeneration(some, means, effort, begin)));
  return wanted.map((scenario) => rowOf(taken.filter((each) => each.scenario === scenario)));
}

/**
 * @typedef {object} Measurement  of one scenario in one generation
 * @property {Scenario} scenario
 * @property {number} bytes
 * @property {number} memory
 * @property {Record<string, Sample[]>} samples
 */

/** @param {Measurement[]} measurements of one scenario @returns {Row} */
function rowOf(measurements) {
  const [{ scenario, bytes }] = measurements;
  const { id, name } = scenario;
  const servers = Object.keys(measurements[0].samples);
  const all = Object.fromEntries(
    servers.map((server) => [server, measurements.flatMap(({ samples }) => samples[server])]),
  );
  const memory = Math.max(...measurements.map((each) => each.memory));
  return { id, name, bytes, memory, .../** @type {any} */ (standingsOf(all)) };
}

/**
 * Starts every server, measures, and stops them.
 * @param {Scenario[]} wanted
 * @param {Means} means
 * @param {Effort} effort
 * @param {(scenario: Scenario) => void} begin  told before each
 * @returns {Promise<Measurement[]>}
 */
async function measureGeneration(wanted, means, effort, begin) {
  const { subject, confine } = means;
  const { warmUp = WARM, rivals = ['bare', 'express'] } = effort;
  const larder = await serve(subject, {}, confine);
  const isAllCached = wanted.every(({ cached }) => cached);
  const uncached = isAllCached ? null : await serve(subject, { CACHE_MAX_BYTES: '0' }, confine);
  const others = await Promise.all(rivals.map((kind) => startRival(kind, { confine })));
  try {
    await warm(larder.url, wanted, subject);
    await warmAlike({ larder, uncached, rivals: others }, means, warmUp);
    /** @type {Measurement[]} */
    const taken = [];
    for (const scenario of wanted) {
      begin(scenario);
      const server = scenario.cached || !uncached ? larder : uncached;
      taken.push(await measureOne(scenario, server, others, means, effort));
    }
    return taken;
  } finally {
    await Promise.all([larder, uncached, ...others].map((server) => server?.stop()));
  }
}

/**
 * @param {Subject} subject
 * @param {Record<string, string>} env
 * @param {((pid: number) => void)} [confine]
 */
export async function serve({ storeUrl, folder }, env, confine) {
  const own = { CACHE_DIR: `${folder}/${Object.keys(env).join('') || 'cache'}`, ...env };
  const server = await startServer(storeUrl, own, { confine });
  return { ...server, url: server.url.slice(0, -1) };
}

/**
 * Asks for everything a few times, so that it is kept, and lets the server compress it.
 * @param {string} url
 * @param {Scenario[]} wanted
 * @param {Subject} subject
 */
async function warm(url, wanted, { posts }) {
  for (const scenario of wanted)
    for (let time = 0; time < 5; time++)
      await ask(url + scenario.path({ post: posts[0] }), headersOf(scenario, '"none"'));
  let before = -1;
  for (let waited = 0; waited < PATIENCE; waited += IDLE) {
    await pause(IDLE);
    const { bytes } = await statusOf(url);
    if (bytes === before) return;
    before = bytes;
  }
}

/**
 * Gives every server as many requests, since the one that had more before the first measurement would look faster.
 * @param {{ larder: Server, uncached: Server | null, rivals: Rival[] }} servers `uncached`: measured on new connections alone
 * @param {Means} means
 * @param {number} requests
 */
async function warmAlike({ larder, uncached, rivals }, { subject, driver }, requests) {
  const [path] = subject.posts;
  const answer = await ask(larder.url + path);
  for (const rival of rivals) await rival.answerWith(answer);
  const load = { connections: 32, headers: {} };
  for (const { url } of [larder, ...rivals]) {
    await driver.drive(url + path, { ...load, requests, keepAlive: true });
    await driver.drive(url + path, { ...load, requests: requests / 10, keepAlive: false });
  }
  const few = { connections: 1, headers: {}, requests: requests / 10, keepAlive: false };
  if (uncached) await driver.drive(uncached.url + path, few);
}

/**
 * @param {Scenario} scenario
 * @param {Server} larder
 * @param {Rival[]} rivals bare, express
 * @param {Means} means
 * @param {Effort} effort
 * @returns {Promise<Measurement>}
 */
async function measureOne(scenario, larder, rivals, { subject, driver, modern }, effort) {
  const { connections, keepAlive, requests, conditional, isGoal } = scenario;
  const path = scenario.path({ post: subject.posts[0] });
  const etag = conditional ? headerOf(await ask(larder.url + path), 'etag') : '';
  const headers = headersOf(scenario, etag);
  const answer = await ask(larder.url + path, headers);
  for (const rival of rivals) await rival.answerWith(answer);
  const [bare, express] = rivals;
  const servers = express ? { larder, bare, express } : { larder, bare };
  const samples = await measure(
    /** @type {any} */ (servers),
    path,
    { connections, keepAlive, headers },
    {
      // ab speaks HTTP/1.0, in which an answer without a body ends the connection.
      drive: conditional ? modern : driver.drive,
      rounds: isGoal ? effort.goalRounds : effort.rounds,
      seconds: effort.seconds,
      requests,
    },
  );
  const bytes = Buffer.from(answer.body, 'base64').length;
  return { scenario, bytes, memory: memoryOf(larder.pid), samples };
}

/**
 * A day's traffic with one write in a hundred requests; the rivals get the readers' part of it.
 * @param {Means} means
 * @returns {Promise<Row & { hitRatio: number }>}
 */
export async function measureDay({ subject, tell, confine }) {
  tell('a day’s traffic');
  const larder = await serve(subject, {}, confine);
  const rivals = await Promise.all([
    startRival('bare', { confine }),
    startRival('express', { confine }),
  ]);
  try {
    const token = await makeToken(subject.storeUrl);
    const others = ['/', '/atomfeed', '/archive', '/tags', '/page/1', '/sitemap.xml'];
    const day = { posts: subject.posts, others };
    const answer = await ask(larder.url + subject.posts[0], { 'Accept-Encoding': 'gzip' });
    for (const rival of rivals) await rival.answerWith(answer);
    const run = async (/** @type {any} */ server, /** @type {string} */ key) => {
      const before = cpuOf(server.pid);
      const result = await playDay(server.url, day, { requests: DAY, token: key });
      const cpu = perRequest(before, cpuOf(server.pid), DAY);
      return { ...result, kBps: (result.bytes / DAY / 1000) * result.perSecond, cpu, ratio: 1 };
    };
    await run(larder, token);
    for (const rival of rivals) await run(rival, '');
    const first = await statusOf(larder.url);
    const own = await run(larder, token);
    const last = await statusOf(larder.url);
    const [bare, express] = [await run(rivals[0], ''), await run(rivals[1], '')].map((each) => ({
      ...each,
      ratio: own.cpu.all / each.cpu.all,
    }));
    const hits = last.hits - first.hits;
    const hitRatio = hits / (hits + last.misses - first.misses);
    const memory = memoryOf(larder.pid);
    const name = `a day’s traffic, 1 % writes (${(hitRatio * 100).toFixed(1)} % hits)`;
    return {
      id: 'day',
      name,
      bytes: Math.round(own.bytes / DAY),
      larder: own,
      bare,
      express,
      memory,
      hitRatio,
    };
  } finally {
    await Promise.all([larder, ...rivals].map(({ stop }) => stop()));
  }
}

/** @param {string} url */
async function statusOf(url) {
  const { cache } = /** @type {any} */ (await (await fetch(`${url}/status`)).json());
  const stores = /** @type {any[]} */ (Object.values(cache.stores));
  const sum = (/** @type {'hits' | 'misses'} */ name) =>
    stores.reduce((total, store) => total + store[name], 0);
  return { hits: sum('hits'), misses: sum('misses'), bytes: cache.bytes };
}
