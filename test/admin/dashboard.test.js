import assert from 'node:assert/strict';
import { withAuthors } from '../support/authors.js';
import { breadPost, smallBlog } from '../support/fixtures.js';
/** @import { Author } from '../support/authors.js' */

describe('The dashboard', () => {
  const { blog, ada, anna } = withAuthors(['ada', 'anna'], { posts: smallBlog });

  it('shows drafts and scheduled posts, and to an author only their own', async () => {
    await blog.clock.tick(1000);
    await blog.open.content.savePost({ title: 'Half a jar', author: 'anna' });
    const page = await ada.open('/admin');
    assert.deepEqual(page.texts('a.title'), ['Half a jar', 'A secret recipe', 'Christmas pudding']);
    assert.match(page.text(), /changed today at 12:00 .*for 24 Dec 2026 at 17:00/);
    assert.deepEqual((await anna.open('/admin')).texts('a.title'), ['Half a jar']);
  });

  it('shows pending comments, and to an author only those on their own posts', async () => {
    const { content } = blog.open;
    const annas = await content.savePost({ title: 'Half a jar', author: 'anna' });
    for (const postId of [breadPost.id, annas.id])
      await content.saveComment({
        ...{ postId, replyTo: '', url: '', status: 'pending' },
        name: 'Mo <i>',
        markdown: '**How** long?\n\n> A day.',
      });
    const shown = async (/** @type {Author} */ author) =>
      (await author.open('/admin')).text('main').split('Drafts')[0];
    const all = await shown(ada);
    assert.match(all, /Awaiting approval 2/);
    assert.match(all, /Mo <i>/);
    assert.match(all, /Rye bread/);
    const page = await ada.open('/admin');
    assert.deepEqual(page.texts('.quote strong'), ['How', 'How'], 'as readers will see it');
    const own = await shown(anna);
    assert.match(own, /Awaiting approval 1/);
    assert.doesNotMatch(own, /Rye bread/);
  });

  it('leads to the cache, but no author', async () => {
    assert.ok((await ada.open('/admin')).links().includes('/admin/cache'));
    assert.equal((await anna.open('/admin')).links().includes('/admin/cache'), false);
  });
});
