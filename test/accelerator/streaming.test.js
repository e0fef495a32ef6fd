import assert from 'node:assert/strict';
import { once } from 'node:events';
import http from 'node:http';
import { eachWorld, until } from './world.js';
/** @import { IncomingMessage, ServerResponse } from 'node:http' */

const FRESH = { 'Cache-Control': 'max-age=60' };

describe('A response that is still coming', () => {
  const { asks, answers, says, at, seen, log } = eachWorld({ CACHE_MAX_BYTES: '1MiB' });
  /** What the origin has begun to answer. @type {ServerResponse[]} */
  let open = [];

  beforeEach(() => {
    open = [];
  });

  /** @param {Record<string, string>} headers @param {string} [first] bytes of the body, that come with the header section */
  function begins(headers, first = 'first') {
    answers((_request, response) => {
      response.writeHead(200, headers).write(first);
      open.push(response);
    });
  }

  /** @param {string} path @param {Record<string, string>} [headers] @returns {Promise<IncomingMessage>} paused, when its header section has come */
  async function opens(path, headers) {
    const request = http.get({ ...at(), path, headers, agent: false });
    const [response] = await once(request, 'response');
    return response;
  }

  /** @param {IncomingMessage} response @returns {Promise<string>} what has come of it, or comes next */
  async function piece(response) {
    const [chunk] = await once(response, 'data');
    response.pause();
    return String(chunk);
  }

  /** @param {IncomingMessage} response @returns {Promise<string>} all that is left of it */
  const rest = async (response) => Buffer.concat(await response.toArray()).toString();

  /** @param {IncomingMessage} response */
  const cacheStatus = ({ headers }) =>
    String(headers['cache-status']).replace('larder-accelerator; ', '');

  it('is passed on while it is stored, and shared with whoever asks for it meanwhile', async () => {
    begins({ ...FRESH, 'Content-Length': '12' });
    const leader = await opens('/');
    assert.equal(await piece(leader), 'first');
    const follower = await opens('/');
    assert.equal(await piece(follower), 'first');
    open[0].end(' second');
    assert.deepEqual([await rest(leader), await rest(follower)], [' second', ' second']);
    assert.equal(cacheStatus(leader), 'fwd=uri-miss; fwd-status=200; stored');
    assert.equal(cacheStatus(follower), 'fwd=uri-miss; collapsed');
    const { text, via } = await asks('/');
    assert.deepEqual([text, via], ['first second', 'hit; ttl=60']);
    assert.equal(seen().length, 1);
  });

  it('promises to be stored only if its length is known, and then has that length', async () => {
    begins(FRESH);
    const response = await opens('/');
    assert.equal(cacheStatus(response), 'fwd=uri-miss; fwd-status=200');
    open[0].end();
    assert.equal(await rest(response), 'first');
    const { headers, via } = await asks('/');
    assert.deepEqual([headers['content-length'], via], ['5', 'hit; ttl=60']);
  });

  it('is stored although nobody waits for it any more', async () => {
    begins(FRESH);
    const [leader, follower] = [await opens('/'), await opens('/')];
    leader.destroy();
    open[0].write(' second');
    assert.equal(await piece(follower), 'first');
    follower.destroy();
    await asks('/.cache/status');
    open[0].end(' third');
    await until(async () => (await asks('/')).via.startsWith('hit'));
    assert.equal((await asks('/')).text, 'first second third');
    assert.equal(seen().length, 1);
  });

  it('cuts the connections of all who read it when it is cut short, and is not stored', async () => {
    begins({ ...FRESH, 'Content-Length': '100' });
    const readers = [await opens('/'), await opens('/')];
    open[0].socket?.destroy();
    for (const reader of readers) await assert.rejects(rest(reader), { code: 'ECONNRESET' });
    says(FRESH);
    assert.equal((await asks('/')).text, 'response 2');
  });

  it('reaches whoever asked before it was invalidated, and nobody else', async () => {
    begins(FRESH, 'old');
    const before = [await opens('/'), await opens('/')];
    const body = JSON.stringify({ urls: ['/'] });
    await asks('/.cache/invalidate', { 'Content-Type': 'application/json' }, 'POST', body);
    begins(FRESH, 'new');
    const after = await opens('/');
    for (const response of open) response.end();
    for (const response of before) assert.equal(await rest(response), 'old');
    assert.equal(await rest(after), 'new');
    assert.equal((await asks('/')).text, 'new');
  });

  it('comes to each at its own pace', async () => {
    const body = Buffer.alloc(120_000, 'x');
    answers((_request, response) => {
      response.writeHead(200, { ...FRESH, 'Content-Length': String(body.length) });
      response.write(body.subarray(0, 1000));
      open.push(response);
    });
    const slow = await opens('/');
    const fast = await opens('/');
    open[0].end(body.subarray(1000));
    assert.equal((await rest(fast)).length, body.length);
    assert.match((await asks('/')).via, /^hit/);
    assert.equal((await rest(slow)).length, body.length);
  });

  it('is cut into parts, or left out, as a whole one would be', async () => {
    begins({ ...FRESH, 'Content-Length': '12', ETag: '"1"' });
    const leader = await opens('/');
    const part = await opens('/', { Range: 'bytes=2-7' });
    const beyond = await opens('/', { Range: 'bytes=20-' });
    const known = await opens('/', { 'If-None-Match': '"1"' });
    open[0].end(' second');
    assert.deepEqual([part.statusCode, part.headers['content-length']], [206, '6']);
    assert.equal(part.headers['content-range'], 'bytes 2-7/12');
    assert.equal(await rest(part), 'rst se');
    assert.deepEqual([beyond.statusCode, await rest(beyond)], [416, '']);
    assert.deepEqual([known.statusCode, await rest(known)], [304, '']);
    assert.equal(await rest(leader), 'first second');
    assert.equal(seen().length, 1);
  });

  it('is given up when nobody reads it and it can no longer be stored', async () => {
    begins({ 'Cache-Control': 'no-store' });
    const response = await opens('/');
    const given = once(open[0], 'close');
    response.destroy();
    await given;
  });

  it('is each one’s own if it is a stream of events, and comes at once', async () => {
    begins({ ...FRESH, 'Content-Type': 'text/event-stream' }, 'data: 1\n\n');
    const readers = [await opens('/events'), await opens('/events')];
    for (const reader of readers) assert.equal(await piece(reader), 'data: 1\n\n');
    assert.equal(seen().length, 2);
    for (const reader of readers) reader.destroy();
  });

  it('has nobody wait for the first event whose request says that it wants events', async () => {
    answers((_request, response) => void open.push(response));
    const accept = { Accept: 'text/event-stream' };
    const [first, second] = [asks('/events', accept), asks('/events', accept)];
    await until(() => open.length === 2);
    for (const response of open) response.end('data: 1\n\n');
    assert.deepEqual([(await first).status, (await second).status], [200, 200]);
  });

  it('keeps those who are signed in no longer waiting than for its header section', async () => {
    const signedIn = { Authorization: 'Basic x' };
    says(FRESH);
    await asks('/', signedIn);
    answers((_request, response) => void open.push(response));
    const all = [asks('/', signedIn), asks('/', signedIn)];
    await until(() => open.length === 2);
    for (const response of open) response.end();
    await Promise.all(all);
  });

  describe('and is larger than an eighth of the memory', () => {
    const size = 60_000_000;
    const chunk = Buffer.alloc(50_000, 'x');
    let written = 0;

    /** @param {ServerResponse} response */
    function pour(response) {
      let more = true;
      for (; more && written < size; written += chunk.length) more = response.write(chunk);
      if (written >= size) response.end();
      else response.once('drain', () => pour(response));
    }

    it('is told to the client, counted, and logged once with the setting', async () => {
      answers((_request, response) =>
        response
          .writeHead(200, { ...FRESH, 'Content-Length': '200000' })
          .end(Buffer.alloc(200_000)),
      );
      for (const path of ['/a', '/b'])
        assert.equal((await asks(path)).via, 'fwd=uri-miss; fwd-status=200; detail=too-large');
      const { cache } = JSON.parse((await asks('/.cache/status')).text);
      assert.equal(cache.tooLarge, 2);
      const lines = log.lines.filter(({ message }) => message.includes('CACHE_MAX_BYTES'));
      assert.equal(lines.length, 1);
    });

    it('reaches all who have begun to read it whole, however slow one is, and the origin waits', async () => {
      written = 0;
      answers((_request, response) => {
        response.writeHead(200, FRESH).flushHeaders();
        open.push(response);
      });
      const [slow, fast] = [await opens('/'), await opens('/')];
      pour(open[0]);
      let length = 0;
      fast.on('data', (bytes) => (length += bytes.length));
      let before = -1;
      while (before !== written || length <= 128 * 1024) {
        before = written;
        await new Promise((resolve) => setTimeout(resolve, 100));
      }
      assert.ok(
        written < size && length > 128 * 1024,
        `${written} bytes came, ${length} reached the fast one`,
      );
      const [whole] = await Promise.all([rest(slow), once(fast, 'end')]);
      assert.deepEqual([whole.length, length], [size, size]);
      assert.equal(seen().length, 1);
      const again = await opens('/');
      assert.equal(cacheStatus(again), 'fwd=uri-miss; fwd-status=200; detail=too-large');
      again.destroy();
      const { cache } = JSON.parse((await asks('/.cache/status')).text);
      assert.deepEqual([cache.memory.entries, cache.tooLarge], [0, 1]);
    });
  });
});
