import assert from 'node:assert/strict';
import { holdBack, withBrowser } from '../support/browser.js';
import { draftPost, smallBlog } from '../support/fixtures.js';
/** @import { CDPSession, Page } from 'playwright-core' */

const TABLE = '| Fruit | Sugar |\n| --- | --- |\n| Quince | 1 kg |';

/** Where is composed: at the sign. */
const PLACES = [
  '¦',
  'A **bo¦ld** word',
  'A **bold¦** word',
  'A **bold**¦ word',
  '[lin¦ked](/x) words',
  '[linked](/x)¦',
  '## Jam¦',
  '## ¦',
  '- one¦\n- two',
  '- one\n- ¦',
  '1. ¦one',
  '- [ ] wash¦',
  '> quo¦ted',
  '> [!NOTE]\n> said¦',
  'a `co¦de` b',
  'x $a^2$¦ y',
  `Above¦\n\n${TABLE}\n\nBelow`,
  `Above\n\n${TABLE}\n\n¦Below`,
  TABLE.replace('1 kg', '1¦ kg'),
];
/** As Japanese input methods do; then the next word. */
const STEPS = ['n', 'に', 'にほ', 'にほん', '日本'];

describe('An input method that composes words in the text', () => {
  const { blog, openAs, untilStatus } = withBrowser({ posts: smallBlog });

  const textOf = (/** @type {Page} */ page) => page.inputValue('#markdown');

  /** @param {string} kept  whether all marks are shown */
  async function open(kept) {
    const page = await openAs('/admin');
    await page.evaluate((kept) => localStorage.setItem('larder-editor-marks', kept), kept);
    await page.goto(`${blog.url}/admin/posts/secret-recipe`);
    await page.locator('.cm-content').waitFor();
    return { page, session: await page.context().newCDPSession(page) };
  }

  /** @param {Page} page @param {string} place @returns {Promise<(composed: string) => string>} the text with it */
  async function goTo(page, place) {
    const [before, after] = place.split('¦');
    await page.$eval(
      '#markdown',
      (field, text) => {
        /** @type {HTMLTextAreaElement} */ (field).value = text;
        field.dispatchEvent(new Event('input', { bubbles: true }));
      },
      before + after,
    );
    await page.locator('.cm-content').focus();
    const isBackward = after.length < before.length;
    await page.keyboard.press(isBackward ? 'Control+End' : 'Control+Home');
    for (let count = 0; count < 200; count++) {
      const at = await page.$eval('#markdown', (field) => {
        const { selectionStart } = /** @type {HTMLTextAreaElement} */ (field);
        return selectionStart;
      });
      if (at === before.length) return (composed) => before + composed + after;
      await page.keyboard.press(at > before.length ? 'ArrowLeft' : 'ArrowRight');
    }
    assert.fail(`not reached: ${place}`);
  }

  /** @param {Page} page @returns {Promise<number>} a number for the node in which one composes */
  const nodeOf = (page) =>
    page.evaluate(() => {
      const { known = [] } = /** @type {{ known?: (Node | null)[] }} */ (window);
      const { anchorNode = null } = document.getSelection() ?? {};
      if (!known.includes(anchorNode)) known.push(anchorNode);
      Object.assign(window, { known });
      return known.indexOf(anchorNode);
    });

  /** @param {CDPSession} session @param {string} text */
  const compose = (session, text) =>
    session.send('Input.imeSetComposition', {
      text,
      selectionStart: text.length,
      selectionEnd: text.length,
    });

  for (const [mode, kept] of [
    ['marks that step back', 'no'],
    ['all marks', 'yes'],
  ])
    it(`is left alone in and beside whatever is marked, with ${mode}, also when it is given up`, async () => {
      const { page, session } = await open(kept);
      for (const place of PLACES) {
        const withIt = await goTo(page, place);
        /** What an input method loses its words by. */
        const nodes = new Set();
        for (const composed of STEPS) {
          await compose(session, composed);
          assert.equal(await textOf(page), withIt(composed), place);
          nodes.add(await nodeOf(page));
        }
        assert.equal(nodes.size, 1, `${place}: the words were put into another node`);
        await session.send('Input.insertText', { text: '日本' });
        await compose(session, 'ご');
        assert.equal(await textOf(page), withIt('日本ご'), place);
        await compose(session, '');
        assert.equal(await textOf(page), withIt('日本'), place);
        await session.send('Input.insertText', { text: '語' });
        assert.equal(await textOf(page), withIt('日本語'), place);
      }
      await page.keyboard.press('Control+s');
      await untilStatus(page, /^Draft saved/);
      const { markdown } = await blog.open.store.get('post', draftPost.id);
      assert.equal(markdown, await textOf(page));
    });

  it('goes on while what is shown in place arrives', async () => {
    const { page, session } = await open('no');
    const letThrough = await holdBack(page, '**/preview/parts');
    const asked = page.waitForRequest('**/preview/parts');
    const withIt = await goTo(page, `**Above¦**\n\n${TABLE}\n\nBelow $a^2$`);
    await compose(session, 'に');
    await asked;
    letThrough();
    await page.locator('.md-table').waitFor();
    await compose(session, 'にほん');
    await session.send('Input.insertText', { text: '日本' });
    assert.equal(await textOf(page), withIt('日本'));
    await page.locator('span.md-formula math').waitFor();
  });
});
