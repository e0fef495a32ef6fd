import assert from 'node:assert/strict';
import request from 'supertest';
import { adminRoutes } from '../../lib/router/routes/admin.js';
import { apiRoutes } from '../../lib/router/routes/api.js';
import { LarderError } from '../../lib/base/errors.js';
import { adminWords } from '../../lib/base/words.js';
import { keyOfAct } from '../../lib/views/presenters/activity.js';
import { breadPost, jamPost } from '../support/fixtures.js';
import { bearer, signIn } from '../support/people.js';
import { ofAccounts } from './acts/of-accounts.js';
import { ofContent } from './acts/of-content.js';
import { ofMail } from './acts/of-mail.js';
import { createWorld, current, edit, HOUR } from './acts/world.js';
/** @import { Act } from '../../lib/store/types.js' */
/** @import { World } from './acts/world.js' */

const routes = { ...ofAccounts, ...ofContent, ...ofMail };

/** What changes nothing that others see, or may do. */
const withoutAct = new Set([
  ...['POST /admin/login/challenge', 'POST /admin/account/challenge'],
  ...['POST /admin/account/passkeys/challenge', 'POST /admin/account/code'],
  ...['POST /admin/logout', 'POST /admin/forgot'],
  ...['POST /admin/cache/clear', 'POST /admin/rendering', 'POST /admin/pictures/:name/sizes'],
  ...['POST /admin/statistics/browser', 'POST /admin/presence', 'POST /admin/preview'],
  ...['POST /admin/preview/parts'],
  ...['POST /admin/markdown', 'POST /admin/import', 'POST /admin/import/check'],
  ...['POST /admin/import/cancel', 'POST /admin/subscribers/find'],
  'POST /admin/mailings/:id/test',
]);

/** Tried in files of their own. */
const elsewhere = ['POST /admin/setup', 'POST /admin/import/start'];

describe('The record of acts', () => {
  /** @type {World} */
  let world;
  beforeEach(async () => void (world = await createWorld()));
  afterEach(() => world.blog.close());
  const acts = async () => (await world.accounts.activity.list({ limit: 100 })).acts;

  it('knows of every route that changes something', () => {
    const changing = [...adminRoutes, ...apiRoutes]
      .filter(({ method }) => method !== 'GET')
      .map(({ method, path }) => `${method} ${path}`);
    const tried = [...Object.keys(routes), ...withoutAct, ...elsewhere];
    assert.deepEqual(
      changing.filter((route) => !tried.includes(route)),
      [],
    );
    assert.deepEqual(
      tried.filter((route) => !changing.includes(route)),
      [],
    );
  });

  for (const [route, [what, ask]] of Object.entries(routes))
    it(`has ${what} after ${route}`, async () => {
      const { status } = await ask(world);
      assert.ok(status < 400, `${status}`);
      await world.blog.open.jobs.close();
      const found = (await acts()).filter((act) => act.what === what);
      assert.ok(found.length > 0, JSON.stringify(await acts(), null, 1));
      assert.ok(adminWords.in('en').has(keyOfAct(what)), what);
      assert.match(found[0].via, /^(session|token) [0-9a-f]{12}$|^(link|job)$/);
    });

  it('counts failed sign-ins by the hour and the account, and names that there are not together', async () => {
    const { blog } = world;
    for (const name of ['emil', 'emil', 'nobody', 'mallory']) await signIn(blog, name, 'wrong');
    const failed = (await acts()).filter(({ what }) => what === 'session.failed');
    const counts = failed.map(({ of, count, by, via }) => [of, count, by + via]);
    assert.deepEqual(counts.sort(), [
      ['', 2, ''],
      ['emil', 2, ''],
    ]);
    await blog.clock.tick(HOUR);
    await signIn(blog, 'emil', 'wrong');
    assert.equal((await acts()).filter(({ what }) => what === 'session.failed').length, 3);
  });

  it('has a draft that saves itself as one act in ten minutes', async () => {
    const changes = async () => (await acts()).filter(({ what }) => what === 'post.changed').length;
    for (const markdown of ['A', 'B', 'C']) await save('session 1', markdown);
    assert.equal(await changes(), 1);
    await world.blog.clock.tick(HOUR);
    await save('session 1', 'D');
    assert.equal(await changes(), 2);
  });

  /** @param {string} via @param {string} markdown */
  async function save(via, markdown) {
    const { content, store } = world;
    const { revision } = await store.get('post', breadPost.id);
    const theirs = content.as({ user: 'ada', via });
    await theirs.savePost({ id: breadPost.id, markdown }, { revision, by: 'ada' });
  }

  it('has a change by another session or token as an act of its own', async () => {
    await save('session 1', 'A');
    await save('token 2', 'B');
    const changes = (await acts()).filter(({ what }) => what === 'post.changed');
    assert.deepEqual(changes.map(({ via }) => via).sort(), ['session 1', 'token 2']);
  });

  it('has each setting that was changed, however soon after another one', async () => {
    const theirs = world.content.as({ user: 'ada', via: 'session 1' });
    await theirs.saveSettings({ title: 'Bread' });
    await theirs.saveSettings({ activityDays: 1 });
    const changes = (await acts()).filter(({ what }) => what === 'settings.changed');
    assert.deepEqual(changes.map(({ about }) => about).sort(), ['activityDays', 'title']);
  });

  it('has a change that was refused and then made', async () => {
    const { store } = world;
    const { write } = store;
    store.write = () => Promise.reject(new LarderError('unavailable', 'No store'));
    await assert.rejects(save('session 1', 'A'), { code: 'unavailable' });
    store.write = write;
    await save('session 1', 'A');
    assert.equal((await acts()).filter(({ what }) => what === 'post.changed').length, 1);
  });

  it('has no text, no secret, and no reader', async () => {
    const { ada, content, blog } = world;
    await edit(world, '/admin/posts/rye-bread', { markdown: 'A secret recipe.' });
    await ada.send('/admin/account/password', { ...current, next: 'another password' });
    await content.saveComment(
      { postId: jamPost.id, replyTo: '', name: 'Zoe', url: '', markdown: 'Hm.', status: 'pending' },
      { by: 'reader' },
    );
    assert.doesNotMatch(JSON.stringify(await acts()), /recipe|another password|Zoe|127\.0/);
    await blog.open.changes.close();
  });

  it('is not written when the act fails', async () => {
    const { content } = world;
    const theirs = content.as({ user: 'ada', via: 'session 1' });
    await assert.rejects(theirs.savePost({ id: breadPost.id, title: 'X' }, { revision: 'none' }));
    assert.deepEqual(
      (await acts()).map(({ what }) => what),
      ['session.begun'],
    );
  });

  it('is read by person, kind and time, in pages', async () => {
    const { accounts, blog, ada } = world;
    for (const name of ['A', 'B', 'C']) {
      await blog.clock.tick(1000);
      await ada.send('/admin/account/name', { name });
    }
    await signIn(blog, 'emil');
    const list = async (/** @type {object} */ filter) =>
      (await accounts.activity.list({ limit: 100, ...filter })).acts.map(({ what }) => what);
    assert.deepEqual(await list({ by: 'emil' }), ['session.begun']);
    assert.deepEqual(await list({ noun: 'person' }), Array(3).fill('person.changed'));
    const until = blog.clock.now() - 1500;
    assert.deepEqual(await list({ until, noun: 'person' }), ['person.changed']);
    assert.deepEqual(await list({ from: until, noun: 'person' }), Array(2).fill('person.changed'));
    const first = await accounts.activity.list({ limit: 2, noun: 'person' });
    const after = first.next ?? '';
    const second = await accounts.activity.list({ limit: 2, noun: 'person', after });
    assert.equal(second.acts.length, 1);
    assert.equal(second.next, null);
  });

  it('forgets what is older than it should be', async () => {
    const { accounts, blog, ada } = world;
    await blog.clock.tick(10 * 24 * HOUR);
    await ada.signInAgain();
    await ada.send('/admin/account/name', { name: 'Countess' });
    await accounts.activity.forget(9);
    assert.deepEqual((await acts()).map(({ what }) => what).sort(), [
      'person.changed',
      'session.begun',
    ]);
  });

  it('is for owners with the scope, which no other one opens', async () => {
    const { blog } = world;
    const ask = async (/** @type {string} */ user, /** @type {string} */ scope) => {
      const headers = await bearer(blog, user, scope);
      return request(blog.url).get('/api/activity?kind=session&limit=5').set(headers);
    };
    for (const scope of ['activity:read', 'admin']) {
      const { status, body } = await ask('ada', scope);
      assert.equal(status, 200);
      assert.deepEqual(
        body.items.map((/** @type {Act} */ { what, by }) => [what, by]),
        [['session.begun', 'ada']],
      );
    }
    for (const scope of ['read', 'posts:write', 'statistics:read'])
      assert.equal((await ask('ada', scope)).status, 403);
    assert.equal((await ask('emil', 'activity:read')).status, 403);
  });
});
