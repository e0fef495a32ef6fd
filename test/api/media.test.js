import assert from 'node:assert/strict';
import request from 'supertest';
import { startBlog } from '../support/blog.js';
import { gif, png, zip } from '../support/images.js';
import { addPeople, bearer } from '../support/people.js';
/** @import { TestBlog } from '../support/blog.js' */

describe('Media in the API', () => {
  /** @type {TestBlog} */
  let blog;
  /** @type {Record<string, string>} */
  let token;
  beforeEach(async () => {
    blog = await startBlog();
    await addPeople(blog);
    token = await bearer(blog, 'anna', 'media:write');
  });
  afterEach(() => blog.close());

  /** @param {string} query @param {Buffer} [bytes] @param {Record<string, string>} [headers] */
  const post = (query, bytes = png(), headers = {}) =>
    request(blog.url)
      .post(`/api/media${query}`)
      .set({ ...token, 'Content-Type': 'text/html', ...headers })
      .send(bytes);
  /** @param {'get' | 'put' | 'delete'} method @param {string} path @param {Record<string, string>} [headers] */
  function call(method, path, headers = {}) {
    const client = request(blog.url);
    return client[method](path).set({ ...token, ...headers });
  }

  it('are taken as bytes, whatever type is claimed, and told with their facts', async () => {
    const { body, headers } = await post('?name=Jar%20of%20plums.exe&alt=A%20jar').expect(201);
    const { name, createdAt, ...facts } = body;
    assert.match(name, /^[\w-]{16}-jar-of-plums\.png$/);
    assert.equal(createdAt, '2026-11-21T12:00:00.500Z');
    assert.deepEqual(facts, {
      url: `${blog.url}/media/${name}`,
      type: 'image/png',
      width: 3,
      height: 2,
      sizes: [],
      bytes: png().length,
      alt: 'A jar',
      markdown: `![A jar](/media/${name})`,
    });
    assert.equal(headers.location, `${blog.url}/api/media/${name}`);
    const read = await call('get', headers.location.slice(blog.url.length)).expect(200);
    assert.deepEqual(read.body, body);
    assert.equal(read.headers.etag, headers.etag);
    await call('get', `/api/media/${name}`, { 'If-None-Match': headers.etag }).expect(304);
    await request(body.url).get('').expect(200).expect('Content-Type', 'image/png');
  });

  it('are refused in a form, which would be kept instead of the file in it', async () => {
    const { body } = await request(blog.url)
      .post('/api/media')
      .set(token)
      .attach('file', png(), 'jar.png')
      .expect(415);
    assert.match(body.detail, /^Send the file itself, not a form: curl --data-binary @FILE/);
  });

  for (const [disposition, name] of [
    ['attachment; filename="Jar of plums.png"', 'jar-of-plums.png'],
    ['attachment; filename=jar.png', 'jar.png'],
    [`attachment; filename="x.png"; filename*=UTF-8''%E6%BC%AC%E7%89%A9.png`, '漬物.png'],
    [`attachment; filename*=UTF-8''%E6%BC.png; filename="jar.png"`, 'jar.png'],
    ['attachment; filename="../../etc/\\"passwd"', 'passwd.png'],
    ['attachment', 'file.png'],
    ['nonsense; filename=', 'file.png'],
  ])
    it(`have the name that Content-Disposition gives: ${disposition}`, async () => {
      const { body } = await post('', png(), { 'Content-Disposition': disposition }).expect(201);
      assert.equal(body.name.slice(17), name);
    });

  it('are listed by name, some at a time', async () => {
    for (let width = 1; width <= 5; width++) await post(`?name=${width}.png`, png({ width }));
    const first = await call('get', '/api/media?limit=3').expect(200);
    assert.equal(first.body.items.length, 3);
    const second = await call('get', first.body.next.slice(blog.url.length)).expect(200);
    assert.equal(second.body.next, null);
    const names = [...first.body.items, ...second.body.items].map(({ name }) => name);
    assert.deepEqual(names, [...names].sort());
    assert.equal(new Set(names).size, 5);
    await call('get', '/api/media?limit=0').expect(422);
  });

  it('are described and removed by who has seen them', async () => {
    const { body, headers } = await post('?name=jar.png');
    const path = `/api/media/${body.name}`;
    await call('put', path).send({ alt: 'A jar' }).expect(428);
    await call('put', path, { 'If-Match': '"0"' }).send({ alt: 'A jar' }).expect(412);
    const seen = { 'If-Match': headers.etag };
    for (const wrong of [{ alt: 7 }, { alt: 'x'.repeat(1001) }, { type: 'text/html' }])
      await call('put', path, seen).send(wrong).expect(422);
    const changed = await call('put', path, seen).send({ alt: 'A jar' }).expect(200);
    assert.equal(changed.body.markdown, `![A jar](/media/${body.name})`);
    await request(body.url).get('').expect(200);
    await call('delete', path).expect(428);
    await call('delete', path, seen).expect(412);
    await call('delete', path, { 'If-Match': changed.headers.etag }).expect(204);
    await call('get', path).expect(404);
    await request(body.url).get('').expect(404);
  });

  it('are refused with a problem that says what is wrong', async () => {
    const { body, headers } = await post('?name=jar.png', zip).expect(415);
    assert.equal(headers['content-type'], 'application/problem+json');
    assert.match(body.detail, /named like an image/);
    await post('?name=jar.png', png().subarray(0, 40)).expect(422);
    await post('?name=empty.txt', Buffer.alloc(0)).expect(422);
    await post('', Buffer.alloc(20 * 1024 * 1024 + 1)).expect(413);
  });

  it('need the scope, and belong to who uploaded them', async () => {
    const emil = await bearer(blog, 'emil', 'media:write');
    const other = await post('?name=other.gif', gif(), emil).expect(201);
    const seen = { 'If-Match': '*' };
    await call('delete', `/api/media/${other.body.name}`, seen).expect(403);
    await call('put', `/api/media/${other.body.name}`, seen).send({ alt: '' }).expect(403);
    await call('get', `/api/media/${other.body.name}`).expect(200);
    await post('', png(), await bearer(blog, 'anna', 'posts:write')).expect(403);
    await request(blog.url).get('/api/media').expect(401);
    const { body } = await post('?name=mine.png').expect(201);
    await call('delete', `/api/media/${body.name}`, { ...seen, ...emil }).expect(204);
  });
});
