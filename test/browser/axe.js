import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
/** @import { Page } from 'playwright-core' */

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** How people look at a page: light or dark, wide or narrow, each once. */
const looks = /** @type {const} */ ([
  { colorScheme: 'light', viewport: { width: 1280, height: 800 } },
  { colorScheme: 'dark', viewport: { width: 390, height: 800 } },
]);

/**
 * @param {Page} page  shown the last way afterwards
 * @returns {Promise<string[]>} what axe-core finds in each of the looks, and whether the page is wider than the window
 */
export async function faults(page) {
  await page.evaluate(`${axe};0`);
  // The editor has the colours of the blog's pages a moment after it is there.
  if ((await page.locator('form[data-page-style]').count()) > 0)
    await page.locator('.md-page').waitFor({ state: 'attached' });
  const found = [];
  for (const { colorScheme, viewport } of looks) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await page.setViewportSize(viewport);
    await page.evaluate(frame);
    const here = await page.evaluate(run);
    found.push(...here.map((fault) => `${colorScheme}, ${viewport.width}: ${fault}`));
  }
  return found;
}

/** Until what the look changes is done, also where a test has stopped the page's clock. */
const frame = () =>
  new Promise((resolve) => new ResizeObserver(resolve).observe(document.documentElement));

/** @returns {Promise<string[]>} */
async function run() {
  const options = { resultTypes: ['violations'] };
  const { violations } = await /** @type {any} */ (window).axe.run(
    { exclude: ['iframe'] },
    options,
  );
  const found = violations.map((/** @type {any} */ { id, nodes }) => `${id}: ${nodes[0].target}`);
  const isWide = document.documentElement.scrollWidth > window.innerWidth;
  return isWide ? [...found, 'wider than the window'] : found;
}
