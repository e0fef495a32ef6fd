import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect } from 'node:net';
import { createClient } from '@redis/client';
import { describeWith, startRedis, startServer } from '../support/servers.js';
import { eachWorld, until } from './world.js';

/** An origin whose ETag is the number of its revision. @param {ReturnType<typeof eachWorld>} world */
function eachRevision({ answers }) {
  let revision = 1;
  beforeEach(() => {
    revision = 1;
    answers((request, response) => {
      const etag = `"${revision}"`;
      if (request.headers['if-none-match'] === etag) response.writeHead(304, { ETag: etag }).end();
      else response.writeHead(200, { ETag: etag }).end(`revision ${revision}`);
    });
  });
  return { change: () => `"${++revision}"` };
}

describeWith('memcached', 'ETags in a memcached of Debian’s', () => {
  /** @type {Record<string, string>} */
  const settings = {};
  const argsOf = (/** @type {number} */ port) =>
    ['-u', 'nobody', '-l', '127.0.0.1', '-p', port].map(String);
  /** @type {Awaited<ReturnType<typeof startServer>>} */
  let memcached;
  beforeEach(async () => {
    memcached = await startServer('memcached', argsOf);
    settings.ETAG_SOURCE = `memcached://127.0.0.1:${memcached.port}`;
  });
  afterEach(() => memcached.stop());
  const world = eachWorld(settings);
  const { asks, seen } = world;
  const { change } = eachRevision(world);

  it('answer without the origin, and with it when they change or memcached is killed', async () => {
    const socket = connect(memcached.port, '127.0.0.1');
    const set = async (/** @type {string} */ etag) => {
      socket.write(`set /a 0 0 ${etag.length}\r\n${etag}\r\n`);
      assert.equal(String((await once(socket, 'data'))[0]), 'STORED\r\n');
    };
    await set('"1"');
    for (let i = 0; i < 3; i++) assert.equal((await asks('/a')).text, 'revision 1');
    assert.equal(seen().length, 1);
    await set(change());
    for (let i = 0; i < 3; i++) assert.equal((await asks('/a')).text, 'revision 2');
    assert.equal(seen().length, 2);
    socket.destroy();
    await memcached.kill();
    change();
    assert.equal((await asks('/a')).text, 'revision 3');
  });
});

describeWith('redis-server', 'ETags in a Redis of Debian’s', () => {
  /** @type {Record<string, string>} */
  const settings = {};
  /** @type {Awaited<ReturnType<typeof startRedis>>} */
  let redis;
  const url = () => `redis://:plum%20jam@127.0.0.1:${redis.port}/2`;
  beforeEach(async () => {
    redis = await startRedis(['--requirepass', 'plum jam']);
    settings.ETAG_SOURCE = url();
  });
  afterEach(() => redis.stop());
  const world = eachWorld(settings);
  const { clock, asks, seen } = world;
  const { change } = eachRevision(world);
  /** @type {ReturnType<typeof createClient>} */
  let service;
  beforeEach(async () => {
    service = createClient({ url: url() });
    service.on('error', () => {});
    await service.connect();
    await service.set('/a', '"1"');
    // It is connected, and has read the key.
    await until(async () => (await asks('/a')).via.startsWith('hit'));
  });
  afterEach(() => service.destroy());
  const figures = async () => JSON.parse((await asks('/.cache/status')).text);

  it('answer without the origin, and without Redis until they change', async () => {
    const before = (await figures()).etagSource.lookups;
    const asked = seen().length;
    for (let i = 0; i < 20; i++) assert.equal((await asks('/a')).text, 'revision 1');
    assert.equal((await figures()).etagSource.lookups, before);
    assert.equal(seen().length, asked);
    await service.set('/a', change());
    await until(async () => (await asks('/a')).text === 'revision 2');
    await service.set('/a', change());
    await until(async () => (await asks('/a')).text === 'revision 3');
    assert.equal(seen().length, asked + 2);
  });

  it('are forgotten when Redis is emptied, falls silent or is killed, and read again when it is back', async () => {
    const isAsked = async () => {
      const before = seen().length;
      await asks('/a');
      return seen().length > before;
    };
    await service.flushAll();
    await until(isAsked);
    await service.set('/a', '"1"');
    await until(async () => !(await isAsked()));
    redis.freeze();
    await clock.tick(1001);
    assert.ok(await isAsked(), 'silent for a second');
    await redis.kill();
    assert.ok(await isAsked(), 'killed');
    await redis.start();
    await until(async () => service.isReady);
    await service.set('/a', '"1"');
    await until(async () => !(await isAsked()));
  });
});
