import assert from 'node:assert/strict';
import request from 'supertest';
import { withAuthors } from '../support/authors.js';
import { parsePage } from '../support/html.js';
import { cookieFor, cookieOf, password, signIn, userOf } from '../support/people.js';
/** @import { Response } from 'supertest' */

const env = { SMTP_URL: 'smtp://mail.example:25', MAIL_FROM: 'blog@example.org' };

describe('The account page', () => {
  const { blog } = withAuthors([], { env });
  let cookie = '';
  beforeEach(async () => {
    cookie = await cookieFor(blog, 'anna');
  });

  /** @param {string} path @param {object} fields @param {string} [as] */
  const send = (path, fields, as = cookie) =>
    request(blog.url).post(`/admin/account/${path}`).set('Cookie', as).type('form').send(fields);
  /** @param {Response} response */
  const follow = ({ headers }) => request(blog.url).get(headers.location).set('Cookie', cookie);
  /** @param {string} [as] */
  const show = (as = cookie) => request(blog.url).get('/admin/account').set('Cookie', as);

  /** @param {object} [fields] */
  const makeToken = (fields) =>
    send('tokens', { scope: 'posts:write', 'current-for-token': password, ...fields });
  /** @param {string} path @param {object} fields @returns {Promise<string[]>} the fields that are refused */
  const problemsWith = async (path, fields) =>
    Object.keys(parsePage(await send(path, fields).expect(422)).problems());
  const tokensOf = (/** @type {string} */ id) => blog.open.accounts.tokens.list(id);

  it('asks for the password again before whatever lasts longer than a stolen session', async () => {
    /** @type {[string, string, object][]} */
    const forms = [
      ['tokens', 'current-for-token', { scope: 'read', label: 'Mine' }],
      ['email', 'current-for-email', { email: 'thief@example.org' }],
      ['code', 'current-for-code', {}],
      ['code/end', 'current-for-code', {}],
      ['password', 'current', { next: 'a new password' }],
    ];
    const before = await userOf(blog, 'anna');
    for (const [path, field, fields] of forms)
      for (const typed of [{}, { [field]: 'not the password' }]) {
        const page = parsePage(await send(path, { ...fields, ...typed }).expect(422));
        assert.ok(page.has(`input#${field}[aria-invalid=true][autofocus]`), field);
      }
    assert.deepEqual(await tokensOf('anna'), []);
    assert.deepEqual(await userOf(blog, 'anna'), before);
  });

  it('takes what the author’s page shows of them, and says what is wrong with it', async () => {
    const picture = '/media/0123456789abcdef-anna.png';
    await send('profile', { about: ' I bake.\r\n\r\nA lot. ', picture }).expect(303);
    const { about, picture: kept } = await userOf(blog, 'anna');
    assert.deepEqual([about, kept], ['I bake.\n\nA lot.', picture]);
    for (const address of ['https://elsewhere.example/a.png', '/media/a b', '/post/x'])
      assert.deepEqual(await problemsWith('profile', { about: '', picture: address }), ['picture']);
    const long = 'x'.repeat(2001);
    assert.deepEqual(await problemsWith('profile', { about: long, picture: '' }), ['about']);
    await send('profile', { about: '', picture: '' }).expect(303);
    assert.equal('about' in (await userOf(blog, 'anna')), false);
  });

  it('keeps what was typed beside a wrong password', async () => {
    const typed = { scope: ['read', 'posts:write'], label: 'My <phone>' };
    const token = parsePage(await send('tokens', typed)).fields('[action$="/tokens"]');
    assert.deepEqual({ scope: token.scope, label: token.label }, typed);
    const email = parsePage(await send('email', { email: 'anna@example.org' }));
    assert.equal(email.attribute('#email', 'value'), 'anna@example.org');
    await makeToken();
    const change = await send('password', { next: 'a new password', 'revoke-tokens': '1' });
    assert.ok(parsePage(change).has('[name=revoke-tokens][checked]'));
  });

  it('offers to revoke the tokens with a new password, and says how many there are', async () => {
    assert.doesNotMatch((await show()).text, /revoke-tokens/);
    await makeToken();
    await makeToken();
    await blog.open.accounts.tokens.create({ user: 'ada', scopes: ['read'] });
    const label = parsePage(await show()).text('label:has([name=revoke-tokens])');
    assert.equal(label, 'Revoke my API tokens too (2)');
    const kept = await send('password', { current: password, next: 'a new password' });
    cookie = cookieOf(kept);
    assert.match(
      (await follow(kept)).text,
      /other devices are signed out\. You still have 2 API tokens/,
    );
    assert.equal((await tokensOf('anna')).length, 2);
    await blog.clock.tick(1000);
    const change = { current: 'a new password', next: password, 'revoke-tokens': '1' };
    const revoked = await send('password', change).expect(303);
    cookie = cookieOf(revoked);
    assert.match((await follow(revoked)).text, /your API tokens revoked/);
    assert.deepEqual(await tokensOf('anna'), []);
    assert.equal((await tokensOf('ada')).length, 1);
  });

  it('revokes no token when the password stays as it is', async () => {
    await makeToken();
    for (const wrong of [
      { current: 'wrong password', next: 'a new password' },
      { current: password, next: 'short' },
    ])
      await send('password', { ...wrong, 'revoke-tokens': '1' }).expect(422);
    assert.equal((await tokensOf('anna')).length, 1);
  });

  it('revokes a token that is noted as used at the same moment', async () => {
    const token = await blog.open.accounts.tokens.create({ user: 'anna', scopes: ['read'] });
    const { tokens } = blog.open.accounts;
    await Promise.all([tokens.author(token), tokens.revokeAll('anna'), tokens.author(token)]);
    assert.equal(await tokens.author(token), null);
  });

  it('gives no password to one who is suspended while it is being changed', async () => {
    const { accounts } = blog.open;
    const emil = { ...(await userOf(blog, 'emil')), sessionId: '' };
    const input = { current: password, passkey: '', site: null, next: 'a new password' };
    const changing = accounts.changePassword(emil, input, { address: '', agent: '' });
    const refused = assert.rejects(changing);
    await accounts.people.suspend('emil');
    await refused;
    assert.equal((await userOf(blog, 'emil')).password, undefined);
  });

  it('changes the password of one who knows the present one, and ends all other sessions', async () => {
    const other = await cookieFor(blog, 'anna');
    await blog.clock.tick(1000);
    for (const [field, typed] of /** @type {const} */ ([
      ['current', { current: 'wrong password', next: 'a new password' }],
      ['next', { current: password, next: 'short' }],
    ]))
      assert.deepEqual(await problemsWith('password', typed), [field]);
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
    assert.match(parsePage(await show()).text(), /<b>Anna<\/b> & co/);
    assert.deepEqual(await problemsWith('name', { name: ' ' }), ['name']);
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
    const made = await makeToken({ label: 'My phone' }).expect(200);
    const token = parsePage(made).text('.secret code');
    assert.match(token, /^larder_[\w-]{43}$/);
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
    assert.deepEqual(await problemsWith('tokens', { 'current-for-token': password }), ['scopes']);
    await makeToken({ scope: 'everything' }).expect(422);
  });
});
