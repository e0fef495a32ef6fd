import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { createServer as createListener } from '../../lib/http/listening.js';
import { startAccelerator } from '../../lib/accelerator/accelerator.js';
import { createBetweenWorkers } from '../../lib/accelerator/shared/between-workers.js';
import { createPrimaryWrites } from '../../lib/accelerator/shared/primary.js';
import { ResponseStore } from '../../lib/accelerator/store/response-store.js';
import { ReportedEtags } from '../../lib/accelerator/writes/reported-etags.js';
import { Versions } from '../../lib/accelerator/writes/versions.js';
import { Writes } from '../../lib/accelerator/writes/writes.js';
import { systemClock } from '../../lib/base/clock.js';
import { readAcceleratorConfig } from '../../lib/accelerator/config.js';
import { Calls } from '../../lib/base/threads/calls.js';
import { createClock } from '../support/clock.js';
import { createQuietLog } from '../support/log.js';
import { ask } from '../support/raw.js';
import { createLine } from './cuttable-proxy.js';
import { entryOf } from './memory-node.js';
import { describeWith, startRedis } from '../support/servers.js';
/** @import { AddressInfo } from 'node:net' */
/** @import { Functions } from '../../lib/base/threads/calls.js' */
/** @import { Workers } from '../../lib/accelerator/shared/between-workers.js' */
/** @import { PrimaryWrites } from '../../lib/accelerator/shared/primary.js' */

const MAX_BYTES = 64 * 1024;

describe('What the workers of an accelerator share', () => {
  const clock = createClock();
  /** @type {Calls[]} to each worker */
  let channels;
  /** @type {PrimaryWrites} */
  let primary;

  beforeEach(() => {
    channels = [];
    primary = createPrimaryWrites({
      insist: (_from, name, writes) =>
        Promise.all(channels.map((calls) => calls.call(name, writes))),
      maxBytes: MAX_BYTES,
      clock,
    });
  });

  /** A worker, with a channel that brings messages in turn. */
  function connect() {
    const versions = new Versions({ clock, node: 'worker--' });
    const reported = new ReportedEtags({ clock });
    const store = new ResponseStore({ maxBytes: MAX_BYTES });
    const writes = new Writes({ versions, store, reported });
    /** @type {Functions} */
    const offered = {};
    /** @type {Functions} */
    const functions = {};
    /** @type {Calls} */
    const toWorker = new Calls({
      send: (message) => void setImmediate(() => toPrimary.receive(message)),
      functions,
    });
    const toPrimary = new Calls({
      send: (message) => void setImmediate(() => toWorker.receive(message)),
      functions: offered,
    });
    Object.assign(functions, primary.functionsFor({ calls: toWorker }));
    channels.push(toWorker);
    const workers = /** @type {Workers} */ ({
      call: (name, ...args) => toPrimary.call(name, ...args),
      offer: (more) => void Object.assign(offered, more),
    });
    const shared = createBetweenWorkers({ workers, writes, versions });
    const text = (/** @type {string} */ key) => store.peek(key)?.variants[0].body.toString();
    return { store, reported, shared, text };
  }

  async function connectTwo() {
    const [one, other] = [connect(), connect()];
    await Promise.all([one.shared.start(), other.shared.start()]);
    return [one, other];
  }

  const put = (/** @type {string} */ key, text = 'text', etag = '"1"') =>
    /** @type {const} */ ({ type: 'put', entry: entryOf(key, text, { etag }) });
  const large = (/** @type {string} */ key) => put(key, 'x'.repeat(4000));

  it('is the same everywhere, though both write at once', async () => {
    const [one, other] = await connectTwo();
    await Promise.all(
      Array.from({ length: 50 }, async (_, i) => {
        const [first, second] = i % 3 === 0 ? [one, other] : [other, one];
        await Promise.all([
          first.shared.commit(put('k', `${i}`)),
          second.shared.commit(put('k', `${i}'`)),
        ]);
        assert.equal(one.text('k'), other.text('k'));
      }),
    );
    assert.equal((await one.shared.find('k'))?.entry.variants[0].body.toString(), one.text('k'));
  });

  it('is written only if it is what the client knows', async () => {
    const [one, other] = await connectTwo();
    assert.equal((await one.shared.commit(put('k'), '0')).isChanged, false);
    assert.equal((await other.shared.commit(put('k', 'new'), '0')).isChanged, true);
    const { number = '' } = (await other.shared.find('k')) ?? {};
    assert.equal((await one.shared.commit(put('k', 'newer'), number)).isChanged, false);
    assert.equal((await other.shared.commit(put('k', 'newest'), number)).isChanged, true);
    assert.deepEqual([one.text('k'), other.text('k')], ['newer', 'newer']);
  });

  it('gives way at all of them at once, also where it is often read', async () => {
    const [one, other] = await connectTwo();
    await one.shared.commit(large('often'));
    for (let i = 0; i < 20; i++) {
      one.store.hit('often');
      await other.shared.commit(large(`k${i}`));
    }
    assert.equal(await one.shared.find('often'), undefined);
    assert.deepEqual([one.text('often'), other.text('often')], [undefined, undefined]);
    assert.equal((await one.shared.commit(put('often'), '0')).isChanged, false);
  });

  it('is brought to a worker that comes later, while others write', async () => {
    const [one] = await connectTwo();
    for (let i = 0; i < 5; i++) await one.shared.commit(put(`k${i}`, 'old'));
    await one.shared.commit({ type: 'etag', url: '/told', new: '"1"' });
    await one.shared.commit({ type: 'etag', url: '/told-otherwise', new: '"1"' });
    const late = connect();
    const writes = [
      one.shared.commit(put('k1', 'new')),
      one.shared.commit({ type: 'remove', key: 'k2' }),
      one.shared.commit({ type: 'etag', url: '/told-otherwise', new: '"2"' }),
    ];
    await late.shared.start();
    await Promise.all(writes);
    const texts = ['k0', 'k1', 'k2', 'k3'].map(late.text);
    assert.deepEqual(texts, ['old', 'new', undefined, 'old']);
    assert.equal(late.reported.get('/told')?.etag, '"1"');
    assert.equal(late.reported.get('/told-otherwise')?.etag, '"2"');
  });

  it('is stored without the message that brought it', async () => {
    const [one, other] = await connectTwo();
    const message = Buffer.from(`${'x'.repeat(40_000)}text`);
    const { entry } = put('k');
    const [response] = entry.variants;
    const brought = { ...response, body: message.subarray(40_000) };
    await one.shared.commit({ type: 'put', entry: { ...entry, variants: [brought] } });
    const found = await other.shared.find('k');
    for (const stored of [one.store.peek('k'), other.store.peek('k'), found?.entry]) {
      const body = stored?.variants[0].body;
      assert.equal(String(body), 'text');
      assert.notEqual(body?.buffer, message.buffer);
    }
  });

  it('is not stored where it is too large, and not taken faster than all can have it', async () => {
    const { shared } = connect();
    await shared.start();
    await assert.rejects(shared.commit(put('k', 'x'.repeat(MAX_BYTES))), { code: 'noSpace' });
    const all = Array.from({ length: 50 }, (_, i) => shared.commit(large(`k${i}`)));
    const outcomes = await Promise.allSettled(all);
    const refused = outcomes.filter((each) => each.status === 'rejected');
    assert.ok(refused.length > 0 && refused.length < 50);
    assert.ok(refused.every(({ reason }) => reason.code === 'unavailable'));
    await shared.commit(large('later'));
  });
});

describeWith('redis-server', 'The workers of an accelerator with SHARED_URL', () => {
  it('answer a change once all of them have it, or no longer go by what was told', async () => {
    let revision = 1;
    const origin = createServer((_request, response) => {
      response.writeHead(200, { ETag: `"${revision}"` }).end(String(revision));
    });
    await once(origin.listen(0, '127.0.0.1'), 'listening');
    const redis = await startRedis();
    const line = await createLine();
    line.leadTo(redis.port);
    /** @type {Functions[]} */
    const offers = [];
    const one = await start(redis.url);
    const other = await start(`redis://127.0.0.1:${line.port}`);
    try {
      await notify();
      await read();
      assert.equal(await read(), '1');
      line.cut();
      revision = 2;
      await notify();
      assert.equal(await read(), '2');
    } finally {
      await Promise.all([one.stop(), other.stop()]);
      line.close();
      await redis.stop();
      origin.close();
    }

    /** @param {string} SHARED_URL */
    async function start(SHARED_URL) {
      const { port } = /** @type {AddressInfo} */ (origin.address());
      const config = readAcceleratorConfig({ ORIGIN_URL: `http://127.0.0.1:${port}`, SHARED_URL });
      /** @type {Functions} */
      const offered = {};
      offers.push(offered);
      const workers = /** @type {Workers} */ ({
        listen: async () => ({ ...createListener(), address: 'http://127.0.0.1' }),
        ask: async () => [],
        call: (_insist, name, ...args) => Promise.all(offers.map((each) => each[name](...args))),
        offer: (more) => void Object.assign(offered, more),
        enter: async () => {},
        serve: (server) => void server.listen(0, '127.0.0.1'),
      });
      const log = createQuietLog();
      const nodeId = `worker-${offers.length}`;
      const accelerator = await startAccelerator(config, {
        clock: systemClock,
        log,
        nodeId,
        workers,
      });
      while (!accelerator.server.listening) await pause(1);
      return accelerator;
    }

    async function notify() {
      const headers = { 'content-type': 'application/json' };
      const json = JSON.stringify({ url: '/', new: `"${revision}"` });
      const { status } = await ask(portOf(one), '/.cache/etags', headers, 'POST', json);
      assert.equal(status, 200);
    }

    async function read() {
      return String((await ask(portOf(other), '/')).body);
    }
  });
});

/** @param {{ server: import('node:http').Server }} accelerator */
const portOf = ({ server }) => /** @type {AddressInfo} */ (server.address());
