import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import { json } from 'node:stream/consumers';
/** @import { IncomingMessage, ServerResponse } from 'node:http' */
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
    const isAllowed = request.headers.authorization === expected;
    if (isAllowed && request.method === 'POST' && /\/_changes\b/.test(request.url ?? ''))
      return void answerSelected(request, response);
    if (isAllowed) return answer(request, response);
    response.writeHead(401, { 'content-type': 'application/json' });
    response.end('{"error":"unauthorized","reason":"Name or password is incorrect."}');
  });
  /** What PouchDB's server lacks: changes by a selector, here of documents that have one field. */
  async function answerSelected(
    /** @type {IncomingMessage} */ request,
    /** @type {ServerResponse} */ response,
  ) {
    const { selector } = /** @type {any} */ (await json(request));
    const [field] = Object.keys(selector);
    const { port } = /** @type {AddressInfo} */ (server.address());
    const url = `http://127.0.0.1:${port}${request.url?.replace('filter=_selector', '')}`;
    const all = await (await fetch(url, { headers: { authorization: expected } })).json();
    const results = all.results.filter((/** @type {any} */ { doc }) => doc?.[field] !== undefined);
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(JSON.stringify({ ...all, results }));
  }
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
