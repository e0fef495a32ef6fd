import assert from 'node:assert/strict';
import { builtInThemes } from '../../lib/changes/index/appearance.js';
import { withBrowser } from '../support/browser.js';
import { draftPost, smallBlog } from '../support/fixtures.js';
/** @import { Page } from 'playwright-core' */

const WORDS = 'jam of `quinces` and (**sugar**), for [a month](/x) or more, ';
const MARKDOWN = [
  'Begin.',
  `1st ${WORDS.repeat(3)}said.[^1] ${WORDS}`,
  `> 2nd ${WORDS.repeat(3)}`,
  `## 3rd ${WORDS}`,
  `- 4th ${WORDS.repeat(3)}\n- [ ] 5th ${WORDS.repeat(3)}\n  - [x] 6th ${WORDS.repeat(3)}`,
  '[^1]: noted',
].join('\n\n');

describe('The lines of a text in a browser', function () {
  this.timeout(60_000);
  const { blog, openAs } = withBrowser({ posts: smallBlog });

  for (const theme of builtInThemes)
    it(`break where they do on the page in the theme ${theme}`, async () => {
      await blog.open.content.saveSettings({ theme });
      const post = await blog.open.store.get('post', draftPost.id);
      const published = { markdown: MARKDOWN, status: /** @type {const} */ ('published') };
      await blog.open.content.savePost(Object.assign({}, post, published), {
        revision: post?.revision,
      });
      const editor = await openAs('/admin/posts/secret-recipe');
      await editor.locator('.md-page').waitFor({ state: 'attached' });
      const page = await editor.context().newPage();
      await page.goto(`${blog.url}/post/secret-recipe`);
      for (let width = 360; width < 720; width += 24)
        assert.deepEqual(
          await linesOf(editor, '.cm-line', width),
          await linesOf(page, '.text :is(p, h2, li)', width),
          `${width}`,
        );
    });
});

/**
 * @param {Page} page
 * @param {string} blocks
 * @param {number} width  of the window
 * @returns {Promise<string[]>} the words with which lines begin, of each block that has a number
 */
async function linesOf(page, blocks, width) {
  await page.setViewportSize({ width, height: 3000 });
  return page.$$eval(blocks, async (all) => {
    await document.fonts.ready;
    await new Promise(requestAnimationFrame);
    await new Promise(requestAnimationFrame);
    return all
      .filter(({ textContent }) => /^(?:☐|☑)?\s*\d(?:st|nd|rd|th)/.test(textContent))
      .map((block) => {
        const walker = document.createTreeWalker(block, NodeFilter.SHOW_TEXT);
        const starts = [];
        let before = -Infinity;
        while (walker.nextNode()) {
          const node = /** @type {Text} */ (walker.currentNode);
          const parent = /** @type {Element} */ (node.parentElement);
          if (parent.closest('sup') || parent.closest('li, p, h2, .cm-line') !== block) continue;
          for (const { 0: word, index } of node.data.matchAll(/[^\s☐☑]+/g)) {
            const range = document.createRange();
            range.setStart(node, index);
            range.setEnd(node, index + 1);
            const { top, bottom } = range.getBoundingClientRect();
            if ((top + bottom) / 2 > before + 10) starts.push(word);
            before = (top + bottom) / 2;
          }
        }
        return starts.join(' ');
      });
  });
}
