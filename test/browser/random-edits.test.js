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

  it('is in the store as the screen shows it, with uploads, undos, cuts of the network and reloads', async () => {
    const page = await openAs('/admin/posts/secret-recipe', { viewport });
    await editAtRandom(page, { edits, seed: Number(SEED), blog });
    // Chromium styles what is typed over a choice of several lines, before CodeMirror sees it.
    const others = complaints.splice(0).filter((text) => !text.startsWith('Applying inline style'));
    complaints.push(...others);
  });
});
