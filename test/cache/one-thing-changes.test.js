import assert from 'node:assert/strict';
import request from 'supertest';
import { eachTest } from '../support/blog.js';
import { breadPost } from '../support/fixtures.js';
/** @import { Post } from '../../lib/store/types.js' */
/** @import { TestBlog } from '../support/blog.js' */

describe('A kept page, when nothing else changes than', () => {
  const { startBlog } = eachTest();
  /** @type {TestBlog} */
  let blog;
  beforeEach(async () => {
    blog = await startBlog({ posts: [{ ...breadPost, author: 'ada' }] });
    await saveUser('ada', 'Ada');
  });

  it('the picture of an author, shows the new one', async () => {
    for (const number of [1, 2]) {
      await change('ada', { about: 'Bakes.', picture: `https://ada.example/${number}.png` });
      assert.ok((await text('/author/ada')).includes(`/${number}.png`));
    }
  });

  it('the name of a co-author who had none, shows it', async () => {
    await text('/');
    await edit({ coAuthors: ['bo'] });
    assert.doesNotMatch(await text('/'), /Boris/);
    await saveUser('bo', 'Boris');
    assert.match(await text('/'), /Boris/);
  });

  it('the order of its authors, shows the new one', async () => {
    await saveUser('bo', 'Boris');
    await edit({ coAuthors: ['bo'] });
    const authors = async () => (await text('/')).match(/\/author\/\w+/g)?.join();
    assert.equal(await authors(), '/author/ada,/author/bo');
    await edit({ author: 'bo', coAuthors: ['ada'] });
    assert.equal(await authors(), '/author/bo,/author/ada');
  });

  it('the canonical URL, tells the new one', async () => {
    for (const host of ['one', 'two']) {
      await edit({ canonicalUrl: `https://${host}.example/` });
      assert.ok((await text('/post/rye-bread')).includes(`href="https://${host}.example/"`));
    }
  });

  it('what its cover is described as, describes it so', async () => {
    for (const alt of ['One loaf', 'Two loaves']) {
      await edit({ cover: { src: 'https://bread.example/loaf.png', alt } });
      assert.ok((await text('/post/rye-bread')).includes(`alt="${alt}"`));
    }
  });

  it('the status of a page that takes the place of one of the engine, gives way to it', async () => {
    const { content } = blog.open;
    const page = { type: /** @type {const} */ ('page'), slug: 'subscribe', title: 'My own' };
    const { id, revision } = await content.savePost({ ...page, markdown: 'Mine', status: 'draft' });
    assert.doesNotMatch(await text('/subscribe'), /My own/);
    await content.savePost({ id, status: 'published' }, { revision });
    assert.match(await text('/subscribe'), /My own/);
  });

  /** @param {string} path */
  const text = async (path) => (await request(blog.url).get(path)).text;

  /** @param {string} id @param {string} name */
  const saveUser = (id, name) => blog.open.content.saveUser({ id, name, role: 'author' });

  /** @param {string} id @param {{ about?: string, picture?: string }} changed */
  const change = async (id, changed) =>
    blog.open.content.saveUser({ ...(await blog.open.store.get('user', id)), ...changed });

  /** @param {Partial<Post>} changed */
  async function edit(changed) {
    const { content, index } = blog.open;
    const { id } = breadPost;
    await content.savePost({ id, ...changed }, { revision: index.post(id)?.revision });
  }
});
