import assert from 'node:assert/strict';
import { builtInThemes } from '../../lib/changes/index/appearance.js';
import { withBrowser } from '../support/browser.js';
import { breadPost } from '../support/fixtures.js';

const markdown =
  'Latin first.\n\nפסקה שנייה (abc).\n\n## כותרת\n\n- פריט\n- Rye\n- 7\n\n| א | ב |\n| - | - |\n| Rye | 12 |\n\nLatin again.';

describe('A text of several scripts', () => {
  const { blog, open } = withBrowser({ posts: [{ ...breadPost, markdown }] });

  for (const theme of builtInThemes)
    it(`has each block on the side of its own script in the theme ${theme}`, async () => {
      for (const language of ['en', 'he']) {
        await blog.open.content.saveSettings({ theme, language });
        const page = await open({ viewport: { width: 390, height: 844 } });
        await page.goto(`${blog.url}/post/${breadPost.slug}`);
        const sides = await page.$$eval('.text :is(p, h2, li, td)', (all) =>
          all.map((block) => {
            const range = document.createRange();
            range.selectNodeContents(block);
            const [text, box] = [range, block].map((each) => each.getBoundingClientRect());
            const { paddingLeft, paddingRight } = getComputedStyle(block);
            const left = text.left - box.left - parseFloat(paddingLeft);
            const right = box.right - text.right - parseFloat(paddingRight);
            return left < right ? 'left' : 'right';
          }),
        );
        const list = ['right', 'right', 'right'];
        assert.deepEqual(sides, ['left', 'right', 'right', ...list, 'right', 'right', 'left']);
      }
    });
});
