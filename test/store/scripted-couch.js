import { createServer } from 'node:http';
import { setTimeout } from 'node:timers/promises';
import { formerNames, version } from '../../lib/store/couchdb/design.js';
import { openCouchdb } from '../../lib/store/couchdb/store.js';
import { clock, quietLog } from './fixtures.js';
/** @import { ServerResponse } from 'node:http' */
/** @import { AddressInfo } from 'node:net' */
/** @import { Sleep } from '../../lib/store/open.js' */
/** @import { Store } from '../../lib/store/types.js' */

/**
 * @typedef {{ status?: number, body?: any, text?: string } | 'silence' | 'hang up' | 'break off'} Reply
 * @typedef {{ method: string, path: string, query: URLSearchParams, body: any }} Request
 * @typedef {(request: Request, response: ServerResponse) => Reply | 'done' | undefined} Script
 */

/** What every start asks for, before a test has its turn. */
const former = new Set(formerNames.map(([name]) => JSON.stringify(`${name}:`)));

/**
 * An HTTP server that answers as a CouchDB with an empty blog would, but for what a test's script answers
 * first. It keeps nothing.
 */
export async function scriptedCouch() {
  /** @type {Script} */
  let script = () => undefined;
  /** @type {Request[]} */
  const requests = [];
  const server = createServer(async (message, response) => {
    let text = '';
    for await (const chunk of message) text += chunk;
    const url = new URL(message.url ?? '/', 'http://couch');
    const request = {
      method: message.method ?? '',
      path: decodeURIComponent(url.pathname).replace('/blog', '').replace(/^\//, ''),
      query: url.searchParams,
      body: text ? JSON.parse(text) : undefined,
    };
    const isOfFormer = former.has(request.query.get('start_key') ?? '');
    if (!isOfFormer) requests.push(request);
    const reply = (isOfFormer ? null : script(request, response)) ?? asUsual(request);
    if (reply !== 'done') send(response, reply);
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(undefined)));
  const { port } = /** @type {AddressInfo} */ (server.address());
  const log = quietLog();
  /** @type {Store[]} */
  const stores = [];
  return {
    log,
    requests,
    url: `http://admin:hunter2@127.0.0.1:${port}/blog`,
    /** @param {Script} next */
    play(next) {
      script = next;
    },
    /**
     * A store whose pauses are shorter than they are, by that factor. `others`: the URLs of further nodes.
     *
     * @param {{ credentials?: string, others?: string[], timeout?: number, factor?: number, notes?: string, random?: () => number }} [options]
     */
    async open({
      credentials = 'admin:hunter2',
      others = [],
      timeout = 2000,
      factor = 20,
      notes,
      random = () => 0.5,
    } = {}) {
      const address = new URL(`http://${credentials}@127.0.0.1:${port}/blog`);
      /** @type {Sleep} */
      const sleep = (ms, options) => setTimeout(ms / factor, undefined, options);
      const means = { log, clock, sleep, random, create: true, notes, timeout };
      const addresses = [address, ...others.map((url) => new URL(url))];
      const store = await openCouchdb(addresses, means);
      stores.push(store);
      return store;
    },
    async close() {
      for (const store of stores) await store.close();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/**
 * @param {Request} request
 * @returns {Reply}
 */
function asUsual({ method, path, query }) {
  if (path === '') return { body: { db_name: 'blog', instance_start_time: '1' } };
  if (path === '_design/larder') return { body: { version } };
  if (path === 'larder:epoch') return { body: { epoch: 'first' } };
  if (path === '_changes') return query.has('descending') ? { body: { results: [] } } : 'silence';
  if (path === '_all_docs') return { body: { rows: [] } };
  if (method === 'GET' && query.has('open_revs')) return { body: [] };
  if (method === 'GET') return { status: 404, body: { error: 'not_found', reason: 'missing' } };
  return { status: 201, body: { ok: true, rev: '1-made' } };
}

/**
 * @param {ServerResponse} response
 * @param {Reply} reply
 */
function send(response, reply) {
  if (reply === 'silence') return;
  if (reply === 'hang up') return response.destroy();
  response.setHeader('content-type', 'application/json');
  if (reply === 'break off') {
    response.setHeader('content-length', '1000');
    response.write('{"_id":"post:a","title":');
    setTimeout(5).then(() => response.destroy());
    return;
  }
  response.statusCode = reply.status ?? 200;
  response.end(reply.text ?? JSON.stringify(reply.body ?? {}));
}
