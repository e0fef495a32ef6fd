import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { databaseFileOf } from '../lib/statistics/places/database.js';
import { serve } from './measure.js';
import { readers, verdict } from './statistics.js';
import { percentile } from './support/blog.js';
import { measure, standingsOf } from './support/compare.js';
import { isInstalled } from './support/installed.js';
import { driveWithWrk } from './support/load.js';
import { startNginx } from './support/nginx.js';
import { ask } from './support/servers.js';
import { makeSubject } from './support/subject.js';
import { machine } from './table.js';
/** @import { Choices } from './usual.js' */

const POSTS = 20;
/** The most of a bare server's CPU time that an answer may take. */
const GOAL = 1.3;
const PER_SECOND = 5000;
const SECONDS = 5;
/** Readers of pages meanwhile, a second. */
const READERS = 100;

const bareProgram = fileURLToPath(new URL('support/bare-geo.js', import.meta.url));
const loadProgram = fileURLToPath(new URL('support/steady-load.js', import.meta.url));

/**
 * /geo beside a bare node:http server with the same look-up; what readers of pages feel of it; and two instances behind nginx,
 * whose /status must add up to what was asked.
 * @param {Choices} choices
 * @returns {Promise<number>} the exit code: 1 when a goal is missed, 2 without a program or a database
 */
export async function geo({ words, tell, say, later }) {
  const missing = ['nginx', 'wrk'].filter((program) => !isInstalled(program));
  if (missing.length > 0) {
    say(`Not installed: ${missing.join(', ')}. On Debian: apt-get install nginx-light wrk\n`);
    return 2;
  }
  const file = databaseFileOf({ geoDb: process.env.GEO_DB ?? '' });
  if (!file) {
    say('There is no database of places: set GEO_DB, as docs/running.md says.\n');
    return 2;
  }
  const subject = await makeSubject({ count: POSTS, words, tell, later });
  const env = { GEO_ENDPOINT: 'on', GEO_DB: file, TRUST_PROXY: 'loopback', CACHE_DIR: '' };
  const larder = await serve(subject, env);
  const second = await serve(subject, env);
  const bare = await startBare(file);
  const nginx = await startNginx(join(subject.folder, 'nginx'), balancing([larder, second]));
  later(nginx.stop);
  try {
    tell('beside a bare server');
    const load = { connections: 32, keepAlive: true, headers: {}, script: readers };
    const effort = { drive: driveWithWrk, requests: 1, rounds: 9, seconds: 1 };
    const standings = standingsOf(await measure({ larder, bare }, '/geo', load, effort));
    const { ratio } = standings.bare;

    tell('readers meanwhile');
    const [path] = subject.posts;
    await ask(larder.url + path);
    const before = await read(larder.url + path);
    const [during] = await Promise.all([read(larder.url + path), askSteadily(larder.url)]);

    tell('two instances behind nginx');
    const counted = async () => (await countOf(larder.url)) + (await countOf(second.url));
    const first = await counted();
    const { sent, perSecond } = await askSteadily(nginx.url);
    const told = (await counted()) - first;

    tell('');
    say(`${machine()}, 10,000 addresses

CPU time of a /geo: ${standings.larder.cpu.all.toFixed(1)} µs, ${ratio.toFixed(2)} times a bare server's (goal ${GOAL}: ${verdict(ratio, GOAL)})
A page's 99th percentile: ${before.toFixed(1)} ms, and ${during.toFixed(1)} ms while ${PER_SECOND} a second ask for /geo
Two instances behind nginx: ${perSecond.toFixed(0)} a second; ${sent} sent, ${told} in both /status (${sent === told ? 'met' : 'MISSED'})
`);
    return ratio > GOAL || sent !== told ? 1 : 0;
  } finally {
    await nginx.stop();
    bare.stop();
    await Promise.all([larder, second].map(({ stop }) => stop()));
    await subject.remove();
  }
}

/** @param {{ url: string }[]} servers */
const balancing = (servers) => ({
  http: `upstream larder { ${servers.map(({ url }) => `server ${new URL(url).host};`).join(' ')} keepalive 32; }`,
  location: `
      proxy_pass http://larder;
      proxy_set_header X-Forwarded-For $remote_addr;`,
});

/** @param {string} file */
async function startBare(file) {
  const child = fork(bareProgram, [file]);
  const [port] = await once(child, 'message');
  const url = `http://127.0.0.1:${port}`;
  return { url, pid: child.pid ?? 0, stop: () => child.disconnect() };
}

/**
 * Asks for /geo at a steady rate, from another process.
 * @param {string} url
 * @returns {Promise<{ sent: number, perSecond: number }>}
 */
async function askSteadily(url) {
  const [message] = await once(
    fork(loadProgram, [`${url}/geo`, String(PER_SECOND), String(SECONDS)]),
    'message',
  );
  return message;
}

/** @param {string} url @returns {Promise<number>} the 99th percentile in milliseconds */
async function read(url) {
  /** @type {number[]} */
  const times = [];
  for (let number = 0; number < READERS * SECONDS; number++) {
    const begun = performance.now();
    await ask(url);
    times.push(performance.now() - begun);
    await pause(1000 / READERS);
  }
  return percentile(times, 0.99);
}

/** @param {string} url */
async function countOf(url) {
  return /** @type {any} */ (await (await fetch(`${url}/status`)).json()).requests.geo;
}
