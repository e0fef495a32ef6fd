import assert from 'node:assert/strict';
import { withBrowser } from '../support/browser.js';
import { draftPost, smallBlog } from '../support/fixtures.js';

describe('The text of a post in a browser stays whole', function () {
  this.timeout(40_000);
  const { blog, openAs } = withBrowser({ posts: smallBlog });

  /** @param {string} markdown */
  async function openWith(markdown) {
    const post = await blog.open.store.get('post', draftPost.id);
    await blog.open.content.savePost(Object.assign({}, post, { markdown }), {
      revision: post?.revision,
    });
    const page = await openAs('/admin/posts/secret-recipe');
    await page.locator('.cm-line').first().waitFor();
    return page;
  }

  it('leaves as text what would be shown in the place of several lines, and takes what is typed below', async () => {
    const broken = [
      'Euler: $$\ne^x\n$$',
      '$a\nb$',
      '^[a long\nnote]',
      '[word](/x\n"Title")',
      '[word][some\nlabel]',
      '![a\njar](/media/a.png)',
    ].join(' and\n');
    const page = await openWith(broken);
    await page.locator('.cm-content').focus();
    await page.keyboard.press('Control+End');
    await page.keyboard.type('\n\nThe end');
    assert.equal(await page.inputValue('#markdown'), `${broken}\n\nThe end`);
    assert.equal(
      (await page.locator('.cm-line').allInnerTexts()).join('\n'),
      `${broken}\n\n\nThe end`,
    );
  });

  it('keeps what is shown while a slow machine still reads a long text', async () => {
    const page = await openWith(`${'- a **bold** word\n'.repeat(2000)}\nThe end`);
    await page.locator('.cm-content').focus();
    await page.keyboard.press('Control+End');
    await page.locator('.md-strong').last().waitFor();
    await page.evaluate(() => {
      // The parser stops whenever its time is over.
      let now = Date.now();
      Date.now = () => (now += 1000);
      const seen = new MutationObserver((records) => {
        const gone = records.flatMap(({ removedNodes }) => [...removedNodes]);
        document.body.dataset.gone = `${Number(document.body.dataset.gone) + gone.length}`;
      });
      document.body.dataset.gone = '0';
      const content = /** @type {Element} */ (document.querySelector('.cm-content'));
      seen.observe(content, { childList: true, subtree: true });
    });
    await page.keyboard.type(' of it');
    assert.match(await page.inputValue('#markdown'), /\nThe end of it$/);
    assert.equal(await page.getAttribute('body', 'data-gone'), '0');
  });

  it('has one link where a URL is pasted over the words of another', async () => {
    const page = await openWith('Read [this](/x "Jam") and more.');
    await page.locator('.md-a').dblclick();
    await page.locator('.cm-content').evaluate((content) => {
      const clipboardData = new DataTransfer();
      clipboardData.setData('text/plain', 'https://example.org/');
      const options = { clipboardData, bubbles: true, cancelable: true };
      content.dispatchEvent(new ClipboardEvent('paste', options));
    });
    assert.equal(
      await page.inputValue('#markdown'),
      'Read [this](https://example.org/ "Jam") and more.',
    );
  });
});
