import { deepEqual, equal, match } from 'node:assert/strict';
import request from 'supertest';
import { eachTest } from '../support/blog.js';
import { aboutPage, draftPost, jamPost, pickledPost } from '../support/fixtures.js';
import { parsePage } from '../support/html.js';

describe('A post in rich text', () => {
  const { startBlog } = eachTest();
  const video = 'https://tube.example/w/9c9de5e8-0a1e-484a-b099-e80766180a6d';

  /** @param {string} markdown */
  const startWith = (markdown) =>
    startBlog({ posts: [pickledPost, draftPost, aboutPage, { ...jamPost, markdown }] });

  it('lets players of its own videos be framed, and nothing else; the other pages none', async () => {
    const { url } = await startWith(`${video}\n\nhttps://youtu.be/dQw4w9WgXcQ`);
    const page = await request(url).get('/post/quince-jam').expect(200);
    match(
      page.headers['content-security-policy'],
      /; frame-src https:\/\/tube\.example https:\/\/www\.youtube-nocookie\.com;/,
    );
    equal(parsePage(page).has('script[src*="embeds"]'), true);
    const again = await request(url)
      .get('/post/quince-jam')
      .set('If-None-Match', page.headers.etag)
      .expect(304);
    equal(again.headers['content-security-policy'], page.headers['content-security-policy']);
    for (const path of ['/', '/post/pickled-lemons', '/about']) {
      const other = await request(url).get(path).expect(200);
      equal(other.headers['content-security-policy'].includes('frame-src'), false, path);
      equal(parsePage(other).has('script[src*="embeds"]'), false);
    }
  });

  it('shows in feeds what their readers can show', async () => {
    const { url } = await startWith(`Salt[^1], $x^2$.\n\n- [x] done\n\n${video}\n\n[^1]: Sea`);
    const { body } = await request(url).get('/feed.json').expect(200);
    const feed = parsePage(`<body>${body.items[0].content_html}</body>`);
    deepEqual([feed.texts('code'), feed.has('math')], [['x^2'], false]);
    deepEqual(feed.texts('li'), ['☑ done', 'Sea ↩︎']);
    deepEqual(feed.links('p.embed a'), [video]);
    deepEqual(feed.links('sup a'), [`${url}/post/quince-jam#fn-1`]);
  });

  it('links to posts and pages by name, also by a former one, and never tells the title or a new URL of a draft', async () => {
    const names = ['pickled-lemons', 'Pickled lemons', 'secret-recipe', 'about', 'nowhere'];
    const blog = await startWith(names.map((name) => `[[${name}]]`).join(', '));
    const { content, store } = blog.open;
    const linksNow = async () => parsePage(await request(blog.url).get('/post/quince-jam'));
    const page = await linksNow();
    deepEqual(page.links('.text a'), [
      ...['/post/pickled-lemons', '/post/pickled-lemons'],
      ...['/post/secret-recipe', '/about'],
    ]);
    deepEqual(page.texts('.text a').slice(1), ['Pickled lemons', 'secret-recipe', aboutPage.title]);
    match(page.text('.text'), /, nowhere$/);

    const lemons = await store.get('post', pickledPost.id);
    await content.savePost({ id: lemons.id, slug: 'salted' }, { revision: lemons.revision });
    await request(blog.url).get('/post/pickled-lemons').expect('Location', '/post/salted');
    deepEqual((await linksNow()).links('.text a')[0], '/post/pickled-lemons');
    const jam = await store.get('post', jamPost.id);
    await content.savePost({ id: jam.id }, { revision: jam.revision });
    deepEqual((await linksNow()).links('.text a').slice(0, 2), ['/post/salted', '/post/salted']);
    const salted = await store.get('post', pickledPost.id);
    const hidden = { id: salted.id, slug: 'hidden', status: /** @type {const} */ ('draft') };
    await content.savePost(hidden, { revision: salted.revision });
    await content.savePost(
      { id: jam.id },
      { revision: (await store.get('post', jam.id)).revision },
    );
    match((await linksNow()).text('.text'), /^pickled-lemons,/);
  });

  it('has the quotation marks of the blog’s language once it is saved again', async () => {
    const blog = await startWith('"Salz"');
    const { content, store } = blog.open;
    const textNow = async () =>
      parsePage(await request(blog.url).get('/post/quince-jam')).text('.text');
    const settings = await store.get('settings', 'site');
    await content.saveSettings({ language: 'de' }, { revision: settings?.revision ?? null });
    equal(await textNow(), '“Salz”');
    const jam = await store.get('post', jamPost.id);
    await content.savePost({ id: jam.id }, { revision: jam.revision });
    equal(await textNow(), '„Salz“');
  });
});
