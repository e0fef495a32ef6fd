import assert from 'node:assert/strict';
import { faults } from './axe.js';
import { withBrowser } from '../support/browser.js';
import { smallBlog } from '../support/fixtures.js';
/** @import { Page } from 'playwright-core' */

describe('The menu of blocks in a browser', () => {
  const { openAs } = withBrowser({ posts: smallBlog });

  const textOf = (/** @type {Page} */ page) => page.inputValue('#markdown');

  /** @param {string} [text] that the editor has at first */
  async function openEditor(text = '') {
    const page = await openAs('/admin/posts/secret-recipe');
    await page.locator('.cm-content').fill(text);
    return page;
  }

  it('offers after a slash all that one can write, by the keyboard and by the button', async () => {
    const page = await openEditor('');
    const { keyboard } = page;
    const choose = async (/** @type {string} */ typed, /** @type {RegExp} */ name) => {
      await keyboard.type(typed);
      const option = page.getByRole('option', { name, selected: true });
      await option.waitFor();
      // CodeMirror takes no answer that comes at once after it has opened the list.
      while (await option.isVisible()) await keyboard.press('Tab');
    };
    await choose('/hea', /^Heading 2/);
    await keyboard.type('Jam\n\n');
    await choose('/task', /^Task list/);
    await keyboard.type('Buy\n\n');
    await choose('/tab', /^Table/);
    await page.locator('.asking[open]').waitFor();
    await keyboard.type('2');
    await keyboard.press('Tab');
    await keyboard.type('1');
    await keyboard.press('Enter');
    await keyboard.type('Fruit');
    await keyboard.press('Control+End');
    await page.click('[data-tool=add]');
    await page.getByRole('option', { name: /^Code/ }).click();
    await page.getByRole('option', { name: 'javascript' }).click();
    await keyboard.type('jar();');
    await keyboard.press('Control+End');
    await keyboard.type('\n\n');
    await choose('[[quin', /^Quince/);
    await keyboard.type(' :tada: ');
    assert.equal(
      await textOf(page),
      [
        '## Jam\n\n- [ ] Buy\n\n| Fruit |  |\n| --- | --- |\n|    |    |\n\n',
        '```javascript\njar();\n```\n\n[[quince-jam]] 🎉 ',
      ].join(''),
    );
    assert.deepEqual(await faults(page), []);
  });

  it('puts what belongs to a word behind it, and another block below, when the button asks for it', async () => {
    const page = await openEditor('Jam');
    const choose = async (/** @type {string} */ typed, /** @type {RegExp} */ name) => {
      await page.click('[data-tool=add]');
      await page.locator('.cm-tooltip-autocomplete').waitFor();
      await page.keyboard.type(typed);
      const option = page.getByRole('option', { name, selected: true });
      await option.waitFor();
      while (await option.isVisible()) await page.keyboard.press('Enter');
    };
    await page.keyboard.press('Control+End');
    await choose('foot', /^Footnote/);
    await page.keyboard.type('sweet');
    assert.equal(await textOf(page), 'Jam^[sweet]');
    await choose('divi', /^Divider/);
    assert.equal(await textOf(page), 'Jam^[sweet]\n\n---\n\n');
  });

  it('turns a block into another after a slash before its words, and moves it by Alt and an arrow', async () => {
    const page = await openEditor('One.\n\n- Two\n- Three');
    const { keyboard } = page;
    await keyboard.press('Control+Home');
    await keyboard.type('/quo');
    await page.getByRole('option', { name: /^Quote/, selected: true }).waitFor();
    const option = page.getByRole('option', { name: /^Quote/ });
    while (await option.isVisible()) await keyboard.press('Tab');
    assert.equal(await textOf(page), '> One.\n\n- Two\n- Three');
    await keyboard.press('Alt+ArrowDown');
    assert.equal(await textOf(page), '- Two\n- Three\n\n> One.');
    await keyboard.press('Control+z');
    await keyboard.press('Control+z');
    assert.equal(await textOf(page), 'One.\n\n- Two\n- Three');
  });

  it('has written a table before it takes the next key', async () => {
    const page = await openEditor('');
    await page.click('[data-tool=add]');
    await page.getByRole('option', { name: /^Table/ }).click();
    await page.getByLabel('Columns').waitFor();
    const text = await page.evaluate(async () => {
      /** @type {HTMLFormElement | null} */
      const form = document.querySelector('dialog[open] form');
      form?.requestSubmit();
      // Only what has been promised runs before this.
      for (let turn = 0; turn < 10; turn++) await null;
      return document.querySelector('.cm-content')?.textContent;
    });
    assert.match(`${text}`, /^\| +\| +\|/);
  });
});
