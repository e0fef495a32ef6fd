import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import { driveWithWrk } from '../support/load.js';
import { startNginx } from '../support/nginx.js';
import { cpuOf } from '../support/usage.js';
/** @import { Server } from '../support/servers.js' */

/** @typedef {{ pid: number, drive: (seconds: number) => Promise<number> }} Driven  `drive` returns the number of requests */

const ROUNDS = 7;
/** Pages on disk, of which a sixteenth fits into memory. */
const PAGES = 2000;
/** Milliseconds in which they are written. */
const WRITTEN = 1500;
const run = promisify(execFile);

/**
 * The processor's time of requests that go further than memory, beside nginx, both in front of the same origin and asked in turns.
 * @param {string} folder for files
 * @param {Server} origin
 * @param {(env: Record<string, string>) => Promise<Server>} start  an accelerator
 * @param {(server: Promise<Server>) => Promise<Server>} started notes what is to be stopped
 * @returns {Promise<string[][]>} lines of a table
 */
export async function besideNginx(folder, origin, start, started) {
  const env = { ORIGIN_URL: origin.url };
  const small = { ...env, CACHE_MAX_BYTES: '1MiB', CACHE_DIR: join(folder, 'disk') };
  const pass = await pairOf(start(env), passing(origin));
  const cache = await pairOf(start(small), caching(origin, folder));
  const news = await scriptFor('new', 'n = n + 1; return wrk.format("GET", "/page/" .. base .. n)');
  const next = `n = (n + 1) % ${PAGES}; return wrk.format("GET", "/page/disk/" .. n)`;
  const all = await scriptFor('all', next);
  const any = await scriptFor('any', next.replace('n + 1', 'n + 739'));
  return [
    await lineOf('passed on', pass.map(asking('/private'))),
    await lineOf('a new URL', cache.map(asking('/page/', news))),
    await lineOf('from disk', await Promise.all(cache.map(filled))),
  ];

  /** @param {Promise<Server>} larder @param {{ http: string, location: string }} configuration */
  async function pairOf(larder, configuration) {
    const nginx = startNginx(join(folder, `nginx-${configuration.http.length}`), configuration);
    return [await started(larder), await started(nginx)];
  }

  /** @param {string} name @param {string} request */
  async function scriptFor(name, request) {
    const file = join(folder, `${name}.lua`);
    const base = 'base = os.time() .. tostring({}):sub(8) .. "/"';
    await writeFile(file, `n = 0\n${base}\nfunction request() ${request} end\n`);
    return file;
  }

  /** @param {Server} server @returns {Promise<Driven>} */
  async function filled(server) {
    await asking('/', all)(server).drive(3);
    await pause(WRITTEN);
    return asking('/', any)(server);
  }
}

/** @param {string} path @param {string} [script] @returns {(server: Server) => Driven} */
const asking =
  (path, script) =>
  ({ url, pid }) => ({
    pid,
    async drive(seconds) {
      const load = { requests: 0, connections: 32, keepAlive: true, headers: {}, seconds, script };
      return (await driveWithWrk(url + path, load)).requests ?? 0;
    },
  });

/**
 * @param {string} socket of Redis
 * @param {number} pid of Redis
 * @param {{ PUT: Driven, GET: Driven }} larder
 * @param {number} bytes of a value
 * @returns {Promise<string[][]>} lines of the same table
 */
export async function besideRedis(socket, pid, { PUT, GET }, bytes) {
  const requests = 20_000;
  const own = ['-s', socket, '-q', '-c', '16', '-n', String(requests), '-d', String(bytes), '-t'];
  const asked = (/** @type {string} */ command) => ({
    pid,
    drive: async () => (await run('redis-benchmark', [...own, command]), requests),
  });
  return [await lineOf('PUT', [PUT, asked('set')]), await lineOf('GET', [GET, asked('get')])];
}

/** @param {string} name @param {Driven[]} pair @returns {Promise<string[]>} medians */
async function lineOf(name, pair) {
  for (const { drive } of pair) await drive(2);
  /** @type {number[][]} */
  const rounds = [];
  for (let round = 0; round < ROUNDS; round++) {
    const costs = [];
    for (const { pid, drive } of pair) {
      const before = cpuOf(pid).all;
      const requests = await drive(1);
      costs.push((cpuOf(pid).all - before) / requests);
    }
    rounds.push([...costs, costs[0] / costs[1]]);
  }
  const [own, other, ratio] = [0, 1, 2].map((place) => median(rounds.map((each) => each[place])));
  return [name, own.toFixed(0), other.toFixed(0), ratio.toFixed(1)];
}

/** @param {number[]} values */
const median = (values) => values.sort((a, b) => a - b)[values.length >> 1];

/** @param {Server} origin */
const upstream = ({ url }) => `upstream origin { server ${new URL(url).host}; keepalive 64; }`;

/** @param {Server} origin */
const passing = (origin) => ({
  http: upstream(origin),
  location: 'proxy_pass http://origin;',
});

/** @param {Server} origin @param {string} folder */
const caching = (origin, folder) => ({
  http: `${upstream(origin)}
  proxy_cache_path ${folder}/pages levels=1:2 keys_zone=pages:40m inactive=60m use_temp_path=off;`,
  location: 'proxy_pass http://origin; proxy_cache pages; proxy_cache_valid 200 60m;',
});
