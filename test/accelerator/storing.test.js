import assert from 'node:assert/strict';
import { eachWorld } from './world.js';

describe('A response is stored', () => {
  const { asks, says, seen } = eachWorld();

  /**
   * @param {Record<string, string | string[]>} headers of the response
   * @param {{ status?: number, request?: Record<string, string> }} [options]
   */
  async function isReused(headers, { status = 200, request = {} } = {}) {
    says(headers, status);
    const before = seen().length;
    await asks('/', request);
    await asks('/');
    return seen().length - before === 1;
  }

  const DAY = 'Fri, 20 Nov 2026 12:00:00 GMT';
  const NEXT = 'Sun, 22 Nov 2026 12:00:00 GMT';

  /** @type {[string, Record<string, string | string[]>, { status?: number, request?: Record<string, string> }?][]} */
  const yes = [
    ['with max-age', { 'Cache-Control': 'max-age=60' }],
    ['with max-age in quotation marks and capitals', { 'Cache-Control': 'Max-Age="60"' }],
    ['with s-maxage above max-age', { 'Cache-Control': 'max-age=0, s-maxage=60' }],
    ['with Expires', { Expires: NEXT }],
    ['with max-age, whatever Expires says', { 'Cache-Control': 'max-age=60', Expires: '0' }],
    ['with an old Last-Modified', { 'Last-Modified': DAY }],
    ['with CDN-Cache-Control', { 'CDN-Cache-Control': 'max-age=60', 'Cache-Control': 'no-store' }],
    ['if it is an error with max-age', { 'Cache-Control': 'max-age=60' }, { status: 500 }],
    ['with a huge max-age', { 'Cache-Control': 'max-age=99999999999' }],
    [
      'for a request with Authorization if it is public',
      { 'Cache-Control': 'public, max-age=60' },
      { request: { Authorization: 'Basic eDp5' } },
    ],
    [
      'with no-store and must-understand, if its status is known',
      { 'Cache-Control': 'max-age=60, no-store, must-understand' },
    ],
    [
      'with a cookie that is named by no-cache',
      { 'Cache-Control': 'max-age=60, no-cache="set-cookie"', 'Set-Cookie': 'a=b' },
    ],
  ];

  /** @type {typeof yes} */
  const no = [
    ['without anything that says how long it is fresh', {}],
    ['with no-store', { 'Cache-Control': 'max-age=60, No-Store' }],
    ['with no-cache', { 'Cache-Control': 'max-age=60, no-cache' }],
    ['with private', { 'Cache-Control': 'max-age=60, private' }],
    ['with max-age of 0', { 'Cache-Control': 'max-age=0', Expires: NEXT }],
    ['with a max-age that is no number', { 'Cache-Control': "max-age='60'" }],
    [
      'with a max-age that is another directive’s',
      { 'Cache-Control': 'x="max-age=60", max-age=0' },
    ],
    ['with two lines of which one forbids it', { 'Cache-Control': ['max-age=60', 'no-store'] }],
    ['with Set-Cookie', { 'Cache-Control': 'public, max-age=60', 'Set-Cookie': 'a=b' }],
    ['with Vary: *', { 'Cache-Control': 'max-age=60', Vary: 'Accept, *' }],
    ['with an Expires that has passed', { Expires: DAY, 'Last-Modified': DAY }],
    ['with an Expires that is no date', { Expires: '0', 'Last-Modified': DAY }],
    ['with an Age beyond max-age', { 'Cache-Control': 'max-age=60', Age: '60' }],
    ['of a status that is not cacheable by itself', { 'Last-Modified': DAY }, { status: 403 }],
    [
      'that is only a part',
      { 'Cache-Control': 'max-age=60', 'Content-Range': 'bytes 0-9/20' },
      { status: 206 },
    ],
    [
      'with no-store in CDN-Cache-Control',
      { 'CDN-Cache-Control': 'no-store', 'Cache-Control': 'max-age=60' },
    ],
    [
      'that varies by what the accelerator itself says',
      { 'Cache-Control': 'max-age=60', Vary: 'X-Forwarded-For' },
    ],
    [
      'that answers only the range of a request',
      { 'Cache-Control': 'max-age=60' },
      { status: 416, request: { Range: 'bytes=99-' } },
    ],
    [
      'of an unknown status with must-understand',
      { 'Cache-Control': 'max-age=60, must-understand' },
      { status: 299 },
    ],
    [
      'for a request with Authorization',
      { 'Cache-Control': 'max-age=60' },
      { request: { Authorization: 'Basic eDp5' } },
    ],
    [
      'for a request with no-store',
      { 'Cache-Control': 'max-age=60' },
      { request: { 'Cache-Control': 'no-store' } },
    ],
  ];

  for (const [what, headers, options] of yes)
    it(`and used ${what}`, async () => assert.equal(await isReused(headers, options), true));
  for (const [what, headers, options] of no)
    it(`never used again ${what}`, async () =>
      assert.equal(await isReused(headers, options), false));

  it('without what belongs to one connection or one client', async () => {
    says({
      'Cache-Control': 'max-age=60, private="x-secret", no-cache="x-once, x-twice"',
      Connection: 'x-hop',
      'X-Hop': '1',
      'Keep-Alive': 'timeout=9',
      'X-Kept': '1',
      'X-Secret': '1',
      'X-Once': '1',
      'X-Twice': '1',
      'Proxy-Authenticate': 'Basic',
    });
    const first = await asks('/');
    assert.deepEqual([first.headers['x-secret'], first.headers['x-once']], ['1', '1']);
    const second = await asks('/');
    assert.equal(second.headers['x-kept'], '1');
    for (const name of [
      'x-hop',
      'keep-alive',
      'x-secret',
      'x-once',
      'x-twice',
      'proxy-authenticate',
    ])
      assert.ok(!(name in second.headers), name);
    assert.ok(!('x-hop' in first.headers));
  });

  it('under its path and query, whatever the host', async () => {
    says({ 'Cache-Control': 'max-age=60' });
    await asks('/?a=1');
    assert.equal((await asks('/?a=1', { Host: 'other.example' })).text, 'response 1');
    assert.equal((await asks('/?a=2')).text, 'response 2');
    assert.equal((await asks('/')).text, 'response 3');
  });

  it('and says after the origin’s own words how it was answered', async () => {
    says({ 'Cache-Control': 'max-age=60', 'Cache-Status': 'inner; hit' });
    await asks('/');
    assert.equal(
      (await asks('/')).headers['cache-status'],
      'inner; hit, larder-accelerator; hit; ttl=60',
    );
  });
});
