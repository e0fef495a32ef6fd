import { existsSync } from 'node:fs';
import { chromium } from 'playwright-core';
/** @import { Browser, BrowserContextOptions as Options, Page } from 'playwright-core' */

/** Where Debian and others put Chromium. */
const places = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

const flags = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
];

/** What Chromium reports by itself: each answer of 400 and above, and that the frame refused Playwright's clock. */
const expected = /^Failed to load resource|^Blocked script execution in 'about:srcdoc'/;

/**
 * For a suite whose tests use a browser. Without one they are skipped and say so, but never in CI.
 * @returns {{ open: (options?: Options) => Promise<Page>, complaints: string[] }} `open` opens a page as a person who
 *   was never here; `complaints` is what the pages wrote to the console as errors
 */
export function withBrowser() {
  const executablePath = places.find((place) => existsSync(place));
  /** @type {Browser} */
  let browser;
  /** @type {string[]} */
  const complaints = [];

  before(async function () {
    this.timeout(30_000);
    if (!executablePath && !process.env.CI) {
      process.stderr.write(
        '    There is no Chromium here, so what needs a browser is not tried.\n',
      );
      return this.skip();
    }
    browser = await chromium.launch({ executablePath, args: flags });
  });
  afterEach(async () => {
    complaints.length = 0;
    await Promise.all(browser.contexts().map((context) => context.close()));
  });
  after(() => browser?.close());

  return { open, complaints };

  /** @param {Options} [options] */
  async function open(options) {
    const context = await browser.newContext(options);
    const page = await context.newPage();
    page.setDefaultTimeout(8000);
    page.on('pageerror', (error) => complaints.push(error.message));
    page.on('console', (message) => {
      if (message.type() === 'error' && !expected.test(message.text()))
        complaints.push(message.text());
    });
    return page;
  }
}
