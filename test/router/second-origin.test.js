import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { once } from 'node:events';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import express from 'express';
import { CacheManager } from '../../lib/cache/cache-manager.js';
import { createRenderQueue } from '../../lib/cache/render-queue.js';
import { page } from '../../controllers/route.js';
import { createHostCheck, openDoor } from '../../lib/http/door.js';
import { createServer } from '../../lib/http/listening.js';
import { ResponseManager } from '../../lib/responses/response-manager.js';
import { createExpressApp } from '../../lib/router/express-app.js';
import { createPageRenderer } from '../../lib/router/page-renderer.js';
import { createHits } from '../../lib/router/router.js';
import { createClock } from '../support/clock.js';
import { createQuietLog } from '../support/log.js';
import { ask } from '../support/raw.js';
/** @import { AddressInfo } from 'node:net' */
/** @import { Entry } from '../../lib/responses/entry.js' */
/** @import { AnyArea } from '../../controllers/route.js' */

const root = fileURLToPath(new URL('../..', import.meta.url));

describe('An origin that is no blog', () => {
  /** What it shows: a number for each name. @type {Record<string, number>} */
  const stock = { lemons: 12 };
  const [clock, log, app] = [createClock(), createQuietLog(), express()];
  const cache = /** @type {CacheManager<Entry>} */ (
    new CacheManager({ maxBytes: 1e6, stores: { shelves: { clearedBy: ['delivery'] } } })
  );
  const changes = { settledAt: clock.now(), advance: () => {} };
  const responses = new ResponseManager({ baseUrl: 'http://localhost', cache, clock, changes });
  const parts = { cache, responses, changes, clock, log };
  const open = () => {
    const dependsOn = /** @type {string[]} */ ([]);
    const count = (/** @type {string} */ name) => (dependsOn.push(name), stock[name]);
    return {
      input: {},
      services: { count },
      recorded: () => ({ dependsOn }),
      isOutdated: () => false,
    };
  };
  const show = (/** @type {{ count: number }} */ { count }) => ({
    body: `${count} left\n`,
    contentType: 'text/plain',
  });
  const queue = createRenderQueue({ cache, clock });
  const pages = createPageRenderer({
    ...parts,
    queue,
    origin: /** @type {any} */ ({ open, show }),
  });
  /** @type {AnyArea} */
  const shelves = {
    kind: 'pages',
    routes: [
      page(
        '/:name',
        /** @type {any} */ (
          (/** @type {any} */ { params }, /** @type {any} */ { count }) =>
            params.name in stock ? { count: count(params.name) } : null
        ),
        /** @type {any} */ ('shelves'),
      ),
    ],
    services: {},
    showError: ({ status, title, headers }) => ({ status, headers, body: title }),
  };
  const namesHost = createHostCheck();
  const miss = createExpressApp({
    ...parts,
    app,
    areas: [shelves],
    pages,
    namesHost,
    ownHosts: [],
    config: { trustProxy: false },
  });
  const { server, connections } = createServer();
  const door = openDoor({
    server,
    connections,
    miss,
    namesHost,
    isFast: true,
    clock,
    now: clock.now,
    log,
    hits: createHits(parts),
  });
  server.on('request', door.handle);
  const port = () => /** @type {AddressInfo} */ (server.address());

  before(() => once(server.listen(0, '127.0.0.1'), 'listening'));
  after(() => door.close());

  /** @param {string} path @param {string} [method] */
  async function look(path, method) {
    const { status, headers, body } = await ask(port(), path, {}, method);
    return [status, headers['cache-status'], body.toString()];
  }

  it('has its pages kept, and cleared by causes of its own', async () => {
    assert.deepEqual(await look('/lemons'), [200, 'larder; fwd=miss; stored', '12 left\n']);
    stock.lemons = 11;
    assert.deepEqual(await look('/lemons'), [200, 'larder; hit', '12 left\n']);
    assert.equal(cache.clear('delivery', ['lemons']), 1);
    assert.deepEqual(await look('/lemons'), [200, 'larder; fwd=miss; stored', '11 left\n']);
  });

  it('has other methods and unknown addresses refused', async () => {
    assert.equal((await look('/quinces'))[0], 404);
    assert.equal((await look('/lemons', 'DELETE'))[0], 405);
  });

  it('loads nothing of the blog', () => {
    const entrances = [
      'lib/cache/cache-manager.js',
      'lib/cache/render-queue.js',
      'lib/responses/response-manager.js',
      'lib/router/express-app.js',
      'lib/router/page-renderer.js',
      'lib/router/router.js',
      'lib/http/door.js',
    ];
    const blog = /^(controllers|lib\/(changes|content|people|statistics|store|views))\//;
    assert.deepEqual(
      reachableFrom(entrances).filter((path) => blog.test(path)),
      [],
    );
  });
});

/** @param {string[]} paths @returns {string[]} with all that they import of ours */
function reachableFrom(paths) {
  const seen = new Set(paths);
  for (const path of seen) {
    const text = readFileSync(join(root, path), 'utf8');
    for (const [, target] of text.matchAll(/^(?:import|export)\s(?:[^'";]*\sfrom\s)?'(\.[^']+)'/gm))
      seen.add(relative(root, join(root, dirname(path), target)));
  }
  return [...seen];
}
