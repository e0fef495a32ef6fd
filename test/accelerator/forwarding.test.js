import assert from 'node:assert/strict';
import { once } from 'node:events';
import http from 'node:http';
import { parseAnswer, talk } from '../support/raw.js';
import { eachWorld } from './world.js';

describe('A request that the accelerator forwards', () => {
  const { asks, answers, at, says, seen } = eachWorld({
    BASE_URL: 'https://shop.example.org',
  });
  const forwarded = () => seen()[seen().length - 1].headers;

  it('names the public host, whatever the client calls it, and tells whom it is for', async () => {
    await asks('/', { Host: 'evil.example' });
    assert.equal(forwarded().host, 'shop.example.org');
    assert.equal(forwarded().forwarded, 'for=127.0.0.1;host="shop.example.org";proto=https');
    assert.equal(forwarded()['x-forwarded-for'], '127.0.0.1');
    assert.equal(forwarded()['x-forwarded-proto'], 'https');
    assert.equal(forwarded().via, '1.1 larder-accelerator-5eed');
  });

  it('carries nothing that could change the response without being part of the key', async () => {
    const names = [
      ...['X-Forwarded-Host', 'X-Forwarded-Prefix', 'X-Forwarded-Scheme', 'X-Original-URL'],
      ...['X-Rewrite-URL', 'X-HTTP-Method-Override', 'X-Method-Override', 'X-Host', 'X-Real-IP'],
      ...['X-HTTP-Host-Override', 'True-Client-IP', 'X-Middleware-Subrequest', 'X-Forwarded'],
    ];
    await asks('/', Object.fromEntries(names.map((name) => [name, 'evil'])));
    assert.doesNotMatch(JSON.stringify(forwarded()), /evil/);
  });

  it('carries what is meant for the origin, and nothing of the connection', async () => {
    await asks('/', {
      Connection: 'close, X-Hop',
      'X-Hop': '1',
      TE: 'trailers',
      'Keep-Alive': '5',
      'Proxy-Authorization': 'x',
      Accept: 'text/html',
      Authorization: 'Bearer x',
    });
    const { accept, authorization, ...others } = forwarded();
    assert.deepEqual([accept, authorization], ['text/html', 'Bearer x']);
    for (const name of ['x-hop', 'te', 'keep-alive', 'proxy-authorization'])
      assert.ok(!(name in others), name);
  });

  it('keeps its bytes: path, query, and text that is no ASCII', async () => {
    answers((request, response) =>
      response.writeHead(200, { 'X-Back': request.headers['x-text'] ?? '' }).end(request.url),
    );
    const { text, headers } = await asks('/%7Ea//b/../c?x=%2F&&y', { 'X-Text': 'caf\xe9' });
    assert.equal(text, '/%7Ea//b/../c?x=%2F&&y');
    assert.equal(headers['x-back'], 'caf\xe9');
  });

  it('is 508 when it has come through here before', async () => {
    const { status } = await asks('/', { Via: '1.1 edge, 1.1 larder-accelerator-5eed' });
    assert.equal(status, 508);
    await asks('/', { Via: '1.1 larder-accelerator-0ther' });
    assert.equal(forwarded().via, '1.1 larder-accelerator-0ther, 1.1 larder-accelerator-5eed');
  });

  it('goes to the origin with its body, as it comes', async () => {
    answers((_request, response) => response.writeHead(201).end());
    const whole =
      'POST /a HTTP/1.1\r\nHost: x\r\nConnection: close\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n0\r\n\r\n';
    assert.match(await talk(at(), whole), /^HTTP\/1.1 201/);
    assert.equal(seen()[0].text, 'hello');
    const expecting =
      'PUT /a HTTP/1.1\r\nHost: x\r\nConnection: close\r\nExpect: 100-continue\r\nContent-Length: 2\r\n\r\nhi';
    assert.match(await talk(at(), expecting), /^HTTP\/1.1 100 Continue\r\n\r\nHTTP\/1.1 201/);
    assert.equal(seen()[1].text, 'hi');
  });

  it('is refused when it is a GET or HEAD with a body, whatever is stored', async () => {
    says({ 'Cache-Control': 'max-age=60' });
    await asks('/');
    const chunks = 'Transfer-Encoding: chunked\r\n\r\n4\r\nevil\r\n0\r\n\r\n';
    for (const method of ['GET', 'HEAD'])
      for (const rest of ['Content-Length: 4\r\n\r\nevil', chunks]) {
        const fat = `${method} / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n${rest}`;
        assert.match(await talk(at(), fat), /^HTTP\/1.1 400 /);
      }
    const empty = 'GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Length: 0\r\n\r\n';
    assert.match(await talk(at(), empty), /hit; ttl/);
    assert.equal(seen().length, 1);
  });

  it('is 501 with another transfer coding than chunked, which nobody here would decode', async () => {
    for (const line of ['POST /a', 'PUT /.cache/entries/a', 'GET /a'])
      for (const coding of ['gzip, chunked', 'identity, chunked']) {
        const head = `${line} HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: ${coding}\r\n\r\n`;
        assert.match(await talk(at(), `${head}5\r\nhello\r\n0\r\n\r\n`), /^HTTP\/1.1 501 /);
      }
    assert.equal(seen().length, 0);
  });

  it('gets no chunks when it is of HTTP/1.0, whatever its TE says', async () => {
    answers((_request, response) => response.write('hello') && response.end());
    const answer = await talk(at(), 'GET / HTTP/1.0\r\nTE: gzip, chunked\r\n\r\n');
    assert.match(answer, /Connection: close\r\n\r\nhello$/);
    assert.equal(seen()[0].headers.te, undefined);
  });

  it('is refused clearly when it wants a tunnel or its own echo', async () => {
    const ask = async (/** @type {string} */ head) =>
      parseAnswer(await talk(at(), `${head}\r\nHost: x\r\n\r\n`)).statusLine;
    assert.equal(await ask('CONNECT x:443 HTTP/1.1'), 'HTTP/1.1 501 Not Implemented');
    assert.equal(
      await ask('TRACE / HTTP/1.1\r\nConnection: close'),
      'HTTP/1.1 405 Method Not Allowed',
    );
    const h2c = 'GET / HTTP/1.1\r\nConnection: upgrade, http2-settings, close\r\nUpgrade: h2c';
    assert.equal(await ask(h2c), 'HTTP/1.1 200 OK');
    assert.equal(seen().length, 1);
  });

  it('may name this server in absolute form, and no other', async () => {
    const ask = async (/** @type {string} */ target) =>
      parseAnswer(
        await talk(at(), `GET ${target} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`),
      ).statusLine;
    assert.match(await ask('https://shop.example.org/a'), / 200 /);
    assert.equal(seen()[0].url, '/a');
    assert.match(await ask('http://evil.example/a'), / 421 /);
    assert.match(await ask('x'), / 400 /);
  });

  it('never goes beyond /.cache/', async () => {
    for (const path of ['/.cache/x', '/.cache', '/.cache?x', '/.cache/'])
      assert.equal((await asks(path)).status, 404, path);
    assert.equal(seen().length, 0);
    assert.equal((await asks('/.cachex')).status, 200);
    assert.equal(seen().length, 1);
    const targets = ['/.cache#x', '/.cache/status#x', '/a#x', '#', 'https://shop.example.org/a#x'];
    for (const target of targets) {
      const head = `GET ${target} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`;
      assert.match(await talk(at(), head), /^HTTP\/1.1 400 /, target);
    }
    assert.equal(seen().length, 1);
  });

  it('passes interim responses on, and stores none of them', async () => {
    answers((_request, response) => {
      response.writeEarlyHints({ link: '</style.css>; rel=preload; as=style', 'x-hint': '1' });
      response.writeHead(200, { 'Cache-Control': 'max-age=60' }).end('page');
    });
    const get = 'GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n';
    assert.match(await talk(at(), get), /^HTTP\/1.1 103 [\s\S]*x-hint: 1[\s\S]*HTTP\/1.1 200/);
    assert.doesNotMatch(await talk(at(), get), /103|hint/);
  });

  it('is sent once more when the origin closes a kept connection just then', async () => {
    says({});
    await asks('/1');
    answers((request, response, nth) =>
      nth === 2 ? request.socket.destroy() : response.end(`response ${nth}`),
    );
    assert.equal((await asks('/2')).text, 'response 3');
  });

  for (const method of ['PUT', 'DELETE'])
    it(`is sent once more when the connection was reset, also a ${method}`, async () => {
      says({});
      await asks('/1');
      answers((request, response, nth) => {
        if (nth === 2) request.socket.resetAndDestroy();
        else response.end(seen()[nth - 1].text);
      });
      const body = method === 'PUT' ? 'jam' : '';
      assert.equal((await asks('/2', {}, method, body)).text, body);
      assert.equal(seen().length, 3);
    });

  it('is sent once alone when it is a POST, or long', async () => {
    const reset = () => answers(({ socket }, _, nth) => void (nth > 1 && socket.resetAndDestroy()));
    for (const [method, body] of [
      ['POST', 'jam'],
      ['PUT', 'jam'.repeat(100_000)],
    ]) {
      says({});
      await asks('/1');
      reset();
      const before = seen().length;
      assert.equal((await asks('/2', {}, method, body)).status, 502);
      assert.equal(seen().length, before + 1);
    }
  });

  it('gets the headers of a response whose body is yet to come', async () => {
    /** @type {http.ServerResponse[]} */
    const open = [];
    answers((_request, response) => {
      response.writeHead(200, { 'Content-Type': 'text/event-stream' }).flushHeaders();
      open.push(response);
    });
    const [response] = await once(http.get({ ...at(), agent: false }), 'response');
    open[0].end('data: 1\n\n');
    const [chunk] = await once(response, 'data');
    assert.equal(String(chunk), 'data: 1\n\n');
  });

  it('is given up when its client has gone', async () => {
    let closed = () => {};
    const gone = new Promise((resolve) => (closed = () => resolve(null)));
    answers((_request, response) => {
      response.writeHead(200, { 'Cache-Control': 'no-store' }).write('part');
      response.once('close', closed);
    });
    const [response] = await once(http.get({ ...at(), agent: false }), 'response');
    response.destroy();
    await gone;
  });
});

describe('Without an origin', () => {
  const { asks } = eachWorld({ ORIGIN_URL: '' });

  it('every path outside /.cache/ is 404', async () => {
    const { status, headers } = await asks('/');
    assert.equal(status, 404);
    assert.equal(headers['content-type'], 'application/problem+json');
    assert.equal((await asks('/.cache/healthz')).status, 200);
  });
});
