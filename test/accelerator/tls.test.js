import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import https from 'node:https';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect } from 'node:tls';
import { followCertificate, readCertificate, stateOf } from '../../lib/accelerator/control/tls.js';
import { certificates } from '../support/certificates.js';
import { createClock } from '../support/clock.js';
import { createQuietLog } from '../support/log.js';
/** @import { AddressInfo } from 'node:net' */

describe('The TLS certificate', () => {
  /** @type {string} */
  let folder;
  /** @type {{ tlsCert: string, tlsKey: string }} */
  let config;

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'larder-tls-'));
    config = { tlsCert: join(folder, 'cert.pem'), tlsKey: join(folder, 'key.pem') };
    put(0, 0);
  });

  afterEach(() => rmSync(folder, { recursive: true }));

  /** @param {number} cert @param {number} key which of the two */
  function put(cert, key) {
    writeFileSync(config.tlsCert, certificates[cert].cert);
    writeFileSync(config.tlsKey, certificates[key].key);
  }

  it('is refused at the start when its files are missing, broken or of different pairs', () => {
    readCertificate(config);
    put(0, 1);
    assert.throws(() => readCertificate(config), { code: 'invalid', message: /TLS_CERT/ });
    writeFileSync(config.tlsKey, 'x');
    assert.throws(() => readCertificate(config), { code: 'invalid' });
    rmSync(config.tlsKey);
    assert.throws(() => readCertificate(config), { code: 'invalid', message: /key\.pem/ });
  });

  it('says when it ends, or why it cannot be used', () => {
    const { until, problem } = stateOf(config);
    assert.ok(until !== null && until > Date.parse('2026-01-01'));
    assert.equal(problem, '');
    put(0, 1);
    assert.equal(stateOf(config).until, null);
    assert.match(stateOf(config).problem, /TLS_CERT/);
  });

  it('is used anew when its files change; a broken one is logged, and the old one stays', async () => {
    const clock = createClock();
    const log = createQuietLog();
    const server = https.createServer(readCertificate(config), (_, response) => response.end());
    const stop = followCertificate(server, config, { clock, log });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = /** @type {AddressInfo} */ (server.address());
    try {
      const first = await shownAt(port);
      writeFileSync(config.tlsCert, certificates[1].cert);
      await clock.tick(10_000);
      assert.equal(await shownAt(port), first);
      rmSync(config.tlsKey);
      await clock.tick(10_000);
      assert.equal(await shownAt(port), first);
      const warnings = () => log.lines.filter(({ level }) => level === 'warn').length;
      assert.equal(warnings(), 2);
      await clock.tick(10_000);
      assert.equal(warnings(), 2);
      put(1, 1);
      await clock.tick(10_000);
      assert.notEqual(await shownAt(port), first);
      stop();
      put(0, 0);
      await clock.tick(10_000);
      assert.notEqual(await shownAt(port), first);
    } finally {
      server.close();
    }
  });
});

/** @param {number} port @returns {Promise<string>} the fingerprint of what the server shows */
async function shownAt(port) {
  const socket = connect({ port, host: '127.0.0.1', rejectUnauthorized: false });
  await once(socket, 'secureConnect');
  const { fingerprint256 } = socket.getPeerCertificate();
  socket.destroy();
  return fingerprint256;
}
