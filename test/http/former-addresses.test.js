import assert from 'node:assert/strict';
import { siteRoutes } from '../../lib/router/routes/site.js';
import { eachTest } from '../support/blog.js';
import { breadPost, jamPost, smallBlog } from '../support/fixtures.js';
import { ask } from '../support/raw.js';
/** @import { TestBlog } from '../support/blog.js' */

describe('An address that another blog had', () => {
  const { startBlog } = eachTest();
  /** @param {TestBlog} blog @param {string} path @param {string} [method] */
  const placeOf = async (blog, path, method) => {
    const { status, headers } = await ask(blog, path, {}, method);
    return headers.location ? [status, headers.location] : status;
  };
  /** @param {TestBlog} blog @param {string} id @param {object} fields */
  const save = async ({ open }, id, fields) => {
    const { revision = '' } = (await open.store.get('post', id)) ?? {};
    return open.content.savePost({ id, ...fields }, { revision });
  };

  it('leads to the only public post or page of that name, whatever is before it', async () => {
    const blog = await startBlog({ posts: smallBlog });
    await save(blog, jamPost.id, { slug: 'quince-jelly' });
    await save(blog, breadPost.id, { formerPaths: ['/2012-03-04-My_Rye'] });
    for (const [path, to] of [
      ['/quince-jelly', '/post/quince-jelly'],
      ['/2019/03/04/quince-jelly.html?a=b', '/post/quince-jelly?a=b'],
      ['/blog/quince-jam/index.html', '/post/quince-jelly'],
      ['/a/b/c/d/e/f/g/quince-jam', '/post/quince-jelly'],
      ['/de/Quince-Jam', '/post/quince-jelly'],
      ['/notes/2012-03-04-my_rye', '/post/rye-bread'],
      ['/pages/about.html', '/about'],
    ]) {
      assert.deepEqual(await placeOf(blog, path), [302, to], path);
      assert.deepEqual(await placeOf(blog, path, 'HEAD'), [302, to], path);
    }
  });

  it('leads nowhere when it has another ending, is too deep, or is one of the blog’s own', async () => {
    const blog = await startBlog({ posts: smallBlog });
    const slug = 'rye-bread';
    for (const path of [`/${slug}.php`, `/a/${slug}.md`, `/1/2/3/4/5/6/7/8/${slug}`, '/a/index'])
      assert.equal(await placeOf(blog, path), 404, path);
    // Those of posts are answered by the posts.
    const own = siteRoutes.filter(({ path }) => /.\/[:*]/.test(path) && !/\.\w+$/.test(path));
    assert.ok(own.length > 8);
    for (const { path } of own) {
      const asked = path.replace(/[:*]\w+/g, slug).replace(/^\/post\/[\w-]+$/, `$&.html`);
      assert.equal(await placeOf(blog, asked), 404, path);
    }
  });

  it('leads nowhere when several posts have the name, until all but one are hidden', async () => {
    const blog = await startBlog({ posts: [jamPost, breadPost] });
    assert.equal(await placeOf(blog, '/a/links'), 404);
    await save(blog, jamPost.id, { formerPaths: ['/2011/links', '/2012/links.html'] });
    assert.deepEqual(await placeOf(blog, '/a/links'), [302, '/post/quince-jam']);
    const { revision } = await save(blog, breadPost.id, { formerPaths: ['/2013/links'] });
    assert.equal(await placeOf(blog, '/a/links'), 404);
    await save(blog, jamPost.id, { status: 'draft' });
    assert.deepEqual(await placeOf(blog, '/a/links'), [302, '/post/rye-bread']);
    await blog.open.content.removePost(breadPost.id, revision ?? '');
    assert.equal(await placeOf(blog, '/a/links'), 404);
  });

  it('leads first where the owner lets it lead', async () => {
    const blog = await startBlog({ posts: smallBlog });
    await blog.open.content.saveRedirects([{ from: '/old/rye-bread', to: '/tags' }]);
    assert.deepEqual(await placeOf(blog, '/old/rye-bread'), [301, '/tags']);
    assert.deepEqual(await placeOf(blog, '/older/rye-bread'), [302, '/post/rye-bread']);
  });
});
