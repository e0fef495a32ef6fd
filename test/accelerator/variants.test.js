import assert from 'node:assert/strict';
import { eachWorld } from './world.js';

describe('A response that varies', () => {
  const { asks, answers, says, seen } = eachWorld();
  const german = { 'Accept-Language': 'de' };
  const english = { 'Accept-Language': 'en' };

  it('answers requests of its own kind', async () => {
    says({ 'Cache-Control': 'max-age=60', Vary: 'Accept-Language' });
    await asks('/', german);
    assert.equal((await asks('/', english)).via, 'fwd=vary-miss; fwd-status=200; stored');
    assert.equal((await asks('/', german)).text, 'response 1');
    assert.equal((await asks('/', english)).text, 'response 2');
    assert.equal((await asks('/')).text, 'response 3');
    assert.equal((await asks('/', { 'Accept-Language': '' })).text, 'response 4');
  });

  it('answers what means the same in other words', async () => {
    says({ 'Cache-Control': 'max-age=60', Vary: 'Accept-Language, X' });
    await asks('/', { 'Accept-Language': 'en, de;q=0.5', X: 'a,b' });
    await asks('/', { 'Accept-Language': 'DE;q=0.5 ,EN', X: ['a', 'b'] });
    assert.equal(seen().length, 1);
    await asks('/', { 'Accept-Language': 'en, de;q=0.5', X: 'b,a' });
    assert.equal(seen().length, 2);
  });

  it('is not taken for another one whose field has a comma more, after a list was seen with it', async () => {
    says({ 'Cache-Control': 'max-age=60', Vary: 'Accept-Language, X' });
    const languages = { 'Accept-Language': 'z, a' };
    await asks('/', languages);
    await asks('/', { ...languages, X: ',z, a' });
    assert.equal((await asks('/', { ...languages, X: 'a,z' })).text, 'response 3');
    assert.equal((await asks('/', { ...languages, X: ',Z, a' })).text, 'response 4');
  });

  it('is not stored when it varies by more than 64 fields', async () => {
    says({ 'Cache-Control': 'max-age=60', Vary: Array.from(Array(65).keys(), (n) => `x${n}`) });
    for (const nth of [1, 2]) assert.equal((await asks('/')).text, `response ${nth}`);
  });

  it('is not stored for what the origin did not get, since Connection names it', async () => {
    answers((request, response) =>
      response
        .writeHead(200, { 'Cache-Control': 'max-age=60', Vary: 'Accept-Language' })
        .end(request.headers['accept-language'] ?? 'any'),
    );
    await asks('/', { ...german, Connection: 'close, Accept-Language' });
    assert.equal((await asks('/', german)).text, 'de');
  });

  it('makes room for the latest kind when all are too large together', async () => {
    answers((_request, response, nth) =>
      response
        .writeHead(200, { 'Cache-Control': 'max-age=60', Vary: 'X' })
        .end(Buffer.alloc(3_000_000, String(nth))),
    );
    for (const x of ['a', 'b', 'c', 'c', 'c']) await asks('/', { X: x });
    assert.equal(seen().length, 3);
  });

  it('has at most 32 kinds stored, the latest ones', async () => {
    says({ 'Cache-Control': 'max-age=60', Vary: 'X' });
    for (let i = 0; i < 40; i++) await asks('/', { X: String(i) });
    assert.equal((await asks('/', { X: '8' })).text, 'response 9');
    assert.equal((await asks('/', { X: '7' })).text, 'response 41');
  });
});

describe('A part of a stored response', () => {
  const { asks, answers, says, seen } = eachWorld();
  const range = (/** @type {string} */ value, more = {}) => asks('/', { Range: value, ...more });

  it('is sent without the origin', async () => {
    says({ 'Cache-Control': 'max-age=60', ETag: '"1"', 'X-Kept': '1' });
    await asks('/');
    const { status, text, headers } = await range('bytes=2-5');
    assert.deepEqual([status, text, headers['content-range']], [206, 'spon', 'bytes 2-5/10']);
    assert.equal(headers['x-kept'], '1');
    assert.equal((await range('bytes=-3')).text, 'e 1');
    assert.equal((await range('bytes=8-')).text, ' 1');
    const beyond = await range('bytes=20-');
    assert.deepEqual([beyond.status, beyond.headers['content-range']], [416, 'bytes */10']);
    assert.equal((await range('bytes=0-1', { 'If-Range': '"1"' })).status, 206);
    assert.equal((await range('bytes=0-1', { 'If-Range': '"2"' })).status, 200);
    assert.equal((await range('bytes=0-1,4-5')).status, 200);
    assert.equal(seen().length, 1);
  });

  it('comes from the origin, unstored, when the whole is not there', async () => {
    answers((request, response) =>
      response
        .writeHead(206, { 'Cache-Control': 'max-age=60', 'Content-Range': 'bytes 0-1/10' })
        .end(request.headers.range),
    );
    assert.equal((await range('bytes=0-1')).text, 'bytes=0-1');
    says({ 'Cache-Control': 'max-age=60' });
    assert.equal((await asks('/')).text, 'response 2');
  });
});
