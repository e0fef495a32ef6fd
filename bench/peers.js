import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { serve } from './measure.js';
import { headersOf, scenarios } from './scenarios.js';
import { measure, standingsOf } from './support/compare.js';
import { isInstalled } from './support/installed.js';
import { driveWithWrk } from './support/load.js';
import { startNginx } from './support/nginx.js';
import { ask, headerOf } from './support/servers.js';
import { makeSubject } from './support/subject.js';
import { align, machine } from './table.js';
/** @import { Scenario } from './scenarios.js' */
/** @import { Standing } from './support/compare.js' */
/** @import { Server } from './support/servers.js' */
/** @import { Choices } from './usual.js' */

const POSTS = 20;
/** Milliseconds after which Larder has compressed what is asked for as well as can be. */
const IDLE = 4000;

/** As Chrome asks for a page that it is led to, some 700 bytes. @type {Record<string, string>} */
const chrome = {
  'sec-ch-ua': '"Chromium";v="140", "Not=A?Brand";v="24", "Google Chrome";v="140"',
  'sec-ch-ua-mobile': '?0',
  'sec-ch-ua-platform': '"Linux"',
  'Upgrade-Insecure-Requests': '1',
  'User-Agent':
    'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36',
  Accept:
    'text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,image/apng,*/*;q=0.8,application/signed-exchange;v=b3;q=0.7',
  'Sec-Fetch-Site': 'same-origin',
  'Sec-Fetch-Mode': 'navigate',
  'Sec-Fetch-User': '?1',
  'Sec-Fetch-Dest': 'document',
  'Accept-Encoding': 'gzip, deflate, br, zstd',
  'Accept-Language': 'en-GB,en;q=0.9,de;q=0.8',
};

/** The most of nginx's CPU time that a hit may take: nginx sends the plain body from a file. */
const GOALS = /** @type {const} */ ([
  ['plain', 1.1],
  ['gzip', 0.85],
  ['brotli', 0.85],
  ['chrome', 0.85],
  ['304', 0.85],
]);

/**
 * Larder beside nginx with proxy_cache in front of it, both with one process and the same entries.
 * @param {Choices} choices
 * @returns {Promise<number>} the exit code: 1 when a goal is missed, 2 without nginx
 */
export async function peers({ words, tell, say, later }) {
  const missing = ['nginx', 'wrk'].filter((program) => !isInstalled(program));
  if (missing.length > 0) {
    say(`Not installed: ${missing.join(', ')}. On Debian: apt-get install nginx-light wrk\n`);
    return 2;
  }
  const subject = await makeSubject({ count: POSTS, words, tell, later });
  const larder = await serve(subject, {});
  const folder = join(subject.folder, 'nginx');
  const nginx = await startNginx(folder, cacheInFrontOf(larder.url, folder));
  later(nginx.stop);
  try {
    /** @type {string[][]} */
    const lines = [];
    let isMissed = false;
    for (const [id, goal] of GOALS) {
      const { name, headers } = await requestFor(id, larder.url + subject.posts[0]);
      tell(name);
      const standings = await compare({ larder, nginx }, subject.posts[0], headers);
      const ratio = standings.nginx.ratio;
      isMissed ||= ratio > goal;
      lines.push(lineOf(name, standings, goal));
    }
    tell('');
    const head = ['CPU time a request', 'Larder µs', 'nginx µs', 'ratio', 'goal', ''];
    say(`${machine()}, 32 kept connections\n\n${align([head, ...lines])}\n`);
    return isMissed ? 1 : 0;
  } finally {
    await nginx.stop();
    await larder.stop();
    await subject.remove();
  }
}

/**
 * @param {string} id of a goal
 * @param {string} url
 * @returns {Promise<{ name: string, headers: Record<string, string> }>}
 */
async function requestFor(id, url) {
  if (id === 'chrome') return { name: 'a post, as Chrome asks for it', headers: chrome };
  const scenario = /** @type {Scenario} */ (scenarios.find((each) => each.id === id));
  const etag = scenario.conditional ? headerOf(await ask(url), 'etag') : '';
  return { name: scenario.name, headers: headersOf(scenario, etag) };
}

/**
 * @param {Record<'larder' | 'nginx', Server>} servers
 * @param {string} path
 * @param {Record<string, string>} headers
 */
async function compare(servers, path, headers) {
  for (const { url } of Object.values(servers))
    for (let time = 0; time < 5; time++) await ask(url + path, headers);
  await pause(IDLE);
  const load = { connections: 32, keepAlive: true, headers };
  const effort = { drive: driveWithWrk, requests: 1, rounds: 9, seconds: 1 };
  return standingsOf(await measure(servers, path, load, effort));
}

/**
 * @param {string} name
 * @param {Record<'larder' | 'nginx', Standing>} standings
 * @param {number} goal
 */
const lineOf = (name, { larder, nginx }, goal) => [
  name,
  larder.cpu.all.toFixed(1),
  nginx.cpu.all.toFixed(1),
  nginx.ratio.toFixed(2),
  goal.toFixed(2),
  nginx.ratio > goal ? 'MISSED' : 'met',
];

/** @param {string} origin @param {string} folder */
const cacheInFrontOf = (origin, folder) => ({
  http: `proxy_cache_path ${folder}/cache levels=1:2 keys_zone=pages:10m inactive=60m use_temp_path=off;`,
  location: `
      proxy_pass ${origin};
      proxy_set_header Accept-Encoding $http_accept_encoding;
      proxy_cache pages;
      proxy_cache_valid 200 60m;
      proxy_cache_key "$uri $http_accept_encoding";
      proxy_ignore_headers Cache-Control Expires Vary;`,
});
