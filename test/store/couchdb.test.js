import { randomUUID } from 'node:crypto';
import nano from 'nano';
import { openStore } from '../../lib/store/open.js';
import { storeContract } from './contract.js';
import { clock, quietLog } from './fixtures.js';
/** @import { OpenBench } from './contract.js' */

const server = process.env.COUCHDB_TEST_URL;

if (server) storeContract('CouchDB', () => openBench(server));
else it('The CouchDB store was not tried: set COUCHDB_TEST_URL, or run npm run test:couch');

/**
 * @param {string} server
 * @returns {Promise<OpenBench>}
 */
async function openBench(server) {
  const name = `larder-test-${randomUUID()}`;
  const open = () => openStore(`${server.replace(/\/$/, '')}/${name}`, { log: quietLog(), clock });
  const stores = [await open()];
  const database = nano(server).use(name);
  /** @param {string} id @returns {Promise<any>} */
  const document = (id) => database.get(id);
  return {
    store: stores[0],
    async another() {
      const other = await open();
      stores.push(other);
      return other;
    },
    async insertInConsole(kind, records) {
      const docs = records.map(({ id, ...fields }) => ({ _id: `${kind}:${id}`, ...fields }));
      await database.bulk({ docs });
    },
    async editInConsole(kind, id, fields) {
      await database.insert({ ...(await document(`${kind}:${id}`)), ...fields });
    },
    async removeInConsole(kind, id) {
      await database.destroy(`${kind}:${id}`, (await document(`${kind}:${id}`))._rev);
    },
    async renewEpoch() {
      await database.insert({ ...(await document('larder:epoch')), epoch: randomUUID() });
    },
    async dispose() {
      for (const store of stores) await store.close();
      await nano(server).db.destroy(name);
    },
  };
}
