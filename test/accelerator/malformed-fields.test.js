import assert from 'node:assert/strict';
import http from 'node:http';
import { Proxy } from '../../lib/accelerator/proxy/proxy.js';
import { createClock } from '../support/clock.js';
import { createQuietLog } from '../support/log.js';
import { DiskFolder } from './disk-folder.js';
import { entryOf } from './entries.js';
import { eachWorld } from './world.js';

describe('A field of the origin', () => {
  const { asks, answers, log } = eachWorld();
  /** @param {string} fields */
  const sends = (fields) =>
    answers((_request, response, nth) =>
      response.socket?.end(
        `HTTP/1.1 200 OK\r\n${fields}\r\nContent-Length: 8\r\nConnection: close\r\n\r\nanswer ${nth}`,
        'latin1',
      ),
    );

  /** @type {Record<string, [string, string]>} */
  const withBlank = {
    'Set-Cookie': ['Cache-Control: public, max-age=60', 'Set-Cookie : sid=1'],
    'Cache-Control': ['Cache-Control : private', 'Expires: Fri, 01 Jan 2100 00:00:00 GMT'],
    Vary: ['Cache-Control: max-age=60', 'Vary  : X'],
  };
  for (const [name, fields] of Object.entries(withBlank))
    it(`${name} means the same with a blank before its colon, which nobody gets to see`, async () => {
      sends(fields.join('\r\n'));
      const first = await asks('/', { X: '1' });
      const part = await asks('/', { X: '2', Range: 'bytes=-1' });
      assert.equal(first.text, 'answer 1');
      assert.equal(part.text.at(-1), '2', 'It was stored for others');
      assert.ok(first.headers[name.toLowerCase()]);
    });

  it('without a meaning for the cache is stored without the blank', async () => {
    sends('Cache-Control: max-age=60\r\nX-Own : a');
    assert.equal((await asks('/')).headers['x-own'], 'a');
    const part = await asks('/', { Range: 'bytes=0-2' });
    assert.deepEqual([part.text, part.headers['x-own']], ['ans', 'a']);
  });

  for (const field of ['X Bad: a', ': a', 'X: a\rSet-Cookie: b', 'X: a\0', 'X: \x01', 'X\t: a'])
    it(`is answered with 502 and not stored when it is ${JSON.stringify(field)}`, async () => {
      sends(`Cache-Control: max-age=60\r\n${field}`);
      assert.equal((await asks('/')).status, 502);
      assert.match(log.lines.at(-1)?.fields.reason, /^The origin gave no usable response/);
      assert.equal(JSON.parse((await asks('/.cache/status')).text).cache.memory.entries, 0);
    });

  it('that is malformed is not passed on when nothing is stored either', async () => {
    sends('Cache-Control: no-store\r\nX Bad: a');
    assert.equal((await asks('/')).status, 502);
    assert.equal((await asks('/', {}, 'POST')).status, 502);
  });

  it('that is malformed in a validation leaves what is stored as it is', async () => {
    answers((_request, response) =>
      response.writeHead(200, { 'Cache-Control': 'max-age=1', ETag: '"1"' }).end('page'),
    );
    await asks('/');
    answers((_request, response) =>
      response.socket?.end('HTTP/1.1 304 Not Modified\r\nETag: "1"\r\nX Bad: a\r\n\r\n'),
    );
    const { status, headers } = await asks('/', { 'Cache-Control': 'max-age=0' });
    assert.deepEqual([status, headers['x bad']], [200, undefined]);
  });

  it('in an interim response that is malformed never reaches the client', async () => {
    answers((_request, response) =>
      response.socket?.end(
        'HTTP/1.1 103 Early Hints\r\nLink: </a>; rel=preload\r\nX Bad: a\r\n\r\nHTTP/1.1 204 No\r\n\r\n',
      ),
    );
    assert.equal((await asks('/')).status, 502);
  });
});

describe('An entry that cannot be sent', () => {
  const good = entryOf('/good', 'good');
  /** @param {string[]} headers */
  const bad = (headers) => ({
    ...entryOf('/bad', 'bad'),
    variants: [{ ...entryOf('/bad', 'bad').variants[0], headers }],
  });
  const unsendable = [
    ['Set-Cookie ', 'a'],
    ['', 'a'],
    ['X', 'a\r\nb: c'],
    ['X', 'a\u0141'],
    ['Trailer', 'x'],
    ['Transfer-Encoding', 'chunked'],
    ['Content-Length', '2'],
    ['X'],
  ];

  it('is dropped from the disk when it is read, with a line in the log', async () => {
    const folder = new DiskFolder();
    try {
      for (const headers of unsendable) {
        await folder.write(good, bad(headers));
        const tier = folder.open();
        assert.equal(await tier.read('/bad'), undefined, String(headers));
        assert.deepEqual(await tier.read('/good'), good);
        assert.deepEqual([tier.versionOf('/bad'), tier.statistics().damaged], [undefined, 1]);
        await tier.close();
      }
      assert.equal(folder.warnings().length, unsendable.length);
      assert.equal(folder.warnings()[0], 'A damaged response on disk is dropped');
    } finally {
      await folder.dispose();
    }
  });

  it('is dropped from memory, is in the log, and ends nothing', () => {
    /** @type {string[]} */
    const removed = [];
    const log = createQuietLog();
    const deps = { store: { remove: (/** @type {string} */ key) => removed.push(key) } };
    const proxy = new Proxy(/** @type {any} */ ({ ...deps, log, clock: createClock() }));
    const request = Object.assign(new http.IncomingMessage(/** @type {any} */ (null)), {
      url: '/bad?q',
      method: 'GET',
    });
    const response = new http.ServerResponse(request);
    proxy.sendHit(request, response, bad(['Set-Cookie ', 'a']).variants[0]);
    assert.deepEqual([removed, response.statusCode], [['/bad?q'], 500]);
    assert.deepEqual(log.lines[0].fields.path, '/bad');
  });
});

describe('An accelerator that starts with entries on disk that cannot be sent', () => {
  const folder = new DiskFolder();
  const { asks, says, log } = eachWorld({ CACHE_DIR: folder.path });
  before(() =>
    folder.write({
      ...entryOf('/', 'old'),
      variants: [
        {
          ...entryOf('/', 'old').variants[0],
          headers: ['Set-Cookie ', 'sid=1', 'Cache-Control', 'max-age=31536000'],
        },
      ],
    }),
  );
  after(() => folder.dispose());

  it('answers anew, whole and in parts', async () => {
    says({ 'Cache-Control': 'max-age=60' });
    const part = await asks('/', { Range: 'bytes=0-7' });
    assert.deepEqual([part.text, part.headers['set-cookie ']], ['response', undefined]);
    assert.match((await asks('/')).text, /^response/);
    const { message, fields } = log.lines[0];
    assert.deepEqual([message, fields.path], ['A damaged response on disk is dropped', '/']);
  });
});
