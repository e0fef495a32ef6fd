import assert from 'node:assert/strict';
import { isDeepStrictEqual } from 'node:util';
import { randomFrom } from '../../bench/support/random.js';
import { HybridClock, nodeOf, timeOf } from '../../lib/accelerator/writes/hybrid-clock.js';
import { encodeMessage } from '../../lib/accelerator/peers/message.js';
import { Peers } from '../../lib/accelerator/peers/peers.js';
import { createQuietLog } from '../support/log.js';
import { createMemoryNode, entryOf, fits } from './memory-node.js';
import { createNetwork } from './network.js';
/** @import { Selector, StoredEntry, VersionedWrite, Write } from '../../lib/accelerator/types.js' */
/** @import { PeerState } from '../../lib/accelerator/peers/state-file.js' */

/**
 * @typedef {object} Options
 * @property {number} seed
 * @property {number} steps
 * @property {boolean} [restarts]  nodes are stopped and killed
 * @property {boolean} [forgets]  logs and tombstones are so short that much is forgotten
 * @property {boolean} [fetches]  nodes also fetch from an origin, and invalidate what it changes
 * @property {boolean} [tells]  it also tells them entity tags. Then all clocks are right, since what it tells different nodes is in the
 *   order of their clocks
 *
 * @typedef {ReturnType<typeof createMemoryNode> & { peers: Peers, process: { isAlive: boolean } }} Life  of a node, from start to end
 *
 * @typedef {object} Node
 * @property {string} name
 * @property {number} skew  milliseconds that its clock is ahead
 * @property {boolean} hasDisk
 * @property {Map<string, StoredEntry>} entries
 * @property {PeerState | undefined} state
 * @property {Life | undefined} life
 * @property {() => number} latest  milliseconds since 1970 by its hybrid logical clock
 * @property {VersionedWrite[]} acknowledged  what its clients and peers have been told that it has
 */

const NAMES = ['a', 'b', 'c'];
const KEYS = ['/k/1', '/k/2', '/k/3', '/m/1', '/m/2'];
const GROUPS = ['red', 'blue'];
const PAGES = ['/origin/1', '/origin/2', '/origin/3'];

/**
 * Runs a random history of writes on three nodes, whose network is cut, slow and doubles messages, and whose clocks are wrong;
 * then lets everything heal.
 * @param {Options} options
 * @returns {Promise<Record<string, number>>} figures: what happened, and how many entries there are in the end
 * @throws {AssertionError} when a node serves something older than a write that it acknowledged, or when the nodes disagree after healing
 */
export async function simulate({ seed, steps, restarts, forgets, fetches, tells }) {
  const random = randomFrom(seed);
  const network = createNetwork({ random });
  /** @type {Node[]} */
  const nodes = NAMES.map((name, i) => ({
    ...{ name, skew: 0, hasDisk: i > 0, entries: new Map(), state: undefined, life: undefined },
    acknowledged: [],
    latest: () => 0,
  }));
  /** What clients of any node have been told is done. @type {VersionedWrite[]} */
  const done = [];
  /** By version of the write that told of it. @type {Map<string, { page: string, number: number }>} */
  const changes = new Map();
  /** @type {{ page: string, number: number } | undefined} */
  let telling;
  /** By page: how often the origin has changed it. @type {Map<string, number>} */
  const origin = new Map(PAGES.map((page) => [page, 0]));
  const figures = { writes: 0, fetched: 0, restarts: 0, emptied: 0, held: 0, pages: 0, told: 0 };
  /** @type {string[]} */
  const failures = [];
  let texts = 0;
  let lives = 0;

  const chance = (/** @type {number} */ share) => random() < share;
  const below = (/** @type {number} */ limit) => Math.floor(random() * limit);
  /** @type {<T>(list: readonly T[]) => T} */
  const pick = (list) => list[below(list.length)];

  await Promise.all([...nodes.map(start), network.run(2000)]);
  for (let step = 0; step < steps; step++) {
    act();
    await network.run(chance(0.9) ? below(100) : below(5000));
    for (const node of nodes) check(node);
  }
  await heal();
  for (const node of nodes) check(node);
  await checkAgreement();
  assert.deepEqual(failures, []);
  return { ...figures, ...network.figures };

  function act() {
    const node = pick(nodes);
    const chosen = random();
    if (chosen < 0.6) return write(node, randomWrite());
    if (chosen < 0.75) return fetches ? (chance(0.6) ? fetch(node) : change(node)) : undefined;
    if (chosen < 0.93) return disturb();
    if (chosen < 0.97) return network.heal();
    if (chosen < 0.98) node.skew = tells ? 0 : below(chance(0.2) ? 150_000 : 20_000);
    else if (restarts) restart(node);
  }

  /** @returns {Write} */
  function randomWrite() {
    const chosen = random();
    const key = pick(KEYS);
    const groups = GROUPS.filter(() => chance(0.3));
    if (chosen < 0.6) return { type: 'put', entry: entryOf(key, `text ${texts++}`, { groups }) };
    if (chosen < 0.85) return { type: 'remove', key };
    if (chosen < 0.9) return { type: 'invalidate', selector: { groups: [pick(GROUPS)] } };
    if (chosen < 0.95) return { type: 'invalidate', selector: { prefixes: [pick(['/k', '/m'])] } };
    return { type: 'invalidate', selector: { etags: [`"text ${below(texts)}"`], urls: [key] } };
  }

  /** @param {Node} node @param {Write} wanted */
  function write({ life }, wanted) {
    if (!life) return;
    figures.writes++;
    let isDone = false;
    void life.writes.perform(wanted).then(() => {
      isDone = true;
      if (!restarts && !forgets) checkArrival(life, version);
    });
    const { version } = /** @type {VersionedWrite} */ (done.at(-1));
    const checkDone = () => assert.ok(isDone || !life.process.isAlive, 'A write hangs');
    network.after(2500, checkDone);
  }

  /** @param {Node} node */
  function fetch(node) {
    const { life } = node;
    if (!life) return;
    const page = pick(PAGES);
    const version = life.writes.beginFetch();
    network.after(below(50), () => {
      const text = `${page} ${origin.get(page)}`;
      network.after(below(chance(0.2) ? 3000 : 50), () => {
        if (node.life !== life) return;
        figures.fetched++;
        life.writes.storeFetched({ ...entryOf(page, text, { groups: [page] }), version });
      });
    });
  }

  /** The origin changes a page, and tells a node. @param {Node} node */
  function change(node) {
    const page = pick(PAGES);
    const before = origin.get(page) ?? 0;
    origin.set(page, before + 1);
    const etag = (/** @type {number} */ count) => `"${page} ${count}"`;
    const told = { type: /** @type {const} */ ('etag'), new: etag(before + 1) };
    telling = { page, number: before + 1 };
    write(
      node,
      pick([
        ...(tells
          ? [
              { ...told, url: page },
              { ...told, old: etag(before) },
            ]
          : []),
        { type: 'remove', key: page },
        { type: 'invalidate', selector: { urls: [page] } },
        { type: 'invalidate', selector: { groups: [page] } },
      ]),
    );
    telling = undefined;
  }

  function disturb() {
    const [from, to] = [pick(NAMES), pick(NAMES)];
    const line = network.line(from, to);
    const chosen = random();
    if (chosen < 0.4) line.isCut = !line.isCut;
    else if (chosen < 0.5) for (const other of NAMES) cut(from, other);
    else if (chosen < 0.7) line.isSlow = !line.isSlow;
    else line.doubles = random();
  }

  /** @param {string} a @param {string} b */
  function cut(a, b) {
    network.line(a, b).isCut = true;
    network.line(b, a).isCut = true;
  }

  /** @param {Node} node */
  function restart(node) {
    const { life } = node;
    if (!life) return;
    figures.restarts++;
    node.life = undefined;
    network.serve(node.name, undefined);
    if (chance(0.5)) void life.peers.stop().then(() => life.peers.save());
    else life.process.isAlive = false;
    if (!node.hasDisk) node.entries = new Map();
    // What was told is in memory only.
    node.acknowledged = node.acknowledged.filter(({ type }) => type !== 'etag');
    network.after(2000 + below(10_000), () => void start(node));
  }

  /** @param {Node} node */
  async function start(node) {
    const number = String(lives++).padStart(7, '0');
    const process = { isAlive: true };
    // As if the clock of a computer were right within the time of a restart.
    node.skew = Math.max(node.skew, 1 + node.latest() - network.now());
    const clock = {
      now: () => Math.floor(network.now() + node.skew),
      after: (/** @type {number} */ ms, /** @type {() => void} */ callback) =>
        network.after(ms, () => process.isAlive && callback()),
    };
    const { entries, name } = node;
    const maxMarks = forgets ? 12 : undefined;
    const memory = createMemoryNode({ clock, node: name + number, entries, maxMarks });
    node.latest = () => timeOf(memory.clock.tick());
    const { writes } = memory;
    const peers = new Peers({
      urls: NAMES.map((each) => `http://${each}/`),
      transport: {
        send: (url, body, signal) =>
          process.isAlive
            ? network.send(name, new URL(url).host, body, signal)
            : new Promise(() => {}),
        close: async () => {},
      },
      ...{ writes, hybridClock: memory.clock, clock, random, log: createQuietLog() },
      told: { suspend() {}, resume() {} },
      stateFile: {
        load: () => node.state,
        save: (state) => void (node.state = node.hasDisk ? state : undefined),
        remove: () => void (node.state = undefined),
      },
      maxWrites: forgets ? 20 : undefined,
    });
    record(node, writes);
    await peers.start();
    node.life = { ...memory, peers, process };
    network.serve(name, async (body) => Buffer.from(JSON.stringify(await peers.receive(body))));
  }

  /** Remembers what a node has acknowledged. @param {Node} node @param {Life['writes']} writes */
  function record(node, writes) {
    writes.onPerformed((taken) => {
      node.acknowledged.push(taken);
      done.push(taken);
      if (telling) changes.set(taken.version, telling);
    });
    const apply = writes.apply.bind(writes);
    writes.apply = (/** @type {VersionedWrite} */ received) => {
      apply(received);
      if (isReset(received)) figures.emptied++;
      else node.acknowledged.push(received);
    };
  }

  /** What was answered has arrived at each peer that is not lost. @param {Life} life @param {string} version */
  function checkArrival({ peers }, version) {
    for (const { name, lost } of peers.status()) {
      const { acknowledged } = /** @type {Node} */ (nodes.find((each) => each.name === name));
      const hasIt = lost || acknowledged.some((write) => write.version === version);
      if (!hasIt) failures.push(`${name} lacks ${version}, which was answered`);
    }
  }

  async function heal() {
    network.heal();
    // Until the last restart, and then until the last time that a wrong clock gave is past.
    await network.run(15_000);
    for (const node of nodes) node.skew = 0;
    for (let i = 0; i < 40 && !(await isSettled()); i++) await network.run(10_000);
  }

  /** @param {Life} life */
  async function positionsOf({ peers }) {
    const clock = new HybridClock({ clock: network, node: 'tester--' }).tick();
    const greeting = { node: 'tester--', clock, from: {}, forgotten: {}, writes: [] };
    return (await peers.receive(encodeMessage(greeting))).positions;
  }

  async function isSettled() {
    const lives = nodes.map(({ life }) => /** @type {Life} */ (life));
    if (lives.some(({ peers }) => peers.status().some(({ lost }) => lost))) return false;
    const all = await Promise.all(lives.map((life) => positionsOf(life)));
    return all.every((positions) => isDeepStrictEqual(positions, all[0]));
  }

  /** @param {Node} node */
  function check({ name, life, acknowledged }) {
    if (!life) return;
    for (const entry of life.entries.values())
      for (const write of acknowledged)
        assert.ok(
          !contradicts(write, entry, life),
          `${name} serves ${describe(entry)} after ${describe(write)}`,
        );
    for (const [page, { etag }] of life.tells)
      for (const write of acknowledged)
        assert.ok(
          etag === undefined || !outdates(write, page, etag),
          `${name} tells ${etag} after ${describe(write)}`,
        );
  }

  /** @param {VersionedWrite} write @param {string} page @param {string} etag @returns {boolean} whether it tells that the page has changed since it had this entity tag */
  function outdates(write, page, etag) {
    const change = changes.get(write.version);
    if (change?.page !== page) return false;
    if (write.type === 'etag' && write.old) return write.old === etag;
    return change.number > Number(/ (\d+)"$/.exec(etag)?.[1]);
  }

  /** @param {VersionedWrite} write @param {StoredEntry} entry @param {Life} life */
  function contradicts(write, entry, life) {
    if (!PAGES.includes(entry.key)) return isAgainst(write, entry);
    const told = life.tells.get(entry.key);
    const etag = `"${entry.variants[0].body}"`;
    const isServed = told === undefined || told.etag === etag;
    return isServed && outdates(write, entry.key, etag);
  }

  async function checkAgreement() {
    const lives = nodes.map(({ life }) => /** @type {Life} */ (life));
    const [positions, ...others] = await Promise.all(lives.map((life) => positionsOf(life)));
    for (const other of others) assert.deepEqual(other, positions);
    // The rest was taken by a node that was killed before it could pass it on.
    const surviving = done.filter(({ version }) => version <= (positions[nodeOf(version)] ?? ''));
    for (const [i, life] of lives.entries()) {
      check({ ...nodes[i], acknowledged: surviving.filter(({ type }) => type !== 'etag') });
      for (const { lost, queued } of life.peers.status()) assert.ok(!lost && queued === 0);
      for (const { key } of life.entries.values())
        figures[PAGES.includes(key) ? 'pages' : 'held']++;
      figures.told += life.tells.size;
    }
    if (restarts || forgets) return;
    // Nothing was lost or forgotten: each node has exactly the last put of each key, unless that was removed.
    for (const key of KEYS) {
      const versions = surviving.flatMap((write) =>
        write.type === 'put' && write.entry.key === key
          ? { ...write.entry, version: write.version }
          : [],
      );
      const last = versions.find((entry) => !surviving.some((write) => isAgainst(write, entry)));
      for (const { entries } of lives) assert.equal(entries.get(key)?.version, last?.version);
    }
  }
}

/** @param {VersionedWrite} write @returns {boolean} whether it stands for what a peer has forgotten */
const isReset = (write) =>
  write.type === 'invalidate' && (write.selector.prefixes ?? []).includes('');

/** @param {VersionedWrite} write @param {StoredEntry} entry @returns {boolean} whether the entry must not be there any longer */
function isAgainst(write, entry) {
  if (write.version <= entry.version) return false;
  if (write.type === 'put') return write.entry.key === entry.key;
  if (write.type === 'remove') return write.key === entry.key;
  return write.type === 'invalidate' && fits(entry, write.selector);
}

/** @param {StoredEntry | VersionedWrite} it */
const describe = (it) => JSON.stringify(it, (name, value) => (name === 'body' ? undefined : value));
