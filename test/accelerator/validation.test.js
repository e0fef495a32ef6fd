import assert from 'node:assert/strict';
import { eachWorld, until } from './world.js';

describe('A stale response', () => {
  const { clock, asks, answers, says, seen } = eachWorld();
  const last = () => seen()[seen().length - 1];
  const STALE = 61_000;

  it('is validated, and used on when the origin says that it is current', async () => {
    answers((request, response) => {
      const same = request.headers['if-none-match'] === '"1"';
      response.writeHead(same ? 304 : 200, {
        'Cache-Control': 'max-age=60',
        ETag: '"1"',
        'X-Count': String(seen().length),
      });
      response.end(same ? undefined : 'body');
    });
    await asks('/');
    await clock.tick(STALE);
    const validated = await asks('/');
    assert.deepEqual([validated.status, validated.text], [200, 'body']);
    assert.equal(validated.headers['x-count'], '2');
    assert.equal(validated.via, 'fwd=stale; fwd-status=304; stored');
    const hit = await asks('/');
    assert.deepEqual([hit.text, hit.headers['x-count'], hit.via], ['body', '2', 'hit; ttl=60']);
    assert.equal(hit.headers['content-length'], '4');
  });

  it('is validated by its date when it has no entity tag', async () => {
    const date = 'Fri, 20 Nov 2026 12:00:00 GMT';
    says({ 'Cache-Control': 'max-age=60', 'Last-Modified': date });
    await asks('/');
    await clock.tick(STALE);
    await asks('/');
    assert.equal(last().headers['if-modified-since'], date);
  });

  it('gives a client that holds the same 304, after its validation', async () => {
    answers((request, response) =>
      response
        .writeHead(request.headers['if-none-match'] ? 304 : 200, {
          'Cache-Control': 'max-age=60',
          ETag: '"1"',
          'Content-Type': 'text/plain',
        })
        .end(request.headers['if-none-match'] ? undefined : 'body'),
    );
    assert.equal((await asks('/', { 'If-None-Match': '"0", W/"1"' })).status, 304);
    assert.equal(last().headers['if-none-match'], undefined);
    await clock.tick(STALE);
    const { status, headers } = await asks('/', { 'If-None-Match': '"1"' });
    assert.deepEqual([status, headers.etag, headers['content-type']], [304, '"1"', undefined]);
    assert.equal((await asks('/', { 'If-None-Match': '"2"' })).text, 'body');
  });

  it('is not taken for current by a 304 about another one', async () => {
    answers((request, response, nth) =>
      response
        .writeHead(request.headers['if-none-match'] ? 304 : 200, {
          'Cache-Control': 'max-age=60',
          ETag: `"${nth}"`,
        })
        .end(request.headers['if-none-match'] ? undefined : `body ${nth}`),
    );
    await asks('/');
    await clock.tick(STALE);
    assert.equal((await asks('/')).text, 'body 3');
  });

  it('is not taken for current by a 304 that nobody asked for', async () => {
    says({ 'Cache-Control': 'max-age=60' });
    await asks('/');
    await clock.tick(STALE);
    answers((request, response) => {
      assert.equal(request.headers['if-none-match'], undefined);
      response.writeHead(304, { 'Cache-Control': 'max-age=60' }).end();
    });
    assert.equal((await asks('/')).status, 502);
    says({});
    assert.equal((await asks('/')).text, 'response 3');
  });

  it('gives way to a newer one, even if that cannot be stored', async () => {
    says({ 'Cache-Control': 'max-age=60', ETag: '"1"' });
    await asks('/');
    await clock.tick(STALE);
    says({ 'Cache-Control': 'private' });
    assert.equal((await asks('/')).text, 'response 2');
    assert.equal((await asks('/', { 'Cache-Control': 'max-stale' })).text, 'response 3');
  });

  it('shares no cookie that comes with its validation', async () => {
    says({ 'Cache-Control': 'max-age=60', ETag: '"1"' });
    await asks('/');
    await clock.tick(STALE);
    answers((_request, response) => response.writeHead(304, { 'Set-Cookie': 'a=b' }).end());
    assert.deepEqual((await asks('/')).headers['set-cookie'], ['a=b']);
    const { via, headers } = await asks('/');
    assert.deepEqual([via, headers['set-cookie']], ['hit; ttl=60', undefined]);
  });

  it('is used while it is validated, as long as stale-while-revalidate allows', async () => {
    says({ 'Cache-Control': 'max-age=60, stale-while-revalidate=60' });
    await asks('/');
    await clock.tick(STALE);
    const stale = await asks('/');
    assert.deepEqual([stale.text, stale.via], ['response 1', 'hit; ttl=-1']);
    await until(() => seen().length === 2);
    await until(async () => (await asks('/')).text === 'response 2');
    await clock.tick(120_000);
    assert.equal((await asks('/')).text, 'response 3');
  });

  it('is not used while it is validated by whoever wants a fresh one', async () => {
    says({ 'Cache-Control': 'max-age=60, stale-while-revalidate=60' });
    await asks('/');
    await clock.tick(STALE);
    assert.equal((await asks('/', { 'cache-control': 'min-fresh=5' })).text, 'response 2');
  });

  it('replaces an error while stale-if-error allows it, and a lost origin for a day', async () => {
    says({ 'Cache-Control': 'max-age=60, stale-if-error=60' });
    await asks('/error');
    says({ 'Cache-Control': 'max-age=60' });
    await asks('/lost');
    await clock.tick(STALE);
    says({}, 503);
    const stale = await asks('/error');
    assert.deepEqual([stale.text, stale.via], ['response 1', 'fwd=stale; fwd-status=503']);
    assert.equal((await asks('/lost')).status, 503);
    answers((_request, response) => response.socket?.destroy());
    assert.equal((await asks('/lost')).text, 'response 2');
    await clock.tick(86_400_000);
    assert.equal((await asks('/lost')).status, 502);
    assert.equal((await asks('/error')).status, 502);
  });

  for (const directive of ['must-revalidate', 'proxy-revalidate', 's-maxage=60', 'no-cache'])
    it(`never replaces an error when ${directive} forbids it`, async () => {
      const allows = 'stale-if-error=600, stale-while-revalidate=600';
      says({ 'Cache-Control': `max-age=60, ${allows}, ${directive}` });
      await asks('/');
      await clock.tick(STALE);
      answers((_request, response) => response.socket?.destroy());
      assert.equal((await asks('/', { 'Cache-Control': 'max-stale=600' })).status, 502);
    });

  it('is used when the request accepts it', async () => {
    says({ 'Cache-Control': 'max-age=60' });
    await asks('/');
    await clock.tick(STALE);
    assert.equal((await asks('/', { 'Cache-Control': 'max-stale=5' })).text, 'response 1');
    assert.equal((await asks('/', { 'Cache-Control': 'max-stale=0' })).text, 'response 2');
  });
});

describe('A fresh response', () => {
  const { clock, asks, says, seen } = eachWorld();

  for (const [what, headers] of /** @type {const} */ ([
    ['no-cache', { 'Cache-Control': 'no-cache' }],
    ['a smaller max-age', { 'Cache-Control': 'max-age=10' }],
    ['min-fresh', { 'Cache-Control': 'min-fresh=50' }],
    ['Pragma: no-cache', { Pragma: 'no-cache' }],
  ]))
    it(`is validated for a request with ${what}`, async () => {
      says({ 'Cache-Control': 'max-age=60', ETag: '"1"' });
      await asks('/');
      await clock.tick(20_000);
      assert.equal((await asks('/', headers)).via, 'fwd=request; fwd-status=200; stored');
      assert.equal(seen()[1].headers['if-none-match'], '"1"');
    });

  it('answers only-if-cached, which is 504 without one', async () => {
    says({ 'Cache-Control': 'max-age=60' });
    const { status, text } = await asks('/', { 'Cache-Control': 'only-if-cached' });
    assert.equal(status, 504);
    assert.match(text, /Nothing is stored that fits the request/);
    assert.doesNotMatch(text, /took too long/);
    await asks('/');
    assert.equal((await asks('/', { 'Cache-Control': 'only-if-cached' })).text, 'response 1');
  });

  it('answers HEAD, which never fills the store, and removes what it shows to be old', async () => {
    says({ 'Cache-Control': 'max-age=60', ETag: '"1"' });
    assert.equal((await asks('/', {}, 'HEAD')).via, 'fwd=uri-miss; fwd-status=200');
    await asks('/');
    assert.equal((await asks('/', {}, 'HEAD')).via, 'hit; ttl=60');
    await clock.tick(61_000);
    says({ 'Cache-Control': 'max-age=60', ETag: '"2"' });
    await asks('/', {}, 'HEAD');
    assert.equal(
      (await asks('/', { 'Cache-Control': 'max-stale' })).via,
      'fwd=uri-miss; fwd-status=200; stored',
    );
  });
});
