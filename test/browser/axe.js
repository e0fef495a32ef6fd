import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
/** @import { Page } from 'playwright-core' */

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** How people look at a page: light or dark, wide or narrow, each once. */
export const looks = /** @type {const} */ ([
  { colorScheme: 'light', viewport: { width: 1280, height: 800 } },
  { colorScheme: 'dark', viewport: { width: 390, height: 800 } },
]);

/**
 * @param {Page} page
 * @returns {Promise<string[]>} what axe-core finds, and whether the page is wider than the window
 */
export async function faults(page) {
  await page.evaluate(`${axe};0`);
  return page.evaluate(async () => {
    const { violations } = await /** @type {any} */ (window).axe.run({ exclude: ['iframe'] });
    const found = violations.map((/** @type {any} */ { id, nodes }) => `${id}: ${nodes[0].target}`);
    const isWide = document.documentElement.scrollWidth > window.innerWidth;
    return isWide ? [...found, 'wider than the window'] : found;
  });
}
