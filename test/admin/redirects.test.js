import assert from 'node:assert/strict';
import request from 'supertest';
import { withAuthors } from '../support/authors.js';
import { breadPost, draftPost, jamPost, smallBlog } from '../support/fixtures.js';
import { parsePage } from '../support/html.js';
import { steadyStatistics } from '../support/statistics.js';

describe('A redirect of a URL that readers do not find', () => {
  const statistics = steadyStatistics();
  const { blog, ada } = withAuthors(['ada'], { posts: smallBlog, statistics });
  const read = (/** @type {string} */ path) => request(blog.url).get(path);
  const make = (/** @type {string} */ from, /** @type {string} */ to) =>
    ada.follow('/admin/redirects', { from, to });

  it('is made by the button beside it, which is gone then', async () => {
    const rows = 'section[aria-labelledby=not-found] li';
    const [form] = (await ada.open('/admin/statistics')).links(`${rows} a`);
    const fields = (await ada.open(form)).fields('main form');
    assert.deepEqual(fields, { from: '/old%20%3Ci%3E', to: '' });
    const page = await ada.follow('/admin/redirects', { ...fields, to: '/post/rye-bread' });
    assert.equal(page.flash(), '/old <i> redirects now.');
    assert.deepEqual(page.texts(rows), ['/old <i> redirected 9', 'Others 2']);
    await read('/old%20%3Ci%3E').expect(301).expect('Location', '/post/rye-bread');
  });

  it('follows its post to another URL', async () => {
    await make('/2019/rye/', `${blog.url}/post/rye-bread`);
    const { revision } = await blog.open.store.get('post', breadPost.id);
    await blog.open.content.savePost({ id: breadPost.id, slug: 'rye' }, { revision });
    await read('/2019/rye').expect('Location', '/post/rye');
  });

  it('is one of many that an import makes, which all lead to their places', async () => {
    const redirects = Array.from({ length: 201 }, (_, at) => ({ from: `/old/${at}`, to: '/tags' }));
    await blog.open.content.saveRedirects(redirects);
    const { addresses } = blog.open.index;
    assert.deepEqual(
      redirects.filter(({ from, to }) => addresses.get(from) !== to),
      [],
    );
  });

  it('leads to what is no post as well, and can be changed', async () => {
    for (const to of ['/', '/archive', '/tag/bread', '/atomfeed', '/about']) {
      await make('/feed', to);
      await read('/feed').expect(301).expect('Location', to);
    }
  });

  it('is offered the post whose slug the URL ends with, if it is public', async () => {
    const offered = async (/** @type {string} */ from) =>
      (await ada.open(`/admin/redirects/new?from=${from}`)).fields('main form').to;
    assert.equal(await offered('/2025/10/quince-jam'), `/post/${jamPost.slug}`);
    assert.equal(await offered(`/2025/10/${draftPost.slug}`), '');
    assert.equal(await offered('/2025/10/constructor'), '');
  });

  it('hides no page and no post, and leads to nothing that is not there', async () => {
    await blog.open.content.removePost(
      jamPost.id,
      (await blog.open.store.get('post', jamPost.id)).revision,
    );
    const there = '/post/rye-bread';
    for (const [from, to, field, problem] of [
      ['/archive', there, 'from', 'There is a page at this URL.'],
      ['/tag/bread', there, 'from', 'There is a page at this URL.'],
      ['/', there, 'from', 'There is a page at this URL.'],
      ['/about', there, 'from', 'This URL belongs to “About this larder”.'],
      ['/post/secret-recipe', there, 'from', 'This URL belongs to “A secret recipe”.'],
      ['/post/quince-jam', there, 'from', 'This URL belongs to “a deleted post”.'],
      ['/admin/old', there, 'from', 'This URL belongs to Larder itself.'],
      ['https://evil.example/', there, 'from', 'A URL of this blog, such as /old-page'],
      ['//evil.example/', there, 'from', 'A URL of this blog, such as /old-page'],
      ['/%', there, 'from', 'A URL of this blog, such as /old-page'],
      [`/${'a'.repeat(2000)}`, there, 'from', 'A URL of this blog, such as /old-page'],
      ['/old', '/post/secret-recipe', 'to', 'There is no such page on this blog.'],
      ['/old', '/old', 'to', 'There is no such page on this blog.'],
      ['/old', '//evil.example', 'to', 'There is no such page on this blog.'],
      ['/old', 'https://evil.example/', 'to', 'There is no such page on this blog.'],
      ['/old', '/post/quince-jam', 'to', 'There is no such page on this blog.'],
    ]) {
      const { status, text } = await ada.send('/admin/redirects', { from, to });
      assert.equal(status, 422, `${from} to ${to}`);
      const { problems, fields } = parsePage(text);
      assert.deepEqual(problems(), { [field]: problem });
      assert.deepEqual(fields('main form'), { from, to });
    }
  });

  it('shows no message made up in the query', async () => {
    for (const query of ['redirected=/made/up', 'redirected=%25', 'done=__proto__', 'done=<b>'])
      assert.equal((await ada.open(`/admin/statistics?${query}`)).flash(), '');
  });
});
