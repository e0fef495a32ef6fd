import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import { once } from 'node:events';
import express from 'express';
import { uncached } from '../../controllers/route.js';
import { ResponseManager } from '../../lib/responses/response-manager.js';
import { createExpressApp } from '../../lib/router/express-app.js';
import { createClock } from '../support/clock.js';
import { createQuietLog } from '../support/log.js';
import { ask } from '../support/raw.js';
/** @import { AddressInfo } from 'node:net' */
/** @import { AnyArea } from '../../controllers/route.js' */

describe('Routes that are loaded later', () => {
  const area = (/** @type {string} */ path) =>
    /** @type {AnyArea} */ ({
      kind: 'api',
      routes: [uncached('GET')(path, [], () => ({ json: { path } }))],
      services: {},
      showError: ({ status, headers }) => ({ status, headers }),
    });

  function start() {
    const [clock, log] = [createClock(), createQuietLog()];
    const responses = new ResponseManager(
      /** @type {any} */ ({ baseUrl: 'http://localhost', cache: {}, clock, changes: {} }),
    );
    let loads = 0;
    const load = async () => (loads++, area('/later'));
    const app = createExpressApp({
      app: express(),
      clock,
      log,
      responses,
      areas: [{ paths: /^\/later/, load }, area('/now')],
      pages: /** @type {any} */ (null),
      namesHost: () => true,
      ownHosts: [],
      config: { trustProxy: false },
    });
    return { app, clock, loads: () => loads };
  }

  it('are not loaded in the first second, and then in the background', async () => {
    const { clock, loads } = start();
    await clock.tick(999);
    assert.equal(loads(), 0);
    await clock.tick(1);
    assert.equal(loads(), 1);
  });

  it('are loaded once, by a request that comes before', async () => {
    const { app, clock, loads } = start();
    const server = createServer(app).listen(0, '127.0.0.1');
    await once(server, 'listening');
    try {
      const at = /** @type {AddressInfo} */ (server.address());
      assert.equal((await ask(at, '/now')).status, 200);
      assert.equal(loads(), 0);
      assert.equal((await ask(at, '/later')).status, 200);
      await clock.tick(1000);
      assert.equal((await ask(at, '/later')).status, 200);
      assert.equal(loads(), 1);
    } finally {
      server.close();
    }
  });
});
