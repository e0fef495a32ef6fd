import assert from 'node:assert/strict';
import request from 'supertest';
import { createNotices } from '../../lib/people/notices.js';
import { signInAs, withAuthors } from '../support/authors.js';
import { eachTest } from '../support/blog.js';
import { createQuietLog } from '../support/log.js';
import { addPeople, password, userOf } from '../support/people.js';
import { parsePage } from '../support/html.js';
import { adminWords } from '../../lib/base/words.js';
/** @import { Outgoing } from '../../lib/people/notifications/network.js' */

describe('What concerns an account', () => {
  const { blog, ada, emil } = withAuthors(['ada', 'emil']);
  /** @type {{ to: string, subject: string, text: string }[]} */
  let mails = [];
  beforeEach(() => void (mails = []));

  function start() {
    const { store, index, accounts } = blog.open;
    return createNotices({
      leads: async () => true,
      store,
      index,
      activity: accounts.activity,
      mailUser(user, write) {
        const { subject, parts } = write(adminWords.in('en'));
        mails.push({ to: user.id, subject, text: parts.join(' ') });
      },
      baseUrl: 'https://blog.example',
      clock: blog.clock,
      log: createQuietLog(),
    });
  }

  it('is told by mail once, whoever did it, also by a process that starts later', async () => {
    const notices = start();
    await notices.look();
    await blog.clock.tick(1000);
    await ada.send('/admin/people/emil/role', { role: 'author', current: password });
    await blog.clock.tick(1000);
    await emil.send('/admin/account/tokens', {
      scope: 'read',
      label: 'Camera',
      'current-for-token': password,
    });
    await ada.send('/admin/account/name', { name: 'Countess' });
    await notices.look();
    await start().look();
    assert.deepEqual(
      mails.map(({ to, subject }) => [to, subject]),
      [
        ['emil', 'Larder: Role changed'],
        ['emil', 'Larder: API token created'],
      ],
    );
    assert.match(mails[1].text, /API token created: Camera, for the account emil/);
    await notices.close();
  });

  it('is shown at the next sign-in', async () => {
    await blog.clock.tick(1000);
    await ada.send('/admin/people/emil/role', { role: 'author', current: password });
    await blog.clock.tick(1000);
    await emil.signInAgain();
    const page = await emil.open('/admin');
    assert.match(page.text('.notice'), /^Since your last sign-in: Role changed/);
    await blog.clock.tick(1000);
    await emil.signInAgain();
    assert.equal((await emil.open('/admin')).has('.notice'), false);
    assert.equal((await userOf(blog, 'emil')).role, 'author');
  });

  it('is shown on a device of theirs, though a thief has signed in elsewhere since, and costs no look', async () => {
    const { accounts, store } = blog.open;
    const typed = { name: 'emil', password, previous: '' };
    const laptop = { address: '', agent: 'Laptop' };
    const thief = { address: '', agent: 'Thief' };
    const first = await accounts.signIn(typed, laptop);
    await blog.clock.tick(1000);
    await accounts.signIn(typed, thief);
    await ada.send('/admin/people/emil/role', { role: 'author', current: password });
    await blog.clock.tick(1000);
    await accounts.signIn(typed, thief);
    await blog.clock.tick(1000);
    const device = first?.device?.value;
    const again = await accounts.signIn(typed, { ...laptop, device });
    const { all } = store;
    store.all = (kind, ...how) => (assert.notEqual(kind, 'act'), all(kind, ...how));
    const page = await request(blog.url)
      .get('/admin')
      .set('Cookie', `larder=${again?.session.value}`);
    store.all = all;
    assert.match(parsePage(page).text('.notice'), /^Since your last sign-in: Role changed/);
  });
});

describe('A new e-mail address', () => {
  const { startBlog } = eachTest();

  it('is told at the old one too, which whoever takes an account over does not read', async () => {
    /** @type {Outgoing[]} */
    const mails = [];
    const blog = await startBlog({
      env: { SMTP_URL: 'smtp://mail.example:25', MAIL_FROM: 'blog@example.org' },
      network: {
        get: () => Promise.reject(new Error('There is no network')),
        sendMail: async (_, mail) => mails.push(mail),
        post: async () => {},
      },
    });
    await addPeople(blog);
    const { id, name, role } = await userOf(blog, 'ada');
    await blog.open.content.saveUser({ id, name, role, email: 'ada@example.org' });
    const ada = await signInAs(blog, 'ada');
    const email = 'eve@example.org';
    await ada.send('/admin/account/email', { email, 'current-for-email': password });
    await blog.close();
    assert.deepEqual(
      mails.map(({ to, subject }) => [to, subject]),
      [['ada@example.org', 'Larder: E-mail address changed']],
    );
  });
});
