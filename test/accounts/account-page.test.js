import assert from 'node:assert/strict';
import request from 'supertest';
import { startBlog } from '../support/blog.js';
import { addPeople, cookieFor, cookieOf, password, signIn } from '../support/people.js';

describe('The account page', () => {
  /** @type {import('../support/blog.js').TestBlog} */
  let blog;
  let cookie = '';
  beforeEach(async () => {
    blog = await startBlog();
    await addPeople(blog);
    cookie = await cookieFor(blog, 'anna');
  });
  afterEach(() => blog.close());

  /** @param {string} path @param {object} fields @param {string} [as] */
  const send = (path, fields, as = cookie) =>
    request(blog.url).post(`/admin/account/${path}`).set('Cookie', as).type('form').send(fields);
  /** @param {string} [as] */
  const show = (as = cookie) => request(blog.url).get('/admin/account').set('Cookie', as);

  it('changes the password of one who knows the present one, and ends all other sessions', async () => {
    const other = await cookieFor(blog, 'anna');
    await blog.clock.tick(1000);
    await send('password', { current: 'wrong password', next: 'a new password' }).expect(
      422,
      /id="current-error"/,
    );
    await send('password', { current: password, next: 'short' }).expect(422, /id="next-error"/);
    const response = await send('password', { current: password, next: 'a new password' }).expect(
      303,
    );
    await show(other).expect(303);
    await show(cookie).expect(303);
    await show(cookieOf(response)).expect(200);
    await signIn(blog, 'anna', 'a new password').expect(303);
  });

  it('changes the name that readers see, escaped wherever it stands', async () => {
    await send('name', { name: '<b>Anna</b> & co' }).expect(303);
    await show().expect(200, /&lt;b&gt;Anna&lt;.*b&gt; &amp; co/);
    await send('name', { name: ' ' }).expect(422, /id="name-error"/);
    await send('name', { name: 'x'.repeat(101) }).expect(422);
  });

  it('lists sessions, and ends one or all others, but nobody else’s', async () => {
    const second = cookieOf(await signIn(blog, 'anna').set('User-Agent', 'Lynx <3'));
    await show().expect(200, /Lynx &lt;3/);
    const [adas] = await Promise.all([cookieFor(blog, 'ada')]);
    const [{ id }] = await blog.open.accounts.sessions.of('ada');
    await send('sessions/end', { session: id }).expect(303);
    await show(adas).expect(200);
    const theirs = await blog.open.accounts.sessions.of('anna');
    const lynx = theirs.find(({ agent }) => agent === 'Lynx <3');
    await send('sessions/end', { session: lynx?.id }).expect(303);
    await show(second).expect(303);
    const third = await cookieFor(blog, 'anna');
    await send('sessions/end', {}).expect(303);
    await show(third).expect(303);
    await show().expect(200);
  });

  it('makes a token, shows it once, and revokes it', async () => {
    const made = await send('tokens', { scope: 'posts:write', label: 'My phone' }).expect(200);
    const token = /<code>(larder_[\w-]{43})<\/code>/.exec(made.text)?.[1] ?? '';
    const list = () => request(blog.url).get('/api/posts').set('Authorization', `Bearer ${token}`);
    await list().expect(200);
    const { text } = await show();
    assert.match(text, /My phone/);
    assert.equal(text.includes(token), false);
    const [{ id }] = await blog.open.accounts.tokens.list('anna');
    await send('tokens/revoke', { token: id }, await cookieFor(blog, 'emil')).expect(404);
    await list().expect(200);
    await send('tokens/revoke', { token: id }).expect(303);
    await list().expect(401);
  });

  it('makes no token without a scope or with one that there is not', async () => {
    await send('tokens', { label: 'x' }).expect(422, /id="scopes-error"/);
    await send('tokens', { scope: 'everything' }).expect(422);
  });
});
