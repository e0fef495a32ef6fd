import assert from 'node:assert/strict';
import { begin } from './key-value.js';

const TOKEN = 'a-token-of-32-characters-or-more';

describe('An invalidation', () => {
  /** @type {Awaited<ReturnType<typeof begin>>} */
  let cache;

  beforeEach(async () => {
    cache = await begin({});
    const { send } = cache;
    for (const [key, etag, groups] of [
      ['/a', '"1"', '"x"'],
      ['/a/b', '"2"', '"x", "y"'],
      ['/c', '"2"', ''],
    ])
      await send('PUT', `/.cache/entries/${encodeURIComponent(key)}`, key, {
        etag,
        ...(groups ? { 'cache-groups': groups } : {}),
      });
  });
  afterEach(() => cache.close());

  it('removes by URL, prefix, entity tag and group, and says how many entries', async () => {
    for (const [selector, removed] of /** @type {[object, number][]} */ ([
      [{ urls: ['/none', '/a'] }, 1],
      [{ groups: ['y', 'none'] }, 1],
      [{ etags: ['"2"'] }, 1],
      [{ prefixes: ['/'] }, 0],
      [{}, 0],
    ]))
      assert.deepEqual(await cache.post('/.cache/invalidate', selector), [200, { removed }]);
  });

  it('of the empty prefix, or of everything below /, removes all', async () => {
    assert.deepEqual(await cache.post('/.cache/invalidate', { prefixes: [''] }), [
      200,
      { removed: 3 },
    ]);
  });

  it('that cannot be meant is refused', async () => {
    const { post } = cache;
    const bad = [
      ...[[], null, 1, 'x', { url: ['/a'] }, { urls: '/a' }, { urls: [1] }, { urls: [['/a']] }],
      ...[{ urls: ['a\r\nb'] }, { etags: ['1'] }, { groups: ['é'] }, { prefixes: ['\0'] }],
    ];
    for (const body of bad)
      assert.equal((await post('/.cache/invalidate', body))[0], 400, JSON.stringify(body));
    assert.equal((await post('/.cache/invalidate', { urls: Array(1001).fill('/a') }))[0], 413);
    assert.equal((await post('/.cache/invalidate', { prefixes: Array(101).fill('/a') }))[0], 413);
    assert.equal((await post('/.cache/invalidate', { urls: ['a'.repeat(2049)] }))[0], 414);
  });

  it('may name what every object has, without harm', async () => {
    const { send } = cache;
    const body = '{"__proto__": {"urls": ["/a"]}}';
    const headers = { 'content-type': 'application/json' };
    assert.equal((await send('POST', '/.cache/invalidate', body, headers)).status, 400);
    assert.deepEqual(await cache.post('/.cache/invalidate', { urls: ['__proto__'] }), [
      200,
      { removed: 0 },
    ]);
  });

  it('of nested or huge JSON is refused soon', async () => {
    const { send, talk } = cache;
    const headers = { 'content-type': 'application/json' };
    const before = process.cpuUsage();
    for (const body of ['['.repeat(9000), '['.repeat(1e6), `{"urls":[${'"a",'.repeat(1e6)}"a"]}`])
      assert.ok(
        [400, 413].includes((await send('POST', '/.cache/invalidate', body, headers)).status),
      );
    const head =
      'POST /.cache/invalidate HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json';
    assert.match(await talk(`${head}\r\nContent-Length: 5000000\r\n\r\n[`), /^HTTP\/1\.1 413 /);
    const { user, system } = process.cpuUsage(before);
    assert.ok(user + system < 1e6, `${user + system} µs`);
  });

  it('must be JSON and say so, which no form of another site can', async () => {
    const { send } = cache;
    for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'application/jsonx'])
      assert.equal(
        (await send('POST', '/.cache/invalidate', '{}', { 'content-type': type })).status,
        415,
      );
  });
});

describe('The REST interface', () => {
  it('says which methods a resource has', async () => {
    const { send, close } = await begin({});
    try {
      const wrong = await send('POST', '/.cache/entries/x', 'x');
      assert.deepEqual(
        [wrong.status, wrong.headers.allow],
        [405, 'HEAD, GET, PUT, DELETE, OPTIONS'],
      );
      const options = await send('OPTIONS', '/.cache/etags');
      assert.deepEqual([options.status, options.headers.allow], [204, 'POST, OPTIONS']);
      assert.equal((await send('GET', '/.cache/nothing')).status, 404);
      assert.equal((await send('constructor', '/.cache/etags')).status, 400);
    } finally {
      await close();
    }
  });

  it('asks for credentials before anything else, but not for its health', async () => {
    const { send, close } = await begin({ CACHE_TOKEN: TOKEN });
    try {
      for (const [method, path] of [
        ['PUT', '/.cache/entries/x'],
        ['GET', '/.cache/entries/x'],
        ['DELETE', '/.cache/entries/x'],
        ['GET', '/.cache/entries/%'],
        ['POST', '/.cache/invalidate'],
        ['POST', '/.cache/etags'],
        ['GET', '/.cache/status'],
        ['GET', '/.cache/nothing'],
        ['GET', '/.cache'],
        ['OPTIONS', '/.cache/entries/x'],
      ]) {
        const { status, headers, body } = await send(method, path);
        assert.deepEqual(
          [status, headers['www-authenticate']],
          [401, 'Bearer'],
          `${method} ${path}`,
        );
        assert.equal(JSON.parse(String(body)).status, 401);
      }
      assert.equal((await send('GET', '/.cache/healthz')).status, 200);
      const authorization = `Bearer ${TOKEN}`;
      assert.equal((await send('PUT', '/.cache/entries/x', 'x', { authorization })).status, 201);
    } finally {
      await close();
    }
  });
});
