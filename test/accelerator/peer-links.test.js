import assert from 'node:assert/strict';
import { decodeMessage, encodeMessage } from '../../lib/accelerator/peers/message.js';
import { createPeers } from '../../lib/accelerator/peers/peers.js';
import { Trust } from '../../lib/accelerator/writes/trust.js';
import { Versions } from '../../lib/accelerator/writes/versions.js';
import { createClock } from '../support/clock.js';
import { createQuietLog } from '../support/log.js';
import { createMemoryNode, entryOf } from './memory-node.js';
/** @import { Message } from '../../lib/accelerator/peers/message.js' */
/** @import { VersionedWrite } from '../../lib/accelerator/types.js' */
/** @import { Peers } from '../../lib/accelerator/peers/peers.js' */

/** @type {ReturnType<typeof createClock>} */
let clock;
/** @type {ReturnType<typeof createMemoryNode>} */
let node;
/** @type {Peers} */
let peers;
/** @type {ReturnType<typeof createQuietLog>} */
let log;
/** Of the peer. @type {Versions} */
let other;
/** What it was sent, and when. @type {(Message & { at: number })[]} */
let sent;
/** @type {() => Promise<unknown>} */
let answer;

function eachPeer() {
  beforeEach(async () => {
    clock = createClock();
    log = createQuietLog();
    node = createMemoryNode({ clock, node: 'here----' });
    other = new Versions({ clock, node: 'there---' });
    sent = [];
    answer = async () => {};
    const { writes, reported, versions } = node;
    peers = createPeers({
      urls: ['http://peer:1/'],
      transport: { send, close: async () => {} },
      trust: new Trust({ writes, reported, clock, log }),
      writes,
      versions,
      clock,
      random: () => 1,
      log,
    });
    peers.start();
    await pass(10);
  });
  afterEach(() => peers.stop());
}

/** @param {string} _url @param {Buffer} body */
async function send(_url, body) {
  sent.push({ ...decodeMessage(body), at: clock.now() });
  await answer();
  const own = { epoch: 'there---', version: other.next(), time: clock.now() };
  return Buffer.from(JSON.stringify(own));
}

/** @param {number} ms  in steps, so that each timer comes at its time */
async function pass(ms) {
  for (let i = 0; i < ms; i += 10) {
    void clock.tick(10);
    for (let turn = 0; turn < 30; turn++) await null;
  }
}

/** A message of the peer. @param {Partial<Message>} message */
const receive = (message) =>
  peers.receive(
    encodeMessage({ epoch: 'there---', version: other.next(), first: 1, writes: [], ...message }),
  );

/** @param {string} key @returns {VersionedWrite} */
const putThere = (key) => ({ type: 'put', entry: entryOf(key, 'text'), version: other.next() });

const refused = () => Promise.reject(new Error('refused'));
const status = () => peers.status()[0];

describe('The link to a peer', () => {
  eachPeer();

  it('carries a heartbeat a second', async () => {
    sent = [];
    await pass(5000);
    assert.equal(sent.length, 5);
  });

  it('numbers the writes, and sends each until it has arrived', async () => {
    await pass(100);
    sent = [];
    answer = refused;
    void node.writes.perform({ type: 'remove', key: 'a' });
    await pass(500);
    void node.writes.perform({ type: 'remove', key: 'b' });
    answer = async () => {};
    await pass(2000);
    void node.writes.perform({ type: 'remove', key: 'c' });
    await pass(20);
    const numbered = sent.map(({ first, writes }) => [first, writes.length]);
    assert.deepEqual(numbered[0], [1, 1]);
    assert.deepEqual(numbered.filter(([, length]) => length === 2).at(-1), [1, 2]);
    assert.deepEqual(numbered.at(-1), [3, 1]);
  });

  it('is tried again after growing pauses, up to two seconds', async () => {
    answer = refused;
    await pass(1000);
    sent = [];
    await pass(40_000);
    const pauses = sent.slice(1).map(({ at }, i) => at - sent[i].at);
    assert.deepEqual(
      pauses,
      pauses.toSorted((a, b) => a - b),
    );
    assert.ok(pauses[0] <= 1000 && pauses.at(-1) === 2000, pauses.join());
  });

  it('is lost when a write has waited a second for it, and the next does not wait', async () => {
    await pass(100);
    answer = () => new Promise(() => {});
    let done = 0;
    void node.writes.perform({ type: 'remove', key: 'a' }).then(() => done++);
    await pass(900);
    assert.equal(done, 0);
    assert.deepEqual(status(), { name: 'peer:1', queued: 1, lagMs: 900, lost: false });
    await pass(200);
    void node.writes.perform({ type: 'remove', key: 'b' }).then(() => done++);
    await pass(10);
    assert.equal(done, 2);
    assert.deepEqual(status(), { name: 'peer:1', queued: 2, lagMs: 1110, lost: true });
    assert.deepEqual(log.lines.at(-1)?.fields, {
      peer: 'peer:1',
      reason: 'It does not answer in time',
    });
  });

  for (const [what, bytes, count] of /** @type {const} */ ([
    ['10,000 writes', 1, 10_001],
    ['16 MB', 1024 * 1024, 16],
  ]))
    it(`has a queue of ${what}: beyond it all is dropped, which the numbers show`, async () => {
      answer = refused;
      await pass(2000);
      const [variant] = entryOf('a', '').variants;
      const entry = { ...entryOf('a', ''), variants: [{ ...variant, body: Buffer.alloc(bytes) }] };
      for (let i = 0; i < count; i++) await node.writes.perform({ type: 'put', entry });
      assert.deepEqual(status(), { name: 'peer:1', queued: 0, lagMs: 0, lost: true });
      answer = async () => {};
      await pass(3000);
      assert.equal(sent.at(-1)?.first, count + 1);
      assert.equal(status().lost, false);
    });

  it('has a queue of a minute', async () => {
    answer = refused;
    await pass(2000);
    await node.writes.perform({ type: 'remove', key: 'a' });
    await pass(57_000);
    assert.equal(status().queued, 1);
    await pass(5000);
    assert.equal(status().queued, 0);
    assert.equal(sent.at(-1)?.first, 2);
  });

  it('carries messages of a megabyte, or of one large write', async () => {
    answer = refused;
    await pass(2000);
    const [variant] = entryOf('a', '').variants;
    for (const kilobytes of [400, 400, 400, 3000, 9000]) {
      const body = Buffer.alloc(kilobytes * 1024);
      const entry = { ...entryOf('a', ''), variants: [{ ...variant, body }] };
      await node.writes.perform({ type: 'put', entry });
    }
    answer = async () => {};
    sent = [];
    await pass(3000);
    const types = sent.map(({ writes }) => writes.map(({ type }) => type).join());
    assert.deepEqual(types.slice(0, 3), ['put,put', 'put', 'put']);
    // One over 8 MB stays where it was put.
    assert.equal(types[3], 'remove');
  });
});

describe('A node that receives writes of a peer', () => {
  eachPeer();

  /** Until the peer is heard of. */
  async function hear() {
    await pass(100);
    await receive({});
    await receive({ echo: clock.now() });
    await pass(10);
  }
  const keys = () => [...node.entries.keys()];
  const put = (/** @type {string} */ key) =>
    node.writes.perform({ type: 'put', entry: entryOf(key, 'text') });

  it('takes each once, whatever is doubled', async () => {
    await hear();
    const writes = [putThere('/a'), putThere('/b')];
    await receive({ writes });
    await node.writes.perform({ type: 'remove', key: '/a' });
    await receive({ writes });
    await receive({ writes: [...writes, putThere('/c')] });
    assert.deepEqual(keys(), ['/b', '/c']);
    await receive({ first: 5 });
    assert.deepEqual(keys(), [], 'the gap is not seen after what was doubled');
  });

  for (const [what, message] of /** @type {const} */ ([
    ['when their numbers have a gap', { first: 2 }],
    ['of a new start', { epoch: 'again---' }],
  ]))
    it(`drops what was put and told ${what}, and goes on`, async () => {
      await hear();
      await put('/a');
      await node.writes.perform({ type: 'etag', url: '/b', new: '"1"' });
      await pass(10);
      await receive({ ...message });
      assert.deepEqual([keys(), node.tells.size], [[], 0]);
      await pass(10);
      await receive({ ...message, writes: [putThere('/c')], echo: clock.now() });
      assert.deepEqual(keys(), ['/c']);
    });

  it('drops what was put after five seconds of silence, and takes no more until it hears again', async () => {
    await hear();
    await put('/a');
    await pass(4900);
    assert.deepEqual(keys(), ['/a']);
    assert.ok(node.trust.until > clock.now());
    await pass(200);
    assert.deepEqual(keys(), []);
    assert.ok(node.trust.until < clock.now());
    await receive({ writes: [putThere('/b')] });
    assert.deepEqual(keys(), []);
    await receive({ first: 2, echo: clock.now() });
    await receive({ first: 2, writes: [putThere('/c')] });
    assert.deepEqual(keys(), ['/c']);
  });

  it('counts from when it last answered, not from when a message arrives late', async () => {
    await hear();
    const echo = clock.now();
    await pass(3000);
    await receive({ echo });
    await pass(2100);
    assert.ok(node.trust.until < clock.now());
  });

  it('refuses one whose clock is more than a minute ahead, and names it in the log', async () => {
    await pass(100);
    const wrong = new Versions({ clock: { now: () => clock.now() + 61_000 }, node: 'there---' });
    await assert.rejects(receive({ version: wrong.next() }), { code: 'conflict' });
    const reason = 'Its clock is 61 s ahead of ours';
    assert.deepEqual(log.lines.at(-1)?.fields, { peer: 'peer:1', reason });
  });
});

describe('A message to a peer', () => {
  const versions = new Versions({ clock: createClock(), node: 'here----' });
  const message = () => ({
    epoch: 'here----',
    version: versions.next(),
    first: 7,
    echo: 12,
    writes: /** @type {VersionedWrite[]} */ ([
      {
        type: 'put',
        entry: entryOf('/ü?a=1', 'bytes \xff\0', { etag: '"1"' }),
        version: versions.next(),
      },
      { type: 'remove', key: '/a', version: versions.next() },
      {
        type: 'invalidate',
        selector: { prefixes: ['/'], groups: ['g'] },
        version: versions.next(),
      },
      { type: 'etag', old: '"1"', new: '"2"', version: versions.next() },
      { type: 'put', entry: entryOf('/b', ''), version: versions.next() },
    ]),
  });

  it('arrives as it was', () => {
    const sent = message();
    assert.deepEqual(decodeMessage(encodeMessage(sent)), sent);
  });

  it('is refused when anything in it is wrong', () => {
    const sent = JSON.parse(String(encodeMessage(message())));
    const [put, remove, invalidate, etag] = sent.writes;
    const wrong = [
      ...[null, 'x', { ...remove, key: 1 }, { ...remove, key: 'x'.repeat(2049) }],
      ...[
        { ...remove, type: 'other' },
        { ...remove, version: undefined },
      ],
      ...[
        { ...invalidate, selector: { urls: 'x' } },
        { ...invalidate, selector: null },
      ],
      ...[
        { ...etag, url: '/both' },
        { ...etag, new: '"1"\r\nb: c' },
      ],
      ...[
        { ...put, body: 1 },
        { ...put, at: 'x' },
        { ...put, headers: ['Set-Cookie'] },
      ],
      ...[
        { ...put, headers: ['X', 'a\r\nb: c'] },
        { ...put, headers: ['Trailer', 'X'] },
      ],
      { ...put, headers: ['Content-Length', '8'] },
    ];
    const whole = [
      ...wrong.map((write) => ({ ...sent, writes: [write] })),
      ...[
        { ...sent, first: 0 },
        { ...sent, echo: 'x' },
        { ...sent, protocol: 1 },
      ],
      ...[{ ...sent, epoch: undefined }, { ...sent, writes: {} }, null],
    ];
    for (const each of whole) {
      const bytes = Buffer.from(JSON.stringify(each));
      assert.throws(() => decodeMessage(bytes), { code: 'badRequest' }, String(bytes));
    }
    const cut = encodeMessage(message()).subarray(0, -1);
    assert.throws(() => decodeMessage(cut), { code: 'badRequest' });
  });
});
