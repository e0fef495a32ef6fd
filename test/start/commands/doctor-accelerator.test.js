import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { once } from 'node:events';
import { join } from 'node:path';
import { run } from '../../../lib/start/commands/doctor.js';
import { makeFolder } from '../../support/blog.js';
import { certificates } from '../../support/certificates.js';
import { createClock } from '../../support/clock.js';
import { createQuietLog } from '../../support/log.js';
import { describeWith, startRedis } from '../../support/servers.js';
import { checkShared, problemsOf } from '../../../lib/start/commands/doctor/check-shared.js';
/** @import { AddressInfo } from 'node:net' */

const CACHE_TOKEN = 'a-token-of-the-peers';

describe('larder doctor --accelerator', () => {
  const { folder, remove } = makeFolder();
  const [TLS_CERT, TLS_KEY] = ['cert.pem', 'key.pem'].map((name) => join(folder, name));
  /** A server that knows the token. */
  const server = createServer(({ headers, url }, response) => {
    const isKnown = url === '/' || headers.authorization === `Bearer ${CACHE_TOKEN}`;
    response.writeHead(isKnown ? 200 : 401).end('text');
  });
  const url = () => `http://127.0.0.1:${/** @type {AddressInfo} */ (server.address()).port}`;
  const nowhere = 'http://127.0.0.1:1';

  before(() => once(server.listen(0, '127.0.0.1'), 'listening'));
  after(() => (server.close(), remove()));
  beforeEach(() => {
    writeFileSync(TLS_CERT, certificates[0].cert);
    writeFileSync(TLS_KEY, certificates[0].key);
  });

  /** @param {Record<string, string>} env @param {ReturnType<typeof createClock>} [clock] */
  async function examine(env, clock = createClock()) {
    let said = '';
    const stdout = { write: (/** @type {string} */ text) => (said += text) };
    const context = { env, clock, log: createQuietLog(), stdout, stderr: stdout };
    const code = await run(['--accelerator'], /** @type {any} */ (context));
    return { code, said };
  }

  it('finds nothing wrong with one whose origin, peers, certificate and folder are there', async () => {
    const env = { ORIGIN_URL: url(), PEERS: url(), CACHE_TOKEN, TLS_CERT, TLS_KEY };
    assert.deepEqual(await examine({ ...env, CACHE_DIR: folder }), {
      code: 0,
      said: 'No problems found. Checked: the origin, 1 peers, the certificate, the cache folder.\n',
    });
  });

  it('names the origin and the peers that do not answer', async () => {
    const { code, said } = await examine({ ORIGIN_URL: nowhere, PEERS: nowhere, CACHE_TOKEN });
    assert.equal(code, 1);
    assert.match(said, /The origin, http:\/\/127\.0\.0\.1:1, does not answer/);
    assert.match(said, /The peer http:\/\/127\.0\.0\.1:1 does not answer/);
  });

  it('names a server for ETags that does not answer, without its password', async () => {
    for (const ETAG_SOURCE of ['memcached://127.0.0.1:1', 'redis://:plum-jam@127.0.0.1:1']) {
      const { code, said } = await examine({ ORIGIN_URL: url(), ETAG_SOURCE });
      assert.equal(code, 1);
      assert.match(said, /The server that ETAG_SOURCE names does not answer/);
      assert.doesNotMatch(said, /plum-jam/);
    }
  });

  it('names a peer with another token', async () => {
    const { said } = await examine({ PEERS: url(), CACHE_TOKEN: 'another-token-of-peers' });
    assert.match(said, /does not accept CACHE_TOKEN: 401/);
  });

  it('names a certificate that ends soon, and one with the key of another', async () => {
    const later = createClock('2126-10-20T00:00:00Z');
    assert.match((await examine({ TLS_CERT, TLS_KEY }, later)).said, /ends on Oct 29/);
    writeFileSync(TLS_KEY, certificates[1].key);
    assert.match(
      (await examine({ TLS_CERT, TLS_KEY })).said,
      /TLS_CERT and TLS_KEY cannot be used/,
    );
  });

  it('names what cannot be together with several workers', async () => {
    const { code, said } = await examine({ WORKERS: '2', CACHE_DIR: folder });
    assert.equal(code, 1);
    assert.match(said, /CACHE_DIR is a folder of one process/);
  });

  it('names a folder that cannot be written to', async () => {
    const { said } = await examine({ CACHE_DIR: join(folder, 'none') });
    assert.match(said, /Nothing can be stored in .*none/);
  });
});

describeWith('redis-server', 'larder doctor --accelerator with SHARED_URL', () => {
  /** @param {string[]} options @param {string[][]} [commands] to the engine @returns {Promise<string[]>} the problems */
  async function problemsWith(options, commands = []) {
    const redis = await startRedis(options);
    try {
      for (const command of commands) redis.run(...command);
      return (await checkShared(redis.url)).map(({ what }) => what);
    } finally {
      await redis.stop();
    }
  }

  it('finds nothing wrong with an engine that keeps what it has acknowledged', async () => {
    assert.deepEqual(await problemsWith(['--appendonly', 'yes']), []);
  });

  it('names one that loses it, may drop the log, or is a replica', async () => {
    const options = ['--maxmemory', '100mb', '--maxmemory-policy', 'allkeys-lru'];
    const [replica, file, policy, ...more] = await problemsWith(options, [
      ['replicaof', '127.0.0.1', '1'],
    ]);
    assert.match(replica, /is a replica/);
    assert.match(file, /no append-only file/);
    assert.match(policy, /may drop its log .*allkeys-lru/);
    assert.deepEqual(more, []);
  });

  it('names one that is older than version 7', () => {
    const rest = 'role:master\r\naof_enabled:1\r\nmaxmemory:0\r\nmaxmemory_policy:noeviction';
    const [old, ...more] = problemsOf(`redis_version:6.2.14\r\n${rest}`);
    assert.match(old.what, /has version 6\.2\.14/);
    assert.deepEqual([more, problemsOf(`redis_version:7.2.4\r\n${rest}`)], [[], []]);
  });

  it('names one that cannot be reached, or refuses the password', async () => {
    const [nowhere] = await checkShared('redis://127.0.0.1:1');
    assert.match(nowhere.what, /cannot be used: .*ECONNREFUSED/);
    const redis = await startRedis(['--requirepass', 'secret']);
    const [wrong] = await checkShared(redis.url);
    await redis.stop();
    assert.match(wrong.what, /cannot be used: NOAUTH/);
  });
});
