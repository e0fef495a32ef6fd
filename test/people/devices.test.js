import assert from 'node:assert/strict';
import request from 'supertest';
import { codeAt, fromBase32, stepAt } from '../../lib/people/totp.js';
import { openBlog } from '../../lib/start/open-blog.js';
import { eachTest, quickPasswords } from '../support/blog.js';
import { addPeople, cookieOf, password, signIn } from '../support/people.js';
/** @import { Response } from 'supertest' */
/** @import { TestBlog } from '../support/blog.js' */

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

/** @param {Response} response @returns {string} the cookie of the device, as a browser sends it back */
const deviceOf = ({ headers }) =>
  /** @type {string[]} */ (/** @type {unknown} */ (headers['set-cookie'] ?? []))
    .map((line) => line.split(';')[0])
    .find((pair) => pair.includes('larder-device=')) ?? '';

describe('A known device of a user', () => {
  const { startBlog } = eachTest();
  /** @type {TestBlog} */
  let blog;
  /** A browser's cookie of the device. */
  let device = '';
  beforeEach(async () => {
    blog = await startBlog({ env: { TRUST_PROXY: 'loopback' } });
    await addPeople(blog);
    device = deviceOf(await signIn(blog, 'ada').set('X-Forwarded-For', '198.51.100.1'));
  });

  /** @param {string} [secret] @param {string} [cookie] @param {string} [name] */
  const signInThere = (secret = password, cookie = device, name = 'ada') =>
    signIn(blog, name, secret).set('Cookie', cookie).set('X-Forwarded-For', '198.51.100.1');
  let strangers = 0;
  /** @param {string} [cookie] @param {string} [from] */
  const guess = (cookie = '', from = `192.0.2.${strangers++ % 250}`) =>
    signIn(blog, 'ada', 'not the password').set('Cookie', cookie).set('X-Forwarded-For', from);
  async function attack() {
    for (let time = 0; time < 12; time++) await guess();
  }
  /** @param {string} path @param {object} fields @param {string} cookie */
  const send = (path, fields, cookie) =>
    request(blog.url)
      .post(path)
      .set('Cookie', cookie)
      .set('X-Forwarded-For', '198.51.100.1')
      .type('form')
      .send(fields);

  it('is known by a cookie that no script reads, no other site sends, and that tells nothing', async () => {
    const response = await signIn(blog, 'ada');
    const [, line] = response.headers['set-cookie'];
    assert.match(
      line,
      /^larder-device=[\w-]{43}; Max-Age=31536000; Path=\/; HttpOnly; SameSite=Lax$/,
    );
    for await (const session of blog.open.store.all('session'))
      assert.doesNotMatch(JSON.stringify(session), new RegExp(deviceOf(response).split('=')[1]));
    const secure = await startBlog({ env: { BASE_URL: 'https://blog.example.org' } });
    await addPeople(secure);
    assert.match(deviceOf(await signIn(secure, 'ada')), /^__Host-larder-device=/);
  });

  it('signs its user in whatever strangers try meanwhile', async () => {
    await attack();
    for (let minute = 0; minute < 20; minute++) {
      await blog.clock.tick(MINUTE);
      await guess();
      await signIn(blog, 'ada').expect(429);
      await signInThere().expect(303);
    }
  });

  it('signs its user in although strangers share its address', async () => {
    for (let time = 0; time < 12; time++) await guess('', '198.51.100.1');
    await signInThere().expect(303);
  });

  it('has a counter of its own, which keeps nobody else out', async () => {
    for (let time = 0; time < 10; time++) await signInThere('not the password').expect(422);
    await signInThere().expect(429).expect('Retry-After', '1');
    await signIn(blog, 'ada').set('X-Forwarded-For', '203.0.113.1').expect(303);
    await blog.clock.tick(1000);
    await signInThere().expect(303);
  });

  it('is none of another user’s, nor is one that nobody gave out', async () => {
    await attack();
    const annas = deviceOf(await signIn(blog, 'anna'));
    for (const cookie of [annas, `larder-device=${'A'.repeat(43)}`, 'larder-device='])
      await signInThere(password, cookie).expect(429);
  });

  it('is the same one when its user signs in again, and another one for whoever brings a cookie along', async () => {
    assert.equal(deviceOf(await signInThere()), device);
    const planted = `larder-device=${'A'.repeat(43)}`;
    assert.notEqual(deviceOf(await signInThere(password, planted)), planted);
    assert.notEqual(deviceOf(await signInThere(password, device, 'anna')), device);
  });

  it('is no session, whatever cookie it stands in', async () => {
    const session = device.replace('larder-device', 'larder');
    await request(blog.url).get('/admin/account').set('Cookie', session).expect(303);
    await send('/admin/login/code', { code: '000000' }, session).expect('Location', '/admin/login');
    assert.equal((await blog.open.accounts.sessions.of('ada')).length, 1);
  });

  it('is known after signing out, and for a year', async () => {
    const session = cookieOf(await signInThere());
    await send('/admin/logout', {}, session);
    await blog.clock.tick(364 * DAY);
    await attack();
    await signInThere().expect(303);
    await blog.clock.tick(2 * DAY);
    await attack();
    await signInThere().expect(429);
  });

  it('is forgotten when the password changes', async () => {
    await blog.clock.tick(1000);
    await blog.open.accounts.setPassword('ada', 'another password');
    await attack();
    await signInThere('another password').expect(429);
  });

  for (const [what, choose] of /** @type {[string, (id: string) => object][]} */ ([
    ['its session is', (session) => ({ session })],
    ['all other sessions are', () => ({})],
  ]))
    it(`is forgotten when ${what} ended from elsewhere, where the device stays known`, async () => {
      await signInThere().set('User-Agent', 'Lost phone');
      const here = await signIn(blog, 'ada').set('X-Forwarded-For', '203.0.113.1');
      const sessions = await blog.open.accounts.sessions.of('ada');
      const { id } = sessions.find(({ agent }) => agent === 'Lost phone') ?? { id: '' };
      await send('/admin/account/sessions/end', choose(id), cookieOf(here)).expect(303);
      await attack();
      await signInThere().expect(429);
      await signInThere(password, deviceOf(here)).expect(303);
    });

  it('is the one that goes when a user has more than a hundred, and it is the oldest', async () => {
    const { sessions, devices, user } = blog.open.accounts;
    const ada = await user('ada');
    assert.ok(ada);
    for (let count = 0; count < 100; count++) {
      await blog.clock.tick(1);
      await sessions.begin(ada, { agent: '', stage: 'device' });
    }
    const isKnown = () => devices.known(device.split('=')[1], 'ada');
    assert.ok(await isKnown());
    await signInThere(password, '').expect(303);
    assert.equal(await isKnown(), '');
  });

  it('is known to other processes and after a restart, since the store holds it', async () => {
    const { config, clock, log } = blog;
    const other = await openBlog(config, { clock, log, passwords: quickPasswords() });
    const token = device.split('=')[1];
    const [known, unknown] = await Promise.all(
      ['ada', 'anna'].map((id) => other.accounts.devices.known(token, id)),
    );
    await other.close();
    assert.ok(known);
    assert.equal(unknown, '');
  });

  it('is not known before the second step, and then has a counter of its own for codes too', async () => {
    const cookie = cookieOf(await signInThere());
    const page = await send('/admin/account/code', { 'current-for-code': password }, cookie);
    const secret = /secret(?:=|&#x3D;)([A-Z2-7]{32})/.exec(page.text)?.[1] ?? '';
    const codeNow = () => codeAt(fromBase32(secret), stepAt(blog.clock.now()));
    await send('/admin/account/code/confirm', { code: codeNow() }, cookie).expect(200);

    // Somebody who has the password, and no more.
    const thief = (/** @type {string} */ path, /** @type {object} */ fields, half = '') =>
      send(path, fields, half).set('X-Forwarded-For', '203.0.113.1');
    const half = await thief('/admin/login', { name: 'ada', password });
    assert.equal(deviceOf(half), '');
    const guessCode = () => thief('/admin/login/code', { code: '000000' }, cookieOf(half));
    for (let time = 0; time < 10; time++) await guessCode().expect(422);
    await guessCode().expect(429);

    await blog.clock.tick(30_000);
    await guessCode().expect(422);
    const own = cookieOf(await signInThere());
    await send('/admin/login/code', { code: codeNow() }, own).expect(429);
    await send('/admin/login/code', { code: codeNow() }, `${own}; ${device}`).expect(
      'Location',
      '/admin',
    );
  });

  it('is not needed by who is signed in already: strangers keep nobody from confirming it is them', async () => {
    const cookie = cookieOf(await signInThere());
    await attack();
    for (let time = 0; time < 12; time++) await guess('', '198.51.100.1');
    await send('/admin/account/code', { 'current-for-code': password }, cookie).expect(200);
    for (let time = 0; time < 10; time++)
      await send('/admin/account/code', { 'current-for-code': 'not it' }, cookie).expect(422);
    await send('/admin/account/code', { 'current-for-code': password }, cookie)
      .expect(429)
      .expect('Retry-After', '1');
  });

  it('gets its turn while strangers keep the processors busy', async () => {
    const passwords = quickPasswords();
    const stored = await passwords.hash(password);
    const crowd = Array.from({ length: 30 }, () => passwords.verify('not it', stored));
    const settled = Promise.allSettled(crowd);
    let answered = 0;
    for (const each of crowd)
      each.then(
        () => answered++,
        () => {},
      );
    assert.equal(await passwords.verify(password, stored, { isKnown: true }), true);
    assert.ok(answered <= 3, `${answered} strangers came first`);
    assert.ok((await settled).some(({ status }) => status === 'rejected'));
  });
});
