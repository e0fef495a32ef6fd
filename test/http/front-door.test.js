import assert from 'node:assert/strict';
import request from 'supertest';
import { startBlog } from '../support/blog.js';
import { smallBlog } from '../support/fixtures.js';

describe('The front door', () => {
  /** @type {import('../support/blog.js').TestBlog} */
  let blog;
  before(async () => (blog = await startBlog({ posts: smallBlog })));
  after(() => blog.close());

  const pages = [
    '/',
    '/post/rye-bread',
    '/tags',
    '/tag/preserves',
    '/tag/S%C3%BC%C3%9Fes%20%26%20Saures',
    '/archive',
    '/archive/2024',
    '/atomfeed',
    '/tag/bread/atomfeed',
    '/sitemap.xml',
    '/robots.txt',
    '/favicon.ico',
    '/source',
    '/source/app.js',
    '/about',
  ];
  for (const path of pages)
    it(`serves the second request of ${path} from the cache`, async () => {
      const miss = await request(blog.url)
        .get(path)
        .expect(200)
        .expect('Cache-Status', 'larder; fwd=miss; stored');
      const hit = await request(blog.url)
        .get(path)
        .expect(200)
        .expect('Cache-Status', 'larder; hit');
      assert.deepEqual([hit.text, hit.body], [miss.text, miss.body]);
    });
});
