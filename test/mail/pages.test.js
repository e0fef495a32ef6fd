import { deepEqual, doesNotMatch, equal, match, ok } from 'node:assert/strict';
import { setImmediate } from 'node:timers/promises';
import request from 'supertest';
import { createSubscriber } from '../../lib/mail/new-subscriber.js';
import { createSubscribers } from '../../lib/mail/subscribers.js';
import { randomBytes } from '../../lib/people/secrets.js';
import { createNetwork } from '../../lib/people/notifications/network.js';
import { signInAs } from '../support/authors.js';
import { eachTest } from '../support/blog.js';
import { breadPost, jamPost } from '../support/fixtures.js';
import { addPeople, userOf } from '../support/people.js';
/** @import { Outgoing } from '../../lib/people/notifications/network.js' */
/** @import { TestBlog } from '../support/blog.js' */

const env = {
  SMTP_URL: 'smtp://mail.example:25',
  MAIL_FROM: 'blog@example.org',
  BASE_URL: 'https://blog.example',
};
const markdown = [
  'A <script>alert(1)</script> jar of $x^2$, see [more](/about).',
  '![A jar](/media/0123456789abcdef-jar.png)',
  '![A sketch](/media/0123456789abcdef-sketch.webp)',
  'https://www.youtube.com/watch?v=dQw4w9WgXcQ',
  '- one\n- two',
].join('\n\n');

describe('A post by e-mail', () => {
  const { startBlog } = eachTest();
  /** @type {Outgoing[]} */
  let mails;
  beforeEach(() => {
    mails = [];
    meanwhile = async () => {};
  });
  /** @type {() => Promise<unknown>} While a mail is sent. */
  let meanwhile = async () => {};
  const network = {
    ...createNetwork(),
    sendMail: async (/** @type {string} */ _, /** @type {Outgoing} */ mail) => {
      mails.push(mail);
      await meanwhile();
    },
  };

  async function start(settings = env) {
    const post = { ...jamPost, title: 'Quince <jam>', markdown };
    const blog = await startBlog({ env: settings, network, posts: [post, breadPost] });
    await addPeople(blog);
    const ada = await signInAs(blog, 'ada');
    return { blog, ada, path: `/admin/mailings/${jamPost.id}` };
  }
  /** @param {TestBlog} blog @param {string} email @param {string} [language] */
  async function addReader({ open: { store } }, email, language = '') {
    const baseUrl = env.BASE_URL;
    const subscribers = createSubscribers({ store, random: randomBytes, baseUrl });
    const after = { ...createSubscriber('2026-01-01T00:00:00.000Z'), email, language };
    const id = await subscribers.idOf(email);
    await subscribers.change(id, () => ({ after: { ...after, state: 'confirmed' } }));
    return id;
  }
  const until = async (/** @type {() => unknown} */ isSo) => {
    while (!isSo()) await setImmediate();
  };

  it('asks for the sender’s address, is shown, sent to each reader, and never again', async () => {
    const { blog, ada, path } = await start();
    await addReader(blog, 'ann@example.org');
    await addReader(blog, 'bea@example.org', 'de');
    equal((await ada.send(path, {})).status, 422);
    await ada.send('/admin/mailings/address', { address: 'Ada\n1 High Street' });
    ok((await ada.open('/admin/mailings')).links('a').includes(path));
    equal((await ada.send(path, {})).status, 303);
    await until(() => mails.length === 2);
    const [german] = mails.filter(({ to }) => to.startsWith('bea'));
    match(german.html ?? '', /Im Blog lesen/);
    const [mail] = mails.filter(({ to }) => to.startsWith('ann'));
    equal(mail.subject, 'Quince <jam>');
    match(mail.text, /Read on the blog: https:\/\/blog\.example\/post\/quince-jam\?ref=mail/);
    match(mail.text, /1 High Street/);
    const off = /https:\/\/blog\.example\/subscribe\/off\/[\w-]+/.exec(mail.text)?.[0] ?? '';
    deepEqual(
      [mail.headers?.['List-Unsubscribe'], mail.headers?.['List-Unsubscribe-Post']],
      [`<${off}>`, 'List-Unsubscribe=One-Click'],
    );
    match(mail.messageId ?? '', /^<[\w.-]+@example\.org>$/);
    equal((await ada.send(path, {})).status, 409);
    const list = await ada.open('/admin/mailings');
    match(list.text('.rows'), /2 of 2 accepted/);
    const unsubscribed = await request(blog.url)
      .post(new URL(off).pathname)
      .type('form')
      .send('List-Unsubscribe=One-Click');
    equal(unsubscribed.status, 200);
  });

  it('is not sent to who chose other tags while it was sent to others', async () => {
    const { blog, ada, path } = await start();
    const { content, store } = blog.open;
    await content.saveSettings({ postalAddress: '1 High Street' });
    const ids = [
      await addReader(blog, 'ann@example.org'),
      await addReader(blog, 'ben@example.org'),
    ];
    meanwhile = async () => {
      for (const id of ids) {
        const { revision, ...reader } = await store.get('subscriber', id);
        await store.write([
          { kind: 'subscriber', record: { ...reader, tags: ['Bread'] }, revision },
        ]);
      }
    };
    await ada.send(path, {});
    const isDone = async () => (await store.get('mailing', jamPost.id)).state === 'done';
    while (!(await isDone())) await setImmediate();
    equal(mails.length, 1);
  });

  it('has what mail programs can show: no script, pictures by absolute address, formulas as text', async () => {
    const { ada, path } = await start();
    const { text: html, headers } = await ada.send(path, {}).then(() => ada.get(`${path}/mail`));
    doesNotMatch(html, /<script|<math|<iframe|alert\(1\)<|class="embed/);
    match(html, /src="https:\/\/blog\.example\/media\/0123456789abcdef-jar\.png"/);
    match(
      html,
      /href="https:\/\/blog\.example\/media\/0123456789abcdef-sketch\.webp"[^>]*>A sketch/,
    );
    match(html, /<code[^>]*>x\^2<\/code>/);
    match(html, /href="https:\/\/blog\.example\/about"/);
    match(html, /href="https:\/\/www\.youtube\.com\/watch\?v=dQw4w9WgXcQ"/);
    match(html, /Quince &lt;jam&gt;/);
    const policy = headers['content-security-policy'];
    match(policy, /sandbox; default-src 'none'; img-src 'self'; style-src 'unsafe-inline'/);
    equal(headers['cache-control'], 'no-store');
  });

  it('has a direction for each of its parts, whatever language the others are in', async () => {
    const { blog, ada, path } = await start();
    await blog.open.content.saveSettings({ postalAddress: '1 High Street' });
    const { text: html } = await ada.get(`${path}/mail`);
    doesNotMatch(html, /<td[^>]*dir=/);
    match(html, /<h1 dir="auto"[^>]*>Quince/);
    match(html, /<div dir="auto">\s*<p/);
    const { text: digest } = await ada.get('/admin/mailings/digest/mail');
    doesNotMatch(digest, /<td[^>]*dir=/);
    match(digest, /<h2 dir="auto"/);
  });

  it('is tried out by a mail to oneself, which counts as none', async () => {
    const { blog, ada, path } = await start();
    await addReader(blog, 'ann@example.org');
    const user = await userOf(blog, 'ada');
    const { revision } = user;
    await blog.open.content.saveUser({ ...user, email: 'ada@example.org' }, { revision });
    await ada.send(`${path}/test`, {});
    await until(() => mails.length === 1);
    equal(mails[0].to, 'ada@example.org');
    doesNotMatch(mails[0].text, /subscribe\/off\//);
    equal((await ada.open('/admin/mailings')).links('a').includes(path), true);
  });

  it('is nowhere offered where the server sends no mail', async () => {
    const { ada, path } = await start({ ...env, SMTP_URL: '', MAIL_FROM: '' });
    ok(!(await ada.open('/admin')).links('a').includes('/admin/mailings'));
    equal((await ada.get('/admin/mailings')).status, 404);
    equal((await ada.get(path)).status, 404);
    equal((await ada.send(path, {})).status, 404);
  });

  it('comes with others in a digest, each reader’s own, from a template of the theme', async () => {
    const { blog, ada } = await start();
    const { content, store, index } = blog.open;
    await content.saveSettings({ postalAddress: '1 High Street' });
    const ann = await addReader(blog, 'ann@example.org', 'de');
    await addReader(blog, 'ben@example.org');
    const { revision, ...reader } = await store.get('subscriber', ann);
    await store.write([{ kind: 'subscriber', record: { ...reader, tags: ['JAM'] }, revision }]);
    match((await ada.get('/admin/mailings/digest/mail')).text, /New on/);
    equal((await ada.send('/admin/mailings/digest', digest('sometimes'))).status, 422);
    equal((await ada.send('/admin/mailings/digest', digest('daily'))).status, 303);
    equal(index.settings.digestHour, 14);
    const looks = async (/** @type {number} */ count) => {
      for (let look = 0; look < count; look++) {
        await blog.clock.tick(60_000);
        for (let turn = 0; turn < 30; turn++) await setImmediate();
      }
    };
    await looks(2);
    const cover = { src: 'https://pictures.example/jar.jpg', alt: 'A <jar>' };
    for (const [title, tags] of /** @type {[string, string[]][]} */ ([
      ['Plum & <jam>', ['Jam']],
      ['Bread', ['Bread']],
    ]))
      await content.savePost({ title, tags, cover, markdown: 'Stir.', status: 'published' });
    for (let hour = 0; mails.length < 2; hour++) {
      ok(hour < 20);
      await looks(30);
    }
    const [toAnn, toBen] = ['ann', 'ben'].map(
      (name) => mails.find(({ to }) => to.startsWith(name)) ?? { subject: '', html: '', text: '' },
    );
    match(toAnn.subject, /^Neu auf/);
    match(toBen.subject, /^New on/);
    for (const { html, text } of [toAnn, toBen]) {
      match(html ?? '', /Plum &amp; &lt;jam&gt;<\/a>/);
      match(html ?? '', /src="https:\/\/pictures\.example\/jar\.jpg" alt="A &lt;jar&gt;"/);
      match(text ?? '', /\/post\/plum-jam\?ref=mail/);
      match(html ?? '', /1 High Street/);
    }
    match(toBen.html ?? '', />Bread</);
    doesNotMatch(toAnn.html ?? '', />Bread</);
    await looks(30);
    equal(mails.length, 2);
    const list = await ada.get('/admin/mailings');
    match(list.text, /2 of 2 accepted/);
    const [path] = /\/admin\/mailings\/digest%3A[\d-]+/.exec(list.text) ?? [''];
    match((await ada.get(path)).text, /New on/);
    match((await ada.get(`${path}/mail`)).text, />Bread</);
  });
});

/** @param {string} often */
const digest = (often) => ({ digest: often, digestDay: '1', digestHour: '14' });
