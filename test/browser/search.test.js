import assert from 'node:assert/strict';
import { faults } from './axe.js';
import { withBrowser } from '../support/browser.js';
import { breadPost, jamPost } from '../support/fixtures.js';

describe('The search in a browser', () => {
  const { blog, open } = withBrowser({ posts: [breadPost, jamPost] });

  it('is reached from every page, and shows results while one types', async () => {
    const page = await open();
    await page.goto(blog.url);
    await page.click('header .find');
    assert.equal(new URL(page.url()).pathname, '/search');
    await page.fill('main input', 'quince');
    await page.press('main input', 'Enter');
    await page.locator('.found >> text=Quince jam').waitFor();
    assert.deepEqual(await faults(page), []);
    await page.fill('main input', 'dou');
    await page.locator('.found >> text=Rye bread').waitFor();
    assert.equal(new URL(page.url()).search, '?q=dou');
    assert.equal(await page.locator('.found mark').first().textContent(), 'dough');
    await page.fill('main input', 'xyzzy');
    await page.locator('text=Nothing found for “xyzzy”.').waitFor();
    assert.deepEqual(await faults(page), []);
  });
});
