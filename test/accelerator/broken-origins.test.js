import assert from 'node:assert/strict';
import { once } from 'node:events';
import http from 'node:http';
import { Body } from '../../lib/accelerator/proxy/body.js';
import { passOn } from '../../lib/accelerator/proxy/replies.js';
import { eachWorld, until } from './world.js';

const FRESH = 'HTTP/1.1 200 OK\r\nCache-Control: max-age=60\r\n';
const CHUNKED = `${FRESH}Transfer-Encoding: chunked\r\n`;

describe('A response of the origin', () => {
  const { clock, log, asks, answers, at, says, seen } = eachWorld({ CACHE_MAX_BYTES: '1MiB' });

  /** @type {Record<string, string>} */
  const cut = {
    'that is cut short': `${FRESH}Content-Length: 10\r\n\r\nhello`,
    'that is cut short in chunks': `${CHUNKED}\r\n5\r\nhello\r\n`,
    'that is cut short in chunks of a last connection': `${CHUNKED}Connection: close\r\n\r\n5\r\nhello\r\n`,
    'that is cut short on a last connection': `${FRESH}Content-Length: 10\r\nConnection: close\r\n\r\nhello`,
  };

  /** @type {Record<string, string>} */
  const broken = {
    ...cut,
    'with two lengths': `${FRESH}Content-Length: 5\r\nContent-Length: 6\r\n\r\nhello!`,
    'with a list of lengths': `${FRESH}Content-Length: 5, 6\r\n\r\nhello!`,
    'with a length and chunks': `${CHUNKED}Content-Length: 5\r\n\r\n5\r\nhello\r\n0\r\n\r\n`,
    'with a chunk of no size': `${CHUNKED}\r\nxyz\r\nhello\r\n0\r\n\r\n`,
    'with a header of 1 MB': `${FRESH}X: ${'x'.repeat(1e6)}\r\nContent-Length: 5\r\n\r\nhello`,
    'with a line break in a header': `${FRESH}X: a\rSet-Cookie: b\r\nContent-Length: 5\r\n\r\nhello`,
    'that is no HTTP': 'hello\r\n\r\n',
    'that changes the protocol unasked':
      'HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: x\r\n\r\n',
    'with another transfer coding': `${FRESH}Transfer-Encoding: gzip, chunked\r\n\r\n5\r\nhello\r\n0\r\n\r\n`,
    'that is nothing': '',
    'that says unasked that nothing has changed': `${FRESH.replace('200 OK', '304 Not Modified')}ETag: "1"\r\n\r\n`,
    'that is a part unasked': `${FRESH.replace('200 OK', '206 Partial Content')}Content-Range: bytes 0-4/9\r\nContent-Length: 5\r\n\r\nhello`,
  };

  for (const [what, bytes] of Object.entries(broken).filter(([name]) => !(name in cut)))
    it(`${what} is answered with 502 and not stored`, async () => {
      answers((_request, response) => response.socket?.end(bytes));
      const { status, headers, text } = await asks('/');
      assert.equal(status, 502, text);
      assert.equal(headers['content-type'], 'application/problem+json');
      says({ 'Cache-Control': 'max-age=60' });
      assert.match((await asks('/')).text, /^response/);
    });

  for (const [what, bytes] of Object.entries(cut))
    it(`${what} ends with a cut connection and is not stored`, async () => {
      let cutShort = () => {};
      answers((_request, response) => {
        response.socket?.write(bytes);
        cutShort = () => response.socket?.destroy();
      });
      const [response] = await once(http.get({ ...at(), path: '/', agent: false }), 'response');
      cutShort();
      await assert.rejects(response.toArray(), { code: 'ECONNRESET' });
      says({ 'Cache-Control': 'max-age=60' });
      assert.match((await asks('/')).text, /^response/);
    });

  it('without a length is passed on and not stored, since nobody knows whether it is whole', async () => {
    answers((_request, response, nth) => response.socket?.end(`${FRESH}\r\nnumber ${nth}`));
    assert.equal((await asks('/')).text, 'number 1');
    assert.equal((await asks('/')).text, 'number 2');
  });

  it('that is longer than it says gives nobody its surplus', async () => {
    const other = `${FRESH}Content-Length: 4\r\n\r\nevil`;
    answers((_request, response, nth) =>
      response.socket?.write(`${FRESH}Content-Length: 8\r\n\r\nnumber ${nth}${other}`),
    );
    assert.equal((await asks('/a')).text, 'number 1');
    assert.equal((await asks('/b')).text, 'number 2');
    assert.equal((await asks('/c')).text, 'number 3');
  });

  it('that does not come is answered with 504', async () => {
    answers(() => {});
    assert.equal((await asks('/')).status, 504);
  });

  it('that stops coming ends with a cut connection and is not stored', async () => {
    answers((_request, response) =>
      response.socket?.write(`${FRESH}Content-Length: 9\r\n\r\nhalf`),
    );
    await assert.rejects(asks('/'), { code: 'ECONNRESET' });
    says({});
    assert.equal((await asks('/')).text, 'response 2');
  });

  it('that cannot be asked for is 502, and the log has the reason in one line', async () => {
    answers((_request, response) => response.socket?.resetAndDestroy());
    assert.equal((await asks('/')).status, 502);
    const { level, fields } = log.lines.at(-1) ?? assert.fail();
    assert.equal(level, 'warn');
    assert.match(fields.reason, /^The origin gave no usable response: /);
    assert.equal(fields.err, undefined, 'Many may fail so, and there is no stack to look at');
  });

  it('that passes unstored and is cut short ends with a cut connection', async () => {
    answers((_request, response) => {
      response.writeHead(200, { 'Cache-Control': 'no-store', 'Content-Length': '10' });
      response.write('hello');
      setImmediate(() => response.socket?.destroy());
    });
    await assert.rejects(asks('/'), { code: 'ECONNRESET' });
  });

  it('that passes unstored and is malformed ends with an error, or a cut connection', async () => {
    for (const [what, bytes] of Object.entries(broken)) {
      const unstored = bytes.replace('max-age=60', 'private');
      answers((_request, response) => response.socket?.end(unstored));
      const status = await asks('/').then(
        (answer) => answer.status,
        (error) => error.code,
      );
      assert.ok([502, 'ECONNRESET'].includes(status), `${what}: ${status}`);
    }
  });

  it('that comes when its client has gone is given up', async () => {
    let closed = () => {};
    const gone = new Promise((resolve) => (closed = () => resolve(null)));
    /** @type {http.ServerResponse[]} */
    const open = [];
    answers((_request, response) => {
      open.push(response);
      response.once('close', closed);
    });
    const request = http.get({ ...at(), path: '/', agent: false }).on('error', () => {});
    await until(() => open.length > 0);
    request.destroy();
    await asks('/.cache/status');
    open[0].writeHead(200, { 'Cache-Control': 'private' });
    // So that it never stalls.
    const drip = setInterval(() => open[0].write('drip'), 50);
    await gone;
    clearInterval(drip);
  });

  it('that has broken off before it could be passed on is an error', async () => {
    const cause = new Error('cut short');
    const body = new Body({ resume: () => {}, abort: () => {} });
    body.fail(cause);
    const received = { status: 200, headers: [], body, requestedAt: 0, receivedAt: 0 };
    const request = /** @type {any} */ ({ method: 'GET', headers: {} });
    assert.throws(() => passOn(request, /** @type {any} */ ({}), received, '', clock), cause);
  });

  it('that is larger than an eighth of the memory is passed on and not stored', async () => {
    const body = Buffer.alloc(200_000, 'x');
    for (const length of [{ 'Content-Length': String(body.length) }, {}]) {
      answers((_request, response) =>
        response.writeHead(200, { 'Cache-Control': 'max-age=60', ...length }).end(body),
      );
      assert.ok((await asks('/large')).body.equals(body));
      assert.ok((await asks('/large')).body.equals(body));
    }
    assert.equal(seen().length, 4);
  });

  it('that is stored comes at the origin’s pace, and one that never ends at the client’s', async () => {
    let written = 0;
    const chunk = Buffer.alloc(64 * 1024);
    answers((_request, response) => {
      response.writeHead(200, { 'Cache-Control': 'max-age=60' });
      const pour = () => {
        do written += chunk.length;
        while (!response.destroyed && response.write(chunk));
        response.once('drain', pour);
      };
      pour();
    });
    const request = http.get({ ...at(), path: '/endless', agent: false });
    const [response] = await once(request, 'response');
    let before = -1;
    while (before !== written) {
      before = written;
      await asks('/.cache/status');
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    assert.ok(written < 20e6, `${written} bytes were taken from the origin`);
    assert.deepEqual(JSON.parse((await asks('/.cache/status')).text).cache.memory.entries, 0);
    response.destroy();
  });

  it('that drips is shared for a while, and never stored', async () => {
    /** @type {http.ServerResponse[]} */
    const open = [];
    answers((_request, response) => {
      response.writeHead(200, { 'Cache-Control': 'max-age=600' }).write('drip');
      open.push(response);
    });
    const [first, second] = [asks('/drip'), asks('/drip')];
    await until(() => open.length > 0);
    // Longer than the first drop needs to the accelerator.
    for (let i = 0; i < 3; i++) await asks('/.cache/status');
    await clock.tick(31_000);
    open[0].write(' drip');
    for (let i = 0; i < 3; i++) await asks('/.cache/status');
    const third = asks('/drip');
    await until(() => open.length === 2);
    for (const response of open) response.end(' end');
    assert.equal((await first).text, 'drip drip end');
    assert.equal((await second).text, 'drip drip end');
    assert.equal((await third).text, 'drip end');
    assert.match((await third).via, /^fwd=uri-miss; fwd-status=200/);
  });
});
