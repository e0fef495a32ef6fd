import assert from 'node:assert/strict';
import { once } from 'node:events';
import http from 'node:http';
import { setImmediate } from 'node:timers/promises';
import request from 'supertest';
import { eachTest } from '../support/blog.js';
import { addPeople, bearer, cookieFor } from '../support/people.js';
/** @import { TestBlog } from '../support/blog.js' */

const MB = 1024 * 1024;
const FORM = 'application/x-www-form-urlencoded';

describe('A request body', () => {
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

  /** @param {string} path @param {string} type @param {string | Buffer} body */
  const send = (path, type, body) =>
    request(blog.url).post(path).set(signedIn).set('Content-Type', type).send(body);

  describe('that is a form', () => {
    it('has a bounded number of fields, counted before any is read', async () => {
      const body = 'a&'.repeat(8 * MB - 1);
      const { status, text } = await send('/admin/posts/new', FORM, body);
      assert.equal(status, 413);
      assert.match(text, /at most 1000 fields/);
      await send('/admin/login', FORM, 'a&'.repeat(1000)).expect(413);
    });

    it('holds no more in its fields than a text that is too large to be taken', async () => {
      const { status, text } = await send('/admin/posts/new', FORM, `markdown=${'"'.repeat(7e6)}`);
      assert.equal(status, 413);
      assert.match(text, /at most 6.5 MB/);
    });

    it('has no long field but the text', async () => {
      const { status, text } = await send('/admin/preview', FORM, `title=${'a'.repeat(30_000)}`);
      assert.equal(status, 413);
      assert.match(text, /“title” is too long/);
    });

    for (const [what, body, markdown] of /** @type {[string, string, string][]} */ ([
      ['escaped', 'title=Pl%C3%BCms&markdown=%F0%9F%8D%8B+a%2Bb%26c%3Dd', '🍋 a+b&c=d'],
      ['as it is', 'title=Plüms&markdown=🍋 a%2bb=c', '🍋 a+b=c'],
      [
        'with lines that end in all ways',
        'title=Plüms&markdown=a%0D%0Ab%0Dc%0A%0D%0A%0Dd\r\ne',
        'a\nb\nc\n\n\nd\ne',
      ],
      ['with empty fields between', '&&title=Plüms&&=x&markdown&markdown=no&', ''],
    ]))
      it(`is read ${what}`, async () => {
        await send('/admin/posts/new', FORM, `${body}&action=save`).expect(303);
        const { body: post } = await request(blog.url).get('/api/posts/plums').set(signedIn);
        assert.deepEqual([post.title, post.markdown], ['Plüms', markdown]);
      });

    for (const body of ['a=%', 'a=%4', 'a=%zz', 'a=%ff', 'a=%ed%a0%80', '%ff=a'])
      it(`is refused when it cannot be read: ${body}`, async () => {
        const { text } = await send('/admin/posts/new', FORM, body).expect(400);
        assert.match(text, /not valid UTF-8/);
      });

    it('that carries files has a bounded number of other fields', async () => {
      const field = '--b\r\nContent-Disposition: form-data; name="a"\r\n\r\na\r\n';
      const body = `${field.repeat(21)}--b--\r\n`;
      const { status, text } = await send('/admin/media', 'multipart/form-data; boundary=b', body);
      assert.equal(status, 413);
      assert.match(text, /20 fields/);
    });

    it('that carries files has a bounded number of parts, also of empty ones', async () => {
      const body = `${'--b\r\n\r\n\r\n'.repeat(71)}--b--\r\n`;
      const { status, text } = await send('/admin/media', 'multipart/form-data; boundary=b', body);
      assert.equal(status, 413);
      assert.match(text, /70 parts/);
    });
  });

  it('of JSON is made of a bounded number of values', async () => {
    for (const body of ['['.repeat(8 * MB), `[${'1,'.repeat(20_000)}1]`, '{"a":'.repeat(20_000)]) {
      const { text } = await send('/api/posts', 'application/json', body).expect(413);
      assert.match(text, /at most 10000 values/);
    }
    const markdown = '[{,\\"'.repeat(20_000);
    const body = JSON.stringify({ title: 'Plums', markdown });
    const { body: post } = await send('/api/posts', 'application/json', body).expect(201);
    assert.equal(post.markdown, markdown);
  });

  describe('that comes slowly', () => {
    /** @param {string} path @param {string} type @param {number} length */
    async function open(path, type, length) {
      const sending = http.request({
        host: '127.0.0.1',
        port: blog.port,
        path,
        method: 'POST',
        agent: false,
        headers: {
          ...signedIn,
          'Content-Type': type,
          'Content-Length': length,
          Expect: '100-continue',
        },
      });
      sending.on('error', () => {});
      sending.flushHeaders();
      // The server reads from now on.
      await once(sending, 'continue');
      return sending;
    }

    for (const [path, type] of [
      ['/admin/login', FORM],
      ['/admin/posts/new', FORM],
      ['/api/posts', 'application/json'],
      ['/api/media', 'text/plain'],
      ['/admin/media', 'multipart/form-data; boundary=b'],
    ])
      it(`is not waited for longer than 10 s: ${path}`, async () => {
        const sending = await open(path, type, 10_000);
        sending.write('a');
        await blog.clock.tick(9999);
        assert.equal(sending.destroyed, false);
        await blog.clock.tick(1);
        const [answer] = await once(sending, 'response');
        assert.equal(answer.statusCode, 408);
        assert.equal(answer.headers.connection, 'close');
        sending.destroy();
      });

    it('is taken while it goes on', async () => {
      const connected = once(blog.server, 'connection');
      const sending = await open('/api/media?name=a.txt', 'text/plain', 4 * 1024);
      const answered = once(sending, 'response');
      const [socket] = await connected;
      for (let part = 1; part < 4; part++) {
        const before = socket.bytesRead;
        sending.write('a'.repeat(1024));
        while (socket.bytesRead < before + 1024) await setImmediate();
        await blog.clock.tick(10_000);
      }
      sending.end('a'.repeat(1024));
      assert.equal((await answered)[0].statusCode, 201);
    });
  });
});
