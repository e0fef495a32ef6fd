import { deepEqual, doesNotMatch, equal, match, notEqual, ok } from 'node:assert/strict';
import { once } from 'node:events';
import { setImmediate } from 'node:timers/promises';
import request from 'supertest';
import { createNetwork } from '../../lib/people/notifications/network.js';
import { signInAs } from '../support/authors.js';
import { eachTest } from '../support/blog.js';
import { parsePage } from '../support/html.js';
import { addPeople, cookieFor, cookieOf, password, signIn, userOf } from '../support/people.js';
import { createSmtp } from '../support/smtp.js';
/** @import { AddressInfo } from 'node:net' */
/** @import { Network, Outgoing as Mail } from '../../lib/people/notifications/network.js' */
/** @import { TestBlog } from '../support/blog.js' */

const MINUTE = 60_000;
const env = { SMTP_URL: 'smtp://mail.example:25', MAIL_FROM: 'blog@example.org' };
const chosen = 'a password of my own';

describe('A forgotten password', () => {
  const { startBlog } = eachTest();
  /** @type {Mail[]} */
  let mails;
  beforeEach(() => (mails = []));
  const network = {
    get: () => Promise.reject(new Error('There is no network')),
    sendMail: async (/** @type {string} */ _, /** @type {Mail} */ mail) => mails.push(mail),
    post: async () => {},
  };

  /** @param {Record<string, string>} [settings] @param {Network} [other] */
  async function start(settings = env, other = network) {
    const blog = await startBlog({
      env: { TRUST_PROXY: 'loopback', ...settings },
      network: other,
    });
    await addPeople(blog);
    const user = await userOf(blog, 'anna');
    const email = 'anna@example.org';
    await blog.open.content.saveUser({ ...user, email }, { revision: user.revision });
    return blog;
  }

  let clients = 0;
  /** @param {TestBlog} blog @param {string} name @param {string} [address] of the client */
  async function ask(blog, name, address = `198.51.100.${++clients % 250}`) {
    const response = await request(blog.url)
      .post('/admin/forgot')
      .set('X-Forwarded-For', address)
      .type('form')
      .send({ name });
    await finish(blog);
    return response;
  }
  /** Lets pass what is done after the answer. @param {TestBlog} blog */
  async function finish(blog) {
    await setImmediate();
    await blog.clock.tick(100);
    for (let turn = 0; turn < 20; turn++) await setImmediate();
  }
  /** @param {string} text @returns {string} its token */
  const tokenIn = (text) =>
    decodeURIComponent(/\/admin\/join\?token=(\S+)/.exec(text)?.[1] ?? 'none');
  const newest = () => tokenIn(mails.at(-1)?.text ?? '');
  /** @param {TestBlog} blog @param {string} token */
  const open = ({ url }, token) => request(url).get('/admin/join').query({ token });
  /** @param {TestBlog} blog @param {string} token @param {string} [secret] */
  const choose = ({ url }, token, secret = chosen) =>
    request(url).post('/admin/join').type('form').send({ token, password: secret });

  it('is chosen anew by a link in a mail, which works once and ends all sessions', async () => {
    const blog = await start();
    const session = await cookieFor(blog, 'anna');
    const login = parsePage(await request(blog.url).get('/admin/login'));
    ok(login.links('a').includes('/admin/forgot'));
    await request(blog.url)
      .get('/admin/forgot')
      .expect(200, /E-mail address or sign-in name/);
    equal((await ask(blog, ' ANNA@example.org ')).status, 200);
    const [{ from, to, subject, text }] = mails;
    deepEqual(
      [mails.length, from, to, subject],
      [1, 'blog@example.org', 'anna@example.org', 'Choose a new password for “Larder”'],
    );
    match(text, /sign-in name is anna\.[^]*http:\/\/127\.0\.0\.1:\d+\/admin\/join\?token=anna\./);
    for (let time = 0; time < 2; time++) await open(blog, newest()).expect(200, /anna/);
    await choose(blog, newest(), 'short').expect(422);
    const signedIn = await choose(blog, newest()).expect(303).expect('Location', '/admin');
    const visit = (/** @type {string} */ cookie) =>
      request(blog.url).get('/admin').set('Cookie', cookie);
    await visit(cookieOf(signedIn)).expect(200);
    await visit(session).expect(303);
    await signIn(blog, 'anna').expect(422);
    await choose(blog, newest()).expect(403);
    await open(blog, newest()).expect(403);
  });

  it('is asked for by sign-in name too, and answered alike for whoever there is not', async () => {
    const blog = await start();
    await blog.open.content.saveUser({
      id: 'imported',
      name: 'Imported',
      role: 'author',
      email: 'imported@example.org',
    });
    const answers = [];
    for (const name of ['anna', 'ada', 'nobody', 'nobody@example.org', 'imported', '', '@'])
      answers.push(await ask(blog, name));
    deepEqual([...new Set(answers.map(({ status }) => status))], [200]);
    equal(new Set(answers.map(({ text }) => text)).size, 1);
    match(parsePage(answers[0]).text('[role=status]'), /If there is an account/);
    deepEqual(
      mails.map(({ to }) => to),
      ['anna@example.org'],
    );
  });

  it('is looked up after the answer, also by a server that stops', async () => {
    const blog = await start();
    const { store } = blog.open;
    const get = store.get.bind(store);
    /** @type {string[]} */
    const read = [];
    store.get = /** @type {any} */ (
      (/** @type {'user'} */ kind, /** @type {string} */ id) => {
        read.push(`${kind} ${id}`);
        return get(kind, id);
      }
    );
    await request(blog.url).post('/admin/forgot').type('form').send({ name: 'anna' }).expect(200);
    for (let turn = 0; turn < 20; turn++) await setImmediate();
    deepEqual([read.includes('user anna'), mails.length], [false, 0]);
    await blog.close();
    deepEqual([read.includes('user anna'), mails.length], [true, 1]);
  });

  it('has a link for 30 minutes, of which only a hash is stored', async () => {
    const blog = await start();
    await ask(blog, 'anna');
    const token = newest();
    for await (const record of blog.open.store.all('token'))
      doesNotMatch(JSON.stringify(record), new RegExp(token.split('.')[1]));
    await blog.clock.tick(30 * MINUTE - 1);
    await open(blog, token).expect(200);
    await blog.clock.tick(1);
    await choose(blog, token).expect(403);
    await signIn(blog, 'anna').expect(303);
  });

  it('has one link: a newer one ends it, as does another password, another address and the end of the account', async () => {
    const blog = await start();
    const { accounts } = blog.open;
    const anna = await signInAs(blog, 'anna');
    await ask(blog, 'anna');
    const first = newest();
    await ask(blog, 'anna');
    notEqual(newest(), first);
    await open(blog, first).expect(403);
    await anna.send('/admin/account/email', {
      email: 'other@example.org',
      'current-for-email': password,
    });
    await open(blog, newest()).expect(403);
    await ask(blog, 'anna');
    equal(mails.at(-1)?.to, 'other@example.org');
    await open(blog, newest()).expect(200);
    await accounts.setPassword('anna', 'another password');
    await open(blog, newest()).expect(403);
    await blog.clock.tick(60 * MINUTE);
    await ask(blog, 'anna');
    await open(blog, newest()).expect(200);
    await accounts.people.suspend('anna');
    await choose(blog, newest()).expect(403);
  });

  it('does not touch an owner’s invitation, which ends with the password that is chosen', async () => {
    const blog = await start();
    const { token } = await blog.open.accounts.invitations.create('anna');
    await ask(blog, 'anna');
    await open(blog, token).expect(200);
    await choose(blog, newest()).expect(303);
    await open(blog, token).expect(403);
  });

  it('does not go round two-factor authentication', async () => {
    const blog = await start();
    const user = await userOf(blog, 'anna');
    const secondFactor = { secret: 'JBSWY3DPEHPK3PXP', lastStep: 0, recoveryCodes: [] };
    await blog.open.content.saveUser({ ...user, secondFactor }, { revision: user.revision });
    await ask(blog, 'anna');
    await choose(blog, newest()).expect(303).expect('Location', '/admin/login/code');
  });

  it('sends few mails to one account, and nobody is told that there were none', async () => {
    const blog = await start();
    for (let time = 0; time < 6; time++) {
      const { text } = await ask(blog, time % 2 ? 'anna' : 'anna@example.org');
      match(text, /If there is an account/);
    }
    equal(mails.length, 3);
    await blog.clock.tick(15 * MINUTE);
    await ask(blog, 'anna');
    equal(mails.length, 4);
  });

  it('makes a client wait that asks for many', async () => {
    const blog = await start();
    const answers = [];
    for (let time = 0; time < 12; time++)
      answers.push(await ask(blog, `name-${time}`, '203.0.113.7'));
    equal(answers[0].status, 200);
    const last = answers[11];
    deepEqual([last.status, Number(last.headers['retry-after']) > 0], [429, true]);
    match(parsePage(last).text('[role=alert]'), /Too many attempts/);
    equal((await ask(blog, 'anna')).status, 200);
  });

  it('is written about in the language of the account, else of the blog', async () => {
    const blog = await start();
    await blog.open.content.saveSettings({ title: 'Rye\r\nBcc: x@example.org', language: 'de' });
    await ask(blog, 'anna');
    match(mails[0].subject, /^Neues Passwort für „Rye ?Bcc: x@example\.org“ wählen$/);
    const user = await userOf(blog, 'anna');
    await blog.open.content.saveUser({ ...user, language: 'ja' }, { revision: user.revision });
    await ask(blog, 'anna');
    match(mails[1].text, /ログイン名は anna です/);
  });

  it('can only be asked for where there are mails; without, no address is asked for either', async () => {
    const blog = await start({});
    const { accounts } = blog.open;
    ok(
      !parsePage(await request(blog.url).get('/admin/login'))
        .links('a')
        .includes('/admin/forgot'),
    );
    await request(blog.url).get('/admin/forgot').expect(404);
    equal((await ask(blog, 'anna')).status, 404);
    const ada = await signInAs(blog, 'ada');
    equal((await ada.open('/admin/account')).has('[name=email]'), false);
    ok(await accounts.user('anna'));
    const anna = await signInAs(blog, 'anna');
    equal((await anna.open('/admin/account')).has('[name=email]'), true);
    const mailing = await start();
    const mailed = await signInAs(mailing, 'ada');
    equal((await mailed.open('/admin/account')).has('[name=email]'), true);
  });

  it('can be mailed about from the start: the first owner is asked for an address', async () => {
    const blog = await startBlog({ env, network });
    const link = new URL((await blog.open.accounts.setup.link(blog.url)) ?? '');
    const token = link.searchParams.get('token') ?? '';
    const send = (/** @type {string} */ email) =>
      request(blog.url)
        .post('/admin/setup')
        .type('form')
        .send({ token, name: 'Ada', id: '', email, password });
    const page = parsePage(await send('nowhere').expect(422));
    deepEqual([Object.keys(page.problems()), page.fields().email], [['email'], 'nowhere']);
    await send('ada@example.org').expect(303);
    equal((await userOf(blog, 'ada')).email, 'ada@example.org');
    const other = await startBlog();
    const path = ((await other.open.accounts.setup.link(other.url)) ?? '').replace(other.url, '');
    equal(parsePage(await request(other.url).get(path).expect(200)).has('#email'), false);
  });

  it('comes by a real mail server', async () => {
    let received = '';
    const server = createSmtp((text) => (received += text)).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = /** @type {AddressInfo} */ (server.address());
    const blog = await start({ ...env, SMTP_URL: `smtp://127.0.0.1:${port}` }, createNetwork());
    await ask(blog, 'anna@example.org');
    while (!/\r\n\.\r\n/.test(received)) await setImmediate();
    server.close();
    match(received, /^RCPT TO:<anna@example\.org>/m);
    const text = received.replace(/=\r\n/g, '').replace(/=3D/g, '=');
    await choose(blog, tokenIn(text)).expect(303);
    await signIn(blog, 'anna', chosen).expect(303);
  });
});
