import assert from 'node:assert/strict';
import { once } from 'node:events';
import http from 'node:http';
import { eachTest } from '../support/blog.js';
import { addPeople, bearer } from '../support/people.js';
/** @import { TestBlog } from '../support/blog.js' */

const MB = 1024 * 1024;

describe('Simultaneous uploads', () => {
  const { startBlog } = eachTest();
  /** @type {TestBlog} */
  let blog;
  /** @type {Record<string, string>} */
  let token;
  beforeEach(async () => {
    blog = await startBlog();
    await addPeople(blog);
    token = await bearer(blog, 'anna', 'media:write');
  });

  /** A client that sends its bytes when it is asked for them. @param {string} letter @param {number} length */
  function offer(letter, length) {
    const request = http.request({
      host: '127.0.0.1',
      port: blog.port,
      path: '/api/media',
      method: 'POST',
      agent: false,
      headers: { ...token, Expect: '100-continue', 'Content-Length': length },
    });
    request.on('error', () => {});
    request.flushHeaders();
    let isAskedFor = false;
    const asked = once(request, 'continue').then(() => void (isAskedFor = true));
    return {
      request,
      asked,
      isAskedFor: () => isAskedFor,
      async finish() {
        request.end(Buffer.alloc(length, letter));
        const [answer] = await once(request, 'response');
        answer.resume();
        return answer.statusCode;
      },
    };
  }

  it('are received side by side, so that nobody waits for a slow sender', async () => {
    const slow = offer('a', 3 * MB);
    await slow.asked;
    slow.request.write(Buffer.alloc(2 * MB, 'a'));
    const second = offer('b', 3 * MB);
    await second.asked;
    assert.equal(await second.finish(), 201);
    slow.request.end(Buffer.alloc(MB, 'a'));
    const [answer] = await once(slow.request, 'response');
    answer.resume();
    assert.equal(answer.statusCode, 201);
  });

  it('are kept one after the other when they are large', async () => {
    const uploads = Array.from('abc', (letter) => offer(letter, 3 * MB));
    for (const { asked } of uploads) await asked;
    assert.deepEqual(await Promise.all(uploads.map(({ finish }) => finish())), [201, 201, 201]);
  });

  it('do not wait for one whose sender has gone', async () => {
    const first = offer('a', 3 * MB);
    await first.asked;
    const gone = offer('b', 3 * MB);
    const last = offer('c', 3 * MB);
    gone.request.destroy();
    first.request.destroy();
    await last.asked;
    assert.equal(await last.finish(), 201);
  });

  it('do not wait for one that was refused', async () => {
    const refused = offer('GIF89a', 3 * MB);
    await refused.asked;
    assert.equal(await refused.finish(), 422);
    const next = offer('b', 3 * MB);
    await next.asked;
    assert.equal(await next.finish(), 201);
  });
});
