import assert from 'node:assert/strict';
import { randomFrom } from '../../bench/support/random.js';
import { createPeers, SILENCE } from '../../lib/accelerator/peers/peers.js';
import { Trust } from '../../lib/accelerator/writes/trust.js';
import { isFetched, timeOf } from '../../lib/accelerator/writes/versions.js';
import { createQuietLog } from '../support/log.js';
import { createMemoryNode, entryOf, fits } from './memory-node.js';
import { createNetwork } from './network.js';
/** @import { Selector, StoredEntry, VersionedWrite, Write } from '../../lib/accelerator/types.js' */
/** @import { Peers } from '../../lib/accelerator/peers/peers.js' */

/**
 * @typedef {object} Options
 * @property {number} seed
 * @property {number} steps
 * @property {boolean} [restarts]  nodes are stopped and killed
 * @property {boolean} [forgets]  queues and tombstones are so short that much is dropped
 * @property {boolean} [fetches]  nodes also fetch from an origin, and invalidate what it changes
 * @property {boolean} [tells]  it also tells them entity tags. Then all clocks are right, since what it tells different nodes is in the
 *   order of their clocks
 *
 * @typedef {ReturnType<typeof createMemoryNode> & { peers: Peers, id: string, process: { isAlive: boolean } }} Life  of a node, from start to end
 *
 * @typedef {object} Node
 * @property {string} name
 * @property {number} skew  milliseconds that its clock is ahead
 * @property {boolean} hasDisk
 * @property {Map<string, StoredEntry>} entries
 * @property {Life | undefined} life
 * @property {() => number} latest  milliseconds since 1970 by its versions
 * @property {Set<string>} received  versions of what it took from peers
 * @property {VersionedWrite[]} acknowledged  what its clients and peers have been told that it has
 */

const NAMES = ['a', 'b', 'c'];
const KEYS = ['/k/1', '/k/2', '/k/3', '/m/1', '/m/2'];
const GROUPS = ['red', 'blue'];
const PAGES = ['/origin/1', '/origin/2', '/origin/3'];
/** Milliseconds after which a node that is cut off serves nothing older by telling. */
const LATEST = SILENCE + 10;

/**
 * Runs a random history of writes on three nodes, whose network is cut, slow and doubles messages, and whose clocks are wrong;
 * then lets everything heal. Checked is what docs/accelerator.md promises of peers, and nothing else.
 * @param {Options} options
 * @returns {Promise<Record<string, number>>} figures: what happened, and how many entries there are in the end
 * @throws {AssertionError} when a promise is broken
 */
export async function simulate({ seed, steps, restarts, forgets, fetches, tells }) {
  const random = randomFrom(seed);
  const network = createNetwork({ random });
  /** @type {Node[]} */
  const nodes = NAMES.map((name, i) => ({
    name,
    skew: 0,
    hasDisk: i > 0,
    entries: new Map(),
    life: undefined,
    acknowledged: [],
    received: new Set(),
    latest: () => 0,
  }));
  /** What nodes have taken, and when. @type {{ write: VersionedWrite, at: number }[]} */
  const done = [];
  /** By version of the write that told of it. @type {Map<string, { page: string, number: number }>} */
  const changes = new Map();
  /** @type {{ page: string, number: number } | undefined} */
  let telling;
  /** By page: how often the origin has changed it. @type {Map<string, number>} */
  const origin = new Map(PAGES.map((page) => [page, 0]));
  const figures = {
    writes: 0,
    fetched: 0,
    restarts: 0,
    emptied: 0,
    held: 0,
    pages: 0,
    reported: 0,
  };
  /** @type {string[]} */
  const failures = [];
  let texts = 0;
  let lives = 0;

  const chance = (/** @type {number} */ share) => random() < share;
  const below = (/** @type {number} */ limit) => Math.floor(random() * limit);
  /** @type {<T>(list: readonly T[]) => T} */
  const pick = (list) => list[below(list.length)];

  nodes.map(start);
  await network.run(2000);
  for (let step = 0; step < steps; step++) {
    act();
    await network.run(chance(0.9) ? below(100) : below(5000));
    for (const node of nodes) check(node);
  }
  await heal();
  checkAgreement();
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
    const [{ write: taken }] = done.slice(-1);
    const { version } = taken;
    const checkDone = () => assert.ok(isDone || !life.process.isAlive, 'A write hangs');
    network.after(1100, checkDone);
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
    const reported = { type: /** @type {const} */ ('etag'), new: etag(before + 1) };
    telling = { page, number: before + 1 };
    write(
      node,
      pick([
        ...(tells
          ? [
              { ...reported, url: page },
              { ...reported, old: etag(before) },
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
    if (chance(0.5)) void life.peers.stop();
    else life.process.isAlive = false;
    if (!node.hasDisk) node.entries = new Map();
    network.after(2000 + below(10_000), () => start(node));
  }

  /** @param {Node} node */
  function start(node) {
    const id = node.name + String(lives++).padStart(7, '0');
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
    const memory = createMemoryNode({ clock, node: id, entries, maxMarks });
    const { writes, reported, versions } = memory;
    node.latest = () => timeOf(versions.next());
    const log = createQuietLog();
    const peers = createPeers({
      urls: NAMES.map((each) => `http://${each}/`),
      transport: {
        send: (url, body, signal) =>
          process.isAlive
            ? network.send(name, new URL(url).host, body, signal)
            : new Promise(() => {}),
        close: async () => {},
      },
      writes,
      trust: new Trust({ writes, reported, clock, log }),
      versions,
      clock,
      random,
      log,
      maxWrites: forgets ? 20 : undefined,
    });
    record(node, writes);
    peers.start();
    node.life = { ...memory, peers, id, process };
    network.serve(name, async (body) => Buffer.from(JSON.stringify(await peers.receive(body))));
  }

  /** Remembers what a node has acknowledged. @param {Node} node @param {Life['writes']} writes */
  function record(node, writes) {
    node.acknowledged = [];
    writes.onPerformed((taken) => {
      node.acknowledged.push(taken);
      done.push({ write: taken, at: network.now() });
      if (telling) changes.set(taken.version, telling);
    });
    const apply = writes.apply.bind(writes);
    writes.apply = (/** @type {VersionedWrite} */ received) => {
      apply(received);
      node.received.add(received.version);
      node.acknowledged.push(received);
    };
    const doubt = writes.doubt.bind(writes);
    writes.doubt = () => {
      figures.emptied++;
      doubt();
      // All is validated once: it was fetched then, for all that anyone can see.
      for (const [key, { version }] of node.entries)
        if (isFetched(version)) node.entries.delete(key);
    };
  }

  /** What was answered has arrived at each peer that is not lost. @param {Life} life @param {string} version */
  function checkArrival({ peers }, version) {
    for (const { name, lost } of peers.status()) {
      const { received } = /** @type {Node} */ (nodes.find((each) => each.name === name));
      if (!lost && !received.has(version))
        failures.push(`${name} lacks ${version}, which was answered`);
    }
  }

  async function heal() {
    network.heal();
    // Until the last restart, and then until the last time that a wrong clock gave is past.
    await network.run(15_000);
    for (const node of nodes) node.skew = 0;
    await network.run(tells ? 10_000 : 180_000);
  }

  /** @param {Node} node */
  function check(node) {
    const { name, life, acknowledged } = node;
    if (!life) return;
    const now = network.now();
    for (const entry of life.entries.values()) {
      for (const write of acknowledged)
        assert.ok(
          !contradicts(write, entry, life),
          `${name} serves ${describe(entry)} after ${describe(write)}`,
        );
      if (!isForeign(entry, life)) continue;
      for (const { write, at } of done)
        assert.ok(
          now - at <= LATEST || !isAgainst(write, entry),
          `${name} serves ${describe(entry)} for ${now - at} ms after ${describe(write)}`,
        );
    }
    if (life.trust.until < now + node.skew) return;
    for (const [page, { etag }] of life.tells) {
      if (etag === undefined) continue;
      for (const write of acknowledged)
        assert.ok(!outdates(write, page, etag), `${name} tells ${etag} after ${describe(write)}`);
      for (const { write, at } of done)
        assert.ok(
          now - at <= LATEST || !outdates(write, page, etag),
          `${name} tells ${etag} for ${now - at} ms after ${describe(write)}`,
        );
    }
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
    const reported = life.tells.get(entry.key);
    const etag = `"${entry.variants[0].body}"`;
    const isServed = reported === undefined || reported.etag === etag;
    return isServed && outdates(write, entry.key, etag);
  }

  /** Of all that any node ever took, also one that was killed before it could pass it on. */
  function checkAgreement() {
    const lives = nodes.map(({ life }) => /** @type {Life} */ (life));
    for (const life of lives) {
      for (const { lost, queued } of life.peers.status()) assert.ok(!lost && queued === 0);
      for (const entry of life.entries.values()) {
        const against = done.find(({ write }) => contradicts(write, entry, life));
        assert.ok(!against, `There is ${describe(entry)} after ${describe(against)}`);
        figures[PAGES.includes(entry.key) ? 'pages' : 'held']++;
      }
      figures.reported += life.tells.size;
    }
    for (const key of KEYS) {
      const versions = lives.flatMap(({ entries }) => entries.get(key)?.version ?? []);
      assert.ok(new Set(versions).size <= 1, `There are several of ${key}`);
    }
  }
}

/** @param {StoredEntry} entry @param {Life} life @returns {boolean} whether it was put at another node */
const isForeign = ({ version }, { id }) => !isFetched(version) && !version.endsWith(id);

/** @param {VersionedWrite} write @param {StoredEntry} entry @returns {boolean} whether the entry must not be there any longer */
function isAgainst(write, entry) {
  if (write.version <= entry.version) return false;
  if (write.type === 'put') return write.entry.key === entry.key;
  if (write.type === 'remove') return write.key === entry.key;
  return write.type === 'invalidate' && fits(entry, write.selector);
}

/** @param {unknown} it */
const describe = (it) => JSON.stringify(it, (name, value) => (name === 'body' ? undefined : value));
