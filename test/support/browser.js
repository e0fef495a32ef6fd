import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { chromium } from 'playwright-core';
import { eachTest } from './blog.js';
import { addPeople, cookieFor } from './people.js';
/** @import { Browser, BrowserContextOptions as Options, Page } from 'playwright-core' */
/** @import { startBlog, TestBlog } from './blog.js' */

/** Where Debian and others put Chromium. Without windows it takes half as long. */
const places = [
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
];

const flags = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
];

/** What Chromium reports by itself: each answer of 400 and above, and that the frame refused Playwright's clock. */
const expected = /^Failed to load resource|^Blocked script execution in 'about:(?:srcdoc|blank)'/;

/** Milliseconds that a page may take for one step. A machine with other work is slow at times. */
const PATIENCE = 60_000;

/**
 * For a suite whose tests use a browser, each with a blog of its own. Without a browser they are skipped and say so, but
 * in CI only if WITHOUT_BROWSER is set. A test fails when a page writes an error to the console.
 * @param {Parameters<typeof startBlog>[0]} [options] of the blog, which is filled anew before each test
 */
export function withBrowser(options) {
  const { startBlog } = eachTest();
  const blog = /** @type {TestBlog} */ ({});
  const executablePath = places.find((place) => existsSync(place));
  /** @type {Browser} */
  let browser;
  /** @type {string[]} */
  const complaints = [];

  before(async function () {
    const { CI, WITHOUT_BROWSER } = process.env;
    if (WITHOUT_BROWSER || (!executablePath && !CI)) {
      process.stderr.write(
        '    What needs a browser is not tried: there is none, or it is unwanted.\n',
      );
      return this.skip();
    }
    browser = await chromium.launch({ executablePath, args: flags });
  });
  beforeEach(async () => void Object.assign(blog, await startBlog(options)));
  afterEach(async () => {
    await Promise.all(browser.contexts().map((context) => context.close()));
    assert.deepEqual(complaints.splice(0), []);
  });
  after(() => browser?.close());

  return { blog, open, openAs, untilStatus, stopClock, complaints };

  /** Opens a page as somebody who is signed in. @param {string} path @param {Options} [look] @param {string} [who] an id */
  async function openAs(path, look, who = 'ada') {
    if (!blog.open.index.users.has(who)) await addPeople(blog);
    const page = await open(look);
    const [name, value] = (await cookieFor(blog, who)).split('=');
    await page.context().addCookies([{ name, value, url: blog.url }]);
    await page.goto(blog.url + path);
    return page;
  }

  /** Has the page's time pass by `page.clock` alone, however slow the machine is. @param {Page} page */
  async function stopClock(page) {
    await page.clock.install();
    await page.clock.pauseAt(Date.now() + 1000);
  }

  /** Waits for what the editor says about saving. @param {Page} page @param {RegExp} sentence */
  async function untilStatus(page, sentence) {
    await page.locator('[data-status]', { hasText: sentence }).waitFor();
  }

  /** Opens a page as somebody who was never here. @param {Options} [look] */
  async function open(look) {
    const context = await browser.newContext(look);
    const page = await context.newPage();
    page.setDefaultTimeout(PATIENCE);
    page.on('pageerror', (error) => complaints.push(error.message));
    page.on('console', (message) => {
      if (message.type() === 'error' && !expected.test(message.text()))
        complaints.push(message.text());
    });
    return page;
  }
}

/**
 * Holds requests back.
 * @param {Page} page
 * @param {string} glob  of their URLs
 * @returns {Promise<() => void>} lets them through
 */
export async function holdBack(page, glob) {
  let letThrough = () => {};
  const isTime = new Promise((resolve) => (letThrough = () => resolve(null)));
  await page.route(glob, (route) => isTime.then(() => route.continue()));
  return letThrough;
}
