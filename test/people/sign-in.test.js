import assert from 'node:assert/strict';
import request from 'supertest';
import { createPasswords } from '../../lib/people/passwords.js';
import { randomBytes } from '../../lib/people/secrets.js';
import { createSessions } from '../../lib/people/sessions.js';
import { startBlog } from '../support/blog.js';
import { createClock } from '../support/clock.js';
import {
  ada,
  addPeople,
  cookieFor,
  cookieOf,
  password,
  signIn,
  userOf,
} from '../support/people.js';
/** @import { TestBlog } from '../support/blog.js' */

const DAY = 24 * 60 * 60_000;

describe('Signing in', () => {
  /** @type {TestBlog} */
  let blog;
  beforeEach(async () => {
    blog = await startBlog();
    await addPeople(blog);
  });
  afterEach(() => blog.close());

  /** @param {string} cookie */
  const account = (cookie) => request(blog.url).get('/admin/account').set('Cookie', cookie);

  it('opens the admin pages, which nobody else can see', async () => {
    await account('').expect(303).expect('Location', '/admin/login?next=%2Fadmin%2Faccount');
    const cookie = await cookieFor(blog, 'ada');
    await account(cookie).expect(200, /Your account/);
  });

  it('leads on to the page that was asked for, and never to another site', async () => {
    for (const [next, location] of [
      ['/admin/account', '/admin/account'],
      ['//evil.example/', '/admin'],
      ['https://evil.example/', '/admin'],
      ['/\\evil.example', '/admin'],
      ['/admin/../../evil', '/admin'],
      ['/admin\r\nSet-Cookie: x=y', '/admin'],
    ]) {
      const response = await request(blog.url)
        .post('/admin/login')
        .type('form')
        .send({ name: 'ada', password, next });
      assert.equal(response.status, 303);
      assert.equal(response.headers.location, location);
    }
  });

  it('gives a cookie that no script reads, no other site sends, and that tells nothing', async () => {
    const response = await signIn(blog, 'ada');
    assert.match(
      response.headers['set-cookie'][0],
      /^larder=[\w-]{43}; Max-Age=2592000; Path=\/; HttpOnly; SameSite=Lax$/,
    );
    for await (const session of blog.open.store.all('session'))
      assert.doesNotMatch(JSON.stringify(session), new RegExp(cookieOf(response).split('=')[1]));
  });

  it('ties the cookie to https and the host where the blog is at https', async () => {
    const secure = await startBlog({ env: { BASE_URL: 'https://blog.example.org' } });
    await addPeople(secure);
    const response = await signIn(secure, 'ada');
    assert.match(
      response.headers['set-cookie'][0],
      /^__Host-larder=[\w-]{43}; .*Path=\/; .*; Secure$/,
    );
    await secure.close();
  });

  it('answers the same to an unknown user, a wrong password and a user without one', async () => {
    await blog.open.content.saveUser({ id: 'imported', name: 'Imported', role: 'author' });
    const bodies = [];
    for (const name of ['ada', 'nobody', 'imported', '__proto__', '']) {
      const response = await signIn(blog, name, 'not the password').expect(422);
      assert.equal(response.headers['set-cookie'], undefined);
      bodies.push(response.text.replace(`value="${name}"`, 'value=""').replace(/ autofocus/g, ''));
    }
    assert.equal(new Set(bodies).size, 1);
  });

  it('hashes once for an unknown user as for a wrong password', async () => {
    const passwords = createPasswords({ cost: { ln: 14, r: 8, p: 1 } });
    const stored = await passwords.hash(password);
    /** @param {string | undefined} hash */
    const measure = async (hash) => {
      const times = [];
      for (let round = 0; round < 5; round++) {
        const start = process.hrtime.bigint();
        await passwords.verify('not the password', hash);
        times.push(Number(process.hrtime.bigint() - start));
      }
      return Math.min(...times);
    };
    const ratio = (await measure(undefined)) / (await measure(stored));
    assert.ok(ratio > 0.1 && ratio < 10, `${ratio}`);
  });

  it('never takes over a token that the browser brought along', async () => {
    const planted = `larder=${'A'.repeat(43)}`;
    const response = await request(blog.url)
      .post('/admin/login')
      .set('Cookie', planted)
      .type('form')
      .send({ name: 'ada', password });
    assert.notEqual(cookieOf(response), planted);
    await account(planted).expect(303);
  });

  it('ends the session that the browser had', async () => {
    const first = await cookieFor(blog, 'ada');
    await request(blog.url)
      .post('/admin/login')
      .set('Cookie', first)
      .type('form')
      .send({ name: 'ada', password });
    await account(first).expect(303);
  });

  it('ends by signing out, for that session alone', async () => {
    const here = await cookieFor(blog, 'ada');
    const there = await cookieFor(blog, 'ada');
    const response = await request(blog.url).post('/admin/logout').set('Cookie', here).expect(303);
    assert.match(response.headers['set-cookie'][0], /^larder=; Max-Age=0;/);
    await account(here).expect(303);
    await account(there).expect(200);
  });

  it('ends after 7 days without use, and after 30 with it', async () => {
    const clock = createClock();
    const sessions = createSessions({ store: blog.open.store, clock, random: randomBytes });
    const user = await userOf(blog, 'ada');
    const idle = await sessions.begin(user, { agent: '' });
    const used = await sessions.begin(user, { agent: '' });
    for (let day = 1; day < 30; day++) {
      await clock.tick(DAY);
      assert.equal((await sessions.author(used.value))?.id, 'ada');
      if (day === 7) assert.equal(await sessions.author(idle.value), null);
    }
    await clock.tick(DAY);
    assert.equal(await sessions.author(used.value), null);
  });

  it('ends everywhere when the password is changed, in whatever way', async () => {
    const cookie = await cookieFor(blog, 'ada');
    await blog.clock.tick(1000);
    await blog.open.accounts.setPassword('ada', 'another password');
    await account(cookie).expect(303);
    await signIn(blog, 'ada').expect(422);
    await signIn(blog, 'ada', 'another password').expect(303);
  });

  it('shows a change of role at the next request', async () => {
    const cookie = await cookieFor(blog, 'anna');
    await blog.open.content.saveUser({ id: 'anna', name: 'Anna', role: 'editor' });
    await account(cookie).expect(200, /Your role: Editor/);
  });

  it('makes the hash anew when it was made more cheaply than today', async () => {
    const cheaper = await createPasswords({ cost: { ln: 2, r: 1, p: 1 } }).hash(password);
    await blog.open.content.saveUser({ id: 'ada', name: 'Ada', role: 'owner', password: cheaper });
    const cookie = await cookieFor(blog, 'ada');
    assert.match((await userOf(blog, 'ada')).password ?? '', /^\$scrypt\$ln=1,/);
    await account(cookie).expect(200);
    await signIn(blog, 'ada').expect(303);
  });

  it('waits after ten wrong passwords, even with the right one, whoever asks', async () => {
    for (let time = 0; time < 10; time++) await signIn(blog, 'ada', 'not the password').expect(422);
    const response = await signIn(blog, 'ada').expect(429);
    assert.equal(response.headers['retry-after'], '1');
    assert.match(response.text, /Please wait 1 s/);
    await blog.clock.tick(1000);
    await signIn(blog, 'ada').expect(303);
  });

  it('waits by account when the attempts come from many addresses', async () => {
    const proxied = await startBlog({ env: { TRUST_PROXY: 'loopback' } });
    await addPeople(proxied);
    /** @param {string} name @param {string} address */
    const from = (name, address) =>
      signIn(proxied, name, 'not the password').set('X-Forwarded-For', address);
    for (let time = 0; time < 10; time++) await from('ada', `192.0.2.${time}`).expect(422);
    await from('ada', '192.0.2.99').expect(429);
    await from('emil', '192.0.2.99').expect(422);
    for (let time = 0; time < 9; time++) await from(`guess-${time}`, '192.0.2.99').expect(422);
    await from('emil', '192.0.2.99').expect(429);
    await from('emil', '192.0.2.100').expect(422);
    await proxied.close();
  });

  it('believes no address that a client makes up', async () => {
    for (let time = 0; time < 10; time++)
      await signIn(blog, `guess-${time}`, 'wrong').set('X-Forwarded-For', `192.0.2.${time}`);
    await signIn(blog, 'ada').set('X-Forwarded-For', '192.0.2.200').expect(429);
  });

  it('counts attempts that are made at the same time', async () => {
    const answers = await Promise.all(
      Array.from({ length: 15 }, () => signIn(blog, 'ada', 'not the password')),
    );
    assert.equal(answers.filter(({ status }) => status === 422).length, 10);
  });

  it('refuses a form that is too large, no form, or no UTF-8', async () => {
    const post = () => request(blog.url).post('/admin/login');
    await post()
      .type('form')
      .send(`name=${'x'.repeat(20_000)}`)
      .expect(413);
    await post().type('text/plain').send('name=ada').expect(415);
    await post().type('form').send('name=%ff&password=x').expect(400);
    await post().type('form').send('name=%').expect(400);
  });

  it('is kept by no cache', async () => {
    const response = await request(blog.url).get('/admin/login').expect(200);
    assert.equal(response.headers['cache-control'], 'no-store');
    assert.equal(response.headers['cache-status'], 'larder; fwd=bypass');
    assert.equal(response.headers.etag, undefined);
  });

  it('names nobody on a public page', async () => {
    const cookie = await cookieFor(blog, 'ada');
    const { text } = await request(blog.url).get('/').set('Cookie', cookie);
    const { text: anonymous } = await request(blog.url).get('/');
    assert.equal(text, anonymous);
    assert.equal(text.includes(ada.password), false);
  });
});
