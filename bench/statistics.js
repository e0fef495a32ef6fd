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
/** @import { Choices } from './usual.js' */

const POSTS = 20;
const ROUNDS = 7;
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
  const env = { TRUST_PROXY: 'loopback', CACHE_DIR: '' };
  const on = await serve(subject, { ...env, STATISTICS: 'on' });
  const off = await serve(subject, { ...env, STATISTICS: 'off' });
  try {
    const [path] = subject.posts;
    const lines = [];
    let isMissed = false;
    for (const id of ['plain', 'gzip', '304']) {
      const scenario = /** @type {Scenario} */ (scenarios.find((each) => each.id === id));
      tell(scenario.name);
      const etag = scenario.conditional ? headerOf(await ask(on.url + path), 'etag') : '';
      const load = {
        ...{ connections: 32, keepAlive: true, script: readers },
        headers: headersOf(scenario, etag),
      };
      const effort = { drive: driveWithWrk, requests: 1, rounds: ROUNDS, seconds: 1 };
      const standings = standingsOf(await measure({ on, off }, path, load, effort));
      const { ratio } = standings.off;
      isMissed ||= ratio > GOAL;
      const [own, without] = [standings.on, standings.off].map(({ cpu }) => cpu.all.toFixed(1));
      lines.push([scenario.name, own, without, ratio.toFixed(2), verdict(ratio, GOAL)]);
    }
    tell('');
    const more = memoryOf(on.pid) - memoryOf(off.pid);
    const head = ['CPU time a hit', 'counted µs', 'not counted µs', 'ratio', `goal ${GOAL}`];
    say(`${machine()}, 32 kept connections\n\n${align([head, ...lines])}\n\n`);
    say(
      `Memory: ${more.toFixed(1)} MB more (goal ${MEMORY_GOAL}: ${verdict(more, MEMORY_GOAL)})\n`,
    );
    return isMissed || more > MEMORY_GOAL ? 1 : 0;
  } finally {
    await Promise.all([on, off].map(({ stop }) => stop()));
    await subject.remove();
  }
}

/** @param {number} figure @param {number} goal */
export const verdict = (figure, goal) => (figure > goal ? 'MISSED' : 'met');
