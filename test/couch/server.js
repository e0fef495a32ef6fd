import { createServer } from 'node:http';
import { createRequire } from 'node:module';
/** @import { AddressInfo } from 'node:net' */

/** The packages are CommonJS, have no types, and are not there until this folder is installed. @type {(name: string) => any} */
const load = createRequire(import.meta.url);

const credentials = 'admin:secret';

/**
 * Starts a server that speaks CouchDB's protocol and keeps everything in memory.
 *
 * @returns {Promise<{ url: string, close: () => void }>} `url` with name and password, without a database
 */
export async function startStandIn() {
  const PouchDB = load('pouchdb-core')
    .plugin(load('pouchdb-adapter-memory'))
    .plugin(load('pouchdb-mapreduce'));
  const answer = load('express-pouchdb')(PouchDB.defaults({ adapter: 'memory' }), {
    mode: 'minimumForPouchDB',
  });
  const expected = `Basic ${Buffer.from(credentials).toString('base64')}`;
  const server = createServer((request, response) => {
    if (request.headers.authorization === expected) return answer(request, response);
    response.writeHead(401, { 'content-type': 'application/json' });
    response.end('{"error":"unauthorized","reason":"Name or password is incorrect."}');
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(undefined)));
  const address = /** @type {AddressInfo} */ (server.address());
  return {
    url: `http://${credentials}@127.0.0.1:${address.port}`,
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}
