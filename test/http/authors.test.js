import assert from 'node:assert/strict';
import request from 'supertest';
import { saveSizes } from '../../lib/content/media/sizes.js';
import { saveUpload } from '../../lib/content/media/uploads.js';
import { eachTest } from '../support/blog.js';
import { breadPost, jamPost, pickledPost, shelvesOfPosts } from '../support/fixtures.js';
import { parsePage } from '../support/html.js';
import { pngThatClaims } from '../support/images.js';
/** @import { TestBlog } from '../support/blog.js' */

const hit = 'larder; hit';

describe('The page of an author', () => {
  const { startBlog } = eachTest();
  const posts = [
    { ...breadPost, author: 'ada' },
    { ...jamPost, author: 'bo', coAuthors: ['ada'] },
    { ...pickledPost, author: 'bo' },
  ];
  /** @param {any[]} [given] */
  async function start(given = posts) {
    const blog = await startBlog({ posts: given });
    await blog.open.content.saveUser({ id: 'ada', name: 'Ada', role: 'owner' });
    await blog.open.content.saveUser({ id: 'bo', name: 'Bo', role: 'author' });
    return blog;
  }
  /** @param {TestBlog} blog @param {string} path */
  const read = async ({ url }, path) => parsePage(await request(url).get(path).expect(200));
  /** @param {TestBlog} blog @param {string} id @param {object} fields */
  async function change({ open }, id, fields) {
    const user = await open.store.get('user', id);
    await open.content.saveUser({ ...user, ...fields });
  }

  it('has their name and their posts, also those that they wrote with others', async () => {
    const page = await read(await start(), '/author/ada');
    assert.equal(page.text('h1'), 'Ada');
    assert.deepEqual(page.texts('.card h2'), [breadPost.title, jamPost.title]);
  });

  it('is named with each post for search engines, whatever its title is', async () => {
    const title = '</script><b>&amp;"';
    const blog = await start([{ ...breadPost, author: 'ada', title, excerpt: '<!-- <script>' }]);
    const { text } = await request(blog.url).get('/post/rye-bread');
    const [, json = '', after] =
      /<script type="application\/ld\+json">([^<]*)<(.{7})/s.exec(text) ?? [];
    assert.equal(after, '/script');
    assert.deepEqual(JSON.parse(json), {
      '@context': 'https://schema.org',
      '@type': 'BlogPosting',
      headline: title,
      description: '<!-- <script>',
      url: `${blog.url}/post/rye-bread`,
      datePublished: breadPost.publishedAt,
      dateModified: breadPost.updatedAt,
      author: [{ '@type': 'Person', name: 'Ada', url: `${blog.url}/author/ada` }],
    });
  });

  it('is where the end of a post leads, with their text and picture, as they are now', async () => {
    const blog = await start();
    const end = async () => {
      const page = await read(blog, '/post/rye-bread');
      return { texts: page.texts('.writer p'), links: page.links('.writer a') };
    };
    assert.deepEqual(await end(), { texts: [], links: [] });
    await change(blog, 'ada', { about: 'I bake.\n\nAnd I wait.' });
    assert.deepEqual(await end(), { texts: ['I bake.', 'And I wait.'], links: ['/author/ada'] });
    await change(blog, 'bo', { about: 'I boil.' });
    const { headers } = await request(blog.url).get('/post/rye-bread');
    assert.equal(headers['cache-status'], hit, 'they did not write it');
    assert.ok((await read(blog, '/post/rye-bread')).links('.ending a').includes('/subscribe'));
  });

  it('is where names on posts and cards lead', async () => {
    const blog = await start();
    for (const path of ['/post/quince-jam', '/tag/fruit']) {
      const page = await read(blog, path);
      assert.deepEqual(
        page.links('a[rel=author]'),
        path.startsWith('/post') ? ['/author/bo', '/author/ada'] : ['/author/bo'],
      );
    }
    assert.match((await read(blog, '/post/quince-jam')).text('.meta'), /By Bo and Ada/);
  });

  it('shows what they say of themselves, as text, and their picture', async () => {
    const blog = await start();
    await read(blog, '/author/ada');
    const about = `I <b>bake</b>.\n\n${'A lot. '.repeat(26)}.🍞 and cakes.`;
    const photo = { name: 'ada.png', bytes: pngThatClaims(1000, 1000) };
    const { id } = await saveUpload(photo, '', blog.open.content);
    await change(blog, 'ada', { about, picture: `/media/${id}` });
    const page = await read(blog, '/author/ada');
    assert.deepEqual(page.texts('.author p'), about.split('\n\n'));
    const description = page.attribute('meta[name=description]', 'content') ?? '';
    assert.match(description, /lot\. \.…$/);
    assert.equal(page.attribute('.author img', 'src'), `/media/${id}`);
    assert.equal(page.attribute('meta[property="og:image"]', 'content'), `${blog.url}/media/${id}`);
  });

  it('shows their picture in a smaller size when there is one, and not when it is gone', async () => {
    const blog = await start();
    const { content } = blog.open;
    const shown = async () => {
      const page = await read(blog, '/author/ada');
      return ['src', 'srcset'].map((name) => page.attributes('.author img', name));
    };
    const photo = { name: 'ada.png', bytes: pngThatClaims(1000, 1000) };
    const media = await saveUpload(photo, '', content);
    const src = `/media/${media.id}`;
    await change(blog, 'ada', { about: 'I bake.', picture: src });
    assert.deepEqual(await shown(), [[src], []]);
    await saveSizes(media, [pngThatClaims(400, 400)], content);
    assert.deepEqual(await shown(), [[src], [`${src}.400w.png 400w, ${src} 1000w`]]);
    await content.removeMedia(media.id, media.revision ?? '');
    assert.deepEqual(await shown(), [[], []]);
  });

  it('alone is cleared when that changes', async () => {
    const blog = await start();
    const paths = ['/', '/post/rye-bread', '/author/bo', '/author/ada'];
    for (const path of paths) await read(blog, path);
    await change(blog, 'ada', { about: 'I bake.' });
    for (const path of paths.slice(0, 3))
      await request(blog.url).get(path).expect('Cache-Status', hit);
    assert.match((await read(blog, '/author/ada')).text(), /I bake\./);
  });

  it('is not there for who has no public post, or no name', async () => {
    const blog = await start();
    await blog.open.content.saveUser({ id: 'cy', name: 'Cy', role: 'author' });
    await request(blog.url).get('/author/cy').expect(404);
    await request(blog.url).get('/author/nobody').expect(404);
    const { revision } = await blog.open.store.get('user', 'bo');
    await blog.open.content.removeUser('bo', revision);
    await request(blog.url).get('/author/bo').expect(404);
    await request(blog.url).get('/author/bo/atomfeed').expect(404);
  });

  it('is named on their posts as soon as they have a name', async () => {
    const blog = await startBlog({ posts: [breadPost] });
    await read(blog, '/');
    const { revision } = await blog.open.store.get('post', breadPost.id);
    await blog.open.content.savePost({ id: breadPost.id, coAuthors: ['cy'] }, { revision });
    await read(blog, '/');
    await blog.open.content.saveUser({ id: 'cy', name: 'Cy', role: 'author' });
    assert.deepEqual((await read(blog, '/')).links('a[rel=author]'), ['/author/cy']);
  });

  it('goes on for as many pages as there are posts', async () => {
    const blog = await start(shelvesOfPosts(25).map((post) => ({ ...post, author: 'ada' })));
    const first = await read(blog, '/author/ada');
    const [older] = first.links('.pager a');
    assert.equal(older, '/author/ada/page/2');
    assert.equal((await read(blog, older)).has('.author'), false);
    await request(blog.url).get('/author/ada/page/3').expect(302).expect('Location', '/author/ada');
    await request(blog.url).get('/author/ada/page/9').expect(404);
  });

  it('has feeds of its own, which name them', async () => {
    const blog = await start();
    const { text } = await request(blog.url).get('/author/ada/feed.json').buffer(true);
    const feed = JSON.parse(text);
    assert.match(feed.title, /: Ada$/);
    assert.deepEqual(
      feed.items.map((/** @type {any} */ { authors }) =>
        authors.map((/** @type {any} */ { name }) => name),
      ),
      [['Ada'], ['Bo', 'Ada']],
    );
    for (const format of ['atomfeed', 'rss.xml'])
      await request(blog.url)
        .get(`/author/ada/${format}`)
        .expect(200)
        .expect(/rye-bread/);
  });
});
