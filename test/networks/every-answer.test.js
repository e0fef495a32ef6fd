import { deepEqual, equal, ok } from 'node:assert/strict';
import { once } from 'node:events';
import http, { createServer } from 'node:http';
import { createNetworkHeaders } from '../../lib/networks/headers.js';
import { programs } from '../../lib/networks/transports.js';
import { redirectOthers } from '../../lib/http/door.js';
import { adminRoutes } from '../../lib/router/routes/admin.js';
import { apiRoutes, publicRoutes } from '../../lib/router/routes/api.js';
import { formRoutes, siteRoutes } from '../../lib/router/routes/site.js';
import { createPlainHttp } from '../../lib/start/certificates/plain-http.js';
import { networks } from '../../lib/networks/settings.js';
import { eachTest } from '../support/blog.js';
import { breadPost } from '../support/fixtures.js';
import { addPeople, bearer, cookieFor } from '../support/people.js';
import { ask, parseAnswer, talk } from '../support/raw.js';
/** @import { AddressInfo } from 'node:net' */
/** @import { TestBlog } from '../support/blog.js' */

const nobody = 'http://127.0.0.1:9';
const CDN = `varnish:${nobody},larder:${nobody},urls:${nobody},cloudflare:zone,fastly:service`;
const env = {
  CDN,
  CDN_TOKEN: 'secret',
  BASE_URL: 'http://blog.example',
  SMTP_URL: 'smtp://127.0.0.1:9',
  MAIL_FROM: 'a@example.org',
  GEO_ENDPOINT: 'on',
};
const TAGS = ['xkey', 'cache-tag', 'surrogate-key', 'cache-groups'];
const NO = ['no-store', 'no-store', '0'];
const METHODS = ['GET', 'HEAD', 'OPTIONS', 'POST', 'TRACE'];

/** Cached for readers alone. */
const PASSING = ['/comment-received', '/subscribe', '/subscribe/asked'];

/** @param {Record<string, string | string[] | undefined>} headers */
const saidIn = (headers) => [
  headers['cdn-cache-control'],
  headers['surrogate-control'],
  headers['x-accel-expires'],
  ...TAGS.filter((name) => name in headers).map((name) => `${name}: …`),
];

describe('Every answer of a blog behind networks', () => {
  const { startBlog } = eachTest();
  /** @type {TestBlog} */
  let blog;
  const api = { ...programs };
  beforeEach(async () => {
    Object.assign(programs, { cloudflare: nobody, fastly: nobody });
    blog = await startBlog({ env, posts: [breadPost] });
  });
  afterEach(() => void Object.assign(programs, api));

  it('is to be kept if it is a whole public page, and else says so to each of them', async () => {
    await addPeople(blog);
    const cookie = await cookieFor(blog, 'ada');
    const token = await bearer(blog, 'ada', 'admin');
    const cachedIn = new Map(siteRoutes.map(({ path, cachedIn }) => [path, cachedIn]));
    const all = [...siteRoutes, ...formRoutes, ...adminRoutes, ...apiRoutes, ...publicRoutes];
    const routes = new Set(all.map(({ path }) => path));
    let [kept, others] = [0, 0];
    for (const path of [...routes, '/geo', '/metrics', '/search', '/opensearch.xml', '/nowhere/'])
      for (const signed of /^\/(admin|api)/.test(path) ? [{}, { cookie, ...token }] : [{}])
        for (const method of METHODS) {
          const target = path
            .replace(':slug', String(breadPost.slug))
            .replace(':tag', 'bread')
            .replace(':id', 'ada')
            .replace(':year', '2026')
            .replace('*path', 'README.md')
            .replace('*name', 'site.css')
            .replace(/:\w+/, '1');
          const { status, headers } = await ask(blog, target, signed, method);
          const isRead = method === 'GET' || method === 'HEAD';
          const mayKeep = isRead && status === 200 && cachedIn.get(path) && !PASSING.includes(path);
          const said = saidIn(headers);
          if (!mayKeep) deepEqual(said, NO, `${method} ${target} ${status}: ${said}`);
          else equal(said.length, 3 + TAGS.length, `${method} ${target} ${status}: ${said}`);
          mayKeep ? kept++ : others++;
        }
    ok(kept > 30 && others > 1000, `${kept} and ${others}`);
  });

  it('is kept as it is when nothing has changed, and not in part, stale or under another address', async () => {
    const path = `/post/${breadPost.slug}`;
    const { headers } = await ask(blog, path);
    const same = { 'If-None-Match': String(headers.etag) };
    equal(saidIn((await ask(blog, path, same)).headers).length, 3 + TAGS.length);
    for (const [target, asked, status] of /** @type {const} */ ([
      [`${path}?a`, {}, 200],
      [`${path}?a`, same, 304],
      [path, { 'If-Match': '"other"' }, 412],
      ['/nowhere', {}, 404],
      [`${path}/`, {}, 308],
    ])) {
      const answer = await ask(blog, target, asked);
      deepEqual([answer.status, ...saidIn(answer.headers)], [status, ...NO], target);
    }
  });

  it('says so where it was rendered afresh for one, compressed too', async () => {
    await addPeople(blog);
    const asked = { ...(await bearer(blog, 'ada', 'admin')), 'Cache-Control': 'no-cache' };
    const path = `/post/${breadPost.slug}`;
    for (const encoding of ['identity', 'gzip', 'br']) {
      const accepting = { 'Accept-Encoding': encoding };
      await ask(blog, path, accepting);
      const { status, headers } = await ask(blog, path, { ...asked, ...accepting });
      deepEqual([status, ...saidIn(headers)], [200, ...NO], encoding);
    }
  });

  const host = 'Host: blog.example\r\n';
  for (const [what, bytes, status] of /** @type {const} */ ([
    ['is no HTTP', 'nonsense\r\n\r\n', 400],
    ['names no host', 'GET / HTTP/1.1\r\n\r\n', 400],
    ['names two', `GET / HTTP/1.1\r\n${host}${host}\r\n`, 400],
    ['has a malformed path', `GET /%zz HTTP/1.1\r\n${host}Connection: close\r\n\r\n`, 400],
    [
      'is for another site',
      `GET http://a.example/ HTTP/1.1\r\n${host}Connection: close\r\n\r\n`,
      421,
    ],
    ['has a long head', `GET / HTTP/1.1\r\nA: ${'a'.repeat(20_000)}\r\n\r\n`, 431],
    ['wants a tunnel', `CONNECT a.example:443 HTTP/1.1\r\n${host}\r\n`, 501],
    ['expects more', `GET / HTTP/1.1\r\n${host}Expect: more\r\nConnection: close\r\n\r\n`, 417],
    ['asks about all', `OPTIONS * HTTP/1.1\r\n${host}Connection: close\r\n\r\n`, 204],
  ]))
    it(`says so to a request that ${what}: ${status}`, async () => {
      const { statusLine, headers } = parseAnswer(await talk(blog, bytes));
      equal(Number(statusLine.split(' ')[1]), status);
      deepEqual(saidIn(headers), NO);
    });

  it('says so to a body that is too long, or does not come', async () => {
    const path = `/post/${breadPost.slug}/comments`;
    const form = { 'Content-Type': 'application/x-www-form-urlencoded' };
    const long = await ask(blog, path, form, 'POST', 'a'.repeat(1_000_000));
    deepEqual([long.status, ...saidIn(long.headers)], [413, ...NO]);
    const headers = { ...form, 'Content-Length': '9', Expect: '100-continue' };
    const late = http.request({ port: blog.port, path, method: 'POST', headers });
    late.flushHeaders();
    await once(late, 'continue');
    const [[answer]] = await Promise.all([once(late, 'response'), blog.clock.tick(10_000)]);
    deepEqual([answer.statusCode, ...saidIn(answer.headers)], [408, ...NO]);
    late.destroy();
  });

  it('is the same whatever a stranger says of tags and networks', async () => {
    const path = `/post/${breadPost.slug}`;
    await ask(blog, path);
    const plain = await ask(blog, path);
    const strange = {
      'Surrogate-Key': 'a b',
      xkey: 'a',
      'xkey-purge': 'a',
      'Cache-Tag': 'a,b',
      'Cache-Groups': '"a"',
      'Surrogate-Capability': 'edge="Surrogate/1.0"',
      'CDN-Loop': 'cloudflare; loops=2',
      'CDN-Cache-Control': 'max-age=1',
      'X-Accel-Expires': '1',
    };
    for (const target of [path, '/nowhere', '/status', '/admin/login']) {
      const own = target === path ? plain : await ask(blog, target);
      const answer = await ask(blog, target, strange);
      deepEqual([answer.status, saidIn(answer.headers)], [own.status, saidIn(own.headers)]);
      for (const name of TAGS) equal(answer.headers[name], own.headers[name], name);
    }
  });
});

describe('What leads to the public name', () => {
  const { uncached } = createNetworkHeaders(networks(CDN), 1);
  /** @param {import('node:http').Server} server @param {string} path */
  async function asked(server, path) {
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = /** @type {AddressInfo} */ (server.address());
    const answer = await ask({ port }, path, { Host: 'www.blog.example' });
    server.close();
    return [answer.status, ...saidIn(answer.headers)];
  }

  it('is kept by no network', async () => {
    const redirect = redirectOthers(
      ['www.blog.example'],
      'https://blog.example',
      () => {},
      uncached,
    );
    deepEqual(await asked(createServer(redirect), '/'), [308, ...NO]);
    const challenges = new Map([['a', 'b']]);
    for (const [path, status] of /** @type {const} */ ([
      ['/', 308],
      ['/.well-known/acme-challenge/a', 200],
      ['/.well-known/acme-challenge/c', 404],
    ]))
      deepEqual(await asked(createPlainHttp({ challenges, to: '', headers: uncached }), path), [
        status,
        ...NO,
      ]);
  });
});
