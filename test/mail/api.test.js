import { deepEqual, doesNotMatch, equal, match } from 'node:assert/strict';
import request from 'supertest';
import { haveMailStand } from '../../lib/mail/standing.js';
import { signInAs } from '../support/authors.js';
import { eachTest } from '../support/blog.js';
import { breadPost, jamPost, pickledPost } from '../support/fixtures.js';
import { addPeople, bearer } from '../support/people.js';
import { confirmed, linkIn, read, withMail } from './readers.js';

const consent = { status: 'confirmed', source: 'a fair', consentAt: '2020-01-01T00:00:00Z' };

describe('The API of subscribers', () => {
  const { startBlog } = eachTest();

  async function start(more = {}) {
    const blog = await startBlog(withMail(more));
    await addPeople(blog);
    const token = await bearer(blog, 'ada', 'admin');
    const api = (/** @type {'get' | 'post' | 'put' | 'delete'} */ method, path = '') =>
      request(blog.url)[method](`/api/subscribers${path}`).set(token).set('If-Match', '*');
    const report = () => request(blog.url).post('/api/bounces').set(token);
    return { blog, api, report };
  }
  const ann = { email: ' Ann@Example.org' };

  it('makes them unconfirmed, and mails the link', async () => {
    const { blog, api } = await start();
    const { body, headers } = await api('post')
      .send({ ...ann, tags: ['Jam'] })
      .expect(201);
    deepEqual([body.email, body.status, body.source], ['Ann@example.org', 'unconfirmed', 'api']);
    match(headers.location, /\/api\/subscribers\/[\w-]{22}$/);
    const { mails } = await read(blog);
    await request(blog.url).post(linkIn(mails[0].text, 'confirm')).expect(200);
    equal((await api('get', `/${body.id}`).expect(200)).body.status, 'confirmed');
    await api('post').send(ann).expect(409);
    equal((await read(blog)).mails.length, 1);
  });

  it('takes a consent from elsewhere with its place and its time, and none from the future', async () => {
    const { api } = await start();
    const given = { ...ann, ...consent };
    const { body } = await api('post').send(given).expect(201);
    deepEqual(
      [body.status, body.consentAt, body.source],
      ['confirmed', '2020-01-01T00:00:00.000Z', 'a fair'],
    );
    const other = { ...given, email: 'b@example.org' };
    for (const wrong of [
      { source: undefined },
      { consentAt: undefined },
      { consentAt: '2999-01-01T00:00:00Z' },
      { email: 'x' },
    ])
      await api('post')
        .send({ ...other, ...wrong })
        .expect(422);
  });

  it('refuses to invite where the blog sends no mail', async () => {
    const { api } = await start({ SMTP_URL: '' });
    await api('post').send(ann).expect(422);
  });

  it('lists, changes and deletes them by their ids', async () => {
    const { api } = await start();
    for (const email of ['a@example.org', 'b@example.org', 'c@example.org'])
      await api('post')
        .send({ email, ...consent })
        .expect(201);
    const first = (await api('get', '?limit=2&status=confirmed').expect(200)).body;
    equal(first.items.length, 2);
    const rest = await api('get', new URL(first.next).search).expect(200);
    equal(rest.body.items.length, 1);
    const [one] = first.items;
    doesNotMatch(first.next, /example/);
    const changed = await api('put', `/${one.id}`)
      .send({ ...one, tags: ['Jam'] })
      .expect(200);
    deepEqual(changed.body.tags, ['Jam']);
    await api('put', `/${one.id}`).set('If-Match', '"old"').send({ tags: [] }).expect(412);
    await api('put', `/${one.id}`).send({ status: 'unsubscribed' }).expect(200);
    await api('put', `/${one.id}`).send({ status: 'confirmed' }).expect(422);
    await api('post')
      .send({ email: one.email, ...consent })
      .expect(409);
    await api('put', `/${one.id}`).send({ status: 'paused' }).expect(422);
    await api('delete', `/${one.id}`).expect(204);
    await api('get', `/${one.id}`).expect(404);
    for (const id of ['x', 'a@example.org', '%00']) await api('get', `/${id}`).expect(404);
  });

  it('has nobody confirmed on the way over another state', async () => {
    const { api } = await start();
    const asked = await api('post').send({ email: 'ann@example.org' }).expect(201);
    const path = `/${asked.body.id}`;
    for (const status of ['confirmed', 'paused'])
      await api('put', path).send({ status }).expect(422);
    const { id } = (await api('post').send({ email: 'ben@example.org', ...consent })).body;
    for (const status of ['paused', 'confirmed', 'paused', 'unsubscribed'])
      await api('put', `/${id}`).send({ status }).expect(200);
    for (const status of ['confirmed', 'paused', 'unconfirmed'])
      await api('put', `/${id}`).send({ status }).expect(422);
  });

  it('is for owners with its scopes, which no other one opens', async () => {
    const { blog } = await start();
    const ask = async (
      /** @type {string} */ user,
      /** @type {string} */ scope,
      path = '/api/subscribers',
    ) => {
      const token = await bearer(blog, user, scope);
      return (await request(blog.url).get(path).set(token)).status;
    };
    for (const scope of ['subscribers:read', 'admin']) equal(await ask('ada', scope), 200);
    for (const scope of [
      'read',
      'posts:write',
      'settings:write',
      'subscribers:write',
      'bounces:write',
      'activity:read',
    ])
      equal(await ask('ada', scope), 403, scope);
    for (const user of ['emil', 'anna']) equal(await ask(user, 'admin'), 403);
    for (const scope of ['subscribers:read', 'subscribers:write', 'bounces:write'])
      equal(await ask('ada', scope, '/api/posts'), 403, scope);
    const token = await bearer(blog, 'ada', 'subscribers:read');
    await request(blog.url)
      .post('/api/subscribers')
      .set(token)
      .send({ ...ann, ...consent })
      .expect(403);
    await request(blog.url)
      .post('/api/bounces')
      .set(token)
      .send({ ...ann, kind: 'bounce' })
      .expect(403);
  });

  it('pauses an address that failed twice, and unsubscribes who complained', async () => {
    const { blog, report } = await start();
    await confirmed(blog, 'ann@example.org');
    const state = async () => (await read(blog)).subscribers[0].state;
    const bounce = { email: 'ANN@example.org', kind: 'bounce' };
    await report().send(bounce).expect(204);
    equal(await state(), 'confirmed');
    await report().send(bounce).expect(204);
    equal(await state(), 'paused');
    await report()
      .send({ ...bounce, kind: 'complaint' })
      .expect(204);
    equal(await state(), 'unsubscribed');
    await report().send({ email: 'nobody@example.org', kind: 'bounce' }).expect(204);
    for (const wrong of [{}, { ...bounce, kind: 'x' }, { ...bounce, email: 'x' }])
      await report().send(wrong).expect(422);
  });

  it('reads the reports of mail servers', async () => {
    const { blog, report } = await start();
    const { off } = await confirmed(blog, 'ann@example.org');
    const post = (/** @type {string} */ text) =>
      report()
        .set('Content-Type', 'message/rfc822')
        .send(text.replaceAll('\n', '\r\n'))
        .expect(204);
    const failed = (/** @type {string} */ action, /** @type {string} */ status) =>
      `From: mailer@mx.example\nContent-Type: multipart/report; report-type=delivery-status\n\nReporting-MTA: dns; mx.example\n\nFinal-Recipient: rfc822;\n Ann@example.org\nAction: ${action}\nStatus: ${status}\n`;
    await post(failed('delayed', '4.4.1'));
    await post(failed('failed', '4.4.1'));
    await post('Hello');
    equal((await read(blog)).subscribers[0].bounces, 0);
    await post(failed('failed', '5.1.1'));
    equal((await read(blog)).subscribers[0].bounces, 1);
    await post(`Feedback-Type: abuse\nVersion: 1\n\nList-Unsubscribe: <${blog.url}${off}>\n`);
    const [{ state, complaint }] = (await read(blog)).subscribers;
    deepEqual([state, complaint], ['unsubscribed', true]);
  });
});

describe('The API of mailings', () => {
  const { startBlog } = eachTest();

  async function start() {
    const blog = await startBlog({ ...withMail(), posts: [jamPost, breadPost, pickledPost] });
    await addPeople(blog);
    await blog.open.content.saveSettings({ postalAddress: '1 High Street' });
    const token = await bearer(blog, 'ada', 'subscribers:read');
    const get = (query = '') => request(blog.url).get(`/api/mailings${query}`).set(token);
    const begin = async (/** @type {{ id: string }} */ { id }) => {
      await blog.clock.tick(1000);
      const ada = await signInAs(blog, 'ada');
      equal((await ada.send(`/admin/mailings/${id}`, {})).status, 303);
    };
    return { blog, get, begin };
  }

  it('lists what is sent by e-mail, the newest first, with how far it is', async () => {
    const { blog, get, begin } = await start();
    deepEqual((await get().expect(200)).body, { items: [], next: null });
    await confirmed(blog, 'ann@example.org');
    for (const post of [jamPost, breadPost, pickledPost]) await begin(post);
    const { items } = (await get().expect(200)).body;
    deepEqual(
      items.map((/** @type {typeof jamPost} */ { id, title }) => [id, title]),
      [pickledPost, breadPost, jamPost].map(({ id, title }) => [id, title]),
    );
    const [{ kind, posts, createdAt, endedAt, ...figures }] = items;
    deepEqual([kind, posts, createdAt > '2026', endedAt], ['post', [pickledPost.id], true, '']);
    deepEqual(
      ['accepted', 'bounced', 'unsubscribed'].map((name) => figures[name]),
      [0, 0, 0],
    );
    const first = (await get('?limit=2').expect(200)).body;
    const rest = (await get(new URL(first.next).search).expect(200)).body;
    deepEqual([...first.items, ...rest.items], items);
    equal(rest.next, null);
    equal((await get('?state=done').expect(200)).body.items.length, 0);
    await get('?state=x').expect(422);
  });

  it('tells of a deleted post that it was sent, and of those from another store that they stand', async () => {
    const { blog, get, begin } = await start();
    await confirmed(blog, 'ann@example.org');
    await begin(jamPost);
    const { content, store } = blog.open;
    await content.removePost(jamPost.id, (await store.get('post', jamPost.id)).revision);
    await haveMailStand(store);
    const [{ title, state }] = (await get().expect(200)).body.items;
    deepEqual([title, state], ['A deleted post', 'paused']);
  });

  it('is for owners and editors with subscribers:read or admin', async () => {
    const { blog } = await start();
    for (const [user, scope, status] of /** @type {const} */ ([
      ['ada', 'admin', 200],
      ['emil', 'subscribers:read', 200],
      ['anna', 'admin', 403],
      ['ada', 'read', 403],
      ['ada', 'posts:write', 403],
      ['ada', 'subscribers:write', 403],
    ]))
      await request(blog.url)
        .get('/api/mailings')
        .set(await bearer(blog, user, scope))
        .expect(status);
    await request(blog.url).get('/api/mailings').expect(401);
  });
});
