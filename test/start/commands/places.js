import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import nano from 'nano';
import { openStore } from '../../../lib/store/open.js';
import { clock, quietLog } from '../../store/fixtures.js';
/** @import { Store } from '../../../lib/store/types.js' */

const couchdb = process.env.COUCHDB_TEST_URL?.replace(/\/$/, '');

/** The kinds of store that can be tried here. @type {('SQLite' | 'CouchDB')[]} */
export const kindsOfStore = couchdb ? ['SQLite', 'CouchDB'] : ['SQLite'];

/** Places for stores, which are cleared away in the end. */
export function makePlaces() {
  const folder = mkdtempSync(join(tmpdir(), 'larder-'));
  /** @type {string[]} */
  const databases = [];
  return {
    folder,
    /** @param {'SQLite' | 'CouchDB'} kind @returns {string} the URL of a store that is not there yet */
    url(kind) {
      const name = `larder-test-${randomUUID()}`;
      if (kind === 'SQLite') return `sqlite:${join(folder, name)}`;
      databases.push(name);
      return `${couchdb}/${name}`;
    },
    /**
     * @template T
     * @param {string} url
     * @param {(store: Store) => Promise<T>} work
     * @returns {Promise<T>}
     */
    async inStore(url, work) {
      const store = await openStore(url, { log: quietLog(), clock });
      try {
        return await work(store);
      } finally {
        await store.close();
      }
    },
    async clear() {
      rmSync(folder, { recursive: true });
      for (const name of databases) {
        await nano(String(couchdb))
          .db.destroy(name)
          .catch(() => {});
      }
    },
  };
}

/** A stream that remembers what is written to it. */
export function sheet() {
  let text = '';
  return {
    write: (/** @type {string} */ more) => Boolean((text += more)),
    text: () => text,
  };
}
