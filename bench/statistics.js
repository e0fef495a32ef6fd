import { fileURLToPath } from 'node:url';
import { headersOf, scenarios } from './scenarios.js';
import { serve } from './measure.js';
import { measure, standingsOf } from './support/compare.js';
import { isInstalled } from './support/installed.js';
import { driveWithWrk } from './support/load.js';
import { ask, headerOf } from './support/servers.js';
import { makeSubject } from './support/subject.js';
import { memoryOf } from './support/usage.js';
import { align, machine } from './table.js';
/** @import { Scenario } from './scenarios.js' */
/** @import { Sample } from './support/compare.js' */
/** @import { Subject } from './support/subject.js' */
/** @import { Choices } from './usual.js' */

const POSTS = 20;
const ROUNDS = 7;
/** How often both servers are started anew: a process has its luck, of more than what is measured here. */
const GENERATIONS = 3;
/** The most of a hit's CPU time without counting that one with it may take. */
const GOAL = 1.05;
/** The most that it may hold in memory, in megabytes. */
const MEMORY_GOAL = 15;

/** Addresses and browsers as a proxy passes them on. */
export const readers = fileURLToPath(new URL('support/readers.lua', import.meta.url));

/**
 * Hits with counting beside hits without, asked for by 10,000 addresses with 500 browsers.
 * @param {Choices} choices
 * @returns {Promise<number>} the exit code: 1 when a goal is missed, 2 without wrk
 */
export async function statistics({ words, tell, say, later }) {
  if (!isInstalled('wrk')) {
    say('Not installed: wrk. On Debian: apt-get install wrk\n');
    return 2;
  }
  const subject = await makeSubject({ count: POSTS, words, tell, later });
  try {
    const lines = [];
    /** @type {Record<string, Record<'on' | 'off', Sample[]>>} */
    const samples = {};
    let more = 0;
    for (let generation = 0; generation < GENERATIONS; generation++)
      more = Math.max(more, await measureGeneration(subject, samples, tell));
    tell('');
    let isMissed = more > MEMORY_GOAL;
    for (const [name, each] of Object.entries(samples)) {
      const { on, off } = standingsOf(each);
      isMissed ||= off.ratio > GOAL;
      const [own, without] = [on, off].map(({ cpu }) => cpu.all.toFixed(1));
      lines.push([name, own, without, off.ratio.toFixed(2), verdict(off.ratio, GOAL)]);
    }
    const head = ['CPU time a hit', 'counted µs', 'not counted µs', 'ratio', `goal ${GOAL}`];
    say(`${machine()}, 32 kept connections\n\n${align([head, ...lines])}\n\n`);
    say(
      `Memory: ${more.toFixed(1)} MB more (goal ${MEMORY_GOAL}: ${verdict(more, MEMORY_GOAL)})\n`,
    );
    return isMissed ? 1 : 0;
  } finally {
    await subject.remove();
  }
}

/**
 * @param {Subject} subject
 * @param {Record<string, Record<'on' | 'off', Sample[]>>} samples  by name of the scenario, to which those of this generation are added
 * @param {(text: string) => void} tell
 * @returns {Promise<number>} megabytes of memory that counting takes
 */
async function measureGeneration(subject, samples, tell) {
  const env = { TRUST_PROXY: 'loopback', CACHE_DIR: '' };
  const on = await serve(subject, { ...env, STATISTICS: 'on' });
  const off = await serve(subject, { ...env, STATISTICS: 'off' });
  try {
    const [path] = subject.posts;
    for (const id of ['plain', 'gzip', '304']) {
      const scenario = /** @type {Scenario} */ (scenarios.find((each) => each.id === id));
      tell(scenario.name);
      const etag = scenario.conditional ? headerOf(await ask(on.url + path), 'etag') : '';
      const load = {
        connections: 32,
        keepAlive: true,
        script: readers,
        headers: headersOf(scenario, etag),
      };
      const effort = { drive: driveWithWrk, requests: 1, rounds: ROUNDS, seconds: 1 };
      const measured = await measure({ on, off }, path, load, effort);
      const all = (samples[scenario.name] ??= { on: [], off: [] });
      all.on.push(...measured.on);
      all.off.push(...measured.off);
    }
    return memoryOf(on.pid) - memoryOf(off.pid);
  } finally {
    await Promise.all([on, off].map(({ stop }) => stop()));
  }
}

/** @param {number} figure @param {number} goal */
export const verdict = (figure, goal) => (figure > goal ? 'MISSED' : 'met');
