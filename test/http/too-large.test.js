import assert from 'node:assert/strict';
import { once } from 'node:events';
import http from 'node:http';
import net from 'node:net';
import { gzipSync } from 'node:zlib';
import { eachTest } from '../support/blog.js';
import { addPeople, bearer, cookieFor } from '../support/people.js';
import { parseAnswer } from '../support/raw.js';
/** @import { TestBlog } from '../support/blog.js' */

const MB = 1024 * 1024;

/** Where something is sent, as what, and the most that is taken. @type {[string, string, number][]} */
const places = [
  ['/admin/login', 'application/x-www-form-urlencoded', 16 * 1024],
  ['/admin/posts/new', 'application/x-www-form-urlencoded', 16 * MB],
  ['/admin/media', 'multipart/form-data; boundary=b', 61 * MB],
  ['/api/posts', 'application/json', 8 * MB],
  ['/api/media', 'image/png', 20 * MB],
];

describe('A request body that is too large', () => {
  const { startBlog } = eachTest();
  /** @type {TestBlog} */
  let blog;
  /** @type {Record<string, string>} */
  let signedIn;
  beforeEach(async () => {
    blog = await startBlog();
    await addPeople(blog);
    signedIn = { Cookie: await cookieFor(blog, 'ada'), ...(await bearer(blog, 'ada', 'admin')) };
  });

  /** @param {string} path @param {Record<string, string | number>} headers */
  function open(path, headers, method = 'POST') {
    const request = http.request({
      host: '127.0.0.1',
      port: blog.port,
      path,
      method,
      agent: false,
      headers: { ...signedIn, ...headers },
    });
    request.on('error', () => {});
    return request;
  }

  for (const [path, type, most] of places) {
    it(`is refused at once when Content-Length says so: ${path}`, async () => {
      const request = open(path, { 'Content-Type': type, 'Content-Length': most + 1 });
      request.write('--b\r\n');
      const [answer] = await once(request, 'response');
      assert.equal(answer.statusCode, 413);
      assert.equal(answer.headers.connection, 'close');
      let text = '';
      for await (const chunk of answer.setEncoding('utf8')) {
        text += chunk;
        if (text.length >= Number(answer.headers['content-length'])) break;
      }
      assert.match(text, /larger than (16 kB|\d+ MB), the limit/);
      request.destroy();
    });

    it(`is refused as soon as the limit is passed, without reading the rest: ${path}`, async () => {
      const request = open(path, { 'Content-Type': type });
      const piece = Buffer.alloc(64 * 1024, 97);
      request.write('--b\r\nContent-Disposition: form-data; name="a"; filename="a"\r\n\r\n');
      const send = () => {
        while (!request.destroyed && request.write(piece));
      };
      request.on('drain', send);
      send();
      const [answer] = await once(request, 'response');
      assert.equal(answer.statusCode, 413);
      answer.resume();
      await once(answer, 'close');
      assert.ok(request.socket?.destroyed || answer.complete);
      request.destroy();
    });
  }

  for (const [method, path, status] of /** @type {[string, string, number][]} */ ([
    ['POST', '/', 405],
    ['POST', '/post/nothing', 405],
    ['GET', '/', 200],
    ['POST', '/admin/nowhere', 404],
    ['POST', '/api/nowhere', 404],
  ]))
    it(`is not read to its end where no route reads bodies: ${method} ${path}`, async () => {
      const request = open(path, { 'Content-Length': 200 * MB }, method);
      const piece = Buffer.alloc(64 * 1024, 97);
      const send = () => {
        while (!request.destroyed && request.write(piece));
      };
      request.on('drain', send);
      send();
      const [answer] = await once(request, 'response');
      assert.equal(answer.statusCode, status);
      assert.equal(answer.headers.connection, 'close');
      answer.resume();
      await once(answer, 'close');
      request.destroy();
    });

  it('is not sent at all by clients that send Expect: 100-continue', async () => {
    const request = open('/api/media', { 'Content-Length': 200 * MB, Expect: '100-continue' });
    let isInvited = false;
    request.on('continue', () => (isInvited = true));
    request.flushHeaders();
    const [answer] = await once(request, 'response');
    assert.equal(answer.statusCode, 413);
    assert.equal(isInvited, false);
    request.destroy();
  });

  it('is also refused when it is compressed', async () => {
    const packed = gzipSync(Buffer.alloc(30 * MB, '{'));
    assert.ok(packed.length < MB);
    for (const path of ['/api/posts', '/api/media']) {
      const request = open(path, {
        'Content-Type': 'application/json',
        'Content-Encoding': 'gzip',
      });
      request.end(packed);
      const [answer] = await once(request, 'response');
      assert.equal(answer.statusCode, 413, path);
      answer.resume();
    }
  });

  it('ends the connection of a client that keeps sending', async () => {
    const socket = net.connect(blog.port, '127.0.0.1');
    socket.on('error', () => {});
    let text = '';
    socket.on('data', (chunk) => (text += chunk.toString('latin1')));
    socket.write(
      'POST /admin/login HTTP/1.1\r\nHost: x\r\nContent-Type: application/x-www-form-urlencoded\r\nContent-Length: 999999999\r\n\r\n',
    );
    while (!text.includes('</html>')) await once(socket, 'data');
    assert.match(parseAnswer(text).statusLine, / 413 /);
    socket.write('x'.repeat(1000));
    assert.equal(socket.destroyed, false);
    const closed = once(socket, 'close');
    await blog.clock.tick(2000);
    socket.end();
    await closed;
  });

  it('is a bad request when it ends early', async () => {
    const request = open('/api/media', { 'Content-Length': 100 });
    request.write('half');
    await once(request, 'socket');
    await blog.untilAsked(1);
    request.destroy();
    const fine = open('/api/media?name=a.txt', { 'Content-Length': 4 });
    fine.end('text');
    const [answer] = await once(fine, 'response');
    assert.equal(answer.statusCode, 201);
    answer.resume();
  });
});
