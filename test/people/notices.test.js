import assert from 'node:assert/strict';
import { createNotices } from '../../lib/people/notices.js';
import { withAuthors } from '../support/authors.js';
import { createQuietLog } from '../support/log.js';
import { password, userOf } from '../support/people.js';
import { adminWords } from '../../lib/base/words.js';

describe('What concerns an account', () => {
  const { blog, ada, emil } = withAuthors(['ada', 'emil']);
  /** @type {{ to: string, subject: string, text: string }[]} */
  let mails = [];
  beforeEach(() => void (mails = []));

  function start() {
    const { store, index, accounts } = blog.open;
    return createNotices({
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
});
