import assert from 'node:assert/strict';
import { faults } from './axe.js';
import { withBrowser } from '../support/browser.js';
import { smallBlog } from '../support/fixtures.js';

describe('What is around the text in a browser', function () {
  this.timeout(40_000);
  const { blog, openAs } = withBrowser({ posts: smallBlog });
  const wide = { viewport: { width: 1280, height: 800 } };
  const open = () => openAs('/admin/posts/secret-recipe', wide);

  it('is in one panel, which opens beside the text, takes the focus and gives it back', async () => {
    const page = await open();
    const button = page.locator('[data-panel-open]');
    assert.equal(await page.isVisible('#slug'), false);
    await button.focus();
    await page.keyboard.press('Enter');
    assert.equal(await button.getAttribute('aria-expanded'), 'true');
    assert.equal(await page.locator('#panel:focus').count(), 1);
    assert.deepEqual(await faults(page), []);
    await page.setViewportSize(wide.viewport);
    await page.reload();
    assert.equal(await page.isVisible('#slug'), true);
    await page.focus('#slug');
    await page.keyboard.press('Escape');
    assert.equal(await page.isVisible('#slug'), false);
    assert.equal(await page.locator('[data-panel-open]:focus').count(), 1);
  });

  it('keeps the focus on a phone, where it covers the text, until it is left by a tap beside it', async () => {
    const page = await openAs('/admin', { viewport: { width: 390, height: 800 }, hasTouch: true });
    await page.goto(`${blog.url}/admin/posts/secret-recipe`);
    await page.tap('[data-panel-open]');
    assert.equal(await page.getByRole('dialog', { name: 'Details' }).count(), 1);
    for (let presses = 0; presses < 30; presses++) {
      await page.keyboard.press('Tab');
      const isIn = () =>
        document.activeElement?.closest('#panel') ||
        !document.hasFocus() ||
        document.activeElement === document.body;
      assert.ok(await page.evaluate(isIn), `after ${presses + 1} presses`);
    }
    assert.deepEqual(await faults(page), []);
    await page.setViewportSize({ width: 390, height: 800 });
    await page.touchscreen.tap(100, 60);
    assert.equal(await page.isVisible('#panel'), false);
    await page.tap('.cm-content');
    assert.equal(await page.locator('.cm-content:focus').count(), 1);
  });

  it('opens where a field in it cannot be saved', async () => {
    const page = await open();
    await page.click('[data-panel-open]');
    await page.fill('#slug', 'quince-jam');
    await page.keyboard.press('Escape');
    await page.keyboard.press('Control+s');
    await page.locator('#slug[aria-invalid=true]:focus').waitFor();
    assert.equal(await page.isVisible('#slug-problem'), true);
  });

  it('gives way to the text in the focus mode, which is remembered and left by Escape', async () => {
    const page = await open();
    await page.click('[data-focus]');
    await page.reload();
    assert.equal(await page.isVisible('.top'), false);
    assert.equal(await page.isVisible('[data-publish]'), true);
    assert.deepEqual(await faults(page), []);
    await page.setViewportSize(wide.viewport);
    await page.keyboard.press('Escape');
    assert.equal(await page.isVisible('.top'), true);
  });

  it('names who else has the post open, until they leave, and tells of another window', async () => {
    const [ada, emil] = [await open(), await openAs('/admin/posts/secret-recipe', wide, 'emil')];
    await emil.getByText('Ada has this open too.').waitFor();
    await ada.reload();
    await ada.getByText('Emil has this open too.').waitFor();
    assert.deepEqual(await faults(ada), []);
    await emil.goto(`${blog.url}/admin`);
    const other = await ada.context().newPage();
    await other.goto(ada.url());
    const others = other.locator('[data-others]');
    await others.getByText('Open in another window too.', { exact: true }).waitFor();
  });

  it('counts words and characters as one types', async () => {
    const page = await open();
    await page.fill('.cm-content', 'Five words, and a stop.');
    await page.getByText('Words: 5 · Characters: 23 · 1 min').waitFor();
  });

  it('shows the page over the whole window without the header, at the block one writes', async () => {
    const page = await open();
    const lines = Array.from({ length: 60 }, (_, at) => `Paragraph ${at} of many.`);
    await page.fill('.cm-content', lines.join('\n\n'));
    const frame = page.frameLocator('[data-preview]');
    await frame.getByText('Paragraph 59 of many.').waitFor();
    await page.keyboard.press('Control+Home');
    for (let line = 0; line < 14; line++) await page.keyboard.press('ArrowDown');
    const shown = frame.getByText('Paragraph 7 of many.');
    await page.waitForFunction(() => {
      const { contentDocument, contentWindow } = /** @type {any} */ (
        document.querySelector('[data-preview]')
      );
      const blocks = [...contentDocument.querySelectorAll('main p')];
      const { top, bottom } = blocks
        .find((/** @type {Element} */ { textContent }) => textContent === 'Paragraph 7 of many.')
        .getBoundingClientRect();
      return top >= 0 && bottom <= contentWindow.innerHeight;
    });
    await page.click('[data-full]');
    assert.equal(await frame.locator('body > header').isVisible(), false);
    const box = await page.locator('[data-preview]').boundingBox();
    assert.deepEqual([box?.x, box?.width], [0, 1280]);
    assert.equal(await shown.count(), 1);
    await page.keyboard.press('Escape');
    assert.equal(await page.isVisible('.cm-content'), true);
  });
});
