import assert from 'node:assert/strict';
import { createRandom } from '../fuzz/random.js';
import { draftPost } from '../support/fixtures.js';
import { png } from '../support/images.js';
/** @import { Page, Request } from 'playwright-core' */
/** @import { TestBlog } from '../support/blog.js' */

const KEYS = [
  ...[
    'Enter',
    'Enter',
    'Backspace',
    'Delete',
    'Tab',
    'Shift+Tab',
    'Home',
    'End',
    'ArrowUp',
    'ArrowLeft',
  ],
  ...['Control+z', 'Control+z', 'Control+y', 'Control+b', 'Control+i', 'Control+e', 'Control+k'],
  ...['Control+Alt+2', 'Control+Alt+q', 'Control+Alt+l', 'Control+Home', 'Control+End', 'Escape'],
  ...['Shift+ArrowDown', 'Control+Shift+ArrowRight', 'Control+d', 'Control+s'],
  ...['ArrowDown', 'ArrowRight', 'Shift+Enter', 'Control+Shift+Enter'],
];
const TEXTS = [
  '- jam \n',
  'salt & "pepper" ',
  '[[',
  '/',
  ':ta',
  '**',
  '```js\n',
  '> [!NOTE]\n',
  '日本語 ',
  '1. one\n',
  '- [ ] wash\n',
  '\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\n',
  '$x^2$ ',
  '\n\n![Jar](/media/jar.png "Plums")\n\n',
  '[^1] ',
  'Sum: $$\nx\n$$ ',
  '^[a\nnote] ',
];

/**
 * Edits a draft at random: keys, uploads, pictures of a paste, waits for the autosave, cuts of the network, reloads.
 * @param {Page} page  its editor
 * @param {{ edits: number, seed: number, blog: TestBlog }} run
 * @throws {AssertionError} when the store or a reloaded page has another text than the screen had
 */
export async function editAtRandom(page, { edits, seed, blog }) {
  const { below, pick } = createRandom(seed);
  const context = page.context();
  const { keyboard } = page;
  const text = page.locator('.cm-content');
  const shown = () => page.inputValue('#markdown');
  const stored = async () => (await blog.open.store.get('post', draftPost.id)).markdown;
  /** @type {string[]} */
  const done = [];
  page.on('dialog', (dialog) => dialog.accept().catch(() => {}));
  /** Pastes that are not in the text yet. */
  let pasted = 0;
  const isPaste = (/** @type {Request} */ request) => request.url().endsWith('/admin/markdown');
  page.on('request', (request) => void (pasted += Number(isPaste(request))));
  page.on('requestfinished', (request) => void (pasted -= Number(isPaste(request))));
  page.on('requestfailed', (request) => void (pasted -= Number(isPaste(request))));

  const act = [
    ...KEYS.map((key) => [key, () => keyboard.press(key)]),
    ...TEXTS.map((typed) => [typed, () => keyboard.type(typed)]),
    ...[upload, upload, paste, cut, wait, fail, hit].map((act) => [act.name, act]),
  ];
  for (let count = 1; count <= edits; count++) {
    const [name, run] = /** @type {[string, () => Promise<unknown>]} */ (pick(act));
    done.push(name);
    await goBack();
    await run();
    if (count % 25 === 0 || count === edits)
      await (below(2) && count < edits ? reload() : compare());
  }

  /** Tab may lead to the button that publishes. What is said of a picture stays in the focus now and then. */
  async function goBack() {
    if (await page.locator('dialog[open]').count()) await keyboard.press('Escape');
    if (below(3) > 0 || !(await page.locator('.cm-editor :focus').count())) await text.focus();
  }

  function upload() {
    const files = Array.from({ length: 1 + below(3) }, () => ({
      name: 'jar.png',
      mimeType: 'image/png',
      buffer: png({ width: 1 + below(9) }),
    }));
    return page.setInputFiles('[data-upload-files]', files);
  }

  function paste() {
    return text.evaluate((content) => {
      const clipboardData = new DataTransfer();
      clipboardData.setData('text/html', '<p>Salt, <b>a lot</b> of it</p>');
      clipboardData.setData('text/plain', 'Salt');
      content.dispatchEvent(
        new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }),
      );
    });
  }

  /** What is shown in place of its Markdown, or a task. */
  async function hit() {
    const shown = page.locator('.md-part, .md-bullet input');
    const count = await shown.count();
    if (count > 0)
      await shown
        .nth(below(count))
        .click({ timeout: 1000, noWaitAfter: true })
        .catch(() => {});
  }

  function cut() {
    return context.setOffline(below(2) === 0);
  }

  /** The next save is lost on its way back: the blog has it, and the page does not know. */
  async function fail() {
    await page.route(
      '**/admin/posts/**',
      async (route) => {
        if (route.request().method() !== 'POST') return route.continue();
        await route.fetch().catch(() => {});
        await route.abort();
      },
      { times: 1 },
    );
  }

  /** @returns {Promise<void>} after which an autosave may have begun */
  function wait() {
    return page.waitForTimeout(below(4) * 900);
  }

  /** Leaves whatever is unsaved to this browser. */
  async function reload() {
    await context.setOffline(false);
    await page.unroute('**/admin/posts/**');
    await arrive();
    const before = await shown();
    await page.reload();
    await text.waitFor();
    if (await page.locator('[data-found-take]').isVisible()) await page.click('[data-found-take]');
    // The page may have been read before a save that was under way; it is shown the next time.
    if ((await shown()) !== before && (await stored()) === before) {
      await page.reload();
      await text.waitFor();
    }
    assert.equal(await shown(), before, `after a reload: ${done.slice(-25).join(', ')}`);
  }

  async function arrive() {
    while (await page.locator('.uploads').count())
      await page.evaluate(() => {
        /** @type {HTMLElement | null} */
        const again = document.querySelector('[data-again]:not([hidden])');
        again?.click();
      });
    while (pasted > 0) await page.waitForTimeout(5);
    await page.evaluate(() => new Promise((resolve) => setTimeout(resolve)));
  }

  async function compare() {
    await context.setOffline(false);
    await page.unroute('**/admin/posts/**');
    await arrive();
    const saved = page.locator('[data-status]', { hasText: /^(?:Draft saved|Saved|No changes)/ });
    for (let tries = 0; tries < 5; tries++) {
      await keyboard.press('Control+s');
      // A save that was read before a reload, and answered after it, is another window's.
      const conflict = page.locator('.conflict');
      await (tries === 0 ? saved.or(conflict).first() : saved).waitFor();
      const [before, markdown] = [await shown(), await stored()];
      // What was pasted may arrive only now.
      if ((tries === 0 && (await conflict.count())) || !(await saved.count())) continue;
      if (before !== (await shown())) continue;
      assert.equal(markdown, before, `in the store: ${done.slice(-25).join(', ')}`);
      assert.doesNotMatch(markdown, /Uploading/);
      return;
    }
    assert.fail(`not saved: ${done.slice(-25).join(', ')}`);
  }
}
