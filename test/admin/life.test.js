import assert from 'node:assert/strict';
import request from 'supertest';
import { draftPost, jamPost, smallBlog } from '../support/fixtures.js';
import { withAuthors } from '../support/authors.js';
import { parsePage } from '../support/html.js';

describe('A post, from draft to trash,', () => {
  const { blog, ada } = withAuthors(['ada'], { posts: smallBlog });
  /** What a reader gets. @param {string} path */
  const read = (path) => request(blog.url).get(path);
  /** @param {string} slug @param {Record<string, string>} typed */
  const change = async (slug, typed) =>
    ada.follow(`/admin/posts/${slug}`, await ada.fill(`/admin/posts/${slug}`, typed));

  it('begins as a draft that no reader sees', async () => {
    const form = await ada.fill('/admin/posts/new', {
      title: 'Plum jam',
      markdown: 'Slowly.',
      tags: 'jam, plums',
    });
    const page = await ada.follow('/admin/posts/new', { ...form, action: 'save' });
    assert.equal(page.path, '/admin/posts/plum-jam?done=saved');
    assert.equal(page.flash(), 'Draft saved.');
    await read('/post/plum-jam').expect(404);
    const { tags, author } = await blog.open.store.get('post', form.id);
    assert.deepEqual([tags, author], [['jam', 'plums'], 'ada']);
  });

  it('is published, and readers see it at their next request', async () => {
    await read('/').expect(200, /Rye bread/);
    const form = await ada.fill('/admin/posts/new', { title: 'Plum jam', markdown: 'Slowly.' });
    const page = await ada.follow('/admin/posts/new', { ...form, action: 'publish' });
    assert.equal(page.flash(), 'Published. View post');
    assert.deepEqual(page.links('.said a'), ['/post/plum-jam']);
    await read('/post/plum-jam').expect(200, /Slowly\./);
    await read('/').expect(200, /Plum jam/);
  });

  it('is scheduled by a later date, in the blog’s time zone, and public at its minute', async () => {
    await blog.open.content.saveSettings({ timeZone: 'Europe/Berlin' });
    const page = await change('secret-recipe', { date: '2026-11-22T08:30', action: 'publish' });
    assert.equal(page.flash(), 'Scheduled for 22 Nov 2026, 08:30.');
    await blog.clock.tickTo('2026-11-22T07:29:59.999Z');
    await read('/post/secret-recipe').expect(404);
    await blog.clock.tickTo('2026-11-22T07:30:00.000Z');
    await read('/post/secret-recipe').expect(200);
  });

  it('is changed, and keeps the seconds of a date that nobody touched', async () => {
    const before = await blog.open.store.get('post', jamPost.id);
    await read('/post/quince-jam').expect(200);
    const page = await change('quince-jam', { title: 'Quince jelly', action: 'save' });
    assert.equal(page.flash(), 'Updated. View post');
    assert.equal(parsePage(await read('/post/quince-jam')).text('h1'), 'Quince jelly');
    assert.equal((await blog.open.store.get('post', jamPost.id)).publishedAt, before.publishedAt);
  });

  it('gets another address, and the old one redirects, for authors too', async () => {
    const { path } = await change('quince-jam', { slug: 'quinces', action: 'save' });
    assert.equal(path, '/admin/posts/quinces?done=updated');
    await read('/post/quince-jam').expect(301).expect('Location', '/post/quinces');
    await ada.get('/admin/posts/quince-jam').expect(303).expect('Location', '/admin/posts/quinces');
  });

  it('leaves no redirect behind while only its author knew the address', async () => {
    const { path } = await change('secret-recipe', {
      title: 'Known to me',
      slug: 'mine',
      action: 'save',
    });
    assert.equal(path, '/admin/posts/mine?done=saved');
    assert.equal(await blog.open.store.get('address', '/post/secret-recipe'), null);
  });

  it('has an address that follows the title until it is published', async () => {
    const form = await ada.fill('/admin/posts/new', {
      title: 'Plums',
      markdown: 'x',
      action: 'save',
    });
    await ada.follow('/admin/posts/new', form);
    const { path } = await change('plums', { title: 'Plums and pears', action: 'publish' });
    assert.equal(path, '/admin/posts/plums-and-pears?done=published');
    const later = await change('plums-and-pears', { title: 'Pears', action: 'save' });
    assert.equal(later.path, '/admin/posts/plums-and-pears?done=updated');
  });

  it('is taken back', async () => {
    const page = await change('quince-jam', { action: 'unpublish' });
    assert.equal(page.flash(), 'Unpublished. It is a draft again.');
    await read('/post/quince-jam').expect(404);
    await read('/')
      .expect(200)
      .expect(({ text }) => assert.doesNotMatch(text, /Quince jam/));
  });

  it('is deleted, and comes back with its comments', async () => {
    await blog.open.content.saveComment({
      postId: jamPost.id,
      replyTo: '',
      name: 'Grace',
      url: '',
      markdown: 'What a shelf!',
      status: 'approved',
    });
    await read('/post/quince-jam').expect(200, /What a shelf!/);
    const deleted = await change('quince-jam', { action: 'delete' });
    assert.equal(deleted.path, `/admin/posts?deleted=${jamPost.id}`);
    assert.match(deleted.text(), /was moved to the trash/);
    await read('/post/quince-jam').expect(410);
    await ada.get('/admin/trash').expect(200, /1 comment/);
    const restored = await ada.follow(`/admin/trash/${jamPost.id}`, {});
    assert.equal(restored.flash(), 'Restored, with its comments. View post');
    await read('/post/quince-jam').expect(200, /What a shelf!/);
    await ada.get('/admin/trash').expect(200, /The trash is empty/);
  });

  it('gets another address when its own was taken while it was away', async () => {
    await change('quince-jam', { action: 'delete' });
    const form = await ada.fill('/admin/posts/new', {
      title: 'Other',
      slug: 'quince-jam',
      markdown: 'x',
    });
    await ada.follow('/admin/posts/new', { ...form, action: 'publish' });
    const page = await ada.follow(`/admin/trash/${jamPost.id}`, {});
    assert.equal(page.path, '/admin/posts/quince-jam-2?done=moved');
    assert.match(page.flash(), /Its URL was taken in the meantime/);
    await read('/post/quince-jam').expect(200, /Other/);
  });

  it('cannot come back after thirty days, and leaves nothing behind', async () => {
    await change('quince-jam', { title: 'Quince', action: 'save' });
    await change('quince-jam', { action: 'delete' });
    await blog.clock.tick(31 * 24 * 60 * 60_000);
    await ada.signInAgain();
    await ada.send(`/admin/trash/${jamPost.id}`, {}).expect(404);
    await change('rye-bread', { action: 'delete' });
    assert.equal(await blog.open.store.get('trash', jamPost.id), null);
    assert.equal(await blog.open.store.get('history', jamPost.id), null);
  });

  it('is shown by a secret link until the link is taken back', async () => {
    const page = await ada.follow('/admin/posts/secret-recipe/link', { action: 'make' });
    const path = new URL(page.links('[aria-labelledby=secret] a')[0]).pathname;
    const { headers } = await read(path).expect(200, /Nobody may read this yet/);
    assert.equal(headers['cache-control'], 'no-store');
    assert.equal(headers['cache-status'], 'larder; fwd=bypass');
    assert.match(headers['x-robots-tag'], /noindex/);
    await read(path.replace(/preview\/./, 'preview/x')).expect(404);
    await read(`/admin/preview/.${draftPost.id}`).expect(404);
    await ada.follow('/admin/posts/secret-recipe/link', { action: 'withdraw' });
    await read(path).expect(404);
  });

  it('goes back to an earlier version, with a readable difference', async () => {
    await change('rye-bread', {
      markdown: 'Flour.\n\nWater.',
      cover: '/media/rye.webp',
      action: 'save',
    });
    const later = { markdown: 'Flour.\n\nMilk.', title: 'Milk bread', cover: '' };
    await change('rye-bread', { ...later, action: 'save' });
    const links = (await ada.open('/admin/posts/rye-bread/history')).links('a.title');
    assert.equal(links.length, 2);
    const version = await ada.open(links[0]);
    assert.ok(version.texts('del').includes('Water'));
    assert.ok(version.texts('ins').includes('Milk'));
    const { revision } = await ada.fill('/admin/posts/rye-bread');
    const restored = await ada.follow(links[0], { revision });
    assert.match(restored.flash(), /^Version restored/);
    await read('/post/rye-bread').expect(200, /Water\./);
    const { title, cover } = restored.fields('#editor');
    assert.deepEqual({ title, cover }, { title: 'Rye bread', cover: '/media/rye.webp' });
  });

  it('keeps the last fifty versions', async () => {
    const { id } = await blog.open.store.get('post', jamPost.id);
    for (let number = 1; number <= 53; number++) {
      const { revision } = await blog.open.store.get('post', id);
      await blog.open.content.savePost(
        { id, markdown: `Stir ${number} times.` },
        { revision, by: 'ada' },
      );
    }
    const { versions } = await blog.open.content.history(id);
    assert.equal(versions.length, 50);
    const oldest = await blog.open.store.get('version', versions[0].id);
    assert.equal(oldest.markdown, 'Stir 3 times.');
    const all = [];
    for await (const version of blog.open.store.all('version')) all.push(version);
    assert.equal(all.length, 50);
  });

  it('makes one version of ten minutes of typing', async () => {
    const form = await ada.fill('/admin/posts/new', { title: 'Typed', action: 'autosave' });
    let { body } = await ada.sendJson('/admin/posts/new', { ...form, markdown: 'T' }).expect(200);
    const typed = ['Ty', 'Typ', 'Type'];
    for (const markdown of typed) {
      await blog.clock.tick(60_000);
      ({ body } = await ada
        .sendJson(body.path, { ...form, revision: body.revision, slug: body.slug, markdown })
        .expect(200));
    }
    assert.deepEqual((await blog.open.content.history(form.id)).versions, []);
    await blog.clock.tick(8 * 60_000);
    ({ body } = await ada
      .sendJson(body.path, { ...form, revision: body.revision, slug: body.slug, markdown: 'Typed' })
      .expect(200));
    await blog.clock.tick(60_000);
    await ada
      .sendJson(body.path, {
        ...form,
        revision: body.revision,
        slug: body.slug,
        markdown: 'Typed.',
      })
      .expect(200);
    assert.equal((await blog.open.content.history(form.id)).versions.length, 1);
  });
});
