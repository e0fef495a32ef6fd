import assert from 'node:assert/strict';
import request from 'supertest';
import { createAuthenticator } from '../support/authenticator.js';
import { eachTest } from '../support/blog.js';
import { parsePage } from '../support/html.js';
import { addPeople, cookieFor, cookieOf, password, signIn, userOf } from '../support/people.js';
/** @import { TestBlog } from '../support/blog.js' */

const MINUTE = 60_000;
const of = { origin: 'http://localhost:3000', site: 'localhost' };

describe('Passkeys', () => {
  const { startBlog } = eachTest();
  /** @type {TestBlog} */
  let blog;
  let cookie = '';
  beforeEach(async () => {
    blog = await startBlog({ env: { BASE_URL: of.origin } });
    await addPeople(blog);
    cookie = await cookieFor(blog, 'ada');
  });

  /** @param {string} path @param {object} [fields] @param {string} [as] */
  const send = (path, fields = {}, as = cookie) =>
    request(blog.url).post(path).set('Cookie', as).type('form').send(fields);
  const challenge = async () => (await send('/admin/login/challenge', {}, '').expect(200)).body;
  const again = async () => (await send('/admin/account/challenge').expect(200)).body;
  /** @param {string} answer */
  const enter = (answer) =>
    send('/admin/login/passkey', { passkey: answer, next: '/admin/posts' }, '');
  /** @param {string} id */
  const passkeysOf = async (id) => (await userOf(blog, id)).passkeys ?? [];

  /** @param {string} name @param {object} [proof] */
  async function add(name, proof = { 'current-for-passkey': password }) {
    const authenticator = createAuthenticator(of);
    const fields = { 'passkey-name': name, ...proof };
    const { body } = await send('/admin/account/passkeys/challenge', fields).expect(200);
    const passkey = authenticator.create(body);
    const added = await send('/admin/account/passkeys', { 'passkey-name': name, passkey });
    return { ...authenticator, added, passkey };
  }

  /** @param {Awaited<ReturnType<typeof add>>} authenticator @param {object} fields */
  const change = async ({ id, get }, fields) =>
    send('/admin/account/passkeys/change', {
      passkey: id,
      [`current-for-passkey-${id.slice(0, 16)}-passkey`]: get(await again()),
      ...fields,
    });

  it('are added with the current password, and then sign in without one', async () => {
    const wrong = { 'passkey-name': 'Laptop', 'current-for-passkey': 'wrong' };
    await send('/admin/account/passkeys/challenge', wrong).expect(422);
    const laptop = await add('Laptop');
    assert.equal(parsePage(laptop.added).texts('code').length, 10);
    const entered = await enter(laptop.get(await challenge())).expect(303);
    assert.equal(entered.headers.location, '/admin/posts');
    await request(blog.url).get('/admin/account').set('Cookie', cookieOf(entered)).expect(200);
  });

  it('are both factors: an account with two-factor authentication needs no code with them', async () => {
    const laptop = await add('Laptop');
    const { id, revision: _, ...user } = await userOf(blog, 'ada');
    const secondFactor = { secret: 'MFRGGZDF', lastStep: 0 };
    await blog.open.content.saveUser({ id, ...user, secondFactor });
    const entered = await enter(laptop.get(await challenge())).expect(303);
    await request(blog.url).get('/admin/account').set('Cookie', cookieOf(entered)).expect(200);
  });

  it('give recovery codes with the first one alone', async () => {
    await add('Laptop');
    const second = await add('Phone');
    assert.equal(second.added.headers.location, '/admin/account?said=passkey');
    assert.equal((await passkeysOf('ada')).length, 2);
  });

  it('answer a challenge once, within five minutes, and only what it was made for', async () => {
    const laptop = await add('Laptop');
    const answer = laptop.get(await challenge());
    await enter(answer).expect(303);
    await enter(answer).expect(422);
    await enter(laptop.get(await again())).expect(422);
    const late = laptop.get(await challenge());
    await blog.clock.tick(5 * MINUTE);
    await enter(late).expect(422);
  });

  it('let one through of two who send the same answer at the same moment', async () => {
    const laptop = await add('Laptop');
    const answer = laptop.get(await challenge());
    const answers = await Promise.all([enter(answer), enter(answer)]);
    assert.deepEqual(answers.map(({ status }) => status).sort(), [303, 422]);
  });

  it('are refused when forged, of another site, without the user’s consent, or not sent at all', async () => {
    const laptop = await add('Laptop');
    const stranger = createAuthenticator(of);
    stranger.create({ challenge: '', user: { id: Buffer.from('ada').toString('base64url') } });
    const forged = {
      ...JSON.parse(stranger.get(await challenge())),
      id: laptop.id,
      rawId: laptop.id,
    };
    const bad = [
      JSON.stringify(forged),
      laptop.get(await challenge(), { from: 'https://elsewhere.example' }),
      laptop.get(await challenge(), { flags: 0x01 }),
      laptop.get({ challenge: Buffer.alloc(54).toString('base64url') }),
      ...['', '{', 'null', '[]', '{"id":"x","response":{}}', 'x'.repeat(9000)],
    ];
    for (const answer of bad) await enter(answer).expect(422);
    await enter(laptop.get(await challenge())).expect(429);
    await blog.clock.tick(16 * MINUTE);
    await enter(laptop.get(await challenge())).expect(303);
  });

  it('are refused, and said to be copied, when they count backwards', async () => {
    const laptop = await add('Laptop');
    await enter(laptop.get(await challenge(), { counter: 5 })).expect(303);
    const page = await enter(laptop.get(await challenge(), { counter: 5 })).expect(403);
    assert.match(parsePage(page).text('[role=alert]'), /Laptop.*copied/);
    await enter(laptop.get(await challenge(), { counter: 6 })).expect(303);
  });

  it('of an account that is suspended or deleted open nothing', async () => {
    const laptop = await add('Laptop');
    await blog.open.accounts.people.changeRole('emil', 'owner');
    await blog.open.accounts.people.suspend('ada');
    await enter(laptop.get(await challenge())).expect(422);
    await request(blog.url).get('/admin').set('Cookie', cookie).expect(303);
    await blog.open.accounts.people.remove('ada');
    await enter(laptop.get(await challenge())).expect(422);
  });

  it('show who is there instead of the password, each answer once and in its own session', async () => {
    const laptop = await add('Laptop');
    const answer = laptop.get(await again());
    const other = await cookieFor(blog, 'ada');
    const fields = { email: 'ada@example.org', 'current-for-email-passkey': answer };
    await send('/admin/account/email', fields, other).expect(422);
    await send('/admin/account/email', fields).expect(303);
    await send('/admin/account/email', { ...fields, email: 'eve@example.org' }).expect(422);
    assert.equal((await userOf(blog, 'ada')).email, 'ada@example.org');
  });

  it('are renamed and removed; a name that looks like another’s is refused', async () => {
    const [laptop, phone] = [await add('Laptop'), await add('Phone')];
    await change(phone, { action: 'rename', 'passkey-name': 'ＬＡＰ top\u200b' }).then(
      ({ status }) => assert.equal(status, 422),
    );
    await change(phone, { action: 'rename', 'passkey-name': 'Telephone' });
    assert.deepEqual(
      (await passkeysOf('ada')).map(({ name }) => name),
      ['Laptop', 'Telephone'],
    );
    await change(phone, { action: 'remove' });
    assert.deepEqual(
      (await passkeysOf('ada')).map(({ id }) => id),
      [laptop.id],
    );
    await enter(phone.get(await challenge())).expect(422);
  });

  it('let go of the password once there are two, and then the last one stays', async () => {
    const remove = async (/** @type {Awaited<ReturnType<typeof add>>} */ { get }) =>
      send('/admin/account/password/remove', { 'current-for-removal-passkey': get(await again()) });
    const laptop = await add('Laptop');
    await blog.open.content.saveUser({ ...(await userOf(blog, 'ada')), recoveryCodes: [] });
    await remove(laptop).then(({ status }) => assert.equal(status, 422));
    const phone = await add('Phone');
    await blog.open.content.saveUser({ ...(await userOf(blog, 'ada')), recoveryCodes: [] });
    const removed = await remove(phone);
    assert.equal(removed.headers.location, '/admin/account?said=password-off');
    cookie = cookieOf(removed);
    await signIn(blog, 'ada').expect(422);
    await change(laptop, { action: 'remove' }).then(({ status }) => assert.equal(status, 422));
    assert.equal((await passkeysOf('ada')).length, 2);
    await enter(phone.get(await challenge())).expect(303);
  });

  it('leave recovery codes as the other way in of an account without a password, each once', async () => {
    const laptop = await add('Laptop');
    const codes = parsePage(laptop.added).texts('code');
    const fields = { 'current-for-removal-passkey': laptop.get(await again()) };
    await send('/admin/account/password/remove', fields).expect(303);
    await signIn(blog, 'ada', password).expect(422);
    await signIn(blog, 'ada', codes[0]).expect(303);
    await signIn(blog, 'ada', codes[0]).expect(422);
  });

  it('are not all that a link by mail needs for an account without a password', async () => {
    const laptop = await add('Laptop');
    const codes = parsePage(laptop.added).texts('code');
    const fields = { 'current-for-removal-passkey': laptop.get(await again()) };
    await send('/admin/account/password/remove', fields).expect(303);
    const { token } = await blog.open.accounts.invitations.create('ada', 'reset');
    const typed = { token, password: 'a new password' };
    const refused = await send('/admin/join', typed, '').expect(422);
    assert.ok(parsePage(refused).has('[name=code]'));
    await send('/admin/join', { ...typed, code: codes[1] }, '').expect(303);
    await signIn(blog, 'ada', 'a new password').expect(303);
    assert.equal((await userOf(blog, 'ada')).recoveryCodes?.length, 9);
  });

  it('are not offered at an address that browsers refuse, and the account page says why', async () => {
    const plain = await startBlog({ env: { BASE_URL: 'http://192.0.2.7' } });
    await addPeople(plain);
    const page = await request(plain.url)
      .get('/admin/account')
      .set('Cookie', await cookieFor(plain, 'ada'));
    assert.equal(parsePage(page).has('[data-passkey-add]'), false);
    await request(plain.url).post('/admin/login/challenge').expect(404);
  });
});
