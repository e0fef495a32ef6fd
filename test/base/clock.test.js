import assert from 'node:assert/strict';
import request from 'supertest';
import { codeAt, fromBase32, stepAt } from '../../lib/people/totp.js';
import { createCommentLimits } from '../../lib/content/comments/limits.js';
import { Digests } from '../../lib/people/notifications/digests.js';
import { steady } from '../../lib/base/clock.js';
import { eachTest } from '../support/blog.js';
import { createClock } from '../support/clock.js';
import { draftPost } from '../support/fixtures.js';
import { addPeople, cookieFor, signIn, userOf } from '../support/people.js';
/** @import { TestBlog } from '../support/blog.js' */

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

describe('A monotonic clock', () => {
  it('goes on with the clock, stands still where the clock goes back, and never goes back itself', async () => {
    const clock = createClock();
    const now = steady(clock);
    const start = now();
    const passed = [];
    for (const jump of [1000, -DAY, 1000, -1, 2000]) {
      await clock.tick(jump);
      passed.push(now() - start);
    }
    assert.deepEqual(passed, [1000, 1000, 2000, 2000, 4000]);
  });
});

describe('After the system clock was set back,', () => {
  const { startBlog } = eachTest();
  /** @type {TestBlog} */
  let blog;
  beforeEach(async () => {
    blog = await startBlog({ posts: [draftPost] });
    await addPeople(blog);
  });
  /** @param {string} cookie */
  const account = (cookie) => request(blog.url).get('/admin/account').set('Cookie', cookie);

  it('who has to wait before they try again waits no longer than once more', async () => {
    for (let time = 0; time < 10; time++) await signIn(blog, 'ada', 'not the password').expect(422);
    await blog.clock.tick(-DAY);
    for (const _ of ['by account', 'by address']) {
      await signIn(blog, 'ada').expect(429).expect('Retry-After', '1');
      await blog.clock.tick(1000);
    }
    await signIn(blog, 'ada').expect(303);
  });

  it('readers comment as before', async () => {
    const clock = createClock();
    const limits = createCommentLimits({ clock });
    while (limits.takeShown());
    for (let count = 0; count < 30; count++) limits.countForm('192.0.2.1');
    await clock.tick(-DAY);
    const wait = { code: 'tooMany', headers: ['Retry-After', '1'] };
    assert.throws(() => limits.countForm('192.0.2.1'), wait);
    assert.equal(limits.takeShown(), false);
    await clock.tick(HOUR);
    limits.countForm('192.0.2.1');
    assert.equal(limits.takeShown(), true);
  });

  it('mails are sent a minute apart', async () => {
    const clock = createClock();
    /** @type {number[]} */
    const waits = [];
    const after = (/** @type {number} */ milliseconds) => {
      waits.push(milliseconds);
      return () => {};
    };
    const digests = new Digests({ send: () => {}, clock: { now: clock.now, after } });
    digests.add('ada@example.org', 1);
    await clock.tick(-DAY);
    digests.add('ada@example.org', 2);
    assert.deepEqual(waits, [MINUTE]);
  });

  it('a session goes on, and ends when it would have, or a week of disuse later', async () => {
    const cookie = await cookieFor(blog, 'ada');
    await blog.clock.tick(-2 * HOUR);
    await account(cookie).expect(200);
    const [{ seenAt }] = await blog.open.accounts.sessions.of('ada');
    assert.equal(seenAt, new Date(blog.clock.now()).toISOString());
    await blog.clock.tick(-300 * DAY);
    await account(cookie).expect(303);
    const again = await cookieFor(blog, 'ada');
    await account(again).expect(200);
  });

  it('a link is good for no more than another seven days', async () => {
    const { invitations } = blog.open.accounts;
    const { token } = await invitations.create('anna');
    await blog.clock.tick(-6 * DAY);
    assert.equal((await invitations.check(token)).id, 'anna');
    await blog.clock.tick(-300 * DAY);
    await assert.rejects(invitations.check(token), { code: 'forbidden' });
  });

  it('the codes of an authenticator app are good, each once', async () => {
    const { accounts, content } = blog.open;
    const secret = 'A'.repeat(32);
    const lastStep = stepAt(blog.clock.now());
    const user = await userOf(blog, 'ada');
    await content.saveUser({ ...user, secondFactor: { secret, lastStep, recoveryCodes: [] } });
    await blog.clock.tick(-DAY);
    const code = codeAt(fromBase32(secret), stepAt(blog.clock.now()));
    const client = { address: '192.0.2.1', agent: '', device: '' };
    const confirm = async () => {
      const input = { name: 'ada', password: 'salt, lemons, patience', previous: '' };
      const first = await accounts.signIn(input, client);
      return accounts.confirm({ token: first?.session.value ?? '', code }, client);
    };
    assert.ok(await confirm());
    assert.equal(await confirm(), null);
  });

  it('an address that was claimed for nothing can be taken', async () => {
    const { content, store } = blog.open;
    const claimedAt = new Date(blog.clock.now()).toISOString();
    const record = { id: '/post/plums', owner: 'nobody', held: true, claimedAt };
    await store.write([{ kind: 'address', record, revision: null }]);
    await blog.clock.tick(-DAY);
    await content.savePost({ title: 'Plums', slug: 'plums' });
  });

  it('what an author types is kept among the versions as before', async () => {
    const { content, store } = blog.open;
    const { id } = draftPost;
    /** @param {string} markdown */
    const autosave = async (markdown) => {
      const { revision } = await store.get('post', id);
      await content.savePost({ id, markdown }, { revision, by: 'ada', autosave: true });
    };
    await autosave('One');
    await autosave('Two');
    const before = (await store.get('history', id)).versions.length;
    await blog.clock.tick(-DAY);
    await autosave('Three');
    await autosave('Four');
    assert.equal((await store.get('history', id)).versions.length, before + 1);
  });

  it('the figures of /status stay the same', async () => {
    await blog.clock.tick(MINUTE);
    await blog.clock.tick(-DAY);
    const { body } = await request(blog.url).get('/status').expect(200);
    assert.ok(body.uptimeSeconds >= 0);
    assert.ok(body.store.feedLagMs >= 0);
  });
});
