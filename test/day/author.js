import { existsSync } from 'node:fs';
import { chromium } from 'playwright-core';
/** @import { Browser } from 'playwright-core' */

const places = ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium', '/usr/bin/google-chrome'];

export const password = 'salt, lemons, patience';

/**
 * Sets a blog up and writes its first post: in Chromium where there is one, else by the forms alone.
 * @param {string} url
 * @param {string} link  printed at the start
 * @param {{ title: string, markdown: string }} post
 */
export async function setUpAndWrite(url, link, post) {
  const executablePath = places.find((place) => existsSync(place));
  if (!executablePath || process.env.WITHOUT_BROWSER) return byForms(url, link, post);
  const browser = await chromium.launch({
    executablePath,
    args: ['--no-sandbox', '--disable-gpu'],
  });
  try {
    await byBrowser(browser, link, post);
  } finally {
    await browser.close();
  }
}

/** @param {Browser} browser @param {string} link @param {{ title: string, markdown: string }} post */
async function byBrowser(browser, link, { title, markdown }) {
  const page = await browser.newPage();
  page.setDefaultTimeout(30_000);
  await page.goto(link);
  await page.fill('[name=title]', 'The cool room');
  await page.keyboard.press('Enter');
  await page.fill('[name=name]', 'Ada');
  await page.fill('[name=id]', 'ada');
  await page.fill('[name=password]', password);
  await page.press('[name=password]', 'Enter');
  await page.waitForURL('**/admin');
  await page.goto(new URL('/admin/posts/new', link).href);
  await page.fill('#title', title);
  await page.fill('.cm-content', markdown);
  await page.keyboard.press('Control+Enter');
  await page.waitForURL('**/admin/posts/*done=published');
}

/** @param {string} url @param {string} link @param {{ title: string, markdown: string }} post */
async function byForms(url, link, post) {
  const own = { title: 'The cool room', name: 'Ada', id: 'ada', password };
  const token = new URL(link).searchParams.get('token') ?? '';
  const cookie = await send(`${url}/admin/setup`, '', {
    ...own,
    token,
    language: 'en',
    timeZone: 'UTC',
  });
  await send(`${url}/admin/posts/new`, cookie, { ...post, action: 'publish' });
}

/** @param {string} address @param {string} cookie @param {Record<string, string>} form @returns {Promise<string>} its cookie */
async function send(address, cookie, form) {
  const { origin } = new URL(address);
  const response = await fetch(address, {
    method: 'POST',
    redirect: 'manual',
    headers: { origin, cookie },
    body: new URLSearchParams(form),
  });
  if (response.status !== 303)
    throw new Error(`${address}: ${response.status} ${await response.text()}`);
  return (response.headers.get('set-cookie') ?? '').split(';')[0];
}
