import assert from 'node:assert/strict';
import request from 'supertest';
import { adminRoutes } from '../../lib/router/routes/admin.js';
import { apiRoutes } from '../../lib/router/routes/api.js';
import { codeAt, fromBase32, stepAt } from '../../lib/people/totp.js';
import { createAuthenticator } from '../support/authenticator.js';
import { signInAs } from '../support/authors.js';
import { startBlog } from '../support/blog.js';
import { aboutPage, breadPost, jamPost } from '../support/fixtures.js';
import { gif, png } from '../support/images.js';
import { zipOf } from '../support/zips.js';
import { parsePage } from '../support/html.js';
import { addPeople, bearer, cookieOf, password, signIn, userOf } from '../support/people.js';
import { steadyStatistics } from '../support/statistics.js';
/** @import { Act } from '../../lib/store/types.js' */
/** @import { Test } from 'supertest' */

const site = { origin: 'http://localhost:3000', site: 'localhost' };

/** What changes nothing that others see, or may do. */
const withoutAct = new Set([
  ...['POST /admin/login/challenge', 'POST /admin/account/challenge'],
  ...['POST /admin/account/passkeys/challenge', 'POST /admin/account/code'],
  ...['POST /admin/logout', 'POST /admin/forgot'],
  ...['POST /admin/cache/clear', 'POST /admin/rendering', 'POST /admin/pictures/:name/sizes'],
  ...['POST /admin/statistics/browser', 'POST /admin/presence', 'POST /admin/preview'],
  ...['POST /admin/markdown', 'POST /admin/import', 'POST /admin/import/check'],
  'POST /admin/import/cancel',
]);

/** Tried in files of their own. */
const elsewhere = ['POST /admin/setup', 'POST /admin/import/start'];

/** A blog in which there is one of each thing, with Ada signed in. */
async function createWorld() {
  const posts = [{ ...breadPost, author: 'ada' }, jamPost, aboutPage];
  const blog = await startBlog({
    posts,
    env: { BASE_URL: site.origin },
    statistics: steadyStatistics(),
  });
  await addPeople(blog);
  const { accounts, content, store } = blog.open;
  await content.saveUser({ ...(await userOf(blog, 'ada')), email: '' });
  await blog.clock.tick(1000);
  const ada = await signInAs(blog, 'ada');
  const comment = await content.saveComment({
    postId: breadPost.id,
    replyTo: '',
    name: 'Mo',
    url: '',
    markdown: 'Fine.',
    status: 'pending',
  });
  const file = await content.saveMedia({
    name: 'jar.png',
    type: 'image/png',
    bytes: png(),
    width: 3,
    height: 2,
  });
  const token = await bearer(blog, 'ada', 'admin');
  const api = (/** @type {'post' | 'put' | 'delete'} */ method, /** @type {string} */ path) =>
    request(blog.url)[method](path).set(token).set('If-Match', '*');
  const passkey = createAuthenticator(site);
  return { blog, accounts, content, store, ada, comment, file, api, passkey };
}

/** @typedef {Awaited<ReturnType<typeof createWorld>>} World */

const HOUR = 60 * 60_000;
const current = { current: password };

/** @param {World} world @param {string} path @param {Buffer} bytes @param {string} [name] */
async function attach({ blog }, path, bytes = gif(), name = 'loop.gif') {
  const cookie = cookieOf(await signIn(blog, 'ada'));
  return request(blog.url).post(path).set('Cookie', cookie).attach('files', bytes, name);
}

/** @param {World} world @param {string} path of an editor @param {Record<string, string>} typed */
const edit = async ({ ada }, path, typed) =>
  ada.send(path, { ...(await ada.fill(path)), action: 'save', ...typed });

/** @param {World} world @param {string} path @param {string} form @param {Record<string, string>} typed */
const fillIn = async ({ ada }, path, form, typed) =>
  ada.send(path, { ...(await ada.open(path)).fields(form), ...typed });

/** @param {World} world */
async function addPasskey({ ada, passkey }) {
  const fields = { 'passkey-name': 'Laptop', 'current-for-passkey': password };
  const { body } = await ada.send('/admin/account/passkeys/challenge', fields);
  return ada.send('/admin/account/passkeys', { ...fields, passkey: passkey.create(body) });
}

/** @param {World} world */
async function turnOnCodes({ ada, blog }) {
  const page = await ada.send('/admin/account/code', { 'current-for-code': password });
  const { searchParams } = new URL(parsePage(page).links('[href^="otpauth:"]')[0]);
  const secret = fromBase32(searchParams.get('secret') ?? '');
  const code = codeAt(secret, stepAt(blog.clock.now()));
  const done = await ada.send('/admin/account/code/confirm', { code });
  await blog.clock.tick(60_000);
  return { secret, codes: parsePage(done).texts('code') };
}

/** @param {World} world @param {'posts' | 'pages'} list @param {{ id: string, slug?: string }} post */
async function restoreVersion(world, list, { id, slug = '' }) {
  const { ada, store } = world;
  await edit(world, `/admin/${list}/${slug}`, { title: 'Before' });
  const { versions } = await store.get('history', id);
  const { revision } = await store.get('post', id);
  await world.blog.clock.tick(3_600_000);
  const path = `/admin/${list}/${slug}/history/${versions[0].id.split(':')[1]}`;
  return ada.send(path, { revision });
}

/** @param {World} world @param {string} id */
async function removePost({ content, store }, id) {
  const { revision } = await store.get('post', id);
  await content.removePost(id, revision, { by: 'ada' });
}

/**
 * What each route that changes something leaves in the record, and how it is asked.
 * @type {Record<string, [what: string, ask: (world: World) => PromiseLike<{ status: number }>]>}
 */
const routes = {
  'POST /admin/login': ['session.begun', ({ blog }) => signIn(blog, 'emil')],
  'POST /admin/login/passkey': [
    'session.begun',
    async (world) => {
      await addPasskey(world);
      const { body } = await request(world.blog.url).post('/admin/login/challenge');
      const answer = { passkey: world.passkey.get(body) };
      return request(world.blog.url).post('/admin/login/passkey').type('form').send(answer);
    },
  ],
  'POST /admin/login/code': [
    'session.begun',
    async (world) => {
      const { codes } = await turnOnCodes(world);
      const half = cookieOf(await signIn(world.blog, 'ada'));
      const asked = request(world.blog.url).post('/admin/login/code').set('Cookie', half);
      return asked.type('form').send({ code: codes[0] });
    },
  ],
  'POST /admin/join': [
    'person.password',
    async ({ accounts, ada }) => {
      const { token } = await accounts.invitations.create('emil');
      return ada.send('/admin/join', { token, password: 'another password' });
    },
  ],
  'POST /admin/account/name': [
    'person.changed',
    ({ ada }) => ada.send('/admin/account/name', { name: 'Ada L.' }),
  ],
  'POST /admin/account/profile': [
    'person.changed',
    ({ ada }) => ada.send('/admin/account/profile', { about: 'Bakes.' }),
  ],
  'POST /admin/account/language': [
    'person.changed',
    ({ ada }) => ada.send('/admin/account/language', { language: 'de' }),
  ],
  'POST /admin/account/email': [
    'person.email',
    ({ ada }) =>
      ada.send('/admin/account/email', { email: 'a@b.example', 'current-for-email': password }),
  ],
  'POST /admin/account/password': [
    'person.password',
    ({ ada }) => ada.send('/admin/account/password', { ...current, next: 'another password' }),
  ],
  'POST /admin/account/password/remove': [
    'person.passwordRemoved',
    async (world) => {
      await addPasskey(world);
      return world.ada.send('/admin/account/password/remove', { 'current-for-removal': password });
    },
  ],
  'POST /admin/account/passkeys': ['person.passkeyAdded', addPasskey],
  'POST /admin/account/passkeys/change': [
    'person.passkeyRemoved',
    async (world) => {
      await addPasskey(world);
      const { id } = world.passkey;
      const proof = { [`current-for-passkey-${id.slice(0, 16)}`]: password };
      const fields = { passkey: id, action: 'remove', ...proof };
      return world.ada.send('/admin/account/passkeys/change', fields);
    },
  ],
  'POST /admin/account/code/confirm': [
    'person.twoFactorOn',
    async (world) => {
      await turnOnCodes(world);
      return { status: 200 };
    },
  ],
  'POST /admin/account/code/end': [
    'person.twoFactorOff',
    async (world) => {
      await turnOnCodes(world);
      return world.ada.send('/admin/account/code/end', { 'current-for-code': password });
    },
  ],
  'POST /admin/account/sessions/end': [
    'session.ended',
    ({ ada }) => ada.send('/admin/account/sessions/end', {}),
  ],
  'POST /admin/account/tokens': [
    'token.created',
    ({ ada }) =>
      ada.send('/admin/account/tokens', { scope: 'read', 'current-for-token': password }),
  ],
  'POST /admin/account/tokens/revoke': [
    'token.revoked',
    async ({ ada, accounts }) => {
      const [{ id }] = await accounts.tokens.list('ada');
      return ada.send('/admin/account/tokens/revoke', { token: id });
    },
  ],
  'POST /admin/appearance': [
    'appearance.changed',
    (world) => fillIn(world, '/admin/appearance', '#look', { width: 'wide', action: 'save' }),
  ],
  'POST /admin/appearance/theme': [
    'file.created',
    (world) => {
      const names = ['front', 'post', 'page'].map((view) => `views/${view}.mustache`);
      const bytes = zipOf(names.map((name) => ({ name, data: '<h1>Plain</h1>' })));
      return attach(world, '/admin/appearance/theme', bytes, 'plain.zip');
    },
  ],
  'POST /admin/statistics/privacy': [
    'page.created',
    ({ ada }) => ada.send('/admin/statistics/privacy', {}),
  ],
  'POST /admin/redirects': [
    'redirect.created',
    ({ ada }) => ada.send('/admin/redirects', { from: '/old', to: '/post/rye-bread' }),
  ],
  'POST /admin/posts': [
    'post.unpublished',
    ({ ada }) => ada.send('/admin/posts', { action: 'unpublish', id: breadPost.id }),
  ],
  'POST /admin/posts/new': [
    'post.created',
    (world) => edit(world, '/admin/posts/new', { title: 'Plum jam' }),
  ],
  'POST /admin/posts/:slug': [
    'post.changed',
    (world) => edit(world, '/admin/posts/rye-bread', { title: 'Rye' }),
  ],
  'POST /admin/posts/:slug/history/:version': [
    'post.changed',
    (world) => restoreVersion(world, 'posts', breadPost),
  ],
  'POST /admin/posts/:slug/link': [
    'post.shared',
    ({ ada }) => ada.send('/admin/posts/rye-bread/link', {}),
  ],
  'POST /admin/pages': [
    'page.unpublished',
    ({ ada }) => ada.send('/admin/pages', { action: 'unpublish', id: aboutPage.id }),
  ],
  'POST /admin/pages/new': [
    'page.published',
    (world) => edit(world, '/admin/pages/new', { title: 'Imprint', action: 'publish' }),
  ],
  'POST /admin/pages/:slug': [
    'page.changed',
    (world) => edit(world, '/admin/pages/about', { title: 'Us' }),
  ],
  'POST /admin/pages/:slug/history/:version': [
    'page.changed',
    (world) => restoreVersion(world, 'pages', aboutPage),
  ],
  'POST /admin/pages/:slug/link': [
    'post.shared',
    ({ ada }) => ada.send('/admin/pages/about/link', {}),
  ],
  'POST /admin/tags/:tag': [
    'tag.renamed',
    ({ ada }) => ada.send('/admin/tags/bread', { action: 'rename', name: 'loaves' }),
  ],
  'POST /admin/media': ['file.created', (world) => attach(world, '/admin/media')],
  'POST /admin/media/selected': [
    'file.deleted',
    ({ ada, file }) => ada.send('/admin/media/selected', { action: 'delete', id: file.id }),
  ],
  'POST /admin/media/:name': [
    'file.changed',
    (world) =>
      fillIn(world, `/admin/media/${world.file.id}`, 'form:has(#alt)', {
        action: 'describe',
        alt: 'A jar',
      }),
  ],
  'POST /admin/settings': [
    'settings.changed',
    (world) => fillIn(world, '/admin/settings', 'form[data-settings]', { title: 'Jars' }),
  ],
  'POST /admin/settings/navigation': [
    'settings.changed',
    ({ ada }) => ada.send('/admin/settings/navigation', { page: aboutPage.id }),
  ],
  'POST /admin/settings/words': [
    'settings.changed',
    async ({ ada }) => {
      const page = await ada.open('/admin/settings');
      const form = page.fields('form[action="/admin/settings/words"]');
      return ada.send('/admin/settings/words', { ...form, 'word-subscribe': 'Follow' });
    },
  ],
  ...Object.fromEntries(
    ['logo', 'logoDark', 'icon'].map((name) => [
      `POST /admin/settings/${name}`,
      [
        'appearance.changed',
        (/** @type {World} */ world) =>
          attach(world, `/admin/settings/${name}`, png({ width: 64, height: 64 }), 'jar.png'),
      ],
    ]),
  ),
  'POST /admin/comments': [
    'comment.approved',
    ({ ada, comment }) => ada.send('/admin/comments', { one: `approve ${comment.id}` }),
  ],
  'POST /admin/comments/:id': [
    'comment.created',
    ({ ada, comment }) =>
      ada.send(`/admin/comments/${comment.id}`, { action: 'reply', reply: 'Thank you.' }),
  ],
  'POST /admin/people': [
    'person.invited',
    ({ ada }) => ada.send('/admin/people', { name: 'Otto', role: 'author', ...current }),
  ],
  'POST /admin/people/sessions/end': [
    'session.ended',
    ({ ada }) => ada.send('/admin/people/sessions/end', {}),
  ],
  'POST /admin/people/tokens/revoke': [
    'token.revoked',
    async ({ ada, accounts }) => {
      const [{ id }] = await accounts.tokens.list('ada');
      return ada.send('/admin/people/tokens/revoke', { token: id });
    },
  ],
  'POST /admin/people/:id/role': [
    'person.role',
    ({ ada }) => ada.send('/admin/people/emil/role', { role: 'author', ...current }),
  ],
  'POST /admin/people/:id/link': [
    'person.invited',
    ({ ada }) => ada.send('/admin/people/emil/link', current),
  ],
  'POST /admin/people/:id/code/end': [
    'person.twoFactorOff',
    async ({ ada, blog, content }) => {
      const secondFactor = { secret: 'MFRGGZDF', lastStep: 0 };
      await content.saveUser({ ...(await userOf(blog, 'emil')), secondFactor });
      return ada.send('/admin/people/emil/code/end', current);
    },
  ],
  'POST /admin/people/:id/data': [
    'person.exported',
    ({ ada }) => ada.send('/admin/people/emil/data', {}),
  ],
  'POST /admin/people/:id/lock': [
    'person.suspended',
    ({ ada }) => ada.send('/admin/people/emil/lock', {}),
  ],
  'POST /admin/people/:id/remove': [
    'person.deleted',
    ({ ada }) => ada.send('/admin/people/emil/remove', {}),
  ],
  'POST /admin/export/zip': ['blog.exported', ({ ada }) => ada.send('/admin/export/zip', {})],
  'POST /admin/export/backup': [
    'blog.backedUp',
    ({ ada }) => ada.send('/admin/export/backup', current),
  ],
  'POST /admin/trash': [
    'post.restored',
    async (world) => {
      await removePost(world, breadPost.id);
      return world.ada.send('/admin/trash', { id: breadPost.id });
    },
  ],
  'POST /admin/trash/:id': [
    'post.restored',
    async (world) => {
      await removePost(world, breadPost.id);
      return world.ada.send(`/admin/trash/${breadPost.id}`, {});
    },
  ],
  'POST /api/posts': [
    'post.created',
    ({ api }) => api('post', '/api/posts').send({ title: 'Plum jam' }),
  ],
  'PUT /api/posts/:slug': [
    'post.changed',
    ({ api }) => api('put', '/api/posts/rye-bread').send({ title: 'Rye' }),
  ],
  'DELETE /api/posts/:slug': ['post.deleted', ({ api }) => api('delete', '/api/posts/rye-bread')],
  'POST /api/pages': [
    'page.created',
    ({ api }) => api('post', '/api/pages').send({ title: 'Imprint' }),
  ],
  'PUT /api/pages/:slug': [
    'page.changed',
    ({ api }) => api('put', '/api/pages/about').send({ title: 'Us' }),
  ],
  'DELETE /api/pages/:slug': ['page.deleted', ({ api }) => api('delete', '/api/pages/about')],
  'POST /api/comments': [
    'comment.created',
    ({ api }) =>
      api('post', '/api/comments').send({ postSlug: 'rye-bread', name: 'Mo', markdown: 'Hm.' }),
  ],
  'PUT /api/comments/:id': [
    'comment.spam',
    ({ api, comment }) => api('put', `/api/comments/${comment.id}`).send({ status: 'spam' }),
  ],
  'DELETE /api/comments/:id': [
    'comment.deleted',
    ({ api, comment }) => api('delete', `/api/comments/${comment.id}`),
  ],
  'POST /api/media': [
    'file.created',
    ({ api }) => api('post', '/api/media?name=loop.gif').type('image/gif').send(gif()),
  ],
  'PUT /api/media/:name': [
    'file.changed',
    ({ api, file }) => api('put', `/api/media/${file.id}`).send({ alt: 'A jar' }),
  ],
  'DELETE /api/media/:name': [
    'file.deleted',
    ({ api, file }) => api('delete', `/api/media/${file.id}`),
  ],
  'PUT /api/settings': [
    'settings.changed',
    ({ api }) => api('put', '/api/settings').send({ title: 'Jars' }),
  ],
};

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
    const { content, store, blog } = world;
    const theirs = content.as({ user: 'ada', via: 'session 1' });
    const changes = async () => (await acts()).filter(({ what }) => what === 'post.changed').length;
    for (const markdown of ['A', 'B', 'C']) {
      const { revision } = await store.get('post', breadPost.id);
      await theirs.savePost({ id: breadPost.id, markdown }, { revision, by: 'ada' });
    }
    assert.equal(await changes(), 1);
    await blog.clock.tick(HOUR);
    const { revision } = await store.get('post', breadPost.id);
    await theirs.savePost({ id: breadPost.id, markdown: 'D' }, { revision, by: 'ada' });
    assert.equal(await changes(), 2);
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
