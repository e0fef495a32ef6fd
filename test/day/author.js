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
  const desk = makeDesk(() => url);
  await desk.send('/admin/setup', { ...own, token, language: 'en', timeZone: 'UTC' });
  await desk.send('/admin/posts/new', { ...post, action: 'publish' });
}

/**
 * A browser without scripts on the admin pages, with the cookies that it is given.
 * @param {() => string} url
 */
export function makeDesk(url) {
  /** @type {Map<string, string>} */
  const cookies = new Map();
  return { page, send, signIn };

  /** @param {string} path @param {RequestInit} [options] */
  async function ask(path, options = {}) {
    const cookie = [...cookies].map((pair) => pair.join('=')).join('; ');
    const headers = { origin: url(), cookie };
    const response = await fetch(url() + path, { ...options, headers, redirect: 'manual' });
    for (const each of response.headers.getSetCookie()) {
      const [name, value] = each.split(';')[0].split('=');
      cookies.set(name, value);
    }
    return { status: response.status, text: await response.text() };
  }

  /** @param {string} path */
  function page(path) {
    return ask(path);
  }

  /** @param {string} path @param {Record<string, string>} form  @returns {Promise<string>} the answer */
  async function send(path, form) {
    const { status, text } = await ask(path, { method: 'POST', body: new URLSearchParams(form) });
    if (status !== 303 && status !== 200) throw new Error(`${path}: ${status} ${text}`);
    return text;
  }

  /** @param {string} name @param {string} ownPassword */
  async function signIn(name, ownPassword) {
    await send('/admin/login', { name, password: ownPassword });
    return { page, send };
  }
}
