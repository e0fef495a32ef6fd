import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { makeClient } from '../../lib/store/couchdb/client.js';
import { conflictsPath } from '../../lib/store/couchdb/design.js';
import { inspectCouchdb } from '../../lib/store/couchdb/inspect.js';
import { toSequence } from '../../lib/store/couchdb/sequence.js';
import { clock, publishingToken, siteSettings } from './fixtures.js';
import { scriptedCouch } from './scripted-couch.js';
import { clusterBench } from './cluster-bench.js';
/** @import { FeedChange, Store } from '../../lib/store/types.js' */
/** @import { Request, Script } from './scripted-couch.js' */

const start = toSequence({ epoch: 'first-1', since: '0' });
const settled = () => new Promise((resolve) => setTimeout(resolve, 1));

describe('A store that knows several nodes of a cluster', () => {
  /** The nearest node, and another one. @type {Awaited<ReturnType<typeof scriptedCouch>>[]} */
  let nodes;
  beforeEach(async () => {
    nodes = [await scriptedCouch(), await scriptedCouch()];
  });
  afterEach(async () => {
    for (const node of nodes) await node.close();
  });
  const open = (timeout = 300) => nodes[0].open({ timeout, others: [nodes[1].url], factor: 100 });
  const settings = { _id: 'settings:site', _rev: '1-a', ...siteSettings };
  const isAboutSettings = (/** @type {{ path: string }} */ { path }) => path === 'settings:site';
  /** @type {Script} */
  const show = (request) => (isAboutSettings(request) ? { body: settings } : undefined);
  const asked = (/** @type {number} */ node) => nodes[node].requests.filter(isAboutSettings).length;

  const readable = { body: { rows: [{ value: { rev: '1-a' } }] } };

  const isFeed = (/** @type {Request} */ { path, query }) =>
    path === '_changes' && !query.has('descending');
  /** A feed with one change, which can be read. @type {Script} */
  function bring(request, response) {
    if (request.path === '_all_docs') return readable;
    if (!isFeed(request)) return undefined;
    response.writeHead(200, { 'content-type': 'application/json' });
    response.write('{"seq":"1","id":"post:a","changes":[{"rev":"1-a"}]}\n');
    return 'done';
  }

  it('asks the nearest alone while that one answers', async () => {
    nodes[0].play(show);
    const store = await open(20_000);
    await store.get('settings', 'site');
    assert.equal(asked(1), 0);
  });

  it('opens when the nearest is down', async () => {
    nodes[0].play(() => 'hang up');
    nodes[1].play(show);
    const store = await open();
    assert.equal((await store.get('settings', 'site'))?.title, siteSettings.title);
  });

  it('does not open when another node has another database', async () => {
    nodes[1].play(({ path }) => (path === '' ? { body: { instance_start_time: '2' } } : undefined));
    await assert.rejects(open(), ({ code, message }) => {
      assert.equal(code, 'invalid');
      assert.match(message, /STORE_URL/);
      assert.doesNotMatch(message, /hunter2/);
      return true;
    });
  });

  it('names the nodes that do not answer, to the owner', async () => {
    const url = (/** @type {number} */ node) => new URL(nodes[node].url);
    nodes[0].play(({ path }) => (path === conflictsPath ? { body: { rows: [] } } : undefined));
    nodes[1].play(() => 'hang up');
    const problems = await inspectCouchdb([url(0), url(1)], { clock, log: nodes[0].log });
    const silent = problems.filter(({ what }) => what.includes(`${url(1).host}/blog`));
    assert.match(silent.map(({ what }) => what).join(), /does not respond/);
    assert.ok(!problems.some(({ what }) => what.includes('hunter2')));
  });

  it('reads from the next node when one is silent, and from then on', async () => {
    nodes[1].play(show);
    const store = await open(5000);
    nodes[0].play(() => 'silence');
    assert.equal((await store.get('settings', 'site'))?.title, siteSettings.title);
    const before = asked(0);
    await store.get('settings', 'site');
    assert.equal(asked(0), before);
  });

  it('writes many records through the next node when the nearest falls silent', async () => {
    const store = await open(100);
    const taken = (/** @type {Request} */ { path, body }) =>
      path === '_bulk_docs'
        ? {
            status: 201,
            body: body.docs.map((/** @type {any} */ { _id: id }) => ({
              ok: true,
              id,
              rev: '1-made',
            })),
          }
        : undefined;
    nodes[0].play(() => 'silence');
    nodes[1].play(taken);
    await store.writeMany([{ kind: 'token', record: publishingToken, revision: null }]);
    const bulk = (/** @type {number} */ node) =>
      nodes[node].requests.filter(({ path }) => path === '_bulk_docs').length;
    assert.deepEqual([bulk(0), bulk(1)], [1, 1]);
  });

  it('waits for the nearest while it writes many records slowly', async () => {
    // So patient that a slow machine does not count as a silent node.
    const store = await open(3000);
    /** @type {() => void} */
    let finish = () => {};
    nodes[0].play(({ path, body }, response) => {
      // Asked for its name, it has written them, too.
      if (path === '') finish();
      if (path !== '_bulk_docs') return undefined;
      finish = () => {
        response.writeHead(201, { 'content-type': 'application/json' });
        response.end(JSON.stringify([{ ok: true, id: body.docs[0]._id, rev: '1-made' }]));
      };
      return 'done';
    });
    await store.writeMany([{ kind: 'token', record: publishingToken, revision: null }]);
    assert.equal(nodes[1].requests.filter(({ path }) => path === '_bulk_docs').length, 0);
  });

  it('comes back to the nearest when the other one fails', async () => {
    nodes[1].play(show);
    const store = await open();
    nodes[0].play(() => 'hang up');
    await store.get('settings', 'site');
    nodes[0].play(show);
    nodes[1].play(() => ({ status: 503 }));
    assert.equal((await store.get('settings', 'site'))?.title, siteSettings.title);
  });

  it('stays with the nearest when that one says no, which every node would', async () => {
    nodes[0].play((request) => (isAboutSettings(request) ? { status: 401, body: {} } : undefined));
    const store = await open(20_000);
    await assert.rejects(store.get('settings', 'site'), { code: 'unavailable' });
    assert.equal(asked(1), 0);
  });

  it('follows the feed of the next node when one breaks', async () => {
    const store = await open();
    nodes[0].play((request) => (isFeed(request) ? 'hang up' : undefined));
    nodes[1].play(bring);
    const changes = await firstChanges(store);
    assert.deepEqual(
      changes.map(({ id }) => id),
      ['a'],
    );
  });

  it('is told what the nearest does not bring by the newest changes of the other', async () => {
    let isThere = false;
    nodes[0].play(({ path }) => (path === '_all_docs' ? readable : undefined));
    nodes[1].play(({ path, query }) => {
      if (path === '_all_docs') return readable;
      if (path !== '_changes' || !query.has('descending') || !isThere) return undefined;
      return { body: { results: [{ seq: '1', id: 'post:a', changes: [{ rev: '1-a' }] }] } };
    });
    const store = await open();
    const told = firstChanges(store);
    while (!nodes[1].requests.some(({ path }) => path === '_changes')) await settled();
    isThere = true;
    assert.deepEqual(
      (await told).map(({ id }) => id),
      ['a'],
    );
  });

  it('looks at the other for a change that cannot be read at the nearest', async () => {
    const old = { body: { rows: [{ value: { rev: '0-a' } }] } };
    nodes[0].play((request, response) => {
      if (request.path === '_all_docs') return old;
      if (!isFeed(request)) return undefined;
      const beat = setInterval(() => response.write('\n'), 2);
      response.on('close', () => clearInterval(beat));
      return bring(request, response);
    });
    nodes[1].play(({ path }) => (path === '_all_docs' ? readable : undefined));
    await firstChanges(await nodes[0].open({ others: [nodes[1].url], factor: 20 }));
    assert.ok(nodes[1].requests.some(({ path }) => path === '_all_docs'));
  });

  it('stays when one of all copies is missing, and goes when a majority is', async () => {
    nodes[0].play(() => ({ status: 202, body: {} }));
    const addresses = nodes.map(({ url }) => new URL(url));
    const { requestOnce, nodes: choice } = makeClient(addresses, {
      clock,
      random: Math.random,
      sleep: (ms) => sleep(ms),
    });
    const request = { path: '_local/a', method: 'PUT', body: {} };
    await requestOnce({ ...request, query: { w: 3 } });
    assert.equal(choice.preferred(), addresses[0].origin);
    await requestOnce(request);
    assert.equal(choice.preferred(), addresses[1].origin);
  });

  it('takes back what it was writing when it was killed and another node came first', async () => {
    const notes = mkdtempSync(join(tmpdir(), 'larder-'));
    const place = nodes[1].url.replace('admin:hunter2@', '');
    const write = { writeId: 'a', kind: 'settings', id: 'site', base: null, isRemoval: false };
    writeFileSync(join(notes, '99999999-a.json'), JSON.stringify({ place, write }));
    await nodes[0].open({ others: [nodes[1].url], notes, timeout: 60_000 });
    assert.ok(asked(0) > 0);
    rmSync(notes, { recursive: true });
  });

  /** @param {Store} store @returns {Promise<FeedChange[]>} */
  const firstChanges = (store) =>
    new Promise((resolve) => {
      store.watch(start, {
        onChanges: async (changes) => resolve(changes),
        onReset: async () => {},
        onReachable: () => {},
      });
    });
});

describe('A store that knows several nodes, of which the nearest is cut off,', () => {
  const bench = clusterBench();
  const { put, shown, everywhere, cutOff, allForgotten } = bench;
  const open = () => bench.open(0, 100, true);

  it('saves through another one', async () => {
    const store = await open();
    const first = await put(store, 'First', null);
    cutOff();
    await put(store, 'Second', first);
    bench.cluster.heal();
    assert.deepEqual(shown(), everywhere('Second'));
    await allForgotten();
  });

  it('takes back through another one what was refused', async () => {
    const store = await open();
    const first = await put(store, 'First', null);
    cutOff();
    bench.couches[1].play(() => 'hang up');
    await assert.rejects(put(store, 'Refused', first), { code: 'unavailable' });
    bench.cluster.heal();
    bench.couches[0].play(() => 'hang up');
    bench.couches[1].play(bench.cluster.answer(1));
    await allForgotten();
    assert.deepEqual(shown(), everywhere('First'));
  });
});
