import assert from 'node:assert/strict';
import request from 'supertest';
import { LarderError } from '../../../lib/base/errors.js';
import { eachTest } from '../../support/blog.js';
import { breadPost, draftPost, smallBlog } from '../../support/fixtures.js';
import { parsePage } from '../../support/html.js';
import { addPeople, bearer } from '../../support/people.js';
/** @import { Comment } from '../../../lib/store/types.js' */
/** @import { TestBlog } from '../../support/blog.js' */

const path = '/post/rye-bread';
const friendly = { name: 'Grace', url: '', markdown: 'What a *crust*!' };

describe('A reader’s comment', () => {
  const { startBlog } = eachTest();
  /** @type {TestBlog} */
  let blog;
  beforeEach(async () => {
    blog = await startBlog({ posts: smallBlog, env: { TRUST_PROXY: 'loopback' } });
  });
  const read = (/** @type {string} */ where = path) => request(blog.url).get(where);
  const open = async (/** @type {string} */ where = path) => parsePage(await read(where));
  /** @param {Record<string, any>} fields @param {string} [from] @param {string} [where] */
  const send = (fields, from = '192.0.2.1', where = path) =>
    request(blog.url)
      .post(`${where}/comments`)
      .set('X-Forwarded-For', from)
      .type('form')
      .send(fields);
  const kept = () => blog.open.store.commentsOf(breadPost.id);
  /** @param {object} changed */
  const set = (changed) => blog.open.content.saveSettings(changed);
  const nice = { postId: breadPost.id, replyTo: '', name: 'Mo', url: '', markdown: 'Nice.' };
  /** @param {Partial<Comment>} [fields] */
  const approved = (fields) =>
    blog.open.content.saveComment({ ...nice, status: 'approved', ...fields });

  it('is sent by a form on a kept page, and answered with a page that says nothing of it', async () => {
    await read();
    const page = parsePage(await read().expect('Cache-Status', 'larder; hit'));
    assert.equal(page.attribute('form.write[method=post]', 'action'), `${path}/comments`);
    await send(friendly).expect(303).expect('Location', '/comment-received');
    await read('/comment-received').expect(200, /will appear once it’s approved/);
    const again = await read('/comment-received').expect('Cache-Status', 'larder; hit');
    assert.doesNotMatch(again.text, /Grace|crust/);
  });

  it('waits for approval and clears nothing', async () => {
    await read();
    await send(friendly).expect(303);
    const [comment] = await kept();
    assert.deepEqual([comment.status, comment.name], ['pending', 'Grace']);
    await read().expect('Cache-Status', 'larder; hit');
  });

  it('is shown at once where the settings say so, on the post and in its count', async () => {
    await set({ comments: 'shown' });
    await read();
    await read('/');
    await send({ ...friendly, url: 'grace.example' }).expect(303);
    const page = await open();
    assert.equal(page.text('.comment .text'), 'What a crust!');
    assert.equal(page.text('.comment em'), 'crust');
    assert.deepEqual(page.links('a[rel="nofollow ugc"]'), ['https://grace.example/']);
    await read('/').expect(200, /1 comment/);
  });

  it('may be a reply, and one to a reply stands under the same comment', async () => {
    await set({ comments: 'shown' });
    const top = await approved();
    const reply = await approved({ name: 'Lu', replyTo: top.id });
    const own = reply.id.split(':')[1];
    assert.equal((await open()).attribute('[name=replyTo]', 'value'), top.id.split(':')[1]);
    await send({ ...friendly, replyTo: own }).expect(303);
    const third = (await kept()).find(({ name }) => name === friendly.name);
    assert.equal(third?.replyTo, top.id);
  });

  it('is kept once, however often it is sent', async () => {
    await Promise.all([send(friendly), send(friendly, '192.0.2.2')]);
    await send({ ...friendly, name: ' Grace ' }, '192.0.2.3').expect(303);
    assert.equal((await kept()).length, 1);
  });

  it('with more than two links waits, also where comments are shown at once', async () => {
    await set({ comments: 'shown' });
    await send({ ...friendly, markdown: 'https://a.example https://b.example' });
    await send({ ...friendly, markdown: '[a](&#104;ttps://a.example) '.repeat(3) });
    assert.deepEqual((await kept()).map(({ status }) => status).sort(), ['approved', 'pending']);
  });

  it('with more than ten links is refused', async () => {
    const markdown = 'https://a.example '.repeat(11);
    await send({ ...friendly, markdown }).expect(422, /at most 10 links; yours has 11/);
  });

  it('in an author’s name waits, however it is written', async () => {
    await addPeople(blog);
    await set({ comments: 'shown' });
    for (const name of ['ada', 'Ａda', 'A\u200bd\u2060a', '“Ada”'])
      await send({ ...friendly, name, markdown: name }, `192.0.2.${name.length}`).expect(303);
    assert.deepEqual([...new Set((await kept()).map(({ status }) => status))], ['pending']);
  });

  it('with what nobody sees filled in, as bots do and some browsers, is shown again without that', async () => {
    const page = parsePage(await send({ ...friendly, subject: 'Cheap!' }).expect(422));
    assert.match(page.text('[role=alert]'), /once more/);
    const { subject, ...again } = page.fields('form.write');
    assert.equal(subject, undefined, 'so no browser fills it in a second time');
    await send(again).expect(303);
    assert.deepEqual(
      (await kept()).map(({ markdown }) => markdown),
      [friendly.markdown],
    );
  });

  it('of a token is not slowed down', async () => {
    await addPeople(blog);
    const token = await bearer(blog, 'ada', 'comments:write');
    for (let number = 0; number < 40; number++)
      await request(blog.url)
        .post('/api/comments')
        .set(token)
        .send({ postSlug: 'rye-bread', name: 'Bot', markdown: `Number ${number}` })
        .expect(201);
  });

  it('comes from a page of this blog, or from no page at all', async () => {
    await send(friendly)
      .set('Sec-Fetch-Site', 'cross-site')
      .set('Origin', 'https://evil.example')
      .expect(403, /another site/);
    await send(friendly).set('Sec-Fetch-Site', 'same-origin').expect(303);
    await send({ ...friendly, markdown: 'Two' })
      .set('Origin', blog.url)
      .expect(303);
    await send({ ...friendly, markdown: 'Three' })
      .set('Origin', 'null')
      .expect(403);
  });

  it('finds its post under the name that it had when the page was read', async () => {
    const { revision } = await blog.open.store.get('post', breadPost.id);
    await blog.open.content.savePost({ id: breadPost.id, slug: 'loaf' }, { revision });
    await send(friendly).expect(303);
    assert.equal((await kept()).length, 1);
  });

  describe('that is invalid', () => {
    const nowhere = '00000000-0000-4000-8000-000000000000';
    /** @type {[string, Record<string, string>, RegExp][]} */
    const cases = [
      ['has no name', { name: ' \u200b\u202e ' }, /^A name is required\./],
      ['has a very long name', { name: 'x'.repeat(101) }, /^The name can have at most 100/],
      ['has no text', { markdown: ' \n ' }, /^A comment cannot be empty\./],
      [
        'has invisible characters alone',
        { markdown: '\u200b\u2800\u3164' },
        /^A comment cannot be empty\./,
      ],
      [
        'shows nothing',
        { markdown: '[a]: https://mo.example\n\n&#8203;' },
        /^A comment cannot be empty\./,
      ],
      ['is very long', { markdown: 'x'.repeat(20_001) }, /^A comment can have at most 20000/],
      ['has a script for a website', { url: 'javascript:alert(1)' }, /^A website must start/],
      ['has data for a website', { url: 'data:text/html,<script>' }, /^A website must start/],
      ['replies to a comment that does not exist', { replyTo: nowhere }, /no longer exists/],
      ['replies to nonsense', { replyTo: '../../x:y"><script>' }, /no longer exists/],
    ];
    for (const [what, fields, sentence] of cases)
      it(`since it ${what} comes back with all that was typed`, async () => {
        const typed = { ...friendly, name: 'Grace <i>', ...fields };
        const answer = await send(typed).expect(422).expect('Cache-Control', 'no-store');
        const page = parsePage(answer);
        const [field] = Object.keys(fields);
        assert.match(field === 'replyTo' ? page.text() : page.problems()[field], sentence);
        const { name, markdown } = page.fields('form.write');
        if (field !== 'name') assert.equal(name, typed.name);
        if (field !== 'markdown') assert.equal(markdown, typed.markdown);
        assert.equal(page.has('script'), false);
        assert.deepEqual(await kept(), []);
      });

    it('tells of every field at once', async () => {
      const page = parsePage(await send({ name: '', url: 'x', markdown: '' }).expect(422));
      assert.deepEqual(Object.keys(page.problems()), ['name', 'url', 'markdown']);
      assert.deepEqual(page.attributes('[autofocus]', 'name'), ['name']);
    });

    it('since the post is no more, a draft or a page, is given back to take along', async () => {
      for (const where of ['/post/nothing', `/post/${draftPost.slug}`, '/post/about'])
        assert.equal(
          parsePage(await send(friendly, '192.0.2.9', where).expect(404)).text('[readonly]'),
          friendly.markdown,
        );
    });

    it('while the store is away comes back with all that was typed', async () => {
      const { store } = blog.open;
      const { write } = store;
      store.write = () => Promise.reject(new LarderError('unavailable', 'Away'));
      const answer = await send(friendly).expect(503);
      assert.equal(parsePage(answer).text('textarea'), friendly.markdown);
      assert.ok(Number(answer.headers['retry-after']) > 0);
      store.write = write;
    });
  });

  describe('that comes too fast', () => {
    it('comes back with all that was typed, and when to try again', async () => {
      for (let number = 0; number < 5; number++)
        await send({ ...friendly, markdown: `Number ${number}` }).expect(303);
      const answer = await send(friendly).expect(429, /Too many attempts/);
      assert.equal(answer.headers['retry-after'], '1');
      assert.equal(parsePage(answer).text('textarea'), friendly.markdown);
      await send(friendly, '192.0.2.2').expect(303);
      blog.clock.tick(1000);
      await send({ ...friendly, markdown: 'Later' }).expect(303);
    });

    it('is one household’s, whatever address of its network it has', async () => {
      for (let number = 0; number < 5; number++)
        await send({ ...friendly, markdown: `${number}` }, `2001:db8:0:1::${number}`).expect(303);
      await send(friendly, '2001:db8:0:1:ffff::1').expect(429);
      await send(friendly, '2001:db8:0:2::1').expect(303);
    });

    it('by far is not even read', async () => {
      for (let number = 0; number < 30; number++) await send({ subject: 'x' });
      const answer = await send({ ...friendly, subject: 'x' }).expect(429);
      assert.equal(answer.headers['cache-control'], 'no-store');
      assert.doesNotMatch(answer.text, /crust/);
    });

    it('is not taken any more once very many wait, until somebody has looked', async () => {
      const waiting = { postId: breadPost.id, replyTo: '', name: 'Bot', url: '' };
      for (let number = 0; number < 200; number++)
        await blog.open.content.saveComment({
          ...waiting,
          markdown: `${number}`,
          status: 'pending',
        });
      const answer = await send(friendly).expect(503, /Too many comments are awaiting approval/);
      assert.equal(answer.headers['retry-after'], '3600');
      await send(friendly, '192.0.2.2', '/post/quince-jam').expect(303);
      await blog.open.content.moderate(await kept(), 'spam');
      await send(friendly, '192.0.2.3').expect(303);
    });

    it('waits for approval after a hundred that were shown within an hour', async () => {
      await set({ comments: 'shown' });
      for (let number = 0; number < 101; number++)
        await send({ ...friendly, markdown: `Number ${number}` }, `198.51.100.${number}`);
      assert.equal((await kept()).filter(({ status }) => status === 'pending').length, 1);
    });
  });

  describe('on a post that is closed', () => {
    it('by hand is refused, and those that are there stay', async () => {
      await approved();
      await read();
      const { revision, updatedAt } = await blog.open.store.get('post', breadPost.id);
      const closed = { id: breadPost.id, commentsClosed: true };
      const post = await blog.open.content.savePost(closed, { revision });
      assert.equal(post.updatedAt, updatedAt);
      const page = await open();
      assert.equal(page.has('form[method=post]'), false);
      assert.match(page.text('.comments'), /Nice\..*Comments on this post are closed\./);
      await send(friendly).expect(403, /Comments on this post are closed\.[^]*What a \*crust\*!/);
    });

    it('by its age loses its form at that moment, and no other page is made anew', async () => {
      await set({ commentsCloseAfterDays: 300 });
      await blog.clock.tickTo('2026-12-25T00:00:00.000Z');
      const pages = [path, '/post/quince-jam', '/post/pickled-lemons', '/', '/tags', '/atomfeed'];
      for (const page of pages) await read(page);
      assert.ok((await open()).has('form.write'));
      await blog.clock.tickTo('2026-12-26T06:14:59.999Z');
      for (const page of pages) await read(page).expect('Cache-Status', 'larder; hit');
      await send(friendly).expect(303);
      await blog.clock.tickTo('2026-12-26T06:15:00.000Z');
      await send({ ...friendly, markdown: 'Late' }).expect(403);
      const [own, ...others] = pages;
      assert.equal((await open(own)).has('form[method=post]'), false);
      for (const page of others) await read(page).expect('Cache-Status', 'larder; hit');
    });

    it('by its age is closed though no timer fired, as after a long sleep', async () => {
      let now = Date.parse('2026-12-26T06:14:00.000Z');
      const clock = { ...blog.clock, now: () => now, after: () => () => {} };
      blog = await startBlog({ posts: [breadPost], clock });
      await set({ commentsCloseAfterDays: 300 });
      assert.ok((await open()).has('form.write'));
      now += 60_000;
      assert.equal((await open()).has('form[method=post]'), false);
    });

    it('since the blog takes none, is refused everywhere, and only the pages that change are made anew', async () => {
      await set({ commentsCloseAfterDays: 400 });
      const pages = [path, '/post/pickled-lemons', '/'];
      for (const page of pages) await read(page);
      const cached = () => pages.map((page) => blog.open.cache.peek(page));
      const before = cached();
      await set({ commentsCloseAfterDays: 100 });
      const isSame = cached().map((entry, place) => entry === before[place]);
      assert.deepEqual(isSame, [false, true, true]);
      await set({ comments: 'off' });
      for (const where of [path, '/post/quince-jam'])
        assert.equal((await open(where)).has('form[method=post], .comments'), false);
      await send(friendly).expect(403, /Comments are closed/);
    });
  });

  it('has an address that leads whoever asks for it to the post', async () => {
    await read(`${path}/comments`).expect(302).expect('Location', `${path}#comments`);
    await read('/post/nothing/comments').expect(404);
    await request(blog.url)
      .put(`${path}/comments`)
      .expect(405)
      .expect('Allow', 'GET, HEAD, POST, OPTIONS');
    await request(blog.url)
      .options(`${path}/comments`)
      .expect(204)
      .expect('Allow', 'GET, HEAD, POST, OPTIONS');
  });

  it('that is removed is gone from the post, the lists and the feeds at once', async () => {
    const comment = await approved({ name: 'Mo the miller', markdown: 'Grind it.' });
    for (const page of [path, '/']) await read(page).expect(200, /1 comment/);
    await blog.open.content.removeComments([comment]);
    for (const page of [path, '/', '/page/1', '/atomfeed', '/tag/bread', '/tag/bread/atomfeed'])
      assert.doesNotMatch((await read(page)).text, /1 comment|Mo the miller|Grind it/);
  });
});
