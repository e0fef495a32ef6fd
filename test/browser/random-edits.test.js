import { withBrowser } from '../support/browser.js';
import { smallBlog } from '../support/fixtures.js';
import { editAtRandom } from './random-edits.js';

/** By hand: `EDITS=1000 SEED=2 npx mocha test/browser/random-edits.test.js`. */
const { EDITS = '150', SEED = '7' } = process.env;
const edits = Number(EDITS);
/** All of the text, as CodeMirror makes no lines that are not seen. */
const viewport = { width: 1280, height: 4000 };

describe('A text that is edited at random in a browser', function () {
  this.timeout(40_000 + edits * 1000);
  const { blog, openAs, complaints } = withBrowser({ posts: smallBlog });

  for (const [mode, kept] of [
    ['marks that step back', 'no'],
    ['all marks', 'yes'],
  ])
    it(`is in the store as it was typed, with ${mode}, uploads, undos, cuts of the network and reloads`, async () => {
      const page = await openAs('/admin', { viewport });
      await page.evaluate((kept) => localStorage.setItem('larder-editor-marks', kept), kept);
      await page.goto(`${blog.url}/admin/posts/secret-recipe`);
      await editAtRandom(page, { edits, seed: Number(SEED), blog });
      // Chromium styles what is typed over a choice of several lines, before CodeMirror sees it.
      const others = complaints
        .splice(0)
        .filter((text) => !text.startsWith('Applying inline style'));
      complaints.push(...others);
    });
});
