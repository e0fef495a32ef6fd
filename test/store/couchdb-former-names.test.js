import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { createServer, request as ask } from 'node:http';
import { setTimeout } from 'node:timers/promises';
import nano from 'nano';
import { design, designPath, version } from '../../lib/store/couchdb/design.js';
import { openCouchdb } from '../../lib/store/couchdb/store.js';
import { clock, quietLog } from './fixtures.js';
/** @import { AddressInfo } from 'node:net' */
/** @import { Store } from '../../lib/store/types.js' */

const server = process.env.COUCHDB_TEST_URL?.replace(/\/$/, '') ?? '';
const POSTS = 230;
const lines = [{ id: '1-a', title: 'Jars', status: 'draft', savedAt: '2026-01-01', by: 'ada' }];
const former = [
  ...Array.from({ length: POSTS }, (_, at) => ({
    _id: `desk:p${at}`,
    by: 'ada',
    autosaved: false,
    versions: lines,
    secret: '',
    writeId: `w${at}`,
    isFirst: true,
  })),
  { _id: 'copy:p1:ada', base: '1-a', savedAt: '2026-01-01', fields: { title: 'Lids' } },
  { _id: 'tally:2026-01-01T10:x', views: { '/': 3 } },
];

describe('What an earlier Larder called differently in CouchDB', () => {
  /** @type {string} */
  let url;
  /** @type {any} */
  let database;
  /** @type {Store[]} */
  let stores = [];
  /** @type {ReturnType<typeof quietLog>} */
  let log;

  beforeEach(async function () {
    if (!server) return this.skip();
    const name = `larder-test-${randomUUID()}`;
    url = `${server}/${name}`;
    stores = [];
    log = quietLog();
    await (await open()).close();
    database = nano(server).use(name);
    const present = await database.get(designPath);
    await database.insert(/** @type {any} */ ({ ...present, version: 10 }), designPath);
    await database.bulk({ docs: former });
  });
  afterEach(async () => {
    for (const store of stores) await store.close();
    if (server) await nano(server).db.destroy(url.slice(server.length + 1));
  });

  async function open(address = url) {
    const sleep = (/** @type {number} */ ms, /** @type {any} */ options) =>
      setTimeout(ms / 20, undefined, options);
    const deps = { log, clock, sleep, random: () => 0.5, create: true, timeout: 3000 };
    const store = await openCouchdb([new URL(address)], deps);
    stores.push(store);
    return store;
  }
  /** @param {string} kind @returns {Promise<string[]>} */
  async function idsOf(kind) {
    const { rows } = await database.list({ startkey: `${kind}:`, endkey: `${kind};` });
    return rows.map((/** @type {any} */ { id }) => id);
  }
  async function namesBefore() {
    return [...(await idsOf('desk')), ...(await idsOf('copy')), ...(await idsOf('tally'))];
  }
  /** @param {Store} store */
  async function assertAllThere(store) {
    const histories = [];
    for await (const { revision: _, ...history } of store.all('history')) histories.push(history);
    assert.equal(histories.length, POSTS);
    const expected = { id: 'p7', by: 'ada', autosaved: false, versions: lines, secret: '' };
    assert.deepEqual(
      histories.find(({ id }) => id === 'p7'),
      expected,
    );
    assert.deepEqual((await store.get('autosave', 'p1:ada')).fields, { title: 'Lids' });
    assert.deepEqual((await store.get('counts', '2026-01-01T10:x')).views, { '/': 3 });
  }

  it('has the names of today after the next start, which tells of its progress', async () => {
    const store = await open();
    await assertAllThere(store);
    assert.deepEqual(await namesBefore(), []);
    const told = log.entries.flatMap(([{ kind, done }]) => (kind === 'history' ? done : []));
    assert.deepEqual(told, [100, 200, 230]);
    assert.equal((await database.get(designPath)).version, version);
    assert.ok(version > 10, 'a Larder of before stops at a design document of a later version');
  });

  for (const writes of [1, 3, 5, 6])
    it(`is whole when the program is killed after ${writes} of its requests, and started again`, async () => {
      const proxy = await through(url, (count) => count <= writes);
      await assert.rejects(open(proxy.url), { code: 'unavailable' });
      proxy.close();
      // Two of history, one each of the others, and then the removals.
      if (writes < 5) assert.equal((await namesBefore()).length, former.length);
      await assertAllThere(await open());
      assert.deepEqual(await namesBefore(), []);
    });

  it('is whole when two servers start at once', async () => {
    const [, other] = await Promise.all([open(), open()]);
    await assertAllThere(other);
    assert.deepEqual(await namesBefore(), []);
  });

  it('stays as one server has changed it, when another one that starts is slow', async () => {
    /** @type {(value: boolean) => void} */
    let goOn = () => {};
    const isAsked = new Promise((resolve) => (goOn = resolve));
    /** @type {(value: boolean) => void} */
    let begin = () => {};
    const isReading = new Promise((resolve) => (begin = resolve));
    const proxy = await through(url, () => {
      begin(true);
      return isAsked;
    });
    const opening = open(proxy.url);
    await isReading;
    const first = await open();
    const [changed, removed] = await first.getMany('history', ['p7', 'p8']);
    await first.write([
      { kind: 'history', record: { ...changed, by: 'bob' }, revision: changed.revision },
      { kind: 'history', id: 'p8', revision: removed.revision, removed: true },
    ]);
    goOn(true);
    const second = await opening;
    const [now, gone] = await second.getMany('history', ['p7', 'p8']);
    proxy.close();
    assert.equal(now.by, 'bob');
    assert.equal(gone, null);
  });

  it('is not written any more by one that still runs', () => {
    const validate = new Function(`return ${design.validate_doc_update}`)();
    assert.throws(
      () => validate({ _id: 'desk:p1' }),
      (/** @type {any} */ { forbidden }) => /newer Larder/.test(forbidden),
    );
    validate({ _id: 'desk:p1', _deleted: true });
    validate({ _id: 'history:p1' });
  });
});

/**
 * @param {string} url  of a database
 * @param {(count: number) => boolean | Promise<boolean>} mayPass  whether a request that writes does; else there is no
 *   answer
 */
async function through(url, mayPass) {
  const { host, username, password, pathname } = new URL(url);
  let count = 0;
  const proxy = createServer(async (message, response) => {
    if (message.url?.includes('_bulk_docs') && !(await mayPass((count += 1))))
      return message.destroy();
    const { method, headers } = message;
    const passed = ask(`http://${host}${message.url}`, { method, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 500, answer.headers);
      answer.pipe(response);
    });
    message.pipe(passed);
  });
  await new Promise((resolve) => proxy.listen(0, '127.0.0.1', () => resolve(undefined)));
  const { port } = /** @type {AddressInfo} */ (proxy.address());
  return {
    url: `http://${username}:${password}@127.0.0.1:${port}${pathname}`,
    close() {
      proxy.closeAllConnections();
      proxy.close();
    },
  };
}
