import assert from 'node:assert/strict';
import { faults } from './axe.js';
import { holdBack, withBrowser } from '../support/browser.js';
import { draftPost, smallBlog } from '../support/fixtures.js';
import { png } from '../support/images.js';
/** @import { Page } from 'playwright-core' */

describe('The editor of the text in a browser', () => {
  const { blog, openAs, untilStatus } = withBrowser({ posts: smallBlog });

  const textOf = (/** @type {Page} */ page) => page.inputValue('#markdown');

  /** @param {string} [text] that the editor has at first */
  async function openEditor(text = '') {
    const page = await openAs('/admin/posts/secret-recipe');
    await page.locator('.cm-content').fill(text);
    return page;
  }

  it('is a field of text when its script cannot be loaded', async () => {
    const page = await openAs('/admin');
    await page.route('**/write.*.js', (route) => route.abort());
    await page.goto(`${blog.url}/admin/posts/secret-recipe`);
    await page.fill('#markdown', 'Slowly.');
    await page.keyboard.press('Control+s');
    await untilStatus(page, /^Draft saved/);
    assert.equal((await blog.open.store.get('post', draftPost.id)).markdown, 'Slowly.');
    assert.equal(await page.isVisible('[data-tools]'), false);
  });

  it('continues lists, quotes and tasks by Enter, ends them by another, and indents items by Tab', async () => {
    const page = await openEditor();
    const { keyboard } = page;
    await keyboard.type('- Salt');
    await keyboard.press('Enter');
    await keyboard.type('Lemons');
    await keyboard.press('Tab');
    await keyboard.press('Enter');
    await keyboard.type('Wash');
    await keyboard.press('Shift+Tab');
    for (const _ of '12') await keyboard.press('Enter');
    await keyboard.type('- [ ] Buy');
    await keyboard.press('Enter');
    await keyboard.type('Wait');
    assert.equal(await textOf(page), '- Salt\n  - Lemons\n- Wash\n\n- [ ] Buy\n- [ ] Wait');
    // The first may close what was about to be offered.
    for (const _ of '12') await keyboard.press('Escape');
    await keyboard.press('Tab');
    assert.equal(await page.evaluate(() => document.activeElement?.matches('.cm-content')), false);
  });

  it('takes away by the second press of a key what the first has put', async () => {
    const page = await openEditor('Some hello');
    const { keyboard } = page;
    for (const [key, marked] of [
      ['Control+b', 'Some **hello**'],
      ['Control+i', 'Some _hello_'],
      ['Control+e', 'Some `hello`'],
      ['Control+k', 'Some [hello]()'],
      ['Control+Alt+2', '## Some hello'],
    ]) {
      await keyboard.press(key);
      assert.equal(await textOf(page), marked);
      await keyboard.press(key);
      assert.equal(await textOf(page), 'Some hello');
    }
    for (const _ of '0123456789') await keyboard.press('Control+z');
    assert.equal(await textOf(page), 'Some hello');
  });

  it('has nothing that axe-core finds fault with, while one searches and replaces', async () => {
    const page = await openEditor('Salt and salt.');
    await page.keyboard.press('Control+f');
    await page.keyboard.type('salt');
    await page.keyboard.press('Enter');
    assert.deepEqual(await faults(page), []);
    await page.click('.cm-search [name=replace]:not(button)');
    await page.keyboard.type('sugar');
    await page.click('.cm-search [name=replaceAll]');
    assert.equal(await textOf(page), 'sugar and sugar.');
  });

  it('asks for the alt text of a gallery in its place, and takes it out of the text by one undo', async () => {
    const page = await openEditor('Jars:');
    const buffer = png({ width: 5 });
    await page.setInputFiles(
      '[data-upload-files]',
      ['a.png', 'b.png'].map((name) => ({ name, mimeType: 'image/png', buffer })),
    );
    await page.locator('.picture-panel input:focus').waitFor();
    await page.keyboard.type('Plums [ripe]');
    await page.keyboard.press('Enter');
    await page.keyboard.type('Lemons');
    await page.keyboard.press('Enter');
    await page.keyboard.type('Two.');
    assert.match(
      await textOf(page),
      /^Jars:\n\n!\[Plums \\\[ripe\\\]\]\(\S+a\.png\)\n!\[Lemons\]\(\S+b\.png\)\n\nTwo\.$/,
    );
    await page.locator('.md-gallery img').last().click();
    await page.locator('.picture-panel').getByText('Remove').click();
    assert.doesNotMatch(await textOf(page), /b\.png/);
    for (let presses = 0; (await textOf(page)) !== 'Jars:' && presses < 20; presses++)
      await page.keyboard.press('Control+z');
    assert.equal(await textOf(page), 'Jars:');
  });

  /** Begins an upload that ends when it is told to. @param {Page} page @returns {Promise<() => void>} */
  async function beginUpload(page) {
    const goOn = await holdBack(page, '**/admin/media');
    await page.setInputFiles('[data-upload-files]', [
      { name: 'jar.png', mimeType: 'image/png', buffer: png() },
    ]);
    await page.locator('.uploads progress').waitFor();
    return goOn;
  }

  it('saves nothing of a picture that is on its way, and publishes by itself when it is there', async () => {
    const page = await openEditor('Before.');
    const goOn = await beginUpload(page);
    await page.keyboard.press('Control+s');
    await untilStatus(page, /^Draft saved/);
    assert.equal((await blog.open.store.get('post', draftPost.id)).markdown, 'Before.');
    await page.keyboard.press('Control+Enter');
    await untilStatus(page, /^Publish: as soon as the file is uploaded/);
    goOn();
    await page.waitForURL('**?done=published');
    const { markdown } = await blog.open.store.get('post', draftPost.id);
    assert.match(markdown, /^Before\.\n\n!\[\]\(\/media\/\S+jar\.png\)\s*$/);
  });

  it('publishes nothing by itself that one goes on writing, and stays to save a new post with a file on its way', async () => {
    const page = await openAs('/admin/posts/new');
    await page.fill('#title', 'Plum jam');
    await page.fill('.cm-content', 'Half a');
    const goOn = await beginUpload(page);
    await page.keyboard.press('Control+Enter');
    await untilStatus(page, /^Publish: as soon/);
    await page.focus('.cm-content');
    await page.keyboard.type(' sen');
    await untilStatus(page, /^Unsaved changes/);
    await page.keyboard.press('Control+s');
    await untilStatus(page, /^Draft saved/);
    goOn();
    await untilStatus(page, /^Unsaved changes/);
    await page.keyboard.press('Control+s');
    await page.waitForURL('**/plum-jam?done=saved');
    const post = blog.open.index.find('post', 'plum-jam');
    assert.equal(post?.status, 'draft');
    const { markdown } = await blog.open.store.get('post', post.id);
    assert.match(markdown, /^Half a sen\n\n!\[\]\(\/media\/\S+jar\.png\)\s*$/);
  });

  it('shows at least eight lines on a phone with its keyboard open, and its tools in one row below them, the state and Publish above', async () => {
    const page = await openAs('/admin', { viewport: { width: 390, height: 500 }, hasTouch: true });
    await page.goto(`${blog.url}/admin/posts/secret-recipe`);
    const lines = Array.from({ length: 40 }, (_, at) => `Line ${at}.`);
    await page.locator('.cm-content').fill(lines.join('\n'));
    await page.tap('.cm-line >> nth=20');
    await page.keyboard.type('Here ');
    const seen = () =>
      page.$$eval(
        '.cm-line',
        (lines) =>
          lines.filter((line) => {
            const { left, top, bottom } = line.getBoundingClientRect();
            const isThere = (/** @type {number} */ y) =>
              line.contains(document.elementFromPoint(left + 20, y));
            return isThere(top + 2) && isThere(bottom - 2);
          }).length,
      );
    assert.ok((await seen()) >= 8, `${await seen()}`);
    const publish = await page.locator('[data-publish]').boundingBox();
    const status = await page.locator('[data-status]').boundingBox();
    for (const box of [publish, status])
      assert.ok(box && box.y >= 0 && box.y + box.height < 60, JSON.stringify(box));
    await page.click('[data-panel-open]');
    await page.click('[data-panel-close]');
    await page.tap('.cm-line >> nth=20');
    const tools = await page.locator('[data-tools]').boundingBox();
    assert.deepEqual(
      [Math.round((tools?.y ?? 0) + (tools?.height ?? 0)), (tools?.height ?? 99) < 60],
      [500, true],
    );
    assert.deepEqual(await faults(page), []);
  });

  it('breaks its lines at the edge of a phone, however wide what else is in the text', async () => {
    const page = await openAs('/admin', { viewport: { width: 390, height: 500 }, hasTouch: true });
    await page.goto(`${blog.url}/admin/posts/secret-recipe`);
    const code = `const jars = shelf.filter((jar) => ${'jar.isFull && '.repeat(5)}true);`;
    const wide = `Text.\n\n| What | ${'much_'.repeat(20)} |\n|---|---|\n| a | b |\n\n\`\`\`js\n${code}\n\`\`\``;
    await page.locator('.cm-content').fill(wide);
    const width = (/** @type {string} */ of) => page.$eval(of, (each) => each.clientWidth);
    assert.equal(await width('.cm-content'), await width('.cm-scroller'));
  });

  it('has a long text in its field whenever that is read or sent, right after a key', async () => {
    const page = await openEditor();
    await page.$eval('#markdown', (field) => {
      /** @type {HTMLTextAreaElement} */ (field).value = 'The sea is wide.\n\n'.repeat(7000);
      field.dispatchEvent(new Event('input', { bubbles: true }));
    });
    await page.locator('.cm-content').focus();
    await page.keyboard.press('Control+End');
    /** What is there once a key is in the text, before anything else can run. */
    const ends = page.evaluate(
      () =>
        new Promise((resolve) => {
          const field = /** @type {HTMLTextAreaElement} */ (document.querySelector('#markdown'));
          const form = /** @type {HTMLFormElement} */ (field.form);
          const text = /** @type {Element} */ (document.querySelector('.cm-content'));
          new MutationObserver(() => {
            if (text.lastElementChild?.textContent !== 'x') return;
            const sent = String(new FormData(form).get('markdown'));
            resolve([sent.slice(-3), field.value.slice(-3), field.selectionStart === sent.length]);
          }).observe(text, { subtree: true, childList: true, characterData: true });
          document.body.dataset.isReady = '';
        }),
    );
    await page.locator('[data-is-ready]').waitFor();
    await page.keyboard.press('x');
    assert.deepEqual(await ends, ['\n\nx', '\n\nx', true]);
    await page.keyboard.press('Control+s');
    await untilStatus(page, /^Draft saved/);
    const { markdown } = await blog.open.store.get('post', draftPost.id);
    assert.equal(markdown.slice(-3), '\n\nx');
  });

  it('makes a link of words over which a URL is pasted, and undoes it after an autosave', async () => {
    const page = await openEditor('Read this page.');
    const { keyboard } = page;
    await keyboard.press('Control+Home');
    await keyboard.press('Control+Shift+ArrowRight');
    await page.locator('.cm-content').evaluate((content) => {
      const clipboardData = new DataTransfer();
      clipboardData.setData('text/plain', 'https://example.org/a_(b)');
      const options = { clipboardData, bubbles: true, cancelable: true };
      content.dispatchEvent(new ClipboardEvent('paste', options));
    });
    const linked = '[Read](https://example.org/a_%28b%29) this page.';
    assert.equal(await textOf(page), linked);
    await untilStatus(page, /^Saved/);
    assert.equal((await blog.open.store.get('post', draftPost.id)).markdown, linked);
    await keyboard.press('Control+z');
    assert.equal(await textOf(page), 'Read this page.');
  });

  it('takes words that an input method composes, and the key that makes them bold', async () => {
    const page = await openEditor('');
    const session = await page.context().newCDPSession(page);
    await page.keyboard.press('Control+b');
    for (const text of ['n', 'に', 'にほん', '日本'])
      await session.send('Input.imeSetComposition', {
        text,
        selectionStart: text.length,
        selectionEnd: text.length,
      });
    await page.keyboard.insertText('日本');
    assert.equal(await textOf(page), '**日本**');
    await page.keyboard.press('Control+b');
    assert.equal(await textOf(page), '日本');
  });

  it('lets each line run as its words do', async () => {
    const page = await openEditor('Jam\n\nمربى السفرجل');
    const sides = await page.$$eval('.cm-line', (lines) =>
      lines.map((line) => getComputedStyle(line).direction),
    );
    assert.deepEqual([sides[0], sides[2]], ['ltr', 'rtl']);
    await page.fill('.cm-content', '- مربى السفرجل\n\nJam');
    const bullet = await page.locator('.md-bullet').boundingBox();
    const words = await page.locator('.md-list').evaluate((line) => {
      const range = document.createRange();
      range.selectNodeContents(/** @type {Node} */ (line.lastChild));
      return range.getBoundingClientRect().right;
    });
    assert.ok(bullet && bullet.x >= words - 1, `${bullet?.x}, ${words}`);
  });
});
