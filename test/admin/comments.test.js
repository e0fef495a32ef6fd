import assert from 'node:assert/strict';
import request from 'supertest';
import { withAuthors } from '../support/authors.js';
import { parsePage } from '../support/html.js';
import { breadPost, jamPost } from '../support/fixtures.js';
import { bearer, password, userOf } from '../support/people.js';
/** @import { Page } from '../support/html.js' */
/** @import { Comment } from '../../lib/store/types.js' */

describe('The comments page in the admin area', () => {
  const { blog, ada, anna } = withAuthors(['ada', 'anna'], {
    posts: [
      { ...breadPost, author: 'ada' },
      { ...jamPost, author: 'anna' },
    ],
  });
  /** @param {Partial<Comment>} [fields] */
  const comment = (fields) =>
    blog.open.content.saveComment({
      postId: breadPost.id,
      replyTo: '',
      name: 'Mo',
      url: '',
      markdown: 'A *fine* loaf.',
      status: 'pending',
      ...fields,
    });
  /** @param {string} id @returns {Promise<Comment>} */
  const kept = (id) => blog.open.store.get('comment', id);
  const read = (path = '/post/rye-bread') => request(blog.url).get(path);
  const readPost = async () => parsePage(await read().expect(200));
  /** @param {Page} page @returns {string[]} who commented, as listed */
  const namesIn = (page) => page.texts('.remarks h2');

  it('shows pending comments first, newest first, and how many of each status there are', async () => {
    await comment({ name: 'Early' });
    await blog.clock.tick(1000);
    await comment({ name: 'Late <b>', url: 'https://late.example/x' });
    await comment({ name: 'Shown', status: 'approved' });
    const page = await ada.open('/admin/comments');
    assert.deepEqual(namesIn(page), ['Late <b>', 'Early']);
    const states = page.texts('nav[aria-label=Status] a').slice(0, 3);
    assert.deepEqual(states, ['Awaiting approval 2', 'Approved 1', 'Spam 0']);
    assert.equal(page.text('.remarks .text em'), 'fine');
    assert.match(
      page.attribute('.remarks a[dir=auto]:contains("Rye bread")', 'href'),
      /rye-bread$/,
    );
    assert.match(page.text('nav[aria-label=Admin]'), /Comments 2 awaiting approval/);
    assert.deepEqual(namesIn(await ada.open('/admin/comments?status=approved')), ['Shown']);
  });

  it('approves one, and readers see it at their next request', async () => {
    const { id } = await comment();
    await read().expect(200);
    const page = await ada.follow('/admin/comments', { one: `approve ${id}` });
    assert.equal(page.text('.said'), '1 comment approved. Undo');
    assert.equal((await readPost()).text('.comment .text em'), 'fine');
  });

  it('moderates all selected comments, and can undo it', async () => {
    const ids = [];
    for (const name of ['One', 'Two', 'Three']) ids.push((await comment({ name })).id);
    const [first, second, third] = ids;
    const page = await ada.follow('/admin/comments', { id: [first, second], action: 'spam' });
    assert.match(page.text('.said'), /2 comments marked as spam/);
    assert.deepEqual(await Promise.all(ids.map(async (id) => (await kept(id)).status)), [
      'spam',
      'spam',
      'pending',
    ]);
    const { id: undo } = page.fields('form.said');
    assert.deepEqual(undo, [first, second]);
    await ada.send('/admin/comments', { id: undo, action: 'wait' }).expect(303);
    assert.equal((await kept(second)).status, 'pending');
    assert.equal((await kept(third)).status, 'pending');
  });

  it('selects all on the page without JavaScript', async () => {
    for (const name of ['One', 'Two']) await comment({ name });
    const page = await ada.open('/admin/comments');
    assert.equal(page.has('[checked]'), false);
    const [url, place] = page.attribute('a[data-choose-all]', 'href').split('#');
    assert.equal(place, 'chosen');
    assert.equal((await ada.open(url)).fields('#chosen').id.length, 2);
  });

  it('deletes one, and what is deleted is gone from every page at once', async () => {
    const { id } = await comment({ status: 'approved', name: 'Mo the miller' });
    for (const page of ['/post/rye-bread', '/']) await read(page).expect(200, /1 comment/);
    await ada.follow('/admin/comments', { one: `delete ${id}`, status: 'approved' });
    assert.equal(await kept(id), null);
    for (const page of ['/post/rye-bread', '/', '/atomfeed', '/tag/bread'])
      assert.doesNotMatch((await read(page)).text, /1 comment|Mo the miller/);
  });

  it('does nothing when nothing was chosen, and says so', async () => {
    const page = await ada.follow('/admin/comments', { action: 'approve' });
    assert.match(page.text(), /No comments selected\./);
    await ada.send('/admin/comments', { action: 'explode' }).expect(400);
  });

  it('pages through many', async () => {
    for (let number = 1; number <= 60; number++) {
      await comment({ name: `N${number}`, markdown: `${number}` });
      await blog.clock.tick(number % 3);
    }
    const seen = [];
    for (let url = '/admin/comments'; url;) {
      const page = await ada.open(url);
      seen.push(...namesIn(page));
      url = page.links('[rel=next]')[0];
    }
    assert.equal(new Set(seen).size, 60);
    assert.equal(seen[0], 'N60');
  });

  it('lets an author reply in their own name, which approves the comment', async () => {
    const { id } = await comment();
    await ada.follow(`/admin/comments/${encodeURIComponent(id)}`, {
      action: 'reply',
      reply: 'Thank **you**.',
    });
    assert.equal((await kept(id)).status, 'approved');
    const page = await readPost();
    assert.match(page.text('.comment.reply'), /^Ada Author .* Thank you\./);
    assert.equal(page.has('.comment:not(.reply) > h3 small'), false);
    assert.equal(page.text('.comment.reply strong'), 'you');
  });

  it('lets an author edit, and gives back what does not fit', async () => {
    const { id, revision = '' } = await comment({ status: 'approved' });
    const path = `/admin/comments/${encodeURIComponent(id)}`;
    const typed = {
      action: 'save',
      revision,
      name: 'Mo',
      url: 'javascript:x',
      markdown: 'Mended.',
    };
    const page = parsePage(await ada.send(path, typed).expect(422));
    assert.deepEqual(Object.keys(page.problems()), ['url']);
    assert.equal(page.text('textarea[name=markdown]'), 'Mended.');
    await ada.send(path, { ...typed, url: '' }).expect(303);
    await read().expect(200, /Mended\./);
    await ada.send(path, { ...typed, url: '', markdown: 'Old' }).expect(409);
  });

  it('shows an author the comments on their own posts alone', async () => {
    const own = await comment({ postId: jamPost.id, name: 'Own' });
    const other = await comment({ name: 'Other' });
    const page = await anna.open('/admin/comments');
    assert.deepEqual(namesIn(page), ['Own']);
    assert.match(page.text(), /Awaiting approval 1/);
    const ids = { id: [own.id, other.id], action: 'approve' };
    await anna.send('/admin/comments', ids).expect(303);
    assert.deepEqual(
      [(await kept(own.id)).status, (await kept(other.id)).status],
      ['approved', 'pending'],
    );
    await anna.get(`/admin/comments/${encodeURIComponent(other.id)}`).expect(403);
    await anna.get('/admin/comments/none:x').expect(404);
  });

  it('has its comments by the API newest first, without walking the store', async () => {
    for (let number = 1; number <= 5; number++) {
      await comment({ markdown: `${number}`, status: number % 2 ? 'approved' : 'pending' });
      await blog.clock.tick(1000);
    }
    blog.open.store.all = () => assert.fail('The whole store is walked');
    const token = await bearer(blog, 'ada', 'read');
    const texts = [];
    for (let url = '/api/comments?limit=2'; url;) {
      const { body } = await request(blog.url).get(url).set(token).expect(200);
      texts.push(...body.items.map((/** @type {any} */ item) => item.markdown));
      url = body.next?.replace(/^https?:\/\/[^/]+/, '') ?? '';
    }
    assert.deepEqual(texts, ['5', '4', '3', '2', '1']);
  });

  it('closes one post to comments in the editor, by the API and in a file', async () => {
    const form = await ada.fill('/admin/posts/rye-bread');
    assert.equal(form.commentsClosed, undefined);
    await ada.follow('/admin/posts/rye-bread', { ...form, commentsClosed: 'on', action: 'save' });
    assert.equal((await readPost()).has('form[method=post]'), false);
    const again = await ada.fill('/admin/posts/rye-bread');
    assert.equal(again.commentsClosed, 'on');
    const token = await bearer(blog, 'ada', 'posts:write');
    const { body, headers } = await request(blog.url).get('/api/posts/rye-bread').set(token);
    assert.equal(body.commentsClosed, true);
    await request(blog.url)
      .put('/api/posts/rye-bread')
      .set(token)
      .set('If-Match', headers.etag)
      .send({ commentsClosed: false })
      .expect(200);
    assert.ok((await readPost()).has('form.write'));
  });

  it('has an address for notifications on the account page', async () => {
    const page = await ada.follow('/admin/account/email', {
      email: ' ada@example.org ',
      'current-for-email': password,
    });
    assert.equal(page.flash(), 'E-mail address saved.');
    assert.equal((await userOf(blog, 'ada')).email, 'ada@example.org');
    for (const email of [
      'ada',
      'a@b@c',
      'a b@c.d',
      'ada@example.org\nBcc: all@example.org',
      '<a@b.c>',
    ])
      await ada
        .send('/admin/account/email', { email, 'current-for-email': password })
        .expect(422, /such as name@example\.org/);
    await ada.follow('/admin/account/email', { email: '', 'current-for-email': password });
    assert.ok(!(await userOf(blog, 'ada')).email);
  });
});
