import assert from 'node:assert/strict';
import { faults } from './axe.js';
import { saveUpload } from '../../lib/content/media/uploads.js';
import { mediaUrl } from '../../lib/content/media/urls.js';
import { withBrowser } from '../support/browser.js';
import { breadPost } from '../support/fixtures.js';
import { png } from '../support/images.js';

const sentences = 'Knead it again and again, and wait. '.repeat(150);
const markdown = `## Flour\n\n${sentences}\n\n## Water\n\n\`\`\`js\nlet it = 'rest';\n\`\`\`\n\n### Salt\n\n## Time`;
const posts = [{ ...breadPost, markdown }];

describe('A reader’s browser', () => {
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

  it('leaves code as wide as it was when the button to copy it comes', async () => {
    const page = await open({ viewport: { width: 1280, height: 800 } });
    /** @type {(() => void)[]} */
    const waiting = [];
    await page.route(/copy-code/, (route) => void waiting.push(() => route.continue()));
    await page.goto(`${blog.url}/post/${breadPost.slug}`, { waitUntil: 'commit' });
    await page.locator('footer.bottom').waitFor();
    const box = () => page.locator('pre').boundingBox();
    const before = await box();
    for (const go of waiting) go();
    await page.locator('.code button').waitFor({ state: 'attached' });
    assert.deepEqual(await box(), before);
  });

  it('has the header on one line, on phones with a menu that needs no script', async () => {
    const navigation = [{ title: 'About', url: '/about' }];
    await blog.open.content.saveSettings({ title: 'A pantry with a long name', navigation });
    const wide = await open({ viewport: { width: 1280, height: 800 } });
    await wide.goto(blog.url);
    const places = await wide.$$eval('.brand, .top li a, .find', (all) =>
      all.map((each) => each.getBoundingClientRect()).map(({ y, height }) => y + height / 2),
    );
    assert.equal(places.length, 6);
    assert.ok(Math.max(...places) - Math.min(...places) <= 1, String(places));
    const phone = await open({ viewport: { width: 390, height: 844 }, javaScriptEnabled: false });
    await phone.goto(blog.url);
    assert.ok(((await phone.locator('header').boundingBox())?.height ?? 99) <= 80);
    assert.equal(await phone.locator('.top >> text=About').isVisible(), false);
    await phone.click('summary[aria-label=Menu]');
    await phone.click('.top >> text=Archive');
    assert.equal(new URL(phone.url()).pathname, '/archive');
    await phone.click('.find');
    assert.equal(new URL(phone.url()).pathname, '/search');
  });

  it('shows portraits whole, and large pictures in front of the page, also where there is code', async () => {
    const { content, store } = blog.open;
    const tall = await saveUpload(
      { name: 'tall.png', bytes: png({ width: 500, height: 1500 }) },
      'ada',
      content,
    );
    const { bytes, type } = await saveUpload(
      { name: 's.png', bytes: png({ width: 400, height: 1200 }) },
      'ada',
      content,
    );
    const size = { bytes, type, size: bytes.length, width: 400, height: 1200, alt: '' };
    await content.saveMedia({ ...size, id: `${tall.id}.400w.png`, name: '', by: 'ada' });
    const url = mediaUrl(tall.id);
    const figures = ['Second', 'Third'].map(
      (alt) => `<figure><img src="${url}" alt="${alt}"></figure>`,
    );
    const text = `![First](${url})\n\n<div class="gallery">\n${figures.join('\n')}\n</div>\n\n\`\`\`js\nlet it;\n\`\`\``;
    const { id, revision } = await store.get('post', breadPost.id);
    await content.savePost({ id, markdown: text }, { revision });
    const page = await open({ viewport: { width: 1280, height: 800 } });
    await page.goto(`${blog.url}/post/${breadPost.slug}`);
    const boxes = await page.$$eval('.text img', (all) =>
      all
        .map((each) => each.getBoundingClientRect())
        .map(({ width, height }) => ({ width, height })),
    );
    assert.ok(boxes[0].height <= 680.5, `${boxes[0].height}`);
    assert.ok(Math.abs(boxes[1].width / boxes[1].height - 1 / 2) < 0.01, JSON.stringify(boxes[1]));
    assert.deepEqual(await faults(page), []);
    await page.click('.gallery a >> nth=0');
    const shown = page.locator('dialog[open] img');
    await shown.waitFor();
    assert.equal(new URL((await shown.getAttribute('src')) ?? '').pathname, url);
    assert.deepEqual(await faults(page), []);
    assert.equal(await shown.getAttribute('alt'), 'Second');
    await page.keyboard.press('ArrowRight');
    assert.equal(await shown.getAttribute('alt'), 'Third');
    await page.keyboard.press('Escape');
    await shown.waitFor({ state: 'hidden' });
    assert.equal(await page.locator('.gallery a >> nth=0').getAttribute('href'), url);
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
