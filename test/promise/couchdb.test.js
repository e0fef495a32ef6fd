import { openStore } from '../../lib/store/open.js';
import { createClock } from '../support/clock.js';
import { createQuietLog } from '../support/log.js';
import { makeDatabase } from './couchdb.js';
import { readZipped } from './fixtures.js';
import { assertAllIsThere, recordsOf } from './records.js';

const server = process.env.COUCHDB_TEST_URL ?? '';

describe('A blog of 1.0.0 in CouchDB', () => {
  it('is opened by this version, with all that was in it', async function () {
    if (!server) return this.skip();
    const database = await makeDatabase(server);
    await database.fill(JSON.parse(String(readZipped('couchdb.json'))));
    const deps = { clock: createClock(), log: createQuietLog() };
    const store = await openStore(database.url, deps);
    try {
      assertAllIsThere(await recordsOf(store), JSON.parse(String(readZipped('records.json'))));
    } finally {
      await store.close();
      await database.remove();
    }
  });
});
