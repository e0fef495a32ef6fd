import assert from 'node:assert/strict';
import { connect } from 'node:net';
import { parseAnswer } from '../support/raw.js';
import { begin } from './key-value.js';

describe('An entry of the REST interface', () => {
  /** @type {Awaited<ReturnType<typeof begin>>} */
  let cache;

  beforeEach(async () => {
    cache = await begin({});
  });
  afterEach(() => cache.close());

  it('is put, read, and deleted', async () => {
    const { send } = cache;
    const put = await send('PUT', '/.cache/entries/greeting', 'hello', {
      'content-type': 'text/plain',
    });
    assert.equal(put.status, 201);
    assert.match(String(put.headers.etag), /^"[\w-]{16}"$/);
    const read = await send('GET', '/.cache/entries/greeting');
    assert.equal(read.status, 200);
    assert.equal(String(read.body), 'hello');
    assert.equal(read.headers['content-type'], 'text/plain');
    assert.equal(read.headers['content-length'], '5');
    assert.equal(read.headers.etag, put.headers.etag);
    const head = await send('HEAD', '/.cache/entries/greeting');
    assert.deepEqual(
      [head.status, head.headers['content-length'], head.body.length],
      [200, '5', 0],
    );
    assert.equal((await send('PUT', '/.cache/entries/greeting', 'hi')).status, 204);
    assert.equal((await send('DELETE', '/.cache/entries/greeting')).status, 204);
    for (const method of ['GET', 'HEAD', 'DELETE'])
      assert.equal((await send(method, '/.cache/entries/greeting')).status, 404, method);
  });

  it('has any key of up to 2 kB, decoded once', async () => {
    const { send } = cache;
    const keys = [
      '/a?b=1&c',
      'a%2Fb',
      'ключ',
      '__proto__',
      'constructor',
      ' ',
      '//',
      'é'.repeat(1024),
    ];
    for (const key of keys) {
      const url = `/.cache/entries/${encodeURIComponent(key)}`;
      assert.equal((await send('PUT', url, `<${key}>`)).status, 201, key);
    }
    for (const key of keys)
      assert.equal(
        String((await send('GET', `/.cache/entries/${encodeURIComponent(key)}`)).body),
        `<${key}>`,
      );
    // Slashes need no encoding.
    assert.equal((await send('PUT', '/.cache/entries//plain/path', 'x')).status, 201);
    assert.equal((await send('GET', '/.cache/entries/%2Fplain%2Fpath')).status, 200);
  });

  it('is refused under a key that is none', async () => {
    const { send } = cache;
    const bad = ['', '%', '%ff', 'a%00', 'a%0d%0aX:%20y', '%7F', 'a?b', 'a%'];
    for (const key of bad)
      assert.equal((await send('PUT', `/.cache/entries/${key}`, 'x')).status, 400, key);
    assert.equal((await send('PUT', `/.cache/entries/${'a'.repeat(2049)}`, 'x')).status, 414);
    assert.equal((await send('PUT', `/.cache/entries/${'%C3%A9'.repeat(1025)}`, 'x')).status, 414);
  });

  it('expires with its max-age', async () => {
    const { send, clock } = cache;
    const url = '/.cache/entries/short';
    await send('PUT', url, 'x', { 'cache-control': 'max-age=60' });
    assert.equal((await send('GET', url)).headers['cache-control'], 'max-age=60');
    await clock.tick(59_000);
    assert.equal((await send('GET', url)).status, 200);
    assert.equal((await send('PUT', url, 'y', { 'if-none-match': '*' })).status, 412);
    await clock.tick(1000);
    assert.equal((await send('GET', url)).status, 404);
    assert.equal((await send('PUT', url, 'y', { 'if-none-match': '*' })).status, 201);
    await send('PUT', url, 'z', { 'cache-control': 'max-age=5, s-maxage=90' });
    await clock.tick(80_000);
    assert.equal((await send('GET', url)).status, 200);
  });

  it('answers conditional requests and ranges', async () => {
    const { send } = cache;
    const url = '/.cache/entries/file';
    await send('PUT', url, '0123456789', { etag: '"v1"' });
    const same = await send('GET', url, '', { 'if-none-match': '"v0", W/"v1"' });
    assert.deepEqual([same.status, same.headers.etag, same.body.length], [304, '"v1"', 0]);
    const part = await send('GET', url, '', { range: 'bytes=2-4', 'if-range': '"v1"' });
    assert.deepEqual([part.status, String(part.body)], [206, '234']);
    assert.equal(part.headers['content-range'], 'bytes 2-4/10');
    assert.equal((await send('GET', url, '', { range: 'bytes=10-' })).status, 416);
  });

  it('is written on the condition that it is what the client knows, by strong comparison', async () => {
    const { send } = cache;
    const url = '/.cache/entries/shared';
    const put = async (/** @type {Record<string, string>} */ headers, method = 'PUT') =>
      (await send(method, url, method === 'PUT' ? 'x' : '', headers)).status;
    assert.equal(await put({ 'if-match': '*' }), 412);
    assert.equal(await put({ 'if-match': '"v1"' }), 412);
    assert.equal(await put({ 'if-none-match': '*', etag: '"v1"' }), 201);
    assert.equal(await put({ 'if-none-match': '*' }), 412);
    assert.equal(await put({ 'if-none-match': 'W/"v1"' }), 412);
    assert.equal(await put({ 'if-match': 'W/"v1"' }), 412);
    assert.equal(await put({ 'if-match': '"v0", "v1"', etag: 'W/"v2"' }), 204);
    assert.equal(await put({ 'if-match': 'W/"v2"' }), 412);
    assert.equal(await put({ 'if-match': '*', etag: '"v3"' }), 204);
    assert.equal(await put({ 'if-match': '"v2"' }, 'DELETE'), 412);
    assert.equal(await put({ 'if-match': '"v3"' }, 'DELETE'), 204);
    assert.equal(await put({ 'if-match': '"v3"' }, 'DELETE'), 412);
  });

  it('keeps a connection of HTTP/1.0 open, as benchmarks want it', async () => {
    const { talk } = cache;
    const requestOf = (/** @type {string} */ method, connection = 'Keep-Alive', headers = '') =>
      `${method} /.cache/entries/x HTTP/1.0\r\nHost: localhost\r\nConnection: ${connection}\r\n${headers}\r\n`;
    const put = `${requestOf('PUT', 'Keep-Alive', 'Content-Length: 1\r\n')}x`;
    const known = requestOf('GET', 'Keep-Alive', 'If-None-Match: *\r\n');
    const bytes = [put, put, known, requestOf('GET'), requestOf('DELETE', 'close')].join('');
    const statuses = (await talk(bytes)).match(/HTTP\/1\.1 \d+/g);
    assert.deepEqual(
      statuses?.map((each) => each.slice(9)),
      ['201', '204', '304', '200', '204'],
    );
  });

  it('is created by one of many who create it at once', async () => {
    const { send } = cache;
    const all = await Promise.all(
      Array.from({ length: 20 }, (_, n) =>
        send('PUT', '/.cache/entries/lock', String(n), { 'if-none-match': '*' }),
      ),
    );
    assert.deepEqual(all.map(({ status }) => status).sort(), [201, ...Array(19).fill(412)]);
    const winner = all.findIndex(({ status }) => status === 201);
    assert.equal(String((await send('GET', '/.cache/entries/lock')).body), String(winner));
  });

  it('keeps its body in its Content-Encoding', async () => {
    const { send } = cache;
    const url = '/.cache/entries/packed';
    assert.equal(
      (await send('PUT', url, 'not really gzip', { 'content-encoding': 'gzip' })).status,
      201,
    );
    const { headers, body } = await send('GET', url);
    assert.deepEqual([headers['content-encoding'], String(body)], ['gzip', 'not really gzip']);
  });

  it('keeps those fields that describe it, and nothing else of the request', async () => {
    const { send } = cache;
    const url = '/.cache/entries/fields';
    const kept = {
      'content-language': 'de',
      'last-modified': 'Sat, 21 Nov 2026 10:00:00 GMT',
      'cache-groups': '"a", "b"',
      link: '</style.css>; rel=preload',
    };
    const dropped = {
      'set-cookie': 'a=b',
      cookie: 'a=b',
      'x-anything': 'x',
      'user-agent': 'x',
      connection: 'x-anything',
      'keep-alive': 'timeout=5',
      te: 'trailers',
      age: '5',
    };
    assert.equal((await send('PUT', url, 'x', { ...kept, ...dropped })).status, 201);
    const { headers } = await send('GET', url);
    for (const [name, value] of Object.entries(kept)) assert.equal(headers[name], value);
    for (const name of Object.keys(dropped))
      if (!['connection', 'age', 'keep-alive'].includes(name))
        assert.equal(headers[name], undefined, name);
    assert.equal(headers.age, '0');
  });

  it('is refused with fields that it cannot keep its word with', async () => {
    const { send } = cache;
    for (const [name, value] of /** @type {const} */ ([
      ['vary', 'Cookie'],
      ['content-range', 'bytes 0-1/2'],
      ['content-type', 'nonsense'],
      ['etag', 'unquoted'],
      ['etag', '"a", "b"'],
      ['cache-control', 'private'],
      ['cache-control', 'no-store'],
      ['cache-groups', 'unquoted'],
    ])) {
      const answer = await send('PUT', '/.cache/entries/x', 'x', { [name]: value });
      assert.equal(answer.status, 400, `${name}: ${value}`);
      assert.equal(answer.headers['content-type'], 'application/problem+json');
    }
    assert.equal((await send('GET', '/.cache/entries/x')).status, 404);
  });

  it('cannot be put with characters in a field that would begin another one', async () => {
    const { talk, send } = cache;
    for (const value of ['a\r\nSet-Cookie: a=b', 'a\nX: y', 'a\0b', 'a\rb']) {
      const answer = await talk(
        `PUT /.cache/entries/x HTTP/1.1\r\nHost: localhost\r\nContent-Language: ${value}\r\nContent-Length: 1\r\nConnection: close\r\n\r\nx`,
      );
      if (parseAnswer(answer).statusLine.includes('400')) continue;
      // CR LF was the end of the field.
      const { headers } = await send('GET', '/.cache/entries/x');
      assert.deepEqual([headers['content-language'], headers['set-cookie']], ['a', undefined]);
    }
  });

  it('has a limit, by its Content-Length or as it comes', async () => {
    const { send, close, talk } = await begin({ CACHE_MAX_BYTES: '1MiB' });
    try {
      const head = 'PUT /.cache/entries/x HTTP/1.1\r\nHost: localhost\r\n';
      const declared = await talk(`${head}Content-Length: 9000000\r\nExpect: 100-continue\r\n\r\n`);
      assert.match(declared, /^HTTP\/1\.1 413 /);
      assert.match(parseAnswer(declared).headers['content-type'], /problem\+json/);
      const chunk = `40000\r\n${'x'.repeat(0x40000)}\r\n`;
      const chunked = await talk(`${head}Transfer-Encoding: chunked\r\n\r\n${chunk.repeat(4)}`);
      assert.match(chunked, /^HTTP\/1\.1 413 /);
      assert.equal((await send('GET', '/.cache/entries/x')).status, 404);
    } finally {
      await close();
    }
  });

  it('is refused for now when too much of others is being received', async () => {
    const { port, close } = await begin({ CACHE_MAX_BYTES: '1MiB' });
    const head =
      'PUT /.cache/entries/x HTTP/1.1\r\nHost: localhost\r\nContent-Length: 120001\r\n\r\n';
    const sockets = Array.from({ length: 9 }, () => connect(port, '127.0.0.1'));
    try {
      const answer = new Promise((resolve) => {
        for (const socket of sockets) socket.once('data', resolve);
      });
      for (const socket of sockets) socket.write(head + 'x'.repeat(120_000));
      assert.match(String(await answer), /^HTTP\/1\.1 503 /);
    } finally {
      for (const socket of sockets) socket.destroy();
      await close();
    }
  });

  it('has no room where the cache has none', async () => {
    const { send, close } = await begin({ CACHE_MAX_BYTES: '0' });
    try {
      assert.equal((await send('PUT', '/.cache/entries/x', '')).status, 507);
      assert.equal((await send('PUT', '/.cache/entries/x', 'x')).status, 413);
    } finally {
      await close();
    }
  });

  it('is not kept when its body comes too slowly, or is cut short', async () => {
    const { send, talk } = cache;
    const head = 'PUT /.cache/entries/x HTTP/1.1\r\nHost: localhost\r\nContent-Length: 5\r\n\r\n';
    assert.match(await talk(`${head}x`), /^HTTP\/1\.1 408 /);
    assert.equal((await send('GET', '/.cache/entries/x')).status, 404);
  });
});
