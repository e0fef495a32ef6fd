import assert from 'node:assert/strict';
import { faults } from './axe.js';
import { builtInThemes } from '../../lib/changes/index/appearance.js';
import { saveUpload } from '../../lib/content/media/uploads.js';
import { mediaUrl } from '../../lib/content/media/urls.js';
import { withBrowser } from '../support/browser.js';
import { breadPost, jamPost, smallBlog } from '../support/fixtures.js';
import { png } from '../support/images.js';
/** @import { Appearance } from '../../lib/store/types.js' */

const code = '```js\nlet it = "rest"; // 90 minutes\n```';
const markdown = `Flour, and [salt](/salt).\n\n> Wait.\n\n## Water\n\n${code}\n\n| a | b |\n|---|---|\n| 1 | 2 |`;
const posts = smallBlog.map((post) => (post.id === breadPost.id ? { ...post, markdown } : post));

describe('A reader of a blog', () => {
  const { blog, open } = withBrowser({ posts });

  for (const theme of builtInThemes)
    it(`can read the theme ${theme} by day and by night, at each width, whatever the owner chose`, async () => {
      const page = await open();
      for (const appearance of [
        {},
        /** @type {Partial<Appearance>} */ ({
          accent: '#ffff00',
          background: '#777777',
          fonts: 'fraunces',
          width: 'wide',
          header: 'centred',
          headerTagline: true,
          schemeSwitch: true,
          front: 'grid',
          postShare: true,
          footer: 'By hand.',
          pinned: [jamPost.id],
          links: [{ title: 'Mastodon', url: 'https://mastodon.example/@ada' }],
        }),
      ]) {
        await blog.open.content.saveSettings({ theme, tagline: 'Kept cool', appearance });
        for (const path of ['/', `/post/${breadPost.slug}`]) {
          await page.goto(blog.url + path);
          assert.deepEqual(await faults(page), [], path);
        }
      }
    });

  it('chooses light or dark, which moves nothing and is remembered', async () => {
    await blog.open.content.saveSettings({ appearance: { schemeSwitch: true } });
    const page = await open({ colorScheme: 'light' });
    await page.goto(blog.url);
    const ground = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
    const byDay = await ground();
    const { x } = (await page.locator('.find').boundingBox()) ?? {};
    await page.click('button[aria-label="Dark mode"][aria-pressed=false]');
    const byNight = await ground();
    assert.notEqual(byNight, byDay);
    assert.equal(await page.getAttribute('meta[name=theme-color]', 'content'), byNight);
    await page.reload();
    assert.equal(await ground(), byNight);
    assert.equal(await page.locator('.moon').isVisible(), true);
    assert.equal(await page.locator('.sun').isVisible(), false);
    assert.equal((await page.locator('.find').boundingBox())?.x, x);
  });

  it('sees the logo for these colours, from the start of the next page on', async () => {
    const { content } = blog.open;
    const upload = async (/** @type {string} */ name) =>
      mediaUrl((await saveUpload({ name, bytes: png({ width: name.length }) }, '', content)).id);
    const [logo, logoDark] = [await upload('day.png'), await upload('night.png')];
    await content.saveSettings({ logo, appearance: { schemeSwitch: true, logoDark } });
    const page = await open({ colorScheme: 'dark' });
    const untilShown = (/** @type {string} */ path) =>
      page.waitForFunction(
        (path) => [...document.images].some(({ currentSrc }) => currentSrc.endsWith(path)),
        path,
      );
    await page.goto(blog.url);
    await untilShown(logoDark);
    await page.emulateMedia({ colorScheme: 'light' });
    await untilShown(logo);
    await page.click('[data-scheme-switch]');
    await untilShown(logoDark);
    await page.goto(`${blog.url}/archive`);
    await untilShown(logoDark);
    await page.click('[data-scheme-switch]');
    await untilShown(logo);
  });
});
