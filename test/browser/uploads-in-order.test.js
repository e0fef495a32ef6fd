import assert from 'node:assert/strict';
import { withBrowser } from '../support/browser.js';
import { png } from '../support/images.js';
import { addPeople } from '../support/people.js';

describe('Several uploads in a browser', () => {
  const { blog, openAs } = withBrowser();
  beforeEach(() => addPeople(blog));

  it('go behind the pictures of an upload before, and not between them', async () => {
    const page = await openAs('/admin/posts/new');
    const files = (/** @type {string[]} */ ...names) =>
      names.map((name, at) => ({ name, mimeType: 'image/png', buffer: png({ width: 20 + at }) }));
    await page.fill('.cm-content', 'Before.');
    await page.keyboard.press('Control+End');
    await page.setInputFiles('[data-upload-files]', files('a.png', 'b.png', 'c.png'));
    await page.waitForFunction(() => !document.querySelector('.uploads'));
    await page.setInputFiles('[data-upload-files]', files('d.png'));
    await page.waitForFunction(() => !document.querySelector('.uploads'));
    const names = Array.from(
      (await page.inputValue('#markdown')).matchAll(/-(\w)\.png/g),
      ([, name]) => name,
    );
    assert.deepEqual(names, ['a', 'b', 'c', 'd']);
  });
});
