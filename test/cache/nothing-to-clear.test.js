import assert from 'node:assert/strict';
import { eachTest } from '../support/blog.js';
import { breadPost } from '../support/fixtures.js';
import { ask } from '../support/raw.js';
/** @import { TestBlog } from '../support/blog.js' */

const src = 'https://bread.example/loaf.png';
const hidden = { slug: 'hidden', title: 'Hidden', markdown: 'Out of sight.' };

describe('A kept page that does not show it stays when what changes is', () => {
  const { startBlog } = eachTest();
  /** @type {TestBlog} */
  let blog;
  beforeEach(async () => {
    blog = await startBlog({ posts: [{ ...breadPost, cover: { src, alt: 'One loaf' } }] });
    await blog.open.content.saveSettings({ title: 'Larder', comments: 'held' });
  });

  it('the description of a cover, in lists', async () => {
    const isKept = await kept('/', '/page/1', '/tag/bread');
    const { revision } = await blog.open.store.get('post', breadPost.id);
    const cover = { src, alt: 'Two loaves' };
    await blog.open.content.savePost({ id: breadPost.id, cover }, { revision });
    await isKept();
  });

  for (const [what, how] of Object.entries({
    'that search engines are not to show': { noindex: true },
    'that was published elsewhere first': { canonicalUrl: 'https://elsewhere.example/its-own' },
  }))
    it(`a post or page ${what}, in the sitemap`, async () => {
      const isKept = await kept('/sitemap.xml', '/sitemap-1.xml');
      for (const type of /** @type {const} */ (['post', 'page'])) {
        const post = { ...hidden, ...how, type, status: /** @type {const} */ ('published') };
        const { id, revision } = await blog.open.content.savePost(post);
        await blog.clock.tick(60_000);
        await blog.open.content.savePost({ id, title: 'Well hidden' }, { revision });
      }
      await isKept();
    });

  it('the title, in icons that show the same letter of it', async () => {
    const isKept = await kept('/favicon.ico', '/icon.svg');
    await blog.open.content.saveSettings({ title: 'Lamb’s lettuce' });
    await isKept();
    await blog.open.content.saveSettings({ title: 'Pantry' });
    assert.match(String((await ask(blog, '/icon.svg')).body), />P</);
  });

  it('who may comment, where readers are told that comments wait for approval', async () => {
    const isKept = await kept('/comment-received');
    await blog.open.content.saveSettings({ comments: 'off' });
    await isKept();
    await blog.open.content.saveSettings({ comments: 'shown' });
    assert.match(String((await ask(blog, '/comment-received')).body), /will appear shortly/);
  });

  /** @param {string[]} paths  that can be stored @returns {Promise<() => Promise<void>>} fails if one has left the cache */
  async function kept(...paths) {
    for (const path of paths) await ask(blog, path);
    const { cache } = blog.open;
    const own = paths.filter((path) => cache.peek(path));
    assert.ok(own.length > 0);
    return async () => {
      for (const path of own) assert.ok(cache.peek(path), `${path} was cleared`);
    };
  }
});
