import { deepEqual, doesNotMatch, equal, match, ok } from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import request from 'supertest';
import { importBlog } from '../../lib/exchange/import/importer.js';
import { signInAs } from '../support/authors.js';
import { eachTest } from '../support/blog.js';
import { draftPost, jamPost, scheduledPost } from '../support/fixtures.js';
import { addPeople, bearer } from '../support/people.js';
import { confirmed, linkTo, read, settle, withMail } from './readers.js';
/** @import { TestBlog } from '../support/blog.js' */

describe('A post that is to be sent by e-mail', () => {
  const { startBlog, makeFolder } = eachTest();

  /** @param {{ address?: string, mails?: boolean }} [options] */
  async function start({ address = '1 High Street', mails = true } = {}) {
    const posts = [jamPost, draftPost, scheduledPost];
    const blog = await startBlog(mails ? { ...withMail(), posts } : { posts });
    await addPeople(blog);
    await blog.open.content.saveSettings({ postalAddress: address });
    return blog;
  }
  /** @param {TestBlog} blog */
  async function mailings({ open }) {
    const all = [];
    for await (const mailing of open.store.all('mailing')) all.push(mailing);
    return all;
  }
  /** @param {TestBlog} blog @param {string} slug @param {Record<string, string>} typed */
  async function send(blog, slug, typed, who = 'ada') {
    const author = await signInAs(blog, who);
    const path = `/admin/posts/${slug}`;
    return author.send(path, { ...(await author.fill(path)), ...typed });
  }
  const on = { sendByEmail: 'on' };

  for (const who of ['ada', 'emil'])
    it(`has its mailing as soon as it is published, by ${who}`, async () => {
      const blog = await start();
      const { status } = await send(blog, draftPost.slug ?? '', { action: 'publish', ...on }, who);
      equal(status, 303);
      const [{ id, by, posts }, ...others] = await mailings(blog);
      deepEqual([id, by, posts, others.length], [draftPost.id, who, [draftPost.id], 0]);
      equal((await blog.open.store.get('post', draftPost.id))?.status, 'published');
      const { acts } = await blog.open.accounts.activity.list({ limit: 10 });
      const noted = acts.map(({ what }) => what);
      ok(noted.includes('mailing.begun') && noted.includes('post.published'), noted.join());
    });

  it('waits for its time, and is ordered with a new post or an update, too', async () => {
    const blog = await start();
    const ada = await signInAs(blog, 'ada');
    await send(blog, scheduledPost.slug ?? '', { action: 'save', ...on });
    await send(blog, jamPost.slug ?? '', { action: 'save', ...on });
    const fresh = { title: 'New', markdown: 'New.', action: 'publish', ...on };
    await ada.send('/admin/posts/new', { ...(await ada.fill('/admin/posts/new')), ...fresh });
    const all = await mailings(blog);
    equal(all.length, 3);
    equal(all.find(({ id }) => id === scheduledPost.id)?.state, 'waiting');
  });

  it('has none where the box was not ticked, and a draft that is saved has none either', async () => {
    const blog = await start();
    await send(blog, draftPost.slug ?? '', { action: 'save', ...on });
    await send(blog, draftPost.slug ?? '', { action: 'autosave', ...on });
    await send(blog, draftPost.slug ?? '', { action: 'publish' });
    await send(blog, draftPost.slug ?? '', { action: 'autosave', markdown: 'x', ...on });
    await send(blog, draftPost.slug ?? '', { action: 'unpublish', ...on });
    deepEqual(await mailings(blog), []);
  });

  it('leaves the order in no record of the post, and in no copy of the form', async () => {
    const blog = await start();
    await send(blog, draftPost.slug ?? '', { action: 'publish', ...on });
    await send(blog, draftPost.slug ?? '', { action: 'autosave', markdown: 'Later', ...on });
    for (const kind of /** @type {const} */ (['post', 'version', 'autosave']))
      for await (const record of blog.open.store.all(kind))
        doesNotMatch(JSON.stringify(record), /sendByEmail/);
  });

  it('is not sent twice when the form comes twice, and nothing is ordered in a conflict', async () => {
    const blog = await start();
    const ada = await signInAs(blog, 'ada');
    const path = `/admin/posts/${draftPost.slug}`;
    const form = { ...(await ada.fill(path)), action: 'publish', markdown: 'One', ...on };
    const before = await blog.open.store.get('post', draftPost.id);
    await blog.open.content.savePost(
      { id: draftPost.id, markdown: 'Other' },
      { revision: before?.revision, by: 'emil' },
    );
    const conflict = await ada.send(path, form);
    equal(conflict.status, 409);
    doesNotMatch(conflict.text, /name="sendByEmail"[^>]*checked/);
    deepEqual(await mailings(blog), []);
    await send(blog, draftPost.slug ?? '', { action: 'publish', ...on });
    equal((await send(blog, draftPost.slug ?? '', { action: 'save', ...on })).status, 303);
    equal((await mailings(blog)).length, 1);
  });

  it('is neither published nor sent without a postal address, and its text is shown again', async () => {
    const blog = await start({ address: '' });
    const typed = { action: 'publish', markdown: 'Kept.', ...on };
    const refused = await send(blog, draftPost.slug ?? '', typed);
    equal(refused.status, 422);
    match(refused.text, /Kept\./);
    match(refused.text, /href="\/admin\/mailings">[^<]*postal address first/);
    equal((await blog.open.store.get('post', draftPost.id))?.status, 'draft');
    deepEqual(await mailings(blog), []);
  });

  it('keeps the tick where another field is to be corrected', async () => {
    const blog = await start();
    const refused = await send(blog, draftPost.slug ?? '', {
      action: 'publish',
      title: '',
      ...on,
    });
    equal(refused.status, 422);
    match(refused.text, /name="sendByEmail"[^>]*checked/);
  });

  it('has a box that says how many get it, and then what became of the mailing', async () => {
    const blog = await start();
    await confirmed(blog, 'ann@example.org');
    const ada = await signInAs(blog, 'ada');
    const path = `/admin/posts/${draftPost.slug}`;
    const { text } = await ada.get(path);
    match(text, /name="sendByEmail"/);
    doesNotMatch(text, /name="sendByEmail"[^>]*checked/);
    match(text, /1 subscriber</);
    await send(blog, draftPost.slug ?? '', { action: 'publish', ...on });
    const after = (await ada.get(path)).text;
    doesNotMatch(after, /name="sendByEmail"/);
    match(after, new RegExp(`href="/admin/mailings/${draftPost.id}">By e-mail`));
  });

  it('has no box for authors, for pages, or where no mail is sent; and no order of theirs counts', async () => {
    const blog = await start();
    const anna = await signInAs(blog, 'anna');
    const fresh = '/admin/posts/new';
    doesNotMatch((await anna.get(fresh)).text, /sendByEmail/);
    const refused = await anna.send(fresh, {
      ...(await anna.fill(fresh)),
      title: 'T',
      markdown: 'T',
      action: 'publish',
      ...on,
    });
    equal(refused.status, 403);
    const ada = await signInAs(blog, 'ada');
    doesNotMatch((await ada.get('/admin/pages/new')).text, /sendByEmail/);
    deepEqual(await mailings(blog), []);
    const silent = await start({ mails: false });
    doesNotMatch((await (await signInAs(silent, 'ada')).get(fresh)).text, /sendByEmail/);
  });

  describe('by the API', () => {
    /** @param {TestBlog} blog */
    async function apiOf(blog, who = 'ada') {
      const token = await bearer(blog, who, 'posts:write', 'pages:write');
      return (/** @type {'post' | 'put' | 'get'} */ method, path = '/api/posts') =>
        request(blog.url)[method](path).set(token).set('If-Match', '*');
    }
    const order = { title: 'Plums', markdown: 'Plums.', status: 'published', sendByEmail: true };

    it('is sent with POST and PUT, once, and no answer has the command', async () => {
      const blog = await start();
      const api = await apiOf(blog);
      const { body } = await api('post').send(order).expect(201);
      ok(!('sendByEmail' in body));
      const slug = `/api/posts/${body.slug}`;
      const twice = await api('put', slug).send({ sendByEmail: true }).expect(409);
      match(JSON.stringify(twice.body), /sent by e-mail before/);
      await api('put', `/api/posts/${jamPost.slug}`)
        .send({ sendByEmail: true, title: 'Jam' })
        .expect(200);
      await api('put', slug).send({ title: 'Plum' }).expect(200);
      deepEqual((await mailings(blog)).map(({ id }) => id).sort(), [jamPost.id, body.id].sort());
      equal((await blog.open.store.get('post', jamPost.id))?.title, 'Jam');
    });

    it('is refused for authors, drafts, pages, and without an address or a mail server, whole', async () => {
      const blog = await start();
      const api = await apiOf(blog);
      const anna = await apiOf(blog, 'anna');
      match((await anna('post').send(order).expect(403)).body.detail, /Only editors and owners/);
      match(
        (
          await api('post')
            .send({ ...order, status: 'draft' })
            .expect(422)
        ).body.detail,
        /draft/,
      );
      match((await api('post', '/api/pages').send(order).expect(422)).body.detail, /page/);
      await blog.open.content.saveSettings({ postalAddress: '' });
      match((await api('post').send(order).expect(422)).body.detail, /postal address/);
      const silent = await start({ mails: false });
      const elsewhere = await apiOf(silent);
      match((await elsewhere('post').send(order).expect(422)).body.detail, /SMTP_URL/);
      for (const each of [blog, silent]) {
        deepEqual(await mailings(each), []);
        ok(![...each.open.index.posts()].some(({ title }) => title === 'Plums'));
      }
    });

    it('stands in the description as a command that is only sent', async () => {
      const blog = await start();
      const api = await apiOf(blog);
      const { body } = await api('get', '/api/openapi.json').expect(200);
      const { Post, NewPost, ChangedPost } = body.components.schemas;
      equal(Post.properties.sendByEmail, undefined);
      for (const each of [NewPost, ChangedPost]) equal(each.properties.sendByEmail.writeOnly, true);
    });
  });

  it('counts who unsubscribes by the link in its mail, once', async () => {
    const blog = await start();
    await confirmed(blog, 'ann@example.org');
    await send(blog, draftPost.slug ?? '', { action: 'publish', ...on });
    const [{ createdAt }] = await mailings(blog);
    for (const at of [0, Date.parse(createdAt), Date.parse(createdAt)])
      await request(blog.url)
        .post(await linkTo(blog, 'off', at))
        .expect(200);
    equal((await mailings(blog))[0].unsubscribed, 0);
    const path = await linkTo(blog, 'off', Date.parse(createdAt));
    const [{ id, state }] = (await read(blog)).subscribers;
    equal(state, 'unsubscribed');
    await blog.open.store.write([
      {
        kind: 'subscriber',
        record: {
          ...withoutRevision(await blog.open.store.get('subscriber', id)),
          state: 'confirmed',
        },
        revision: (await blog.open.store.get('subscriber', id))?.revision ?? null,
      },
    ]);
    for (let turn = 0; turn < 2; turn++) await request(blog.url).post(path).expect(200);
    await settle();
    equal((await mailings(blog))[0].unsubscribed, 1);
    const page = await (await signInAs(blog, 'emil')).get('/admin/mailings');
    match(page.text, /1 unsubscribed/);
  });

  it('stands after an import, as the digests do, until an owner has it go on', async () => {
    const blog = await start();
    await send(blog, scheduledPost.slug ?? '', { action: 'save', ...on });
    const { store, content } = blog.open;
    const digest = { id: 'digest', schedule: 'daily 1 8 UTC', slot: '', until: '' };
    const epoch = await store.epoch();
    await store.write([{ kind: 'job', record: { ...digest, epoch }, revision: null }]);
    const folder = makeFolder();
    writeFileSync(join(folder, 'new.md'), '# New\n\nText.\n');
    const report = /** @type {any} */ (new Proxy({}, { get: () => () => {} }));
    await importBlog({ path: folder, content, report });
    const ada = await signInAs(blog, 'ada');
    match((await ada.get('/admin/mailings')).text, /Paused/);
    match((await ada.get('/admin/mailings')).text, /No digest is sent since/);
    await ada.send(`/admin/mailings/${scheduledPost.id}/resume`, {});
    await ada.send('/admin/mailings/digest', { digest: 'daily', digestDay: '1', digestHour: '8' });
    const { text } = await ada.get('/admin/mailings');
    match(text, /Waits for its post/);
    doesNotMatch(text, /No digest is sent since/);
  });

  it('shows how far its mailing is at /status, without an address', async () => {
    const blog = await start();
    await confirmed(blog, 'ann@example.org');
    const status = async () => (await request(blog.url).get('/status').expect(200)).body;
    deepEqual((await status()).mailings, []);
    await send(blog, jamPost.slug ?? '', { action: 'save', ...on });
    for (let turn = 0; (await status()).mailings.length === 0; turn++) {
      ok(turn < 1000);
      await blog.clock.tick(1000);
    }
    const [shown] = (await status()).mailings;
    deepEqual(Object.keys(shown).sort(), [
      ...['begun', 'failed', 'id', 'kind', 'sent', 'state', 'total'],
    ]);
    deepEqual([shown.id, shown.state, shown.sent], [jamPost.id, 'sending', 0]);
    doesNotMatch(JSON.stringify(await status()), /@/);
  });
});

/** @param {any} record */
const withoutRevision = ({ revision: _, ...record }) => record;
