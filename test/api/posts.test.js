import assert from 'node:assert/strict';
import request from 'supertest';
import { startBlog } from '../support/blog.js';
import { breadPost, draftPost, jamPost, shelvesOfPosts, smallBlog } from '../support/fixtures.js';
import { addPeople, bearer } from '../support/people.js';
import { parsePage } from '../support/html.js';
/** @import { TestBlog } from '../support/blog.js' */

describe('The API of posts', () => {
  /** @type {TestBlog} */
  let blog;
  /** @type {{ Authorization: string }} */
  let token;
  beforeEach(async () => {
    blog = await startBlog({ posts: smallBlog });
    await addPeople(blog);
    token = await bearer(blog, 'ada', 'posts:write', 'pages:write');
  });
  afterEach(() => blog.close());

  /** @param {'get' | 'post' | 'put' | 'delete'} method @param {string} path @param {object} [headers] */
  const call = (method, path, headers = {}) => {
    const agent = request(blog.url);
    return agent[method](path)
      .set(token)
      .set({ ...headers });
  };
  /** @param {string} slug */
  const etagOf = async (slug) => (await call('get', `/api/posts/${slug}`).expect(200)).headers.etag;

  it('gives a post with its revision as a strong ETag', async () => {
    const { body, headers } = await call('get', '/api/posts/rye-bread').expect(200);
    const { id, slug, title, markdown, tags, publishedAt } = breadPost;
    const noTexts = { excerpt: '', description: '', canonicalUrl: '' };
    assert.deepEqual(body, {
      id,
      slug,
      title,
      markdown,
      commentsClosed: false,
      tags,
      status: 'published',
      publishedAt,
      ...noTexts,
      noindex: false,
      cover: null,
      state: 'public',
      url: `${blog.url}/post/rye-bread`,
      author: '',
      updatedAt: publishedAt,
    });
    assert.match(headers.etag, /^"[^"]+"$/);
    assert.equal(headers['cache-control'], 'no-store');
    assert.equal(headers['content-type'], 'application/json');
    await call('get', '/api/posts/rye-bread', { 'If-None-Match': headers.etag }).expect(304);
  });

  it('gives a second post of the same long title an address of its own, wherever it has to be cut', async () => {
    for (const title of [`${'a'.repeat(73)} bcdefg`, `a${'𠀀'.repeat(79)}`])
      for (const end of [/[^2]$/, /[^-]-2$/]) {
        const { body } = await call('post', '/api/posts').send({ title }).expect(201);
        assert.match(body.slug, end);
      }
  });

  it('shows drafts and scheduled posts, the newest first', async () => {
    const { body } = await call('get', '/api/posts').expect(200);
    assert.deepEqual(
      body.items.map((/** @type {any} */ { slug, state }) => `${slug} ${state}`),
      [
        'secret-recipe draft',
        'christmas-pudding scheduled',
        'rye-bread public',
        'quince-jam public',
        'pickled-lemons public',
      ],
    );
    assert.equal(body.next, null);
  });

  it('narrows the list by status and tag', async () => {
    const drafts = await call('get', '/api/posts?status=draft').expect(200);
    assert.deepEqual(
      drafts.body.items.map((/** @type {any} */ { id }) => id),
      [draftPost.id],
    );
    const fruit = await call('get', '/api/posts?tag=Fruit').expect(200);
    assert.equal(fruit.body.items.length, 1);
  });

  it('pages through the whole list by `next`, each post once', async () => {
    for (const post of shelvesOfPosts(23)) await blog.open.content.savePost(post);
    const slugs = [];
    let next = `${blog.url}/api/posts?limit=5&status=published`;
    while (next) {
      const { body } = await request('').get(next).set(token).expect(200);
      slugs.push(...body.items.map((/** @type {any} */ { slug }) => slug));
      assert.ok(body.next === null || body.next.startsWith(`${blog.url}/api/posts?`));
      next = body.next;
    }
    assert.equal(slugs.length, 27);
    assert.equal(new Set(slugs).size, 27);
    assert.equal(slugs.at(-1), 'shelf-1');
  });

  for (const query of [
    'limit=0',
    'limits=1',
    'page=2',
    '__proto__=1',

    'limit=101',
    'limit=x',
    'limit=1&limit=2',
    'status=gone',
    'cursor=x',
  ])
    it(`refuses the query ${query}`, async () => {
      const { body } = await call('get', `/api/posts?${query}`).expect(422);
      assert.equal(body.errors[0].field, query.split('=')[0]);
    });

  it('makes a post that readers see at their next request', async () => {
    await request(blog.url).get('/').expect(200);
    const { body, headers } = await call('post', '/api/posts')
      .send({
        title: 'Sloe gin',
        markdown: 'Prick **each** sloe.',
        status: 'published',
        tags: ['drink'],
      })
      .expect(201);
    assert.equal(headers.location, `${blog.url}/api/posts/sloe-gin`);
    assert.equal(headers.etag, await etagOf('sloe-gin'));
    assert.equal(body.publishedAt, '2026-11-21T12:00:00.500Z');
    assert.equal(body.state, 'public');
    await request(blog.url)
      .get('/')
      .expect(200, /Sloe gin/);
    const page = parsePage(await request(blog.url).get('/post/sloe-gin').expect(200));
    assert.deepEqual([page.text('article bdi'), page.text('.text strong')], ['Ada', 'each']);
  });

  it('changes what is sent and leaves the rest', async () => {
    const etag = await etagOf('quince-jam');
    const { body } = await call('put', '/api/posts/quince-jam', { 'If-Match': etag })
      .send({ excerpt: 'Only this.' })
      .expect(200);
    assert.equal(body.excerpt, 'Only this.');
    assert.equal(body.markdown, jamPost.markdown);
  });

  it('accepts what it returned', async () => {
    const { body, headers } = await call('get', '/api/posts/quince-jam');
    const again = await call('put', '/api/posts/quince-jam', { 'If-Match': headers.etag })
      .send(body)
      .expect(200);
    assert.equal(again.headers.etag, headers.etag);
    assert.deepEqual(again.body, body);
  });

  it('requires If-Match: 428 without, 412 with another revision', async () => {
    const etag = await etagOf('quince-jam');
    const put = (/** @type {object} */ headers) =>
      call('put', '/api/posts/quince-jam', headers).send({ title: 'Jam' });
    await put({}).expect(428);
    await put({ 'If-Match': '"0"' }).expect(412);
    await put({ 'If-Match': `W/${etag}` }).expect(412);
    await put({ 'If-Match': `"x", ${etag}` }).expect(200);
    await put({ 'If-Match': etag }).expect(412);
    await put({ 'If-Match': '*' }).expect(200);
    await call('delete', '/api/posts/quince-jam').expect(428);
    await call('delete', '/api/posts/quince-jam', { 'If-Match': etag }).expect(412);
  });

  it('accepts one of two concurrent writes with the same revision', async () => {
    const etag = await etagOf('quince-jam');
    const answers = await Promise.all(
      ['One', 'Two', 'Three'].map((title) =>
        call('put', '/api/posts/quince-jam', { 'If-Match': etag }).send({ title }),
      ),
    );
    assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 412, 412]);
  });

  it('renames: the old address redirects', async () => {
    const etag = await etagOf('quince-jam');
    await call('put', '/api/posts/quince-jam', { 'If-Match': etag })
      .send({ slug: 'quince-jelly' })
      .expect(200);
    await call('get', '/api/posts/quince-jam').expect(404);
    await request(blog.url)
      .get('/post/quince-jam')
      .expect(301)
      .expect('Location', '/post/quince-jelly');
  });

  it('refuses the slug of another post', async () => {
    const post = await call('post', '/api/posts')
      .send({ title: 'x', slug: 'rye-bread' })
      .expect(409);
    assert.equal(post.body.errors[0].field, 'slug');
    const etag = await etagOf('quince-jam');
    const put = await call('put', '/api/posts/quince-jam', { 'If-Match': etag })
      .send({ slug: 'rye-bread' })
      .expect(409);
    assert.equal(put.body.errors[0].field, 'slug');
  });

  it('keeps the id that a new post brings, and takes none twice', async () => {
    const id = '77777777-7777-4777-8777-777777777777';
    await call('post', '/api/posts').send({ id, title: 'Brought along' }).expect(201);
    const again = await call('post', '/api/posts').send({ id, title: 'Once more' }).expect(409);
    assert.equal(again.body.errors[0].field, 'id');
    await call('put', '/api/posts/rye-bread', { 'If-Match': '*' }).send({ id }).expect(422);
  });

  it('removes a post: its address answers 410', async () => {
    const etag = await etagOf('quince-jam');
    const { text } = await call('delete', '/api/posts/quince-jam', { 'If-Match': etag }).expect(
      204,
    );
    assert.equal(text, '');
    await call('get', '/api/posts/quince-jam').expect(404);
    await request(blog.url).get('/post/quince-jam').expect(410);
  });

  it('schedules, publishes and takes back by status and date', async () => {
    const put = (/** @type {object} */ fields) =>
      call('put', '/api/posts/secret-recipe', { 'If-Match': '*' }).send(fields).expect(200);
    const later = { status: 'published', publishedAt: '2026-11-21T14:30:00+01:00' };
    const scheduled = await put(later);
    assert.equal(scheduled.body.state, 'scheduled');
    assert.equal(scheduled.body.publishedAt, '2026-11-21T13:30:00.000Z');
    await request(blog.url).get('/post/secret-recipe').expect(404);
    await blog.clock.tickTo('2026-11-21T13:30:00.000Z');
    await request(blog.url).get('/post/secret-recipe').expect(200);
    assert.equal((await put({ status: 'draft' })).body.state, 'draft');
    await request(blog.url).get('/post/secret-recipe').expect(404);
  });

  /** @type {[string, object][]} */
  const unfit = [
    ['title', {}],
    ['title', { title: '' }],
    ['title', { title: 7 }],
    ['title', { title: '\u0000' }],
    ['title', { title: 'x'.repeat(301) }],
    ['slug', { title: 'x', slug: 'Not A Slug' }],
    ['slug', { title: 'x', slug: '..' }],
    ['markdown', { title: 'x', markdown: null }],
    ['tags', { title: 'x', tags: 'one' }],
    ['tags[1]', { title: 'x', tags: ['one', 2] }],
    ['status', { title: 'x', status: 'public' }],
    ['publishedAt', { title: 'x', publishedAt: 'tomorrow' }],
    ['publishedAt', { title: 'x', publishedAt: '2026-02-30T00:00:00Z' }],
    ['publishedAt', { title: 'x', publishedAt: '2026-02-03' }],
    ['publishedAt', { title: 'x', publishedAt: '0001-01-01T00:00:00Z' }],
    ['id', { title: 'x', id: '../../etc' }],
    ['html', { title: 'x', html: '<script>' }],
    ['revision', { title: 'x', revision: '1' }],
  ];
  for (const [field, body] of unfit)
    it(`names the invalid field: ${field} in ${JSON.stringify(body).slice(0, 60)}`, async () => {
      const response = await call('post', '/api/posts').send(body).expect(422);
      assert.equal(response.headers['content-type'], 'application/problem+json');
      assert.equal(response.body.errors[0].field, field);
      assert.equal(response.body.status, 422);
    });

  it('refuses fields named __proto__ and constructor', async () => {
    const send = (/** @type {string} */ text) =>
      call('post', '/api/posts').type('json').send(text).expect(422);
    await send('{"title":"x","__proto__":{"status":"published"}}');
    await send('{"title":"x","constructor":{}}');
    assert.equal(/** @type {any} */ ({}).status, undefined);
    const { body } = await call('post', '/api/posts')
      .type('json')
      .send('{"title":"first","title":"last"}')
      .expect(201);
    assert.equal(body.title, 'last');
    for (const slug of ['__proto__', 'constructor', '%00', '..%2f..'])
      await call('get', `/api/posts/${slug}`).expect(404);
  });

  it('refuses what is no JSON, no UTF-8, no object, another type, or too much', async () => {
    const post = () => call('post', '/api/posts');
    await post().type('json').send('{').expect(400);
    await post().type('json').send('').expect(400);
    const torn = await fetch(`${blog.url}/api/posts`, {
      method: 'POST',
      headers: { ...token, 'Content-Type': 'application/json' },
      body: Buffer.from('7b227469746c65223a22ff227d', 'hex'),
    });
    assert.equal(torn.status, 400);
    for (const text of ['[]', '"x"', 'null', '7']) await post().type('json').send(text).expect(422);
    await post().type('form').send('title=x').expect(415);
    await post().set('Content-Encoding', 'zip').type('json').send('{}').expect(415);
    await post()
      .type('json')
      .send(`{"title":"${'x'.repeat(9 * 1024 * 1024)}"}`)
      .expect(413);
  });

  it('takes dates in 1901 and 2999, and a title that slugs to nothing', async () => {
    const old = await call('post', '/api/posts')
      .send({ title: '!!!', status: 'published', publishedAt: '1901-05-06T07:08:09Z' })
      .expect(201);
    assert.equal(old.body.slug, 'post');
    const far = await call('post', '/api/posts')
      .send({ title: '???', status: 'published', publishedAt: '2999-01-01T00:00:00Z' })
      .expect(201);
    assert.deepEqual([far.body.slug, far.body.state], ['post-2', 'scheduled']);
  });

  it('writes pages in the same way', async () => {
    const { body } = await call('get', '/api/pages').expect(200);
    assert.deepEqual(
      body.items.map((/** @type {any} */ { slug }) => slug),
      ['about'],
    );
    await call('get', '/api/pages/rye-bread').expect(404);
    await call('get', '/api/posts/about').expect(404);
    const page = { title: 'Imprint', status: 'published' };
    const { headers } = await call('post', '/api/pages').send(page).expect(201);
    assert.equal(headers.location, `${blog.url}/api/pages/imprint`);
    await request(blog.url).get('/imprint').expect(200);
    await call('post', '/api/pages').send({ title: 'x', slug: 'admin' }).expect(422);
  });
});
