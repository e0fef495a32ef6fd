import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import { setImmediate } from 'node:timers/promises';
import { once } from 'node:events';
import request from 'supertest';
import { readConfig } from '../../../lib/start/config.js';
import { createNetwork } from '../../../lib/people/notifications/network.js';
import { createNotifications } from '../../../lib/people/notifications/notifications.js';
import { eachTest } from '../../support/blog.js';
import { createClock } from '../../support/clock.js';
import { createQuietLog } from '../../support/log.js';
import { createSmtp } from '../../support/smtp.js';
import { breadPost, jamPost } from '../../support/fixtures.js';
import { addPeople, password, userOf } from '../../support/people.js';
/** @import { AddressInfo } from 'node:net' */
/** @import { Outgoing as Mail } from '../../../lib/people/notifications/network.js' */
/** @import { TestBlog } from '../../support/blog.js' */

const env = {
  TRUST_PROXY: 'loopback',
  SMTP_URL: 'smtp://mail.example:25',
  MAIL_FROM: 'blog@example.org',
  WEBHOOK_URL: 'https://hooks.example/larder',
};

describe('Notifications about comments', () => {
  const { startBlog } = eachTest();
  /** @type {Mail[]} */
  let mails;
  /** @type {any[]} */
  let calls;
  /** @type {Error | null} */
  let failure;
  const network = {
    get: () => Promise.reject(new Error('There is no network')),
    sendMail: async (/** @type {string} */ _url, /** @type {any} */ mail) => {
      mails.push(mail);
      if (failure) throw failure;
    },
    post: async (/** @type {string} */ url, /** @type {object} */ body) => {
      calls.push({ url, body });
      if (failure) throw failure;
    },
  };
  beforeEach(() => {
    mails = [];
    calls = [];
    failure = null;
  });
  /** @param {Record<string, string>} [settings] */
  async function start(settings = env) {
    const posts = [{ ...breadPost, author: 'anna' }, jamPost];
    const blog = await startBlog({ posts, env: settings, network });
    await addPeople(blog);
    return blog;
  }
  /** @param {TestBlog} blog @param {string} id @param {string} email */
  async function giveEmail(blog, id, email) {
    const user = await userOf(blog, id);
    await blog.open.content.saveUser({ ...user, email }, { revision: user.revision });
  }

  it('are not the only mails: owners are warned in the language of their account, else of the blog', async () => {
    const { open, url: baseUrl, ...blog } = await start();
    for (const [id, language] of [
      ['ada', 'ja'],
      ['grace', ''],
    ]) {
      const email = `${id}@example.org`;
      if (id === 'grace') await open.accounts.addUser({ id, name: id, role: 'owner', password });
      const user = await userOf({ open, url: baseUrl, ...blog }, id);
      const { revision } = user;
      await open.content.saveUser({ ...user, email, ...(language && { language }) }, { revision });
    }
    await open.content.saveSettings({ language: 'de' });
    const { store, index } = open;
    const config = { webhookUrl: '' };
    const notifications = createNotifications({
      config,
      addMail: (mail) => mails.push({ from: 'blog@example.org', ...mail }),
      store,
      index,
      baseUrl,
      network,
      clock: createClock(),
      log: createQuietLog(),
    });
    notifications.warnOwners('The blog could not be backed up: ENOSPC');
    for (let turn = 0; turn < 20; turn++) await setImmediate();
    await notifications.close();
    assert.deepEqual(mails.map(({ to, subject }) => [to, subject]).sort(), [
      ['ada@example.org', 'ブログをバックアップできませんでした：ENOSPC'],
      ['grace@example.org', 'Das Blog konnte nicht gesichert werden: ENOSPC'],
    ]);
  });

  let sent = 0;
  /** @param {TestBlog} blog @param {Record<string, string>} [fields] @param {string} [slug] */
  async function send(blog, fields, slug = 'rye-bread') {
    await request(blog.url)
      .post(`/post/${slug}/comments`)
      .set('X-Forwarded-For', `198.51.100.${++sent % 250}`)
      .type('form')
      .send({ name: 'Grace', markdown: `Number ${sent}`, ...fields })
      .expect(303);
    // What nobody waits for gets its turn.
    for (let turn = 0; turn < 20; turn++) await setImmediate();
  }

  it('go to the post’s author by mail, with where to decide', async () => {
    const blog = await start();
    await giveEmail(blog, 'anna', 'anna@example.org');
    await giveEmail(blog, 'ada', 'ada@example.org');
    await send(blog, { markdown: 'Fine\ncrust' });
    const [{ from, to, subject, text, headers }] = mails;
    assert.deepEqual(
      [mails.length, from, to, subject],
      [1, 'blog@example.org', 'anna@example.org', 'New comment on “Rye bread”'],
    );
    assert.equal(headers?.['Auto-Submitted'], 'auto-generated');
    assert.match(
      text,
      /Grace on “Rye bread”[^]*Awaiting approval\.[^]*> Fine\n> crust[^]*\/admin\/comments/,
    );
  });

  it('are written in the language of the blog, apart from the webhook', async () => {
    const blog = await start();
    await giveEmail(blog, 'anna', 'anna@example.org');
    await blog.open.content.saveSettings({ ...blog.open.index.settings, language: 'de' });
    await send(blog);
    const [{ subject, text }] = mails;
    assert.equal(subject, 'Neuer Kommentar zu „Rye bread“');
    assert.match(
      text,
      /Grace zu „Rye bread“[^]*Wartet auf Freigabe\.[^]*prüfen: .*\/admin\/comments/,
    );
    assert.equal(calls[0].body.event, 'comment.received');
  });

  it('go to the owners where the author has no address, and to nobody where they have none', async () => {
    const blog = await start();
    await send(blog);
    assert.deepEqual(mails, []);
    await giveEmail(blog, 'ada', 'ada@example.org');
    await giveEmail(blog, 'emil', 'emil@example.org');
    await send(blog);
    await send(blog, {}, 'quince-jam');
    assert.deepEqual(
      mails.map(({ to }) => to),
      ['ada@example.org'],
    );
  });

  it('go to another program as JSON', async () => {
    const blog = await start();
    await send(blog, { markdown: 'Fine' });
    const [{ url, body }] = calls;
    assert.equal(url, env.WEBHOOK_URL);
    assert.equal(body.event, 'comment.received');
    assert.deepEqual(Object.keys(body.comment), [
      'id',
      'postSlug',
      'replyTo',
      'name',
      'url',
      'markdown',
      'status',
    ]);
    assert.deepEqual([body.comment.markdown, body.comment.status], ['Fine', 'pending']);
    assert.equal(body.post.slug, 'rye-bread');
    assert.match(body.post.url, /^http:\/\/127\.0\.0\.1:\d+\/post\/rye-bread$/);
    assert.match(body.moderateUrl, /\/admin\/comments$/);
  });

  it('are at most one mail a minute, which says how many there are', async () => {
    const blog = await start();
    await giveEmail(blog, 'anna', 'anna@example.org');
    for (let number = 0; number < 25; number++) await send(blog);
    assert.equal(mails.length, 1);
    await blog.clock.tick(60_000);
    for (let turn = 0; turn < 20; turn++) await setImmediate();
    assert.deepEqual(
      mails.map(({ subject }) => subject),
      ['New comment on “Rye bread”', '24 new comments'],
    );
    assert.match(mails[1].text, /And 14 more\./);
    await blog.clock.tick(30_000);
    await send(blog);
    assert.equal(mails.length, 2);
  });

  it('are tried again a few times, and then given up with a line in the log', async () => {
    const blog = await start({ ...env, SMTP_URL: '', MAIL_FROM: '' });
    failure = new Error('no route');
    await send(blog);
    for (const seconds of [10, 60, 600, 3600]) {
      await blog.clock.tick(seconds * 1000);
      for (let turn = 0; turn < 5; turn++) await setImmediate();
    }
    assert.equal(calls.length, 4);
    failure = null;
    await send(blog);
    assert.equal(calls.length, 5);
  });

  it('keep no commenter waiting, and are bounded', async () => {
    const blog = await start();
    const post = network.post;
    let answer = () => {};
    network.post = () => new Promise((resolve) => (answer = () => resolve(undefined)));
    for (let number = 0; number < 120; number++) await send(blog, { name: `N${number}` });
    network.post = post;
    answer();
    const dropped = blog.log.lines.filter(({ message }) => /was dropped/.test(message));
    assert.equal(dropped.length, 1);
  });

  it('are sent before a stop, those too that wait for their minute or for another try', async () => {
    const blog = await start();
    await giveEmail(blog, 'anna', 'anna@example.org');
    failure = new Error('no route');
    await send(blog);
    failure = null;
    await send(blog);
    assert.deepEqual([mails.length, calls.length], [1, 1]);
    await blog.close();
    assert.deepEqual([mails.length, calls.length], [3, 3]);
    assert.notEqual(mails[1].text, mails[2].text);
  });

  it('hold up a stop for three seconds at most', async () => {
    const blog = await start({ ...env, SMTP_URL: '', MAIL_FROM: '' });
    const post = network.post;
    network.post = () => new Promise(() => {});
    await send(blog);
    network.post = post;
    let isClosed = false;
    const closing = blog.close().then(() => (isClosed = true));
    while (!isClosed) {
      await setImmediate();
      await blog.clock.tick(1000);
    }
    await closing;
    assert.ok(
      blog.log.lines.some(({ message }) => /Not sent before the server stopped/.test(message)),
    );
  });

  it('hold no line of a commenter or a title in the head of a mail', async () => {
    const blog = await start();
    await giveEmail(blog, 'anna', 'anna@example.org');
    const { revision } = await blog.open.store.get('post', breadPost.id);
    await blog.open.content.savePost(
      { id: breadPost.id, title: 'Rye\r\nBcc: all@example.org' },
      { revision },
    );
    await send(blog, { name: 'Eve\r\nBcc: all@example.org' });
    assert.doesNotMatch(mails[0].subject, /[\r\n]/);
    assert.match(mails[0].text, /^Eve Bcc: all@example\.org on “Rye/);
  });

  it('are off until they are configured, and want a sender', async () => {
    const blog = await start({ TRUST_PROXY: 'loopback' });
    await giveEmail(blog, 'anna', 'anna@example.org');
    await send(blog);
    assert.deepEqual([mails, calls], [[], []]);
    assert.throws(() => readConfig({ SMTP_URL: 'smtp://x' }), /MAIL_FROM must be set/);
    const secret = { SMTP_URL: 'http://user:hunter2@x', MAIL_FROM: 'a@b' };
    assert.throws(
      () => readConfig(secret),
      (/** @type {Error} */ { message }) => !message.includes('hunter2'),
    );
    assert.throws(() => readConfig({ MAIL_FROM: 'a@b\nBcc: c@d' }), /MAIL_FROM/);
    assert.throws(() => readConfig({ WEBHOOK_URL: 'file:///etc/passwd' }), /WEBHOOK_URL/);
  });

  it('are mails that a server understands', async () => {
    let received = '';
    const server = createSmtp((text) => (received += text)).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = /** @type {AddressInfo} */ (server.address());
    const mail = { from: 'blog@example.org', to: 'ada@example.org', subject: 'Ein „Brot“\r\nX: y' };
    await createNetwork().sendMail(`smtp://127.0.0.1:${port}`, { ...mail, text: '> Grüße\n.\n' });
    server.close();
    assert.match(received, /^MAIL FROM:<blog@example\.org>/m);
    assert.match(received, /^RCPT TO:<ada@example\.org>/m);
    assert.doesNotMatch(received, /^X: y/m);
  });

  it('follow no redirect', async () => {
    let asked = 0;
    const server = createServer((question, answer) => {
      asked++;
      question.resume();
      answer.writeHead(question.url === '/good' ? 204 : 307, { Location: '/good' }).end();
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = /** @type {AddressInfo} */ (server.address());
    const { post } = createNetwork();
    await assert.rejects(post(`http://127.0.0.1:${port}/moved`, {}), /307/);
    assert.equal(asked, 1);
    await post(`http://127.0.0.1:${port}/good`, { a: 1 });
    server.closeAllConnections();
    server.close();
  });
});
