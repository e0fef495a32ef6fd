import { deepEqual, equal, match } from 'node:assert/strict';
import { withBrowser } from '../support/browser.js';
import { jamPost } from '../support/fixtures.js';
/** @import { Locator, Page } from 'playwright-core' */

describe('Rich text in a browser', () => {
  const frame = 'https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ';
  const markdown = 'Jam\n\nhttps://youtu.be/dQw4w9WgXcQ';
  const { blog, open, openAs } = withBrowser({ posts: [{ ...jamPost, markdown }] });

  it('asks no other site for anything before a reader clicks, and then plays the video in the page', async () => {
    const page = await open();
    /** @type {string[]} */
    const foreign = [];
    await page.route(
      (url) => url.origin !== blog.url,
      (route) => {
        foreign.push(route.request().url());
        return route.fulfill({ contentType: 'text/html', body: '<title>Video</title>' });
      },
    );
    await page.goto(`${blog.url}/post/quince-jam`, { waitUntil: 'networkidle' });
    deepEqual(foreign, []);
    await page.getByRole('link', { name: 'Watch on YouTube' }).click();
    await page.frameLocator('.embed iframe').locator('title').waitFor({ state: 'attached' });
    deepEqual(foreign, [`${frame}?autoplay=1`]);
  });

  it('is pasted into the editor as Markdown, which says what is left out', async () => {
    const page = await openAs('/admin/posts/new');
    const text = page.locator('.cm-content');
    await text.click();
    equal(await paste(text, rich), false);
    await page.waitForFunction(
      () => /** @type {HTMLTextAreaElement} */ (document.querySelector('#markdown')).value !== '',
    );
    equal(await page.inputValue('#markdown'), '## Salt\n\na **lot**');
    await paste(text, { 'text/html': '<div><span>x</span></div>', 'text/plain': ' *x*' });
    equal(await page.inputValue('#markdown'), '## Salt\n\na **lot** *x*');
    await text.press('Control+End');
    await text.pressSequentially('\n\n[[nowhere]]');
    match(await page.locator('[data-notes] li').innerText(), /^\[\[nowhere\]\] is no link/);
  });

  it('is code or Markdown as it was written in an editor of code, and never marked again', async () => {
    const page = await openAs('/admin/posts/new');
    const text = page.locator('.cm-content');
    await text.click();
    const plain = '# Jam\n\nA **lot**';
    const lines =
      '<div><span style="font-weight: bold;"># Jam</span></div><br><div><span>A **lot**</span></div>';
    const colours = `<div style="font-family: Consolas, monospace;white-space: pre;">${lines}</div>`;
    const marked = {
      'text/html': `<pre>${lines}</pre>`,
      'vscode-editor-data': '{"mode":"markdown"}',
    };
    await paste(text, { 'text/html': colours, 'text/plain': plain });
    await paste(text, { ...marked, 'text/plain': ' and' });
    equal(await page.inputValue('#markdown'), `${plain} and`);
  });

  it('is pasted in lines of its own when it is a block of code, and as words when it is one line', async () => {
    const page = await openAs('/admin/posts/new');
    const text = page.locator('.cm-content');
    await text.fill('first ');
    await text.press('Control+End');
    await paste(text, { 'text/html': '<pre>jam --boil</pre>', 'text/plain': 'jam --boil' });
    await untilValue(page, 'first jam --boil');
    await paste(text, { 'text/html': '<pre>a\n  b</pre>', 'text/plain': 'a\n  b' });
    await untilValue(page, 'first jam --boil\n\n```\na\n  b\n```\n\n');
  });

  it('is pasted from a clipboard without plain text, and as words into code', async () => {
    const page = await openAs('/admin/posts/new');
    const text = page.locator('.cm-content');
    await text.click();
    await paste(text, { 'text/html': '<p>only <b>this</b></p>' });
    await untilValue(page, 'only **this**');
    await text.fill('```\na\n\n```');
    await text.press('ArrowUp');
    await paste(text, { 'text/html': '<p>only <b>this</b></p>' });
    await untilValue(page, '```\na\nonly this\n```');
  });

  it('is pasted without overwriting what is typed meanwhile', async () => {
    const page = await openAs('/admin/posts/new');
    const text = page.locator('.cm-content');
    await text.fill('first last');
    await text.press('Control+Home');
    await text.press('Control+Shift+ArrowRight');
    let goOn = () => {};
    const isTyped = new Promise((resolve) => (goOn = () => resolve(null)));
    await page.route('**/admin/markdown', (route) => isTyped.then(() => route.continue()));
    await paste(text, rich);
    await text.pressSequentially('1.');
    goOn();
    await page.waitForFunction(() =>
      /** @type {HTMLTextAreaElement} */ (document.querySelector('#markdown')).value.includes(
        'lot',
      ),
    );
    equal(await page.inputValue('#markdown'), '1.## Salt\n\na **lot** last');
  });
});

/** @param {Page} page @param {string} value of the text */
const untilValue = (page, value) =>
  page.waitForFunction(
    (value) =>
      /** @type {HTMLTextAreaElement} */ (document.querySelector('#markdown')).value === value,
    value,
  );

const rich = { 'text/html': '<h2>Salt</h2><p>a <b>lot</b></p>', 'text/plain': 'Salt a lot' };

/** @param {Locator} text @param {Record<string, string>} types @returns {Promise<boolean>} false: the page pastes it */
const paste = (text, types) =>
  text.evaluate((field, types) => {
    const clipboardData = new DataTransfer();
    for (const [type, data] of Object.entries(types)) clipboardData.setData(type, data);
    const options = { clipboardData, bubbles: true, cancelable: true };
    return field.dispatchEvent(new ClipboardEvent('paste', options));
  }, types);
