import { spawn } from 'node:child_process';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { serve } from './measure.js';
import { headersOf, scenarios } from './scenarios.js';
import { childrenOf } from './support/broken-off.js';
import { measure, standingsOf } from './support/compare.js';
import { isInstalled } from './support/installed.js';
import { driveWithWrk } from './support/load.js';
import { ask, freePort, headerOf } from './support/servers.js';
import { makeSubject } from './support/subject.js';
import { align, machine } from './table.js';
/** @import { Scenario } from './scenarios.js' */
/** @import { Standing } from './support/compare.js' */
/** @import { Server } from './support/servers.js' */
/** @import { Choices } from './usual.js' */

const POSTS = 20;
/** Milliseconds in which a server must answer after its start. */
const START = 10_000;
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
  const nginx = await startNginx(larder.url, join(subject.folder, 'nginx'));
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

/**
 * Starts nginx with one worker and a cache in front of a server.
 * @param {string} origin
 * @param {string} folder to be made
 * @returns {Promise<Server>} `pid`: of its worker
 */
async function startNginx(origin, folder) {
  await mkdir(folder);
  const port = await freePort();
  await writeFile(join(folder, 'nginx.conf'), configuration(new URL(origin).host, port, folder));
  const child = spawn('nginx', ['-p', folder, '-c', join(folder, 'nginx.conf')]);
  const url = `http://127.0.0.1:${port}`;
  await answers(url);
  const [worker] = childrenOf(child.pid ?? 0);
  return { url, pid: worker, stop };

  async function stop() {
    child.kill('SIGTERM');
    await rm(folder, { recursive: true, force: true });
  }
}

/** @param {string} url */
async function answers(url) {
  const until = performance.now() + START;
  for (;;)
    try {
      return await ask(url);
    } catch (error) {
      if (performance.now() > until) throw error;
      await pause(20);
    }
}

/**
 * Its page cache of the system is its memory: it sends files.
 * @param {string} origin
 * @param {number} port
 * @param {string} folder
 */
const configuration = (origin, port, folder) => `
${process.getuid?.() === 0 ? 'user root;' : ''}
worker_processes 1;
daemon off;
pid ${folder}/nginx.pid;
error_log ${folder}/error.log;
events { worker_connections 1024; }
http {
  access_log off;
  keepalive_requests 100000000;
  sendfile on;
  tcp_nopush on;
  proxy_cache_path ${folder}/cache levels=1:2 keys_zone=pages:10m inactive=60m use_temp_path=off;
  client_body_temp_path ${folder}/bodies;
  proxy_temp_path ${folder}/proxy;
  fastcgi_temp_path ${folder}/fastcgi;
  uwsgi_temp_path ${folder}/uwsgi;
  scgi_temp_path ${folder}/scgi;
  server {
    listen 127.0.0.1:${port};
    location / {
      proxy_pass http://${origin};
      proxy_http_version 1.1;
      proxy_set_header Connection "";
      proxy_set_header Accept-Encoding $http_accept_encoding;
      proxy_cache pages;
      proxy_cache_valid 200 60m;
      proxy_cache_key "$uri $http_accept_encoding";
      proxy_ignore_headers Cache-Control Expires Vary;
    }
  }
}
`;
