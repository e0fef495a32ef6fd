import { randomUUID } from 'node:crypto';
import nano from 'nano';

/** A database of its own on a CouchDB, or on what speaks its protocol. @param {string} server */
export async function makeDatabase(server) {
  const client = nano(server.replace(/\/$/, ''));
  const name = `larder-test-${randomUUID()}`;
  const url = `${server.replace(/\/$/, '')}/${name}`;
  await client.db.create(name);
  const database = client.use(name);
  return { url, dump, fill, remove: () => client.db.destroy(name) };

  /** @returns {Promise<object[]>} all documents with their files, also the design */
  async function dump() {
    const whole = /** @type {any} */ ({ include_docs: true, attachments: true });
    const { rows } = await database.list(whole);
    return rows.map(({ doc }) => /** @type {object} */ (doc));
  }

  /** @param {any[]} docs of a dump */
  async function fill(docs) {
    await database.bulk(/** @type {any} */ ({ docs, new_edits: false }));
  }
}
