#!/usr/bin/env node
/**
 * What readers feel when all pages are cleared at once: 500 requests a second over all posts of a blog, few of which get most
 * (Zipf, exponent 1), before and after its title changes. `node bench/large-change.js [--some] [POSTS] [APP]`: APP is the app.js of
 * another checkout, to be compared with. With --some the time zone changes instead, which moves an eighth of the posts to another day.
 */
import { Agent, request } from 'node:http';
import { performance } from 'node:perf_hooks';
import { setTimeout } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { percentile, startServer } from './support/blog.js';
import { whenBrokenOff } from './support/broken-off.js';
import { randomFrom } from './support/random.js';
import { makeSubject, makeToken } from './support/subject.js';

const PER_SECOND = 500;
const WINDOW = 2000;
const ROUNDS = 3;
/** Milliseconds after which whatever was to be rendered again is. */
const REST = 4000;
const zones = ['Etc/GMT-3', 'Etc/UTC'];

const { values, positionals } = parseArgs({
  options: { some: { type: 'boolean' } },
  allowPositionals: true,
});
const [count, app] = [Number(positionals[0] ?? 5000), positionals[1]];
const { later } = whenBrokenOff();
const subject = await makeSubject({
  count,
  words: 1500,
  tell: (text) => say(`\r${text}   `),
  later,
});
const token = await makeToken(subject.storeUrl, 'settings:write');
const env = { CACHE_MAX_BYTES: '1GiB', CACHE_DIR: `${subject.folder}/cache` };
const server = await startServer(subject.storeUrl, env, { app });
const agent = new Agent({ keepAlive: true, maxSockets: 256 });
const random = randomFrom(5);
const settingsUrl = `${server.url}api/settings`;
const authorization = { Authorization: `Bearer ${token}` };
say('\nasking for every post\n');
for (const path of subject.posts) await ask(path);
await getSettings();
for (let round = 1; round <= ROUNDS; round++) {
  tell('before', await read());
  const [first, ms] = await Promise.all([read(), change(round)]);
  process.stdout.write(`the change took ${ms.toFixed(0)} ms\n`);
  tell('the first 2 s', first);
  tell('the next 2 s', await read());
  await setTimeout(REST);
}
process.stdout.write(`${JSON.stringify((await status()).cache.background ?? {})}\n`);
agent.destroy();
await server.stop();
await subject.remove();

/** Asks at even times, whether or not the answers come. */
async function read() {
  /** @type {{ ms: number, isHit: boolean }[]} */
  const answers = [];
  const start = performance.now();
  const asked = [];
  for (let number = 0; number < (PER_SECOND * WINDOW) / 1000; number++) {
    const due = start + (number * 1000) / PER_SECOND;
    const wait = due - performance.now();
    if (wait > 0) await setTimeout(wait);
    const path = subject.posts[Math.floor(subject.posts.length ** random()) - 1];
    const begun = performance.now();
    const noted = ask(path).then((cacheStatus) =>
      answers.push({ ms: performance.now() - begun, isHit: cacheStatus.includes('hit') }),
    );
    asked.push(noted);
  }
  await Promise.all(asked);
  return answers;
}

/** @param {number} round @returns {Promise<number>} milliseconds until the answer */
async function change(round) {
  const changed = values.some ? { timeZone: zones[round % 2] } : { title: `Jars ${round}` };
  const etag = (await getSettings()).headers.get('etag') ?? '*';
  const headers = { ...authorization, 'If-Match': etag, 'Content-Type': 'application/json' };
  const begun = performance.now();
  const answer = await fetch(settingsUrl, {
    method: 'PUT',
    headers,
    body: JSON.stringify(changed),
  });
  if (!answer.ok) throw new Error(await answer.text());
  return performance.now() - begun;
}

/** Whoever changes the title has seen the page that shows it. */
function getSettings() {
  return fetch(settingsUrl, { headers: authorization });
}

/** @param {string} path @returns {Promise<string>} Cache-Status */
function ask(path) {
  return new Promise((resolve, reject) => {
    const headers = { 'Accept-Encoding': 'gzip' };
    const asking = request(server.url.slice(0, -1) + path, { agent, headers }, (answer) => {
      answer.resume();
      answer.on('end', () => resolve(String(answer.headers['cache-status'])));
    });
    asking.on('error', reject);
    asking.end();
  });
}

/** @returns {Promise<any>} */
async function status() {
  return (await fetch(`${server.url}status`)).json();
}

/** @param {string} name @param {{ ms: number, isHit: boolean }[]} answers */
function tell(name, answers) {
  const times = answers.map(({ ms }) => ms);
  const [median, most, worst] = [0.5, 0.99, 1].map((share) => percentile(times, share).toFixed(2));
  const hits = (answers.filter(({ isHit }) => isHit).length / answers.length) * 100;
  process.stdout.write(
    `${name}: ${hits.toFixed(1)} % hits; median ${median}, 99th percentile ${most}, worst ${worst} ms\n`,
  );
}

/** @param {string} text */
function say(text) {
  process.stderr.write(text);
}
