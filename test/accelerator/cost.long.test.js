import assert from 'node:assert/strict';
import { hintsOf } from '../../lib/accelerator/proxy/early-hints.js';
import { parseCacheControl, parseTargeted } from '../../lib/accelerator/rules/cache-control.js';
import { groupsOf } from '../../lib/accelerator/rules/groups.js';
import { assertCheap } from '../support/cost.js';
import { talk } from '../support/raw.js';
import { eachWorld } from './world.js';

/** Bytes of a request's fields, and of a response's, that are accepted. */
const [OF_A_REQUEST, OF_A_RESPONSE] = [15_800, 63_000];
const TOKENS = [
  ...[
    'a,',
    'a=1,',
    '"',
    '\\',
    '"\\',
    '\\"',
    '"a\\x',
    '"a",',
    '"a"',
    ' ',
    ', ',
    'a ',
    'a;b,',
    'a=";',
  ],
  ...['no-cache="a",', 'private,', 'W/"', '*,', '<a>,', '; a=b', ';a="b"', '=', '-', '0', 'a=b;'],
];

describe('The time that a field takes grows no faster than the field', () => {
  const { asks, answers, at, says, seen } = eachWorld({ CACHE_MAX_BYTES: '64MiB' });

  /** @param {string} token @param {number} length @param {number} share */
  const repeated = (token, length, share) =>
    token.repeat(Math.floor((length * share) / token.length)).trim();

  /** @type {Record<string, (text: string) => unknown>} */
  const parsers = {
    'Cache-Control': parseCacheControl,
    'CDN-Cache-Control': parseTargeted,
    'Cache-Groups': (text) => groupsOf(['Cache-Groups', text]),
    'Link of Early Hints': (text) => hintsOf(['Link', `<a>${text}`]),
  };
  for (const [name, parse] of Object.entries(parsers))
    it(`in ${name}`, async () => {
      for (const token of TOKENS)
        await assertCheap(`${name} of ${token}`, async (share) =>
          parse(repeated(token, OF_A_RESPONSE, share)),
        );
    });

  it('in what a client sends', async () => {
    says({ 'Cache-Control': 'max-age=60', ETag: '"1"', Vary: 'Cookie, Accept-Language' });
    for (const cookie of Array(32).keys()) await asks('/', { Cookie: String(cookie) });
    const names = [
      'Cache-Control',
      'Pragma',
      'If-None-Match',
      'If-Modified-Since',
      'Range',
      'Cookie',
    ];
    for (const name of [...names, 'If-Range', 'Accept-Language', 'Via', 'X-Forwarded-For'])
      for (const token of TOKENS)
        await assertCheap(`${name} of ${token}`, (share) =>
          asks('/', { [name]: repeated(token, OF_A_REQUEST, share) }),
        );
  });

  it('in what the origin sends', async () => {
    const ask = (/** @type {string} */ path) =>
      talk(
        at(),
        `GET ${path} HTTP/1.1\r\nHost: x\r\nCookie: ${'c,'.repeat(4000)}\r\nConnection: close\r\n\r\n`,
      );
    for (const name of ['Cache-Control', 'Cache-Groups', 'Vary', 'ETag', 'Age', 'Expires', 'Date'])
      for (const token of [...TOKENS, 'Cookie,', 'Cookie,a,'])
        await assertCheap(`${name} of ${token}`, async (share) => {
          says({ 'Cache-Control': 'max-age=60', [name]: repeated(token, OF_A_RESPONSE, share) });
          assert.match(await ask(`/${seen().length}`), /^HTTP\/1.1 200 /);
        });
  });

  it('in early hints', async () => {
    answers((_request, response) =>
      response.socket?.end(
        `HTTP/1.1 103 Early Hints\r\nLink: <a>${'; a=b'.repeat(40)};;\r\n\r\nHTTP/1.1 204 No\r\n\r\n`,
      ),
    );
    await assertCheap('Link', async () => assert.equal((await asks('/')).status, 204));
  });
});
