#!/usr/bin/env node
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright-core';
import sharp from 'sharp';
import { startBlog } from '../test/support/blog.js';
import { createClock } from '../test/support/clock.js';
import { addPeople, cookieFor } from '../test/support/people.js';
import { posts, settings } from './pictures/blog.js';
/** @import { Browser } from 'playwright-core' */
/** @import { TestBlog } from '../test/support/blog.js' */

/** `node bench/pictures.js`: the pictures of README.md, of a small blog, by Chromium. */

const folder = fileURLToPath(new URL('../docs/images/', import.meta.url));
const executablePath = ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium'].find(existsSync);

const blog = await startBlog({ clock: createClock('2026-11-21T12:00:00.000Z') });
const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] });
try {
  await fill(blog);
  await take(browser, blog, { name: 'light', path: '/' });
  await take(browser, blog, { name: 'dark', path: '/post/rye', scheme: 'dark', from: 700 });
  await take(browser, blog, { name: 'editor', path: '/admin/posts/quince', who: 'ada' });
} finally {
  await browser.close();
  await blog.close();
}

/** @param {TestBlog} blog */
async function fill(blog) {
  await addPeople(blog);
  const { content } = blog.open;
  await content.saveSettings(settings);
  for (const { cover, ...post } of posts.toReversed()) {
    const bytes = await sharp(Buffer.from(cover.svg)).png({ palette: true }).toBuffer();
    const { id } = await content.saveMedia({
      name: `${post.slug}.png`,
      type: 'image/png',
      bytes,
      width: 1200,
      height: 720,
    });
    const shown = { src: `/media/${id}`, alt: cover.alt };
    await content.savePost({
      ...post,
      cover: shown,
      author: 'ada',
      status: 'published',
      createdAt: post.publishedAt,
      updatedAt: post.publishedAt,
    });
  }
  await content.savePost({ type: 'page', slug: 'about', title: 'About', status: 'published' });
}

/**
 * @param {Browser} browser
 * @param {TestBlog} blog
 * @param {{ name: string, path: string, scheme?: 'light' | 'dark', from?: number, who?: string }} what
 *   `from`: pixels above it that are left out; `who`: is signed in
 */
async function take(browser, blog, { name, path, scheme = 'light', from = 0, who }) {
  const viewport = { width: 1200, height: 750 };
  const context = await browser.newContext({ viewport, colorScheme: scheme });
  const page = await context.newPage();
  if (who) {
    const [cookie, value] = (await cookieFor(blog, who)).split('=');
    await context.addCookies([{ name: cookie, value, url: blog.url }]);
  }
  await page.goto(blog.url + path, { waitUntil: 'networkidle' });
  await page.evaluate(`scrollTo(0, ${from})`);
  const picture = await page.screenshot();
  await sharp(picture)
    .resize(960)
    .webp({ quality: 82 })
    .toFile(join(folder, `${name}.webp`));
  await context.close();
}
