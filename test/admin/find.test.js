import assert from 'node:assert/strict';
import request from 'supertest';
import { withAuthors } from '../support/authors.js';
import { breadPost, draftPost, smallBlog } from '../support/fixtures.js';
/** @import { Author } from '../support/authors.js' */

describe('The search of the admin pages', () => {
  const { blog, ada, emil, anna } = withAuthors(['ada', 'emil', 'anna'], { posts: smallBlog });

  /** @param {Author} author @param {string} q @returns {Promise<Record<string, string>[]>} */
  const ask = async (author, q) => (await author.get('/admin/find').query({ q }).expect(200)).body;
  /** @param {Author} author @param {string} q */
  const titles = async (author, q) => (await ask(author, q)).map(({ title }) => title);

  it('finds posts and drafts by a part of the title, in any case and without accents', async () => {
    const [bread] = await ask(ada, 'RYÉ');
    assert.equal(bread.title, breadPost.title);
    assert.equal(bread.url, `/admin/posts/${breadPost.slug}`);
    assert.equal(bread.view, `/post/${breadPost.slug}`);
    const [draft] = await ask(ada, `${draftPost.title}`);
    assert.deepEqual([draft.about, draft.view], ['Post (Draft)', undefined]);
  });

  it('finds pages, people, tags, settings and places, each where it is', async () => {
    for (const [q, url] of [
      ['about', '/admin/pages/about'],
      ['emil', '/admin/people/emil'],
      ['preserves', '/admin/tags/preserves'],
      ['time zone', '/admin/settings#timeZone'],
      ['fonts', '/admin/appearance#fonts'],
      ['password', '/admin/account#password-heading'],
      ['export', '/admin/export'],
      ['new post', '/admin/posts/new'],
    ])
      assert.ok(
        (await ask(ada, q)).some((found) => found.url === url),
        q,
      );
  });

  it('finds all words, in any order, and what begins with them first', async () => {
    assert.ok((await titles(ada, 'zone time')).includes('Time zone'));
    assert.deepEqual(await titles(ada, 'zone nowhere'), []);
    assert.equal((await titles(ada, 'comm'))[0], 'Comments');
  });

  it('publishes a draft that is named behind “publish”, and nothing of others', async () => {
    const [found] = await ask(ada, `publ ${String(draftPost.title).slice(0, 4)}`);
    assert.equal(found.title, `Publish “${draftPost.title}”`);
    await ada.send(found.url, { id: found.publish, action: 'publish' }).expect(303);
    await request(blog.url).get(`/post/${draftPost.slug}`).expect(200);
    const isLeft = (/** @type {string} */ title) => title.startsWith('Publish');
    assert.equal((await titles(ada, `publish ${draftPost.title}`)).some(isLeft), false);
    assert.equal((await titles(anna, 'publish')).some(isLeft), false);
  });

  it('leads only to what somebody may open', async () => {
    assert.deepEqual(await ask(emil, 'emil'), []);
    assert.deepEqual(await titles(emil, 'time zone'), []);
    assert.deepEqual(await titles(anna, 'new'), ['New post']);
    assert.deepEqual(await ask(anna, `${breadPost.title}`), []);
    for (const author of [emil, anna])
      for (const q of ['a', 'e', 'o', ''])
        for (const { url } of await ask(author, q)) await author.get(url.split('#')[0]).expect(200);
  });

  it('offers the first steps and what was changed last while nothing is typed', async () => {
    const offered = await titles(ada, ' ');
    assert.deepEqual(offered.slice(0, 2), ['New post', 'New page']);
    assert.ok(offered.includes(`${breadPost.title}`));
  });

  it('answers few things to a long question, and nothing to strangers', async () => {
    assert.deepEqual(await ask(ada, 'x'.repeat(5000)), []);
    assert.ok((await ask(ada, 'e')).length <= 16);
    await request(blog.url).get('/admin/find').set('Accept', 'application/json').expect(401);
  });
});

describe('The navigation of the admin pages', () => {
  const { ada } = withAuthors(['ada'], { posts: smallBlog });
  const inside = 'nav[aria-label=Admin]';

  it('has groups', async () => {
    const page = await ada.open('/admin');
    assert.deepEqual(page.texts(`${inside} p`), ['Write', 'Audience', 'Blog', 'Tools']);
    assert.equal(page.links(`${inside} a`).length, 18);
  });

  it('says where one is, also on a page below', async () => {
    for (const [path, title] of [
      ['/admin', 'Dashboard'],
      ['/admin/posts', 'Posts'],
      ['/admin/posts/new', 'Posts'],
      ['/admin/tags/bread', 'Tags'],
    ])
      assert.deepEqual((await ada.open(path)).texts(`${inside} [aria-current]`), [title]);
  });
});
