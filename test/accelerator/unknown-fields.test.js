import assert from 'node:assert/strict';
import { startAccelerator } from '../../lib/accelerator/accelerator.js';
import { readAcceleratorConfig } from '../../lib/accelerator/config.js';
import { createClock } from '../support/clock.js';
import { createQuietLog } from '../support/log.js';
import { eachWorld } from './world.js';

/** An origin that believes one field of requests, whatever its spelling. @param {import('node:http').IncomingMessage} request */
const believed = ({ headers }) => {
  const names = Object.keys(headers).filter((name) => /^x.(?:theme|forwarded.host)$/.test(name));
  return names.map((name) => headers[name]).join();
};
const EVIL = { 'X-Theme': 'evil' };

describe('A request with a field that the accelerator does not know', () => {
  const { asks, answers, log, says, seen, clock } = eachWorld();
  /** @param {Record<string, string>} [fields] */
  const believes = (fields = { 'Cache-Control': 'max-age=60' }) =>
    answers((request, response) => {
      response.writeHead(200, fields).end(`page ${believed(request)}`);
    });

  it('gets the origin’s own response, which nobody else gets', async () => {
    believes();
    const first = await asks('/', EVIL);
    assert.deepEqual([first.text, first.via], ['page evil', 'fwd=uri-miss; fwd-status=200']);
    assert.equal((await asks('/')).text, 'page ');
  });

  it('is answered with what is stored: by HTTP, that does not depend on it', async () => {
    believes();
    await asks('/');
    assert.equal((await asks('/', EVIL)).via, 'hit; ttl=60');
    assert.equal(seen().length, 1);
  });

  it('fills the store when Vary names the field, and gets the response to its own value', async () => {
    believes({ 'Cache-Control': 'max-age=60', Vary: 'X-Theme' });
    for (const theme of ['dark', 'light', 'dark'])
      assert.equal((await asks('/', { 'X-Theme': theme })).text, `page ${theme}`);
    assert.equal((await asks('/')).text, 'page ');
    assert.equal(seen().length, 3);
  });

  it('does not when Vary names the field in another spelling', async () => {
    believes({ 'Cache-Control': 'max-age=60', Vary: 'X-Theme' });
    await asks('/', { X_Theme: 'evil' });
    assert.equal((await asks('/')).text, 'page ');
  });

  it('does not change what is stored when that is validated, nor remove it', async () => {
    answers((request, response) =>
      response
        .writeHead(request.headers['if-none-match'] ? 304 : 200, {
          'Cache-Control': 'max-age=60',
          ETag: '"1"',
          Link: `<${believed(request)}>`,
        })
        .end(),
    );
    await asks('/');
    await clock.tick(61_000);
    assert.equal((await asks('/', EVIL)).headers.link, '<evil>');
    assert.equal((await asks('/', { 'Cache-Control': 'max-stale' })).headers.link, '<>');
    believes({ 'Cache-Control': 'no-store' });
    for (const method of ['GET', 'HEAD']) await asks('/', EVIL, method);
    assert.equal((await asks('/', { 'Cache-Control': 'max-stale' })).headers.link, '<>');
  });

  it('is not what a stale response is validated with in the background', async () => {
    believes({ 'Cache-Control': 'max-age=1, stale-while-revalidate=60' });
    await asks('/');
    await clock.tick(2000);
    assert.equal((await asks('/', EVIL)).text, 'page ');
    assert.equal(seen().length, 1);
  });

  it('lets nobody without the field wait for its response, nor go without company', async () => {
    believes();
    await asks('/', EVIL);
    /** @type {(() => void)[]} */
    const open = [];
    answers((request, response) => {
      open.push(() =>
        response.writeHead(200, { 'Cache-Control': 'max-age=60' }).end(`page ${believed(request)}`),
      );
      if (open.length === 2) for (const end of open) end();
    });
    const asked = [asks('/', EVIL), asks('/'), asks('/'), asks('/')];
    assert.deepEqual(
      (await Promise.all(asked)).map(({ text }) => text),
      ['page evil', 'page ', 'page ', 'page '],
    );
    assert.equal(seen().length, 3);
  });

  it('is logged once for each name, of which there may be a hundred', async () => {
    log.lines.length = 0;
    believes();
    for (const value of ['1', '2']) await asks(`/${value}`, { 'X-Theme': value });
    assert.deepEqual(
      log.lines.map(({ fields }) => fields.field),
      ['x-theme'],
    );
    says({ 'Cache-Control': 'no-store' });
    await asks('/', { 'X-Unstored': '1' });
    assert.equal(log.lines.length, 1);
    believes();
    const many = (/** @type {number} */ from) =>
      Object.fromEntries(
        Array.from(Array(80).keys(), (n) => [`${'x'.repeat(90)}-${from + n}`, '1']),
      );
    await asks('/', many(0));
    assert.equal(log.lines.length, 2, 'Long names are told apart by their beginning');
    for (const n of Array(150).keys()) await asks('/', { [`X-${n}`]: '1' });
    assert.equal(log.lines.length, 101);
  });
});

describe('A field that an origin may take for another one', () => {
  const { asks, answers, seen } = eachWorld();
  const separators = ['_', '.', '!', '~', '|', '-'];
  const spelled = (/** @type {string} */ name, /** @type {string} */ by) => name.replace(/-/g, by);

  it('does not reach it in any spelling that CGI folds when it is one that is refused', async () => {
    const names = ['X-Forwarded-Host', 'x-original-url', 'X-HTTP-Method-Override', 'X-Real-IP'];
    for (const by of separators)
      await asks('/', Object.fromEntries(names.map((name) => [spelled(name, by), 'evil'])));
    await asks('/', { 'X-Forwarded_Host': 'evil', 'x_FORWARDED-hOST': 'evil' });
    assert.doesNotMatch(JSON.stringify(seen().map(({ headers }) => headers)), /evil/);
  });

  it('does not reach it when it is a usual one, or one of the connection, in another spelling', async () => {
    const names = ['Accept-Language', 'User-Agent', 'If-None-Match', 'Content-Length'];
    const all = [...names, 'Transfer-Encoding', 'Proxy-Authorization', 'Keep-Alive', 'Sec-CH-UA'];
    for (const by of separators.slice(0, -1))
      await asks('/', Object.fromEntries(all.map((name) => [spelled(name, by), 'evil'])), 'POST');
    assert.doesNotMatch(JSON.stringify(seen().map(({ headers }) => headers)), /evil/);
  });

  it('is stored for what browsers and tracing send', async () => {
    answers((_request, response) =>
      response.writeHead(200, { 'Cache-Control': 'max-age=60' }).end('page'),
    );
    const { via } = await asks('/', {
      Accept: 'text/html',
      'Accept-Language': 'de',
      'Accept-Encoding': 'br',
      Cookie: 'a=b',
      'User-Agent': 'x',
      Referer: 'http://x/',
      Origin: 'http://x',
      DNT: '1',
      TE: 'trailers',
      'Sec-Fetch-Mode': 'navigate',
      'Sec-CH-UA': '"x"',
      'Upgrade-Insecure-Requests': '1',
      Pragma: 'no-cache',
      Priority: 'u=0',
      'Save-Data': 'on',
      Traceparent: '00-1-2-00',
      'X-Forwarded-For': '192.0.2.1',
      'X-Forwarded-Proto': 'https',
      Via: '1.1 edge',
    });
    assert.match(via, /stored$/);
  });
});

describe('With FORWARD_HEADERS', () => {
  const { asks, answers, log, seen } = eachWorld({ FORWARD_HEADERS: 'X-Api-Key, x_trace' });

  it('a response to a request with one of these fields is stored, and the origin gets it', async () => {
    answers((request, response) =>
      response
        .writeHead(200, { 'Cache-Control': 'max-age=60' })
        .end(`${request.headers['x-api-key']} ${request.headers['x_trace']}`),
    );
    assert.equal((await asks('/', { 'X-API-Key': '1', X_Trace: '2' })).text, '1 2');
    assert.equal((await asks('/')).via, 'hit; ttl=60');
    assert.equal(seen().length, 1);
    assert.equal(log.lines.length, 0);
    assert.doesNotMatch((await asks('/b', { 'X-Api-Key': '1', X_Api_Key: '2' })).via, /stored/);
  });

  it('a field that is refused cannot be among them', async () => {
    for (const name of ['X-Forwarded-Host', 'x_original_url', 'Accept_Language']) {
      const config = readAcceleratorConfig({
        PORT: '0',
        ORIGIN_URL: 'http://127.0.0.1:9',
        FORWARD_HEADERS: `X-Ok, ${name}`,
      });
      const deps = { clock: createClock(), log: createQuietLog(), nodeId: '5eed' };
      await assert.rejects(startAccelerator(config, deps), {
        code: 'invalid',
        message: /FORWARD_H/,
      });
    }
    assert.throws(
      () => readAcceleratorConfig({ FORWARD_HEADERS: 'a b' }),
      /FORWARD_HEADERS must be names/,
    );
  });
});
