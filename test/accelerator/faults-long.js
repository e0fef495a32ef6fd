#!/usr/bin/env node
/**
 * Three accelerators that share their writes, while lines and engine fail, by hand:
 * `node test/accelerator/faults-long.js shared|peers [WRITES [CLIENTS [PAUSE [FAULT,…]]]]`. Clients change something, wait until one node has
 * acknowledged it, and then ask all three until each has it. Ends with 1 when a promise of docs/accelerator.md was broken.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { createInterface } from 'node:readline';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import { startRedis } from '../support/servers.js';
import { ask } from '../support/raw.js';
import { createLine } from './cuttable-proxy.js';
import { createMessageLine } from './message-line.js';
import { watchLoop } from './event-loop-monitor.js';
import { BOUNDS, createShared, elapsed, FAULT, LOSSES, NAMES, TOKEN } from './faults-clients.js';
/** @import { AddressInfo } from 'node:net' */
/** @import { ChildProcess } from 'node:child_process' */

/** Milliseconds that a slow line takes each way. */
const SLOW = 20;
const app = fileURLToPath(new URL('../../app.js', import.meta.url));
const monitor = new URL('event-loop-monitor.js', import.meta.url).href;

const [kind = 'shared', writes = '20000', clients = '16', rest = '0', only] = process.argv.slice(2);
const isShared = kind === 'shared';
/** Milliseconds of a fault: longer than a node that is cut off may trust what it knows. */
const lasting = BOUNDS[kind] + 1000;
const shared = createShared(Number(clients));
const { values, state } = shared;

const origin = createServer(({ url = '', headers }, response) => {
  const [, type, client] = url.split('/');
  const value = values[Number(client)];
  const etag = `"${client}-${value}"`;
  if (headers['if-none-match'] === etag) return response.writeHead(304, { ETag: etag }).end();
  const lifetime = type === 'told' ? {} : { 'Cache-Control': 'max-age=3600' };
  const fields = { ...lifetime, ETag: etag, 'Cache-Groups': `"g${client}"` };
  response.writeHead(200, fields).end(String(value));
});
await once(origin.listen(0, '127.0.0.1'), 'listening');
const ORIGIN_URL = `http://127.0.0.1:${/** @type {AddressInfo} */ (origin.address()).port}`;

const aof = ['--appendonly', 'yes', '--appendfsync', 'always', '--repl-diskless-sync-delay', '0'];
let primary = isShared ? await startRedis(aof) : undefined;
let replica = isShared ? await startRedis(aof) : undefined;
if (primary) replica?.run('replicaof', '127.0.0.1', String(primary.port));

/** By the nodes at their ends; with an engine, by the node. @type {Map<string, any>} */
const lines = new Map();
for (const name of NAMES) {
  if (primary) {
    const line = await createLine();
    line.leadTo(primary.port);
    lines.set(name, line);
  } else
    for (const other of NAMES)
      if (name !== other) lines.set(name + other, await createMessageLine());
}
const nodes = await Promise.all(NAMES.map(start));
await untilReached();
const worker = new Worker(new URL('faults-clients.js', import.meta.url), {
  workerData: {
    shared,
    isShared,
    ports: nodes.map(({ port }) => port),
    total: Number(writes),
    rest: Number(rest),
  },
});
const ownLoop = watchLoop();
/** @type {any} */
let figures;
worker.on('message', (message) => (figures = message));

/** @type {Record<string, (i: number) => Promise<void>>} */
const faults = {
  none: () => pause(lasting),
  cut: (i) => whileAway(i, 'cut', 'heal'),
  slow: (i) => during(i, (line) => line.slow(SLOW)).then(() => each(i, (line) => line.slow(0))),
  ...(isShared
    ? {
        held: (i) => whileAway(i, 'hold', 'release'),
        async killed() {
          await primary?.kill();
          await pause(lasting / 2);
          await primary?.start();
        },
        async restarted() {
          await primary?.kill();
          await primary?.start();
        },
        async frozen(i) {
          primary?.freeze();
          await pause(i % 2 ? lasting : lasting / 6);
          primary?.thaw();
        },
        async emptied() {
          state[LOSSES]++;
          primary?.run('flushall');
          await pause(lasting / 2);
        },
        async 'failed over'() {
          while (!replica?.run('info', 'replication').includes('master_link_status:up'))
            await pause(20);
          state[LOSSES]++;
          await primary?.kill();
          replica?.run('replicaof', 'no', 'one');
          for (const line of lines.values()) line.leadTo(replica?.port);
          [primary, replica] = [replica, primary];
          await pause(lasting / 2);
          await replica?.start();
          replica?.run('replicaof', '127.0.0.1', String(primary?.port));
        },
      }
    : {
        doubled: (i) =>
          during(i, (line) => line.double(true)).then(() => each(i, (line) => line.double(false))),
      }),
};
const kinds = Object.keys(faults);
const names = only ? only.split(',') : kinds;
for (let i = 0; !figures; i++) {
  const name = names[i % names.length];
  state[FAULT] = kinds.indexOf(name);
  await faults[name](Math.floor(i / names.length) % NAMES.length);
  await untilReached();
}

const { seconds, samples, refused, reads, lost, wrong, cutLongest, loop } = figures;
let isBroken = lost > 0 || wrong.length > 0 || cutLongest > BOUNDS[kind] + 100;
console.log({ kind, clients, seconds, reads, lost, wrong, cutLongest });
console.table(
  names.map((fault) => {
    const i = kinds.indexOf(fault);
    const all = samples[i] ?? [];
    isBroken ||= at(all, 0.99) > 100;
    const old = all.filter((/** @type {number} */ late) => late > 0).length;
    return {
      fault,
      acknowledged: all.length / 3,
      refused: refused[i] ?? 0,
      old,
      p99: at(all, 0.99),
      p999: at(all, 0.999),
      longest: at(all, 1),
    };
  }),
);
const loops = [];
for (const { child, monitored } of nodes) {
  child.kill('SIGTERM');
  await once(child, 'exit');
  loops.push(JSON.parse(await monitored));
}
console.table({ a: loops[0], b: loops[1], c: loops[2], clients: loop, lines: ownLoop.report() });
for (const line of lines.values()) line.close();
for (const redis of [primary, replica]) await redis?.stop();
process.exit(isBroken ? 1 : 0);

/** @param {string} name */
async function start(name) {
  const others = NAMES.filter((other) => other !== name);
  const env = {
    PATH: process.env.PATH,
    PORT: '0',
    LOG_LEVEL: 'silent',
    CACHE_TOKEN: TOKEN,
    ORIGIN_URL,
    ...(isShared
      ? { SHARED_URL: `redis://127.0.0.1:${lines.get(name).port}` }
      : { PEERS: others.map((to) => `http://127.0.0.1:${lines.get(name + to).port}`).join() }),
  };
  const child = spawn(process.execPath, ['--import', monitor, app, 'accelerate'], {
    env,
    stdio: ['ignore', 'pipe', 'inherit', 'pipe'],
  });
  const said = createInterface({ input: /** @type {any} */ (child.stdout) });
  const monitored = text(/** @type {any} */ (child.stdio[3]));
  const [line] = await once(said, 'line');
  const port = Number(new URL(line.split(' ').at(-1)).port);
  for (const other of others) lines.get(other + name)?.leadTo(port);
  return { child, port, monitored };
}

/** @param {AsyncIterable<Buffer>} stream */
async function text(stream) {
  let all = '';
  for await (const chunk of stream) all += chunk;
  return all;
}

/** @param {number} i of a node @param {(line: any) => void} act */
function each(i, act) {
  for (const [ends, line] of lines) if (ends.includes(NAMES[i])) act(line);
}

/** @param {number} i @param {(line: any) => void} act */
async function during(i, act) {
  each(i, act);
  await pause(lasting);
}

/** @param {number} i @param {string} begin @param {string} end */
async function whileAway(i, begin, end) {
  shared.cutAt[i] = elapsed();
  state[i] = 1;
  await during(i, (line) => line[begin]());
  each(i, (line) => line[end]());
  await untilReached();
}

async function untilReached() {
  for (const [i, { port }] of nodes.entries()) {
    while (!(await isReached(port))) await pause(20);
    state[i] = 0;
  }
}

/** @param {number} port */
async function isReached(port) {
  const { body } = await ask({ port }, '/.cache/status', { authorization: `Bearer ${TOKEN}` });
  const { shared, peers } = JSON.parse(String(body));
  return shared ? shared.reachable : peers.every((/** @type {any} */ { lost }) => !lost);
}

/** @param {number[]} all  sorted @param {number} share */
function at(all, share) {
  return Math.round(all[Math.min(all.length - 1, Math.floor(all.length * share))] ?? 0);
}
