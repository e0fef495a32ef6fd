import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { eachTest } from '../../support/blog.js';
import { writeMmdb } from '../../support/mmdb.js';
import { talk } from '../../support/raw.js';

const { startBlog, makeFolder } = eachTest();

const unknown = { country: 'unknown', region: 'unknown', city: 'unknown', timeZone: 'unknown' };
const frankfurt = { country: 'DE', region: 'Hesse', city: 'Frankfurt', timeZone: 'Europe/Berlin' };
const record = { country: 'DE', region: 'Hesse', city: 'Frankfurt', timezone: 'Europe/Berlin' };

describe('/geo', () => {
  it('is as any page that does not exist, unless it is turned on', async () => {
    const { url } = await startBlog();
    const [geo, other] = await Promise.all(
      ['/geo', '/nothing'].map(async (path) => (await fetch(url + path)).text()),
    );
    assert.equal(geo, other);
  });

  it('tells readers where they are, and nobody keeps it', async () => {
    const { url } = await startGeo('127.0.0.0/8');
    const answer = await fetch(`${url}/geo?t=1`);
    assert.deepEqual(await answer.json(), frankfurt);
    assert.equal(answer.headers.get('cache-control'), 'no-store');
    assert.equal(answer.headers.get('content-type'), 'application/json');
    assert.equal(answer.headers.get('access-control-allow-origin'), null);
    const head = await fetch(`${url}/geo`, { method: 'HEAD' });
    assert.equal(head.headers.get('content-length'), answer.headers.get('content-length'));
  });

  it('counts its answers in /status, and not as hits of the cache', async () => {
    const { url } = await startGeo('127.0.0.0/8');
    await fetch(`${url}/geo`);
    await fetch(`${url}/geo`, { method: 'HEAD' });
    const { requests, fastPath } = await (await fetch(`${url}/status`)).json();
    assert.deepEqual([requests.geo, fastPath.hits], [2, 0]);
    assert.equal(requests.pages + requests.api + requests.notFound, 0);
  });

  it('says “unknown” without a database', async () => {
    const { url } = await startBlog({ env: { GEO_ENDPOINT: 'on', GEO_DB: '/nowhere.mmdb' } });
    assert.deepEqual(await (await fetch(`${url}/geo`)).json(), unknown);
  });

  for (const FAST_PATH of ['on', 'off'])
    it(`believes a proxy that is trusted, and nobody else, with the fast path ${FAST_PATH}`, async () => {
      const headers = { 'X-Forwarded-For': '192.0.2.7', Forwarded: 'for=192.0.2.7' };
      const { url: direct } = await startGeo('192.0.2.0/24', { FAST_PATH });
      assert.deepEqual(await (await fetch(`${direct}/geo`, { headers })).json(), unknown);
      const { url: proxied } = await startGeo('192.0.2.0/24', {
        TRUST_PROXY: 'loopback',
        FAST_PATH,
      });
      assert.deepEqual(await (await fetch(`${proxied}/geo`, { headers })).json(), frankfurt);
      // What the reader wrote stands before what the proxy has added.
      const forged = { 'X-Forwarded-For': '192.0.2.7, 198.51.100.1' };
      assert.deepEqual(await (await fetch(`${proxied}/geo`, { headers: forged })).json(), unknown);
    });

  it('may be asked by pages of the origins in GEO_ORIGINS', async () => {
    const own = 'https://shop.example.org';
    const { url } = await startGeo('127.0.0.0/8', { GEO_ORIGINS: `${own}, http://localhost:8080` });
    const allowed = await fetch(`${url}/geo`, { headers: { Origin: own } });
    assert.equal(allowed.headers.get('access-control-allow-origin'), own);
    assert.equal(allowed.headers.get('vary'), 'Origin');
    const other = await fetch(`${url}/geo`, { headers: { Origin: 'https://elsewhere.example' } });
    assert.equal(other.headers.get('access-control-allow-origin'), null);
    assert.equal(other.headers.get('vary'), 'Origin');
    const { url: open } = await startGeo('127.0.0.0/8', { GEO_ORIGINS: '*' });
    const any = await fetch(`${open}/geo`);
    assert.equal(any.headers.get('access-control-allow-origin'), '*');
  });

  it('has one address however it is written, and can only be read', async () => {
    const { url, port } = await startGeo('127.0.0.0/8');
    assert.deepEqual(await (await fetch(`${url}/%67eo`)).json(), frankfurt);
    assert.deepEqual(await (await fetch(`${url}/geo/`)).json(), frankfurt);
    const absolute = await talk(
      { port },
      `GET ${url}/geo HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nConnection: close\r\n\r\n`,
    );
    assert.match(absolute, /^HTTP\/1\.1 200 .*"Frankfurt"/s);
    assert.equal((await fetch(`${url}/geo`, { method: 'POST' })).status, 405);
    const options = await fetch(`${url}/geo`, { method: 'OPTIONS' });
    assert.equal(options.headers.get('allow'), 'GET, HEAD, OPTIONS');
    const hostless = await talk({ port }, 'GET /geo HTTP/1.1\r\nConnection: close\r\n\r\n');
    assert.match(hostless, /^HTTP\/1\.1 400 /);
    assert.equal((await fetch(`${url}/geology`)).status, 404);
  });
});

/** @param {string} network in which every reader is in Frankfurt @param {Record<string, string>} [env] */
async function startGeo(network, env = {}) {
  const file = join(makeFolder(), 'places.mmdb');
  writeFileSync(file, writeMmdb({ [network]: record }));
  return startBlog({ env: { GEO_ENDPOINT: 'on', GEO_DB: file, ...env } });
}
