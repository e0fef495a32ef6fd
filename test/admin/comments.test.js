import assert from 'node:assert/strict';
import request from 'supertest';
import { eachTest } from '../support/blog.js';
import { sitDown } from '../support/editor.js';
import { breadPost, jamPost } from '../support/fixtures.js';
import { addPeople, bearer, password, userOf } from '../support/people.js';
/** @import { Comment } from '../../lib/types.js' */
/** @import { TestBlog } from '../support/blog.js' */
/** @import { Desk } from '../support/editor.js' */

describe('The page on which comments are moderated', () => {
  const { startBlog } = eachTest();
  /** @type {TestBlog} */
  let blog;
  /** @type {Desk} */
  let ada;
  beforeEach(async () => {
    blog = await startBlog({ posts: [breadPost, { ...jamPost, author: 'anna' }] });
    await addPeople(blog);
    ada = await sitDown(blog, 'ada');
  });
  /** @param {Partial<Comment>} [fields] */
  const comment = (fields) =>
    blog.open.content.saveComment({
      ...{ postId: breadPost.id, replyTo: '', name: 'Mo', url: '', markdown: 'A *fine* loaf.' },
      status: 'pending',
      ...fields,
    });
  /** @param {string} id @returns {Promise<Comment>} */
  const kept = (id) => blog.open.store.get('comment', id);
  const read = (path = '/post/rye-bread') => request(blog.url).get(path);
  /** @param {string} text @returns {string[]} who commented, as listed */
  const namesIn = (text) =>
    [...text.matchAll(/<h2 id="by-[^>]*><bdi>([^<]*)/g)].map(([, name]) => name);

  it('shows what waits first, newest first, and how many of each kind there are', async () => {
    await comment({ name: 'Early' });
    await blog.clock.tick(1000);
    await comment({ name: 'Late <b>', url: 'https://late.example/x' });
    await comment({ name: 'Shown', status: 'approved' });
    const { text } = await ada.get('/admin/comments');
    assert.deepEqual(namesIn(text), ['Late &lt;b&gt;', 'Early']);
    assert.match(
      text,
      /Awaiting approval <small>2<\/small>[^]*Approved <small>1<\/small>[^]*Spam <small>0<\/small>/,
    );
    assert.match(text, /A <em>fine<\/em> loaf\./);
    assert.match(text, /on <a href="[^"]*rye-bread" dir="auto">Rye bread<\/a>/);
    assert.match(text, /Comments <small>2<span class="hidden"> awaiting approval/);
    assert.deepEqual(namesIn((await ada.get('/admin/comments?status=approved')).text), ['Shown']);
  });

  it('approves one, and readers see it at their next request', async () => {
    const { id } = await comment();
    await read().expect(200);
    const { text } = await ada.follow('/admin/comments', { one: `approve ${id}` });
    assert.match(text, /1 comment approved\./);
    await read().expect(200, /A <em>fine<\/em> loaf\./);
  });

  it('decides about all that are chosen, and takes it back', async () => {
    const ids = [];
    for (const name of ['One', 'Two', 'Three']) ids.push((await comment({ name })).id);
    const [first, second, third] = ids;
    const answer = await ada.send(
      '/admin/comments',
      /** @type {any} */ ({ id: [first, second], action: 'spam' }),
    );
    const page = await ada.get(answer.headers.location);
    assert.match(page.text, /2 comments marked as spam/);
    assert.deepEqual(await Promise.all(ids.map(async (id) => (await kept(id)).status)), [
      'spam',
      'spam',
      'pending',
    ]);
    const undo = [...page.text.matchAll(/type="hidden" name="id" value="([^"]*)"/g)].map(
      ([, id]) => id,
    );
    assert.deepEqual(undo, [first, second]);
    await ada
      .send('/admin/comments', /** @type {any} */ ({ id: undo, action: 'wait' }))
      .expect(303);
    assert.equal((await kept(second)).status, 'pending');
    assert.equal((await kept(third)).status, 'pending');
  });

  it('chooses all on the page without JavaScript', async () => {
    for (const name of ['One', 'Two']) await comment({ name });
    const { text } = await ada.get('/admin/comments');
    assert.doesNotMatch(text, / checked>/);
    const [, url] =
      /href="([^"]*all=1)#chosen"/.exec(
        text.replaceAll('&amp;', '&').replaceAll('&#x3D;', '=').replaceAll('&#x2F;', '/'),
      ) ?? [];
    assert.equal((await ada.get(url)).text.match(/ checked>/g)?.length, 2);
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
    const { text } = await ada.follow('/admin/comments', { action: 'approve' });
    assert.match(text, /No comments selected\./);
    await ada.send('/admin/comments', { action: 'explode' }).expect(400);
  });

  it('pages through many', async () => {
    for (let number = 1; number <= 60; number++) {
      await comment({ name: `N${number}`, markdown: `${number}` });
      await blog.clock.tick(number % 3);
    }
    const seen = [];
    for (let url = '/admin/comments'; url;) {
      const { text } = await ada.get(url);
      seen.push(...namesIn(text));
      const next = /href="([^"]*)" rel="next"/.exec(text)?.[1] ?? '';
      url = next.replaceAll('&amp;', '&').replaceAll('&#x3D;', '=').replaceAll('&#x2F;', '/');
    }
    assert.equal(new Set(seen).size, 60);
    assert.equal(seen[0], 'N60');
  });

  it('lets an author answer, at once and in their own name, and shows what was answered', async () => {
    const { id } = await comment();
    await ada.follow(`/admin/comments/${encodeURIComponent(id)}`, {
      action: 'reply',
      reply: 'Thank **you**.',
    });
    assert.equal((await kept(id)).status, 'approved');
    const { text } = await read().expect(200);
    assert.match(text, /class="comment reply"[^]*<bdi>Ada<\/bdi>[^]*Thank <strong>you<\/strong>\./);
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
    const { text } = await ada.send(path, typed).expect(422);
    assert.match(text, /id="url-error"|id="url-problem"/);
    assert.match(text, /Mended\.<\/textarea>/);
    await ada.send(path, { ...typed, url: '' }).expect(303);
    await read().expect(200, /Mended\./);
    await ada.send(path, { ...typed, url: '', markdown: 'Old' }).expect(409);
  });

  it('shows an author the comments on their own posts alone', async () => {
    const own = await comment({ postId: jamPost.id, name: 'Own' });
    const other = await comment({ name: 'Other' });
    const anna = await sitDown(blog, 'anna');
    const { text } = await anna.get('/admin/comments');
    assert.deepEqual(namesIn(text), ['Own']);
    assert.match(text, /Awaiting approval <small>1<\/small>/);
    const ids = /** @type {any} */ ({ id: [own.id, other.id], action: 'approve' });
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
    assert.doesNotMatch((await read()).text, /<form/);
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
    await read().expect(200, /<form/);
  });

  it('has a place on the account page for the address of notices', async () => {
    const { said } = await ada.follow('/admin/account/email', {
      email: ' ada@example.org ',
      'current-for-email': password,
    });
    assert.equal(said, 'E-mail address changed.');
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
