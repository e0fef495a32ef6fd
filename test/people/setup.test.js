import assert from 'node:assert/strict';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import request from 'supertest';
import { createAccounts } from '../../lib/people/accounts.js';
import { createThrottle } from '../../lib/people/throttle.js';
import { randomBytes } from '../../lib/people/secrets.js';
import { makeFolder, quickPasswords, startBlog } from '../support/blog.js';
import { parsePage } from '../support/html.js';
import { addPeople, cookieOf, password, userOf } from '../support/people.js';
/** @import { TestBlog } from '../support/blog.js' */

const form = { name: 'Ada Lovelace', id: '', password };

describe('The set-up link', () => {
  /** @type {TestBlog} */
  let blog;
  /** @type {ReturnType<typeof makeFolder>} */
  let place;
  let file = '';
  beforeEach(async () => {
    place = makeFolder();
    blog = await startBlog({ env: { STORE_URL: `sqlite:${join(place.folder, 'larder.db')}` } });
    file = join(place.folder, 'larder-setup-link.txt');
  });
  afterEach(async () => {
    await blog.close();
    place.remove();
  });

  /** @returns {Promise<string>} the token in the link */
  async function newLink() {
    const link = await blog.open.accounts.setup.link(blog.url);
    return new URL(link ?? '').searchParams.get('token') ?? '';
  }

  /** @param {string} token @param {object} [changed] */
  const send = (token, changed = {}) =>
    request(blog.url)
      .post('/admin/setup')
      .type('form')
      .send({ ...form, token, ...changed });

  it('makes the first account, its owner, who is signed in', async () => {
    const token = await newLink();
    await request(blog.url)
      .get('/admin/setup')
      .query({ token })
      .expect(200, /Set up your blog/);
    const response = await send(token).expect(303).expect('Location', '/admin');
    const account = await request(blog.url).get('/admin/account').set('Cookie', cookieOf(response));
    const page = parsePage(account);
    assert.match(page.text(), /You sign in as ada-lovelace\. Your role: Owner/);
    assert.ok(page.texts('strong').includes('ada-lovelace'));
  });

  it('asks for title, tagline, language and time zone of the blog', async () => {
    const token = await newLink();
    const page = parsePage(await request(blog.url).get('/admin/setup').query({ token }));
    const { title, language, timeZone } = page.fields();
    assert.deepEqual([title, language, timeZone], ['', 'en', 'UTC']);
    const wanted = { title: 'Ada bakes', tagline: '', language: 'de', timeZone: 'Europe/Berlin' };
    const wrong = await send(token, { ...wanted, timeZone: 'Berlin' }).expect(422);
    assert.equal(parsePage(wrong).attribute('[autofocus]', 'name'), 'timeZone');
    assert.equal(parsePage(wrong).fields().title, 'Ada bakes');
    assert.equal(await blog.open.store.get('settings', 'site'), null);
    await send(token, { ...wanted, password: 'short' }).expect(422);
    assert.equal(await blog.open.store.get('settings', 'site'), null);
    await send(token, wanted).expect(303);
    const { title: named, tagline, language: spoken, timeZone: zone } = blog.open.index.settings;
    assert.deepEqual({ title: named, tagline, language: spoken, timeZone: zone }, wanted);
  });

  it('keeps what an import has brought', async () => {
    await blog.open.content.saveSettings({ title: 'Bread', timeZone: 'Asia/Tokyo' });
    const token = await newLink();
    const page = parsePage(await request(blog.url).get('/admin/setup').query({ token }));
    assert.equal(page.fields().title, 'Bread');
    await send(token).expect(303);
    assert.equal(blog.open.index.settings.timeZone, 'Asia/Tokyo');
  });

  it('is good for one use, and its file goes with it', async () => {
    const token = await newLink();
    assert.equal(statSync(file).mode & 0o777, 0o600);
    assert.equal(readFileSync(file, 'utf8'), `${blog.url}/admin/setup?token=${token}\n`);
    await send(token).expect(303);
    assert.equal(existsSync(file), false);
    await send(token, { name: 'Mallory' }).expect(403);
    await request(blog.url).get('/admin/setup').query({ token }).expect(403);
  });

  it('lets one of two through who use it at the same moment', async () => {
    const token = await newLink();
    const answers = await Promise.all([send(token), send(token, { name: 'Mallory' })]);
    assert.deepEqual(answers.map(({ status }) => status).sort(), [303, 403]);
    const users = [];
    for await (const user of blog.open.store.all('user')) users.push(user);
    assert.equal(users.length, 1);
  });

  it('stays the same when the blog starts again, and works in every process', async () => {
    const token = await newLink();
    assert.equal(await newLink(), token);
    const { content, clock } = { content: blog.open.content, clock: blog.clock };
    const elsewhere = createAccounts({
      content,
      clock,
      throttle: createThrottle({ clock }),
      passwords: quickPasswords(),
      random: randomBytes,
      setupFile: null,
    });
    const other = (await elsewhere.setup.link(blog.url))?.split('token=')[1] ?? '';
    assert.notEqual(other, token);
    await send(other).expect(303);
    await send(token).expect(403);
  });

  it('is given out only while nobody can sign in', async () => {
    await blog.open.content.saveUser({ name: 'Imported', role: 'author' });
    const token = await newLink();
    await addPeople(blog);
    assert.equal(await blog.open.accounts.setup.link(blog.url), null);
    await send(token).expect(403);
  });

  it('is not good when it is another, or none', async () => {
    await newLink();
    for (const token of ['', 'x', 'setup', '__proto__']) {
      await send(token).expect(403);
      await request(blog.url).get('/admin/setup').query({ token }).expect(403);
    }
  });

  it('keeps what was typed when something does not fit, but for the password', async () => {
    const token = await newLink();
    const wrong = { id: 'Not A Slug', password: 'short' };
    const page = parsePage(await send(token, wrong).expect(422));
    const { id, name, password: typed } = page.fields();
    assert.deepEqual([id, name, typed], ['Not A Slug', 'Ada Lovelace', '']);
    assert.ok('id' in page.problems());
    const second = parsePage(await send(token, { password: 'short' }).expect(422));
    assert.match(second.problems().password, /must have at least 10 characters/);
    assert.equal(second.fields().password, '');
    await send(token).expect(303);
  });

  it('takes no name that turns the text round', async () => {
    const token = await newLink();
    await send(token, { name: '\u202eAda\u200f' }).expect(303);
    assert.equal((await userOf(blog, 'ada')).name, 'Ada');
  });
});
