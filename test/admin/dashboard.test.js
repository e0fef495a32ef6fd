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
        postId,
        replyTo: '',
        url: '',
        status: 'pending',
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

  describe('with comments', () => {
    const comment = (/** @type {object} */ more = {}) =>
      blog.open.content.saveComment({
        postId: breadPost.id,
        replyTo: '',
        url: '',
        status: 'pending',
        name: 'Mo',
        markdown: 'How long?',
        ...more,
      });

    it('lets them be approved and marked as spam in place, says so, and takes it back', async () => {
      const { id } = await comment();
      const back = { back: 'dashboard', status: 'pending' };
      const done = await ada.follow('/admin/comments', { ...back, one: `approve ${id}` });
      assert.equal(done.text('h1'), 'Dashboard');
      assert.match(done.text('.said'), /^1 comment approved\./);
      assert.match(done.text(), /Latest comments/);
      const undo = await ada.follow('/admin/comments', { back: 'dashboard', action: 'wait', id });
      assert.match(undo.text('.said'), /held for approval/);
      await ada.follow('/admin/comments', { ...back, one: `spam ${id}` });
      assert.equal((await blog.open.store.get('comment', id)).status, 'spam');
      assert.match((await ada.open('/admin')).text(), /No comments yet/);
    });

    it('lets them be answered in place, and loses no word of an answer that is refused', async () => {
      const { id } = await comment();
      const path = `/admin/comments/${encodeURIComponent(id)}`;
      const reply = { back: 'dashboard', action: 'reply' };
      const refused = await ada.send(path, { ...reply, reply: ' ' }).expect(422);
      assert.match(refused.text, /id="reply-text-problem">A comment cannot be empty/);
      const done = await ada.follow(path, { ...reply, reply: 'A **day**.' });
      assert.match(done.text('.said'), /Reply published/);
      assert.equal((await blog.open.store.get('comment', id)).status, 'approved');
      assert.deepEqual(done.texts('.quote strong'), ['day']);
    });

    it('goes back to the list, and nowhere else, whatever else a form names', async () => {
      const { id } = await comment();
      const sent = { back: '//evil.example', status: 'pending', one: `approve ${id}` };
      const { headers } = await ada.send('/admin/comments', sent);
      assert.match(headers.location, /^\/admin\/comments\?/);
    });
  });

  it('shows editors what the cache does, and authors nothing of it', async () => {
    const { revision } = await blog.open.store.get('post', breadPost.id);
    await blog.open.content.savePost({ id: breadPost.id, title: 'White bread' }, { revision });
    const page = await ada.open('/admin');
    assert.match(page.text('[data-clears]'), /^Updated “White bread” nothing to clear/);
    assert.match(page.text('[data-figure=entries-note]'), /^0 of 3 posts/);
    assert.equal((await anna.open('/admin')).has('[data-clears]'), false);
  });
});
