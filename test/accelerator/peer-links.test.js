import assert from 'node:assert/strict';
import { HybridClock } from '../../lib/accelerator/writes/hybrid-clock.js';
import { decodeMessage, encodeMessage } from '../../lib/accelerator/peers/message.js';
import { Peers } from '../../lib/accelerator/peers/peers.js';
import { WriteLog } from '../../lib/accelerator/peers/write-log.js';
import { createClock } from '../support/clock.js';
import { createQuietLog } from '../support/log.js';
import { createMemoryNode, entryOf } from './memory-node.js';
/** @import { VersionedWrite } from '../../lib/accelerator/types.js' */

describe('The link to a peer', () => {
  /** @type {ReturnType<typeof createClock>} */
  let clock;
  /** @type {ReturnType<typeof createMemoryNode>} */
  let node;
  /** @type {Peers} */
  let peers;
  /** @type {ReturnType<typeof createQuietLog>} */
  let log;
  /** @type {HybridClock} */
  let other;
  /** When something was sent. @type {number[]} */
  let sent;
  /** @type {string[]} */
  let trust;
  /** @type {() => Promise<string>} the version up to which the peer has this node's writes */
  let answer;

  beforeEach(async () => {
    clock = createClock();
    log = createQuietLog();
    node = createMemoryNode({ clock, node: 'here----' });
    other = new HybridClock({ clock, node: 'there---' });
    sent = [];
    trust = [];
    answer = async () => '';
    peers = new Peers({
      urls: ['http://peer:1/'],
      transport: { send, close: async () => {} },
      ...{ writes: node.writes, hybridClock: node.clock, clock, random: () => 1, log },
      told: { suspend: () => trust.push('suspend'), resume: () => trust.push('resume') },
      stateFile: { load: () => undefined, save() {}, remove() {} },
    });
    await peers.start();
    await settle();
  });
  afterEach(() => peers.stop());

  async function send() {
    sent.push(clock.now());
    const positions = { 'here----': await answer() };
    return Buffer.from(JSON.stringify({ node: 'there---', clock: other.tick(), positions }));
  }

  const settle = async () => {
    for (let i = 0; i < 30; i++) await null;
  };
  /** @param {number} ms  in steps, so that each timer comes at its time */
  async function pass(ms) {
    for (let i = 0; i < ms; i += 10) {
      void clock.tick(10);
      await settle();
    }
  }
  const greetingOf = (/** @type {string} */ version) =>
    encodeMessage({ node: 'there---', clock: version, from: {}, forgotten: {}, writes: [] });

  it('carries a heartbeat a second', async () => {
    const before = sent.length;
    await pass(5000);
    assert.equal(sent.length - before, 5);
  });

  it('is tried again after growing pauses, up to five seconds', async () => {
    answer = () => Promise.reject(new Error('refused'));
    await pass(1000);
    sent = [];
    await pass(40_000);
    const pauses = sent.slice(1).map((at, i) => at - sent[i]);
    assert.deepEqual(
      pauses,
      pauses.toSorted((a, b) => a - b),
    );
    assert.ok(pauses[0] <= 1000 && pauses.at(-1) === 5000, pauses.join());
  });

  it('is lost when a write has waited a second for it, and the next does not wait', async () => {
    answer = () => new Promise(() => {});
    let done = 0;
    void node.writes.perform({ type: 'remove', key: 'a' }).then(() => done++);
    await pass(900);
    assert.equal(done, 0);
    assert.deepEqual(peers.status(), [{ name: 'peer:1', queued: 1, lagMs: 900, lost: false }]);
    await pass(200);
    void node.writes.perform({ type: 'remove', key: 'b' }).then(() => done++);
    await settle();
    assert.equal(done, 2);
    assert.deepEqual(peers.status(), [{ name: 'peer:1', queued: 2, lagMs: 1100, lost: true }]);
    assert.deepEqual(log.lines.at(-1)?.fields, {
      peer: 'peer:1',
      reason: 'It does not answer in time',
    });
  });

  it('refuses a peer whose clock is more than a minute off, and names it in the log', async () => {
    for (const off of [61_000, -61_000]) {
      const wrong = new HybridClock({ clock: { now: () => clock.now() + off }, node: 'there---' });
      await assert.rejects(peers.receive(greetingOf(wrong.tick())), { code: 'conflict' });
      const reason = `Its clock is 61 s ${off > 0 ? 'ahead of' : 'behind'} ours`;
      assert.deepEqual(log.lines.at(-1)?.fields, { peer: 'peer:1', reason });
    }
  });

  it('lets nothing count that was told, as long as the peer is silent', async () => {
    await pass(1000);
    assert.deepEqual(trust, ['suspend']);
    await peers.receive(greetingOf(other.tick()));
    await pass(3000);
    assert.deepEqual(trust, ['suspend', 'resume']);
    await pass(2000);
    assert.deepEqual(trust, ['suspend', 'resume', 'suspend']);
  });
});

describe('The log of writes for peers', () => {
  /** @type {HybridClock} */
  let clock;
  /** @type {WriteLog} */
  let log;

  beforeEach(() => {
    const system = createClock();
    clock = new HybridClock({ clock: system, node: 'here----' });
    log = new WriteLog({ clock: system, node: 'here----' });
  });

  const put = (/** @type {string} */ key, /** @type {number} */ bytes) => {
    const [variant] = entryOf(key, '').variants;
    const variants = [{ ...variant, body: Buffer.alloc(bytes) }];
    log.append({ type: 'put', entry: { key, groups: [], variants }, version: clock.tick() });
  };
  /** All that a peer with these positions is sent. @param {Record<string, string>} positions */
  function sentTo(positions) {
    /** @type {VersionedWrite[]} */
    const all = [];
    for (let known = positions; ;) {
      const { writes, forgotten } = log.lackedBy(known, 0);
      if (writes.length === 0) return { writes: all, forgotten };
      all.push(...writes);
      known = { ...known, 'here----': /** @type {VersionedWrite} */ (writes.at(-1)).version };
    }
  }

  it('keeps 16 MB of bodies: of the oldest puts only that what was there is gone', () => {
    for (let i = 0; i < 20; i++) put(`/${i}`, 1024 * 1024);
    const { writes, forgotten } = sentTo({});
    assert.equal(writes.length, 20);
    const types = writes.map(({ type }) => type);
    assert.deepEqual(types, [...Array(5).fill('remove'), ...Array(15).fill('put')]);
    assert.deepEqual(forgotten, {});
  });

  it('keeps 10,000 writes: who lacks older ones is told so', () => {
    for (let i = 0; i < 10_001; i++)
      log.append({ type: 'remove', key: `${i}`, version: clock.tick() });
    const { writes } = sentTo({});
    assert.ok(writes.length > 8000 && writes.length <= 10_000);
    const { forgotten } = log.lackedBy({}, 0);
    assert.ok(forgotten['here----'] < writes[0].version);
    assert.deepEqual(log.lackedBy(forgotten, 0).forgotten, {});
  });

  it('is sent in batches of a megabyte, or of one large write', () => {
    for (let i = 0; i < 4; i++) put(`/${i}`, 400 * 1024);
    put('/large', 3 * 1024 * 1024);
    assert.equal(log.lackedBy({}, 0).writes.length, 2);
    const { version } = sentTo({}).writes[3];
    assert.equal(log.lackedBy({ 'here----': version }, 0).writes.length, 1);
  });
});

describe('A message to a peer', () => {
  const clock = new HybridClock({ clock: createClock(), node: 'here----' });
  const message = () => ({
    node: 'here----',
    clock: clock.tick(),
    from: { 'here----': '' },
    forgotten: {},
    writes: /** @type {VersionedWrite[]} */ ([
      {
        type: 'put',
        entry: entryOf('/ü?a=1', 'bytes \xff\0', { etag: '"1"' }),
        version: clock.tick(),
      },
      { type: 'remove', key: '/a', version: clock.tick() },
      { type: 'invalidate', selector: { prefixes: ['/'], groups: ['g'] }, version: clock.tick() },
      { type: 'etag', old: '"1"', new: '"2"', version: clock.tick() },
      { type: 'put', entry: entryOf('/b', ''), version: clock.tick() },
    ]),
  });

  it('arrives as it was', () => {
    const sent = message();
    assert.deepEqual(decodeMessage(encodeMessage(sent)), sent);
  });

  it('is refused when anything in it is wrong', () => {
    const [put, remove, invalidate, etag] = message().writes;
    const { entry } = /** @type {any} */ (put);
    const [variant] = entry.variants;
    const wrongEntry = (/** @type {object} */ change) => ({
      ...put,
      entry: { ...entry, variants: [{ ...variant, ...change }] },
    });
    const wrong = [
      { ...remove, key: 1 },
      { ...remove, key: 'x'.repeat(2049) },
      { ...remove, type: 'other' },
      { ...remove, version: undefined },
      { ...invalidate, selector: { urls: 'x' } },
      { ...etag, url: '/both' },
      { ...put, entry: { ...entry, variants: [] } },
      wrongEntry({ headers: ['Set-Cookie'] }),
      wrongEntry({ headers: ['X', 'a\r\nb: c'] }),
      wrongEntry({ headers: ['Trailer', 'X'] }),
      wrongEntry({ headers: ['Content-Length', '8'] }),
      { ...etag, new: '"1"\r\nb: c' },
      wrongEntry({ status: 99 }),
      wrongEntry({ varied: null }),
    ];
    for (const write of wrong) {
      const bytes = encodeMessage(/** @type {any} */ ({ ...message(), writes: [write] }));
      assert.throws(() => decodeMessage(bytes), { code: 'badRequest' }, JSON.stringify(write));
    }
    const whole = encodeMessage(message());
    for (const bytes of [whole.subarray(0, -1), Buffer.concat([whole, Buffer.from('x')])])
      assert.throws(() => decodeMessage(bytes), { code: 'badRequest' });
  });
});
