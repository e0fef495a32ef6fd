import assert from 'node:assert/strict';
import { faults } from './axe.js';
import { builtInThemes } from '../../lib/changes/index/appearance.js';
import { withBrowser } from '../support/browser.js';
import { draftPost, smallBlog } from '../support/fixtures.js';
/** @import { Page } from 'playwright-core' */

const TABLE = '| Fruit | Sugar |\n| --- | --- |\n| Quince | 1 kg |\n| Plum | 800 g |';
const FORMULA = '$$\nx^2\n$$';
const EMBED = 'https://youtu.be/dQw4w9WgXcQ';
const GALLERY = '![Plums](/media/a.png "Ripe")\n![](/media/b.png)';

const ALL = [
  '# Jam',
  'Some **bold**, _soft_, `code`, ~~gone~~, ==marked== and [linked](https://example.org) words, $a_1$, [[quince-jam]].[^1]',
  '- a\n  - b\n- [ ] wash\n- [x] boil',
  '1. one\n1. two',
  '> quoted',
  '> [!NOTE] Title\n> said',
  ':::tip\nboxed\n:::',
  '```js\nconst a = 1;\n```',
  '---',
  ...[TABLE, FORMULA, EMBED, GALLERY],
  'مربى **السفرجل**',
  '[^1]: noted',
  'The end.',
].join('\n\n');

describe('The text of a post in a browser, whose marks step back', () => {
  const { blog, openAs, untilStatus } = withBrowser({ posts: smallBlog });

  const textOf = (/** @type {Page} */ page) => page.inputValue('#markdown');
  const linesOf = (/** @type {Page} */ page) => page.locator('.cm-line').allInnerTexts();
  const at = (/** @type {Page} */ page) =>
    page.$eval('#markdown', (field) => {
      const { value, selectionStart } = /** @type {HTMLTextAreaElement} */ (field);
      return `${value.slice(0, selectionStart)}|${value.slice(selectionStart)}`;
    });

  /** @param {string} markdown */
  async function write(markdown) {
    const post = await blog.open.store.get('post', draftPost.id);
    await blog.open.content.savePost(Object.assign({}, post, { markdown }), {
      revision: post?.revision,
    });
  }

  /** @param {string} markdown @param {Parameters<typeof openAs>[1]} [look] */
  async function open(markdown, look = {}) {
    const page = await openAs('/admin', look);
    await write(markdown);
    await page.goto(`${blog.url}/admin/posts/secret-recipe`);
    await page.locator('.cm-line').first().waitFor();
    return page;
  }

  it('shows words without marks, which come back by word and by line, and moves nothing up or down', async () => {
    const page = await open('# Jam\n\nA **bold** word, [linked](/x).\n\n> quoted\n\nEnd.');
    const tops = () =>
      page.$$eval('.cm-line', (lines) => lines.map((line) => line.getBoundingClientRect().top));
    const before = await tops();
    assert.deepEqual(
      (await linesOf(page)).filter((line) => line.trim()),
      ['Jam', 'A bold word, linked.', 'quoted', 'End.'],
    );
    await page.locator('.cm-content').focus();
    await page.keyboard.press('Control+Home');
    assert.equal((await linesOf(page))[0], '# Jam');
    assert.deepEqual(await tops(), before);
    const { keyboard } = page;
    for (const _ of '123') await keyboard.press('ArrowDown');
    await keyboard.press('Home');
    for (const key of ['ArrowUp', 'ArrowRight', 'ArrowRight', 'ArrowRight'])
      await keyboard.press(key);
    assert.equal((await linesOf(page))[2], 'A **bold** word, linked.');
    await keyboard.press('End');
    assert.equal((await linesOf(page))[2], 'A bold word, linked.');
    for (const _ of '12') await keyboard.press('ArrowDown');
    assert.equal((await linesOf(page))[4], '> quoted');
    assert.deepEqual(await tops(), before);
    await keyboard.press('Control+/');
    assert.equal((await linesOf(page))[2], 'A **bold** word, [linked](/x).');
    await page.reload();
    await page.locator('[data-marks][aria-pressed=true]').waitFor();
    await page.click('[data-marks]');
    assert.equal(await page.getAttribute('[data-marks]', 'aria-pressed'), 'false');
  });

  it('shows tables, formulas, embeds and galleries in place, asks for each once and for several together, and no other site', async () => {
    const page = await openAs('/admin');
    /** @type {string[]} */
    const asked = [];
    /** What each request for parts asks for. @type {string[][]} */
    const parts = [];
    page.on('request', (request) => {
      asked.push(request.url());
      if (request.url().endsWith('/parts'))
        parts.push(new URLSearchParams(request.postData() ?? '').getAll('part'));
    });
    await write(ALL);
    await page.setViewportSize({ width: 1280, height: 3000 });
    await page.goto(`${blog.url}/admin/posts/secret-recipe`);
    for (const kind of ['table', 'formula', 'embed', 'gallery'])
      await page.locator(`div.md-${kind}`).waitFor();
    assert.equal(await page.locator('div.md-table td').first().innerText(), 'Quince');
    assert.equal(await page.locator('div.md-embed a').innerText(), 'Watch on YouTube');
    assert.deepEqual(await page.locator('.md-gallery :is(figcaption, .alt)').allInnerTexts(), [
      'Ripe',
      'Alt text: Plums',
      'Add alt text',
    ]);
    assert.equal(await page.locator('span.md-formula math').count(), 1);
    // A busy browser reads the text in pieces.
    assert.equal(new Set(parts.flat()).size, parts.flat().length);
    assert.ok(parts.length < parts.flat().length, `${parts.length}`);
    assert.deepEqual(
      asked.filter((url) => !url.startsWith(blog.url)),
      [],
    );
    assert.equal(await textOf(page), ALL);
  });

  it('turns what it shows into its Markdown where one goes in by the arrows, and back', async () => {
    const page = await open(`Above.\n\n${TABLE}\n\nBelow.`);
    await page.locator('.md-table').waitFor();
    const { keyboard } = page;
    await page.locator('.cm-content').focus();
    await keyboard.press('Control+Home');
    for (const _ of '12') await keyboard.press('ArrowDown');
    assert.equal(await at(page), `Above.\n\n|${TABLE}\n\nBelow.`);
    assert.equal(await page.locator('.md-table').count(), 0);
    for (const _ of '1234') await keyboard.press('ArrowDown');
    await page.locator('.md-table').waitFor();
    await keyboard.press('ArrowUp');
    assert.equal(await at(page), `Above.\n\n${TABLE.replace('| Plum', '|| Plum')}\n\nBelow.`);
    await keyboard.press('Control+End');
    await page.locator('.md-table').waitFor();
    for (const _ of 'Below..') await keyboard.press('ArrowLeft');
    await keyboard.press('ArrowLeft');
    assert.equal(await at(page), `Above.\n\n${TABLE}|\n\nBelow.`);
    assert.equal(await page.locator('.md-table').count(), 0);
  });

  it('goes to the cell or picture that is hit, by mouse and by touch, and asks for the alt text', async () => {
    const page = await open(`${TABLE}\n\n${GALLERY}\n\nEnd.`, { hasTouch: true });
    await page.locator('.md-table td', { hasText: '800 g' }).click();
    assert.equal(await at(page), `${TABLE.replace('800 g', '800 g|')}\n\n${GALLERY}\n\nEnd.`);
    await page.locator('.cm-line', { hasText: 'End.' }).tap();
    await page.locator('.md-table td', { hasText: 'Quince' }).tap();
    assert.match(await at(page), /Quince\|/);
    await page.locator('.md-gallery button').click();
    await page.locator('.picture-panel input:focus').waitFor();
    await page.keyboard.type('Lemons');
    assert.equal(await textOf(page), `${TABLE}\n\n${GALLERY.replace('![]', '![Lemons]')}\n\nEnd.`);
  });

  it('copies and deletes Markdown, also across what it shows', async () => {
    const page = await open(`Above.\n\n${TABLE}\n\nBelow.`);
    await page.locator('.md-table').waitFor();
    await page.locator('.cm-content').focus();
    await page.keyboard.press('Control+Home');
    await page.keyboard.press('Control+Shift+End');
    await page.locator('.md-table').waitFor();
    const copied = await page.locator('.cm-content').evaluate((content) => {
      const clipboardData = new DataTransfer();
      content.dispatchEvent(new ClipboardEvent('copy', { clipboardData, bubbles: true }));
      return clipboardData.getData('text/plain');
    });
    assert.equal(copied, `Above.\n\n${TABLE}\n\nBelow.`);
    await page.keyboard.press('Backspace');
    assert.equal(await textOf(page), '');
    await page.keyboard.press('Control+z');
    assert.equal(await textOf(page), `Above.\n\n${TABLE}\n\nBelow.`);
    await page.keyboard.press('Control+Home');
    await page
      .locator('.md-table td')
      .last()
      .click({ modifiers: ['Shift'] });
    await page.keyboard.press('Backspace');
    assert.equal(await textOf(page), ' |\n\nBelow.');
  });

  it('ticks a task by mouse, touch and key', async () => {
    const page = await open('- [ ] wash\n- [x] boil', { hasTouch: true });
    await page.getByRole('checkbox', { name: 'Done' }).first().click();
    assert.equal(await textOf(page), '- [x] wash\n- [x] boil');
    await page.getByRole('checkbox', { name: 'Done' }).nth(1).tap();
    assert.equal(await textOf(page), '- [x] wash\n- [ ] boil');
    await page.locator('.cm-content').focus();
    await page.keyboard.press('Control+End');
    await page.keyboard.press('Control+Shift+Enter');
    assert.equal(await textOf(page), '- [x] wash\n- [x] boil');
    await untilStatus(page, /^Draft saved|^Saved/);
  });

  it('tells a screen reader of headings, links, emphasis and what it shows', async () => {
    const page = await open(ALL, { viewport: { width: 1280, height: 3000 } });
    await page.locator('.md-gallery').waitFor();
    await page.getByRole('heading', { level: 2, name: 'Jam' }).waitFor();
    const inText = page.locator('.cm-content');
    await inText.getByRole('link', { name: 'linked' }).waitFor();
    await inText.getByRole('strong').first().waitFor();
    for (const name of ['Table', 'Gallery: Plums', 'Embed: ' + EMBED])
      await inText.getByRole('group', { name, exact: true }).waitFor();
    await page.emulateMedia({ reducedMotion: 'reduce' });
    assert.deepEqual(await faults(page), []);
  });

  it('leaves alone what an input method composes', async () => {
    const page = await open(`A **b** c\n\n${TABLE}`);
    await page.locator('.md-table').waitFor();
    const session = await page.context().newCDPSession(page);
    await page.locator('.cm-content').focus();
    await page.keyboard.press('Control+Home');
    await page.keyboard.press('End');
    for (const composed of ['n', 'に', 'にほん', '日本'])
      await session.send('Input.imeSetComposition', {
        text: composed,
        selectionStart: composed.length,
        selectionEnd: composed.length,
      });
    await page.keyboard.insertText('日本');
    assert.equal(await textOf(page), `A **b** c日本\n\n${TABLE}`);
    assert.equal((await linesOf(page))[0], 'A b c日本');
  });

  it('changes no more of a text than the word that is typed', async () => {
    const page = await open(ALL, { viewport: { width: 1280, height: 3000 } });
    await page.locator('.md-gallery').waitFor();
    await page.locator('.cm-line', { hasText: 'The end.' }).click();
    await page.keyboard.press('End');
    await page.keyboard.type(' Truly');
    await page.keyboard.press('Control+s');
    await untilStatus(page, /^Draft saved/);
    const { markdown } = await blog.open.store.get('post', draftPost.id);
    assert.equal(markdown, `${ALL} Truly`);
  });

  it('names boxes in the language of the blog, whose lines run as their words do', async () => {
    await blog.open.content.saveSettings({ language: 'ar' });
    const page = await open(
      '> [!NOTE]\n> مربى\n>\n> سفرجل\n\n:::tip\nسكر\n:::\n\n> [!NOTE]\n> Jam',
    );
    const lines = page.locator('.cm-line.md-callout');
    await page.locator('.md-label').first().waitFor();
    assert.equal(await lines.first().innerText(), 'ملاحظة');
    assert.equal(await page.getAttribute('.byline', 'dir'), 'rtl');
    const runs = await lines.evaluateAll((all) =>
      all.map((each) => getComputedStyle(each).direction),
    );
    assert.deepEqual(runs, [...Array(7).fill('rtl'), ...Array(2).fill('ltr')]);
  });

  /** @param {Page} page  the editor's @returns {Promise<Page>} the post's */
  async function publishedOf(page) {
    const published = await page.context().newPage();
    const post = await blog.open.store.get('post', draftPost.id);
    await blog.open.content.savePost(Object.assign({}, post, { status: 'published' }), {
      revision: post?.revision,
    });
    await published.goto(`${blog.url}/post/secret-recipe`);
    return published;
  }

  it('shows pictures, galleries and tables as wide as on the page', async () => {
    const cells = Array.from({ length: 9 }, (_, at) => `A rather long cell ${at}`);
    const wide = `| ${cells.join(' | ')} |\n${'|---'.repeat(9)}|\n| 1 |`;
    const page = await open([TABLE, wide, GALLERY, 'Words.'].join('\n\n'), {
      viewport: { width: 1280, height: 2000 },
    });
    await page.locator('.md-gallery').waitFor();
    await page.locator('.md-page').waitFor({ state: 'attached' });
    const published = await publishedOf(page);
    const edges = (/** @type {Element[]} */ all) =>
      all.map((each) => each.getBoundingClientRect()).map(({ left, right }) => [left, right]);
    const inText = page.locator('.md-part .text > *');
    assert.deepEqual(
      await inText.evaluateAll(edges),
      await published.locator('.text > :is(.table, .gallery)').evaluateAll(edges),
    );
    assert.deepEqual(await faults(page), []);
  });

  /** What a post is made of, in the editor and on its page. @type {[string, string][]} */
  const likenesses = [
    ['.cm-line.md-h2', '.text > h2'],
    ['.cm-line:not([class*=md])', '.text > p'],
    ['.cm-line.md-quote', 'blockquote'],
    ['.md-inline-code', 'p > code'],
    ['.md-a', '.text > p > a'],
  ];

  for (const theme of builtInThemes)
    it(`has fonts, sizes and colours of the page in the theme ${theme}, by the scheme that its owner chose`, async () => {
      const appearance = /** @type {const} */ ({ scheme: 'dark' });
      await blog.open.content.saveSettings({ theme, appearance });
      const page = await open(ALL, { colorScheme: 'light' });
      await page.locator('.md-page').waitFor({ state: 'attached' });
      const published = await publishedOf(page);
      for (const [shown, like] of likenesses)
        assert.equal(
          await page.$eval(shown, look),
          await published.$eval(like, look),
          `${theme}: ${like}`,
        );
    });

  /** @param {Element} element */
  function look(element) {
    const { color, fontFamily, fontSize, fontWeight } = getComputedStyle(element);
    return [color, fontFamily, fontSize, fontWeight].join(', ');
  }
});
