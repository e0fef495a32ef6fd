import { setTimeout as pause } from 'node:timers/promises';
import { isMainThread, parentPort, workerData } from 'node:worker_threads';
import { Pool } from 'undici';
import { watchLoop } from './event-loop-monitor.js';

/** The clients of faults-long.js, in a thread of their own, and what it knows together with them. */
export const NAMES = ['a', 'b', 'c'];
export const TOKEN = 'a-token-of-the-nodes';
/** Milliseconds after which a node that is cut off serves nothing by telling. @type {Record<string, number>} */
export const BOUNDS = { shared: 2000, peers: 5000 };

/** Where `state` has, after the three nodes, how often the engine has lost what it knew, and which fault there is. */
export const LOSSES = 3;
export const FAULT = 4;

/** @returns {number} milliseconds, the same in all threads */
export const elapsed = () => Number(process.hrtime.bigint() / 1000n) / 1000;

/**
 * @param {number} clients
 * @returns {{ values: Int32Array, state: Int32Array, cutAt: Float64Array }}  `values`: what each client has written;
 *   `state`: of each node whether it is cut off, and more; `cutAt`: since when
 */
export const createShared = (clients) => ({
  values: new Int32Array(new SharedArrayBuffer(4 * clients)),
  state: new Int32Array(new SharedArrayBuffer(4 * 5)),
  cutAt: new Float64Array(new SharedArrayBuffer(8 * 3)),
});

if (!isMainThread && workerData?.shared) await run();

async function run() {
  const { shared, isShared, ports, total, rest } = workerData;
  const { values, state, cutAt } = /** @type {ReturnType<typeof createShared>} */ (shared);
  const pools = ports.map(
    (/** @type {number} */ port) => new Pool(`http://127.0.0.1:${port}`, { connections: 64 }),
  );
  const begun = elapsed();
  const { report } = watchLoop();
  /** By fault, how late each node was for each write. @type {number[][]} */
  const samples = [];
  /** @type {number[]} */
  const refused = [];
  let acknowledged = 0;
  let reads = 0;
  let lost = 0;
  let cutLongest = 0;
  /** @type {string[]} */
  const wrong = [];
  await Promise.all([...values.keys()].map(write));
  for (const all of samples) all?.sort((a, b) => a - b);
  const seconds = Math.round((elapsed() - begun) / 1000);
  cutLongest = Math.round(cutLongest);
  parentPort?.postMessage({
    seconds,
    samples,
    refused,
    reads,
    lost,
    wrong,
    cutLongest,
    loop: report(),
  });

  /** @param {number} client */
  async function write(client) {
    const type = ['fresh', 'told', 'entry'][client % 3];
    const key = `/${type}/${client}`;
    /** When each node last took a write of it. */
    const takenAt = NAMES.map(() => -Infinity);
    while (acknowledged < total) {
      const value = Atomics.add(values, client, 1) + 1;
      const isRemoval = type === 'entry' && value % 4 === 0;
      const change = changeOf(type, client, key, value);
      const losses = state[LOSSES];
      let taker;
      while ((taker = await perform(change)) === undefined) await pause(50);
      const since = elapsed();
      takenAt[taker] = since;
      acknowledged++;
      const fault = state[FAULT];
      const all = (samples[fault] ??= []);
      const path = type === 'entry' ? `/.cache/entries/${encodeURIComponent(key)}` : key;
      const late = await Promise.all(
        takenAt.map((own, node) =>
          untilNew({ node, path, type, value, isRemoval, since, losses, own }),
        ),
      );
      all.push(...late);
      if (rest > 0) await pause(rest * 2 * Math.random());
    }
  }

  /** @param {{ path: string, json?: object, method?: string, text?: string }} change @returns {Promise<number | undefined>} which node has done it, if one has */
  async function perform({ path, json, method = 'POST', text = JSON.stringify(json) }) {
    const fault = state[FAULT];
    const node = Math.floor(Math.random() * 3);
    const answer = await ask(node, path, method, text);
    if (answer.status < 300 || answer.status === 404) return node;
    refused[fault] = (refused[fault] ?? 0) + 1;
    return undefined;
  }

  /**
   * @param {{ node: number, path: string, type: string, value: number, isRemoval: boolean, since: number, losses: number, own: number }} what
   * @returns {Promise<number>} how many milliseconds after the acknowledgement a node that was not cut off was asked and gave the former one
   */
  async function untilNew({ node, path, type, value, isRemoval, since, losses, own }) {
    let late = 0;
    const wasCut = state[node];
    for (;;) {
      const sent = elapsed();
      const { status, text } = await ask(node, path);
      reads++;
      const isCut = wasCut || state[node];
      if (status === 404) {
        if (isShared && !isRemoval && losses === state[LOSSES]) lost++;
        return late;
      }
      if (status === 200) {
        if (Number(text) >= value) return late;
        if (type === 'entry' && losses !== state[LOSSES]) return late;
        if (!isCut) {
          late = Math.max(late, sent - since, 0.01);
          if (Number(text) < value - 1 && wrong.length < 10)
            wrong.push(`${path}: ${text} at ${value}`);
        }
        // What was fetched and is fresh may stay at a node that is cut off, and what was put there since.
        else if (type === 'fresh' || (type === 'entry' && own > cutAt[node])) return late;
        else cutLongest = Math.max(cutLongest, sent - cutAt[node]);
      }
      if (status !== 200 || isCut) await pause(20);
    }
  }

  /** @param {number} node @param {string} path @param {string} [method] @param {string} [body] */
  async function ask(node, path, method = 'GET', body) {
    const answer = await pools[node].request({
      path,
      method,
      body,
      headers: {
        authorization: `Bearer ${TOKEN}`,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
    });
    return { status: answer.statusCode, text: await answer.body.text() };
  }
}

/** @param {string} type @param {number} client @param {string} key @param {number} value */
function changeOf(type, client, key, value) {
  if (type === 'entry') {
    const method = value % 4 === 0 ? 'DELETE' : 'PUT';
    return { path: `/.cache/entries/${encodeURIComponent(key)}`, method, text: String(value) };
  }
  if (type === 'told')
    return { path: '/.cache/etags', json: { url: key, new: `"${client}-${value}"` } };
  const selectors = [{ urls: [key] }, { groups: [`g${client}`] }, { prefixes: [key] }];
  return { path: '/.cache/invalidate', json: selectors[value % 3] };
}
