import assert from 'node:assert/strict';
import { faults } from './axe.js';
import { mediaUrl, saveUpload } from '../../lib/content/media/uploads.js';
import { withBrowser } from '../support/browser.js';
import { breadPost } from '../support/fixtures.js';
import { png } from '../support/images.js';

const sentences = 'Knead it again and again, and wait. '.repeat(150);
const markdown = `## Flour\n\n${sentences}\n\n## Water\n\n\`\`\`js\nlet it = 'rest';\n\`\`\`\n\n### Salt\n\n## Time`;
const posts = [{ ...breadPost, markdown }];

describe('A reader’s browser', function () {
  this.timeout(40_000);
  const { blog, open } = withBrowser({ posts });

  it('copies the code of a long post, whose headings and contents lead to each other', async () => {
    const page = await open({ permissions: ['clipboard-read', 'clipboard-write'] });
    await page.goto(`${blog.url}/post/${breadPost.slug}`);
    await page.hover('pre');
    await page.click('text=Copy');
    await page.locator('[role=status]', { hasText: 'Code copied' }).waitFor({ state: 'attached' });
    assert.equal(await page.evaluate(() => navigator.clipboard.readText()), "let it = 'rest';");
    await page.click('summary >> text=Contents');
    assert.deepEqual(await faults(page), []);
    await page.click('.contents >> text=Salt');
    assert.equal(new URL(page.url()).hash, '#salt');
    await page.click('h2 >> text=Time');
    assert.equal(new URL(page.url()).hash, '#time');
  });

  it('shows the engine’s own files on a phone too, in folders with long names', async () => {
    const page = await open({ viewport: { width: 360, height: 800 } });
    await page.goto(`${blog.url}/source`);
    assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), 360);
  });

  it('moves nothing when a logo and the picture of an author come late, whatever their shape', async () => {
    const { content } = blog.open;
    const file = { name: 'wide.png', bytes: png({ width: 120, height: 40 }) };
    const url = mediaUrl((await saveUpload(file, 'ada', content)).id);
    await content.saveSettings({ logo: url });
    await content.saveUser({
      id: 'ada',
      name: 'Ada',
      role: 'owner',
      picture: url,
      about: 'Hello.',
    });
    const { id, revision } = await blog.open.store.get('post', breadPost.id);
    await content.savePost({ id, author: 'ada' }, { revision });
    const page = await open({ viewport: { width: 390, height: 800 } });
    let start = () => {};
    const started = new Promise((resolve) => (start = () => resolve(null)));
    await page.route(/\/media\//, (route) => started.then(() => route.continue()));
    await page.goto(`${blog.url}/author/ada`, { waitUntil: 'domcontentloaded' });
    const places = () =>
      page.$$eval('nav, main, .author p', (all) =>
        all.map((each) => each.getBoundingClientRect().y),
      );
    const before = await places();
    start();
    await page.waitForLoadState();
    assert.deepEqual(await places(), before);
    const { width, height } = (await page.locator('.author img').boundingBox()) ?? {};
    assert.equal(width, height);
  });
});
