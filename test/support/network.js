import { once } from 'node:events';
import { createServer, request } from 'node:http';
/** @import { AddressInfo } from 'node:net' */

/**
 * @typedef {object} Kept
 * @property {string} body
 * @property {number} status
 * @property {import('node:http').IncomingHttpHeaders} headers
 * @property {string[]} tags
 * @property {number} until  milliseconds since 1970
 *
 * @typedef {(asked: { method: string, url: string, headers: import('node:http').IncomingHttpHeaders, body: string }) =>
 *   { status: number, headers?: Record<string, string>, body?: string, does?: boolean } | null} Script  what is answered
 *   to a purge in place of 200; `does`: it is done nevertheless
 */

/**
 * A network in front of a blog: keeps what it may, until it is told to forget it, and fails as it is told.
 * @param {object} options
 * @param {() => string} options.origin  its URL, without a slash at the end
 * @param {'varnish' | 'urls'} [options.kind]
 * @param {Script} [options.script]
 * @param {() => number} [options.now]
 * @param {() => Promise<unknown>} [options.beforeKeeping]  how long an answer is on its way
 */
export async function startNetwork({
  origin,
  kind = 'varnish',
  script = () => null,
  now = Date.now,
  beforeKeeping = async () => {},
}) {
  /** @type {Map<string, Kept>} */
  const kept = new Map();
  /** What it was told to forget. @type {string[][]} */
  const purges = [];
  const counts = { hits: 0, misses: 0 };
  const server = createServer(async (asked, response) => {
    const { method = '', url = '', headers } = asked;
    let body = '';
    for await (const chunk of asked) body += chunk;
    if (method === 'PURGE') {
      const said = script({ method, url, headers, body });
      if (!said || said.does) forget(url, headers);
      response.writeHead(said?.status ?? 200, said?.headers);
      return void response.end(said?.body);
    }
    const known = kept.get(url);
    if (known && known.until > now()) {
      counts.hits++;
      response.writeHead(known.status, { 'x-network': 'hit', etag: known.headers.etag ?? '' });
      return void response.end(known.body);
    }
    counts.misses++;
    const answer = await fetchFrom(origin() + url, method, headers.host ?? '');
    const age = ageOf(answer.headers);
    await beforeKeeping();
    if (method === 'GET' && age > 0) {
      const tags = String(answer.headers.xkey ?? '').split(' ');
      kept.set(url, { ...answer, tags, until: now() + age * 1000 });
    }
    response.writeHead(answer.status, { 'x-network': 'miss', etag: answer.headers.etag ?? '' });
    response.end(answer.body);
  });
  server.keepAliveTimeout = 1;
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = /** @type {AddressInfo} */ (server.address());
  return {
    url: `http://127.0.0.1:${port}`,
    kept,
    purges,
    counts,
    /** @param {Script} next */
    follow: (next) => void (script = next),
    stop: () => {
      server.close();
      server.closeAllConnections();
    },
  };

  /** @param {string} url @param {import('node:http').IncomingHttpHeaders} headers */
  function forget(url, headers) {
    if (kind === 'urls') {
      purges.push([url]);
      return void kept.delete(url);
    }
    const tags = String(headers['xkey-purge'] ?? '').split(' ');
    purges.push(tags);
    for (const [path, entry] of kept)
      if (entry.tags.some((tag) => tags.includes(tag))) kept.delete(path);
  }

  /** @param {import('node:http').IncomingHttpHeaders} headers */
  function ageOf(headers) {
    if (kind === 'urls') return Number(headers['x-accel-expires'] ?? 0);
    return Number(/max-age=(\d+)/.exec(String(headers['cdn-cache-control']))?.[1] ?? 0);
  }
}

/** @param {string} url @param {string} method @param {string} host @returns {Promise<Omit<Kept, 'tags' | 'until'>>} */
function fetchFrom(url, method, host) {
  return new Promise((resolve, reject) => {
    const asking = request(url, { method, headers: { host }, agent: false }, async (response) => {
      let body = '';
      for await (const chunk of response) body += chunk;
      resolve({ body, status: response.statusCode ?? 0, headers: response.headers });
    });
    asking.on('error', reject).end();
  });
}
