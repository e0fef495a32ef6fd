import assert from 'node:assert/strict';
import { startBlog } from '../support/blog.js';
import { breadPost } from '../support/fixtures.js';
import { parseAnswer, talk } from '../support/raw.js';
/** @import { TestBlog } from '../support/blog.js' */

/** @param {string} line @param {...string} lines */
const head = (line, ...lines) => [line, ...lines, '', ''].join('\r\n');

describe('A request line with bytes outside ASCII', () => {
  /** @type {TestBlog} */
  let blog;
  before(async () => (blog = await startBlog()));
  after(() => blog.close());

  it('in UTF-8 gets what its encoded form gets, as a miss and as a hit', async () => {
    const rolls = { slug: 'rolls', title: 'Rolls', tags: ['Brötchen'] };
    await blog.open.content.savePost({ ...breadPost, ...rolls, id: undefined });
    const line = Buffer.from('GET /tag/Brötchen?q=ö HTTP/1.1').toString('latin1');
    for (const status of ['fwd=miss; stored', 'hit', 'hit']) {
      const text = await talk(
        blog,
        Buffer.from(head(line, 'Host: x', 'Connection: close'), 'latin1'),
      );
      const { statusLine, headers, body } = parseAnswer(text);
      assert.deepEqual(
        [statusLine, headers['cache-status']],
        ['HTTP/1.1 200 OK', `larder; ${status}`],
      );
      assert.match(body, /Rolls/);
    }
  });

  it('that are no UTF-8 gets an error', async () => {
    for (const bytes of ['\xff\xfe', '\xc3', '\x80'])
      assert.match(
        await talk(blog, Buffer.from(head(`GET /post/${bytes} HTTP/1.0`), 'latin1')),
        /^HTTP\/1\.1 4\d\d /,
      );
  });
});
