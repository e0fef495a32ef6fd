import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import nano from 'nano';
import { openCouchdb } from '../../lib/store/couchdb/store.js';
import { clock, quietLog } from './fixtures.js';
/** @import { Put, Store } from '../../lib/store/types.js' */

const server = process.env.COUCHDB_TEST_URL?.replace(/\/$/, '') ?? '';

/** @param {string} id @returns {Put & { follows: true }} */
const act = (id) => ({
  kind: 'act',
  revision: null,
  follows: true,
  record: {
    id,
    at: new Date(clock.now()).toISOString(),
    by: 'ada',
    via: 'session 1',
    what: 'token.created',
    of: '',
    about: '',
    count: 1,
  },
});
const token = (label = '') => ({ id: 'a', user: 'ada', scopes: [], label });

describe('An act in CouchDB', () => {
  /** @type {string} */
  let url;
  /** @type {any} */
  let database;
  /** @type {Store[]} */
  let stores = [];
  /** @type {Store} */
  let store;

  beforeEach(async function () {
    if (!server) return this.skip();
    const name = `larder-test-${randomUUID()}`;
    url = `${server}/${name}`;
    stores = [];
    store = await open();
    database = nano(server).use(name);
  });
  afterEach(async () => {
    for (const each of stores) await each.close();
    if (server) await nano(server).db.destroy(url.slice(server.length + 1));
  });

  async function open() {
    const sleep = (/** @type {number} */ ms, /** @type {any} */ options) =>
      setTimeout(ms / 20, undefined, options);
    const deps = { log: quietLog(), clock, sleep, random: () => 0.5, create: true, timeout: 3000 };
    const opened = await openCouchdb([new URL(url)], deps);
    stores.push(opened);
    return opened;
  }
  async function acts() {
    const ids = [];
    for await (const { id } of store.all('act')) ids.push(id);
    return ids;
  }
  /** What a process does that ends before it has recorded its acts. @param {string[]} ids @param {string} [label] */
  async function leave(ids, label) {
    const before = await database.get('token:a').catch(() => ({}));
    const { id: _, ...fields } = token(label);
    const carried = ids.map((each) => act(each).record);
    return database.insert({ ...fields, _rev: before._rev, acts: carried }, 'token:a');
  }

  it('is recorded a moment after the write that it came with, and no record shows it', async () => {
    const [revision, ...more] = await store.write([
      { kind: 'token', record: token(), revision: null },
      act('1'),
    ]);
    assert.equal(more.length, 0);
    await store.close();
    store = await open();
    assert.deepEqual(await acts(), ['1']);
    assert.deepEqual(await store.get('token', 'a'), { ...token(), revision });
  });

  it('is not recorded when the write is refused', async () => {
    const write = { kind: /** @type {const} */ ('token'), record: token(), revision: '1-abc' };
    await assert.rejects(store.write([write, act('1')]), { code: 'conflict' });
    await store.adoptActs();
    assert.deepEqual(await acts(), []);
  });

  it('of a process that has ended is found by another one, also of a record that is gone', async () => {
    await leave(['1']);
    await store.adoptActs();
    assert.deepEqual(await acts(), ['1']);
    const { rev } = await leave(['1', '2'], 'Camera');
    await database.insert({ _rev: rev, _deleted: true, acts: [act('3').record] }, 'token:a');
    await store.adoptActs();
    assert.deepEqual(await acts(), ['1', '3']);
  });

  it('is not lost when its record is read and replaced before anybody has found it', async () => {
    await leave(['1']);
    const { revision, ...record } = await store.get('token', 'a');
    await store.write([{ kind: 'token', record, revision }, act('2')]);
    await store.close();
    store = await open();
    assert.deepEqual(await acts(), ['1', '2']);
  });

  it('is looked for only in what has changed since the last look', async () => {
    await leave(['1']);
    await store.adoptActs();
    const { since } = await database.get('_local/larder-acts');
    await store.adoptActs();
    const again = await database.get('_local/larder-acts');
    assert.equal(String(again.since).split('-')[0] >= String(since).split('-')[0], true);
    assert.deepEqual(await acts(), ['1']);
  });
});
