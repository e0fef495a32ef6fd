import assert from 'node:assert/strict';
import { faults } from './axe.js';
import { withBrowser } from '../support/browser.js';
import { smallBlog } from '../support/fixtures.js';

describe('What is around the text in a browser', () => {
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
    assert.equal(await page.isVisible('[data-tool=bold]'), false);
    assert.equal(await page.isVisible('[data-publish]'), true);
    assert.deepEqual(await faults(page), []);
    await page.setViewportSize(wide.viewport);
    await page.keyboard.press('Escape');
    assert.equal(await page.isVisible('[data-tool=bold]'), true);
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
    await page.keyboard.press('Control+Home');
    for (let line = 0; line < 80; line++) await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Control+Alt+p');
    const isSeen = (/** @type {string} */ wanted) =>
      page.waitForFunction((wanted) => {
        const { contentDocument, contentWindow } = /** @type {any} */ (
          document.querySelector('[data-preview]')
        );
        const { top = -1, bottom = 0 } =
          [...contentDocument.querySelectorAll('main p')]
            .find(({ textContent }) => textContent === wanted)
            ?.getBoundingClientRect() ?? {};
        return top >= 0 && bottom <= contentWindow.innerHeight;
      }, wanted);
    await isSeen('Paragraph 40 of many.');
    const place = await page.evaluate(() => window.scrollY);
    assert.equal(await frame.locator('body > header').isVisible(), false);
    const width = async () => (await page.locator('[data-preview]').boundingBox())?.width;
    assert.equal(await width(), 1280);
    await page.click('[data-width="390"]');
    assert.equal(await width(), 390);
    await page.keyboard.press('Escape');
    assert.equal(await page.isVisible('.cm-content:focus'), true);
    assert.equal(await page.evaluate(() => window.scrollY), place);
    await page.click('[data-full]');
    assert.deepEqual(await faults(page), []);
  });

  it('shows what readers find below the page: related posts, neighbours and comments', async () => {
    const page = await openAs('/admin/posts/rye-bread', wide);
    await page.locator('.cm-line').first().waitFor();
    const published = await page.context().newPage();
    await published.goto(`${blog.url}/post/rye-bread`);
    const after = ['.pager', '.comments h2', '.follow'];
    const texts = (
      /** @type {import('playwright-core').Page | import('playwright-core').FrameLocator} */ at,
    ) => Promise.all(after.map((each) => at.locator(each).first().innerText()));
    await page.click('[data-full]');
    assert.deepEqual(await texts(page.frameLocator('[data-preview]')), await texts(published));
    const byline = (await published.locator('.post .meta').innerText()).trim();
    await page.keyboard.press('Escape');
    assert.equal((await page.locator('.byline').innerText()).trim(), byline);
  });

  it('has all buttons of the bar in one row, in any language, on a phone and a tablet', async () => {
    for (const locale of ['de', 'fr'])
      for (const width of [390, 768])
        for (const slug of ['secret-recipe', 'rye-bread']) {
          const page = await openAs('/admin', { locale, viewport: { width, height: 844 } });
          await page.goto(`${blog.url}/admin/posts/${slug}`);
          await page.locator('.cm-line').first().waitFor();
          const middles = await page.$$eval('.bar > button', (all) =>
            all
              .map((each) => each.getBoundingClientRect())
              .flatMap(({ top, height }) => (height > 0 ? [Math.round(top + height / 2)] : [])),
          );
          assert.equal(new Set(middles).size, 1, `${locale} ${width} ${slug}: ${middles}`);
        }
  });

  it('has on a phone among the details what is seldom pressed', async () => {
    const page = await openAs('/admin', { viewport: { width: 390, height: 844 }, hasTouch: true });
    await page.goto(`${blog.url}/admin/posts/rye-bread`);
    assert.equal(await page.isVisible('.bar [value=unpublish]'), false);
    await page.tap('[data-panel-open]');
    await page.tap('#panel [value=unpublish]');
    await page.getByText('Unpublished').waitFor();
  });

  it('shows where one has read of the page, until one writes elsewhere', async () => {
    const page = await open();
    const lines = Array.from({ length: 60 }, (_, at) => `Paragraph ${at} of many.`);
    await page.fill('.cm-content', lines.join('\n\n'));
    const ofFrame = (/** @type {number} */ top) =>
      page.waitForFunction((top) => {
        const { contentDocument } = /** @type {any} */ (document.querySelector('[data-preview]'));
        const page = contentDocument.scrollingElement;
        if (!contentDocument.querySelector('main')) return false;
        if (top > 0) page.scrollTop = top;
        return page.scrollTop === Math.abs(top);
      }, top);
    await page.keyboard.press('Control+Home');
    await page.click('[data-full]');
    await page.frameLocator('[data-preview]').getByText('Paragraph 0 of many.').waitFor();
    await ofFrame(500);
    const isMade = page.waitForResponse('**/admin/preview');
    await page.dispatchEvent('#markdown', 'input');
    await (await isMade).finished();
    await ofFrame(-500);
    await page.click('[data-full]');
    await page.click('[data-full]');
    await ofFrame(-500);
  });

  it('keeps the menu away, which comes by a key and by a touch', async () => {
    const page = await open();
    assert.equal(await page.isVisible('#menu'), false);
    await page.keyboard.press('Control+Alt+m');
    assert.equal(await page.isVisible('#menu a[href="/admin/pages"]'), true);
    await page.keyboard.press('Escape');
    assert.equal(await page.isVisible('#menu'), false);
    await page.getByRole('button', { name: 'Menu' }).click();
    assert.equal(await page.isVisible('#menu'), true);
  });

  it('counts towards a goal, which is remembered', async () => {
    const page = await open();
    await page.fill('.cm-content', 'Five words, and a stop.');
    await page.click('[data-panel-open]');
    await page.getByLabel('Goal in words').fill('300');
    await page.getByText('Words: 5 / 300 · Characters: 23 · 1 min').waitFor();
    await page.reload();
    await page.getByText('/ 300 ·').waitFor();
  });

  it('dims all but the paragraph in the focus mode', async () => {
    const page = await open();
    await page.fill('.cm-content', 'One\nline.\n\nAnother.');
    await page.click('[data-focus]');
    const colours = () =>
      page.$$eval('.cm-line', (lines) => lines.map((line) => getComputedStyle(line).color));
    const [first, second, , other] = await colours();
    assert.equal(first, second);
    assert.notEqual(first, other);
    await page.keyboard.press('Control+Home');
    const after = await colours();
    assert.deepEqual([after[0], after[1], after[3]], [other, other, first]);
  });

  it('shows the cover at the head, where it is chosen and removed, and a title of several lines', async () => {
    const page = await open();
    const { height = 0 } = (await page.locator('#title').boundingBox()) ?? {};
    await page.getByLabel('Title', { exact: true }).fill('A title that is long '.repeat(6));
    const { height: more = 0 } = (await page.locator('#title').boundingBox()) ?? {};
    assert.ok(more > 1.5 * height, `${height}, ${more}`);
    await page.click('[data-panel-open]');
    await page.fill('#cover', '/media/none.png');
    await page.getByRole('button', { name: /^Remove.*Cover image$/ }).click();
    assert.equal(await page.inputValue('#cover'), '');
    assert.equal(await page.getByRole('button', { name: 'Add cover' }).isVisible(), true);
  });
});
