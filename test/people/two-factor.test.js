import assert from 'node:assert/strict';
import request from 'supertest';
import { codeAt, fromBase32, stepAt } from '../../lib/people/totp.js';
import { startBlog } from '../support/blog.js';
import { parsePage } from '../support/html.js';
import { addPeople, cookieFor, cookieOf, password, signIn, userOf } from '../support/people.js';
/** @import { TestBlog } from '../support/blog.js' */

const STEP = 30_000;

describe('Two-factor authentication', () => {
  /** @type {TestBlog} */
  let blog;
  let cookie = '';
  beforeEach(async () => {
    blog = await startBlog();
    await addPeople(blog);
    cookie = await cookieFor(blog, 'ada');
  });
  afterEach(() => blog.close());

  /** @param {string} path @param {object} fields @param {string} [as] */
  const send = (path, fields, as = cookie) =>
    request(blog.url).post(path).set('Cookie', as).type('form').send(fields);

  /** @param {string} secret */
  const codeNow = (secret) => codeAt(fromBase32(secret), stepAt(blog.clock.now()));

  /** Turns it on, and moves on to the next code. */
  async function turnOn() {
    const page = await send('/admin/account/code', { 'current-for-code': password }).expect(200);
    const { searchParams } = new URL(parsePage(page).links('[href^="otpauth:"]')[0]);
    const secret = searchParams.get('secret') ?? '';
    const done = await send('/admin/account/code/confirm', { code: codeNow(secret) }).expect(200);
    const codes = parsePage(done).texts('code');
    for (const code of codes) assert.match(code, /^[a-z2-7-]{19}$/);
    await blog.clock.tick(STEP);
    return { secret, codes };
  }

  /** @param {string} code */
  async function signInWith(code) {
    const first = await signIn(blog, 'ada').expect(303);
    assert.match(first.headers.location, /^\/admin\/login\/code/);
    return send('/admin/login/code', { code }, cookieOf(first));
  }

  it('is shown as a picture and as text, and wants the password and a first code', async () => {
    await send('/admin/account/code', { 'current-for-code': 'wrong password' }).expect(422);
    const page = await send('/admin/account/code', { 'current-for-code': password }).expect(200);
    assert.ok(parsePage(page).has('svg.qr'));
    assert.match(page.text, /otpauth:/);
    const wrong = await send('/admin/account/code/confirm', { code: '000000' }).expect(422);
    assert.ok(parsePage(wrong).has('[role=alert]'));
    await signIn(blog, 'ada').expect('Location', '/admin');
  });

  it('takes a code, once', async () => {
    const { secret } = await turnOn();
    const code = codeNow(secret);
    const response = await signInWith(code);
    assert.equal(response.headers.location, '/admin');
    await request(blog.url).get('/admin/account').set('Cookie', cookieOf(response)).expect(200);
    assert.equal((await signInWith(code)).status, 422);
  });

  it('cannot be left out: the password alone opens nothing', async () => {
    await turnOn();
    const half = cookieOf(await signIn(blog, 'ada'));
    await request(blog.url).get('/admin/account').set('Cookie', half).expect(303);
    await send('/admin/account/name', { name: 'Mallory' }, half).expect(401);
    await blog.clock.tick(11 * 60_000);
    await send('/admin/login/code', { code: '123456' }, half).expect('Location', '/admin/login');
  });

  it('takes a recovery code instead, each of them once', async () => {
    const { codes } = await turnOn();
    assert.equal(codes.length, 10);
    assert.equal((await signInWith(codes[3].toUpperCase().replaceAll('-', ' '))).status, 303);
    assert.equal((await signInWith(codes[3])).status, 422);
    assert.equal((await signInWith(codes[4])).status, 303);
    const user = await userOf(blog, 'ada');
    assert.equal(user.recoveryCodes?.length, 8);
    assert.equal(JSON.stringify(user).includes(codes[5]), false);
  });

  it('lets one through of two who use a code at the same moment', async () => {
    const { codes } = await turnOn();
    const halves = [cookieOf(await signIn(blog, 'ada')), cookieOf(await signIn(blog, 'ada'))];
    const answers = await Promise.all(
      halves.map((half) => send('/admin/login/code', { code: codes[0] }, half)),
    );
    assert.deepEqual(answers.map(({ status }) => status).sort(), [303, 422]);
  });

  it('makes those wait who guess', async () => {
    await turnOn();
    const half = cookieOf(await signIn(blog, 'ada'));
    for (let guess = 0; guess < 10; guess++)
      await send('/admin/login/code', { code: `00000${guess}` }, half).expect(422);
    await send('/admin/login/code', { code: '000000' }, half)
      .expect(429)
      .expect('Retry-After', '1');
  });

  it('ends all other sessions when it is turned on, and can be turned off with the password', async () => {
    const other = await cookieFor(blog, 'ada');
    await turnOn();
    await request(blog.url).get('/admin/account').set('Cookie', other).expect(303);
    await send('/admin/account/code/end', { 'current-for-code': 'wrong password' }).expect(422);
    await send('/admin/account/code/end', { 'current-for-code': password }).expect(303);
    await signIn(blog, 'ada').expect('Location', '/admin');
  });
});
