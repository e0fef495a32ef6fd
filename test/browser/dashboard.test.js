import assert from 'node:assert/strict';
import request from 'supertest';
import { saveUpload } from '../../lib/content/media/uploads.js';
import { faults } from './axe.js';
import { withBrowser } from '../support/browser.js';
import { aboutPage, breadPost, smallBlog } from '../support/fixtures.js';
import { png } from '../support/images.js';
import { steadyStatistics } from '../support/statistics.js';
import { addPeople, cookieFor, password } from '../support/people.js';
/** @import { BrowserContextOptions as Options, Page } from 'playwright-core' */

describe('The cache, settings and people pages in a browser', () => {
  const { blog, open, openAs, stopClock } = withBrowser({
    posts: smallBlog,
    statistics: steadyStatistics(),
  });
  beforeEach(() => addPeople(blog));

  const read = (/** @type {string} */ path) => request(blog.url).get(path).expect(200);
  /** @param {Page} page @param {string} key @param {string} text */
  const untilShown = (page, key, text) =>
    page.waitForFunction(
      ([name, wanted]) => document.querySelector(`[data-figure="${name}"]`)?.textContent === wanted,
      [key, text],
    );
  /** Opens the page of the cache with its clock in the test's hands. */
  const openStill = async () => {
    const page = await openAs('/admin/cache');
    await stopClock(page);
    await page.reload();
    return page;
  };
  const said = (/** @type {Page} */ page) => page.textContent('[data-live-state]');

  it('show what happens elsewhere as it happens, without loading the page again', async () => {
    const page = await openStill();
    await page.evaluate(() => void (document.title = 'The same page'));
    assert.equal(await page.textContent('[data-figure="floating-entries"]'), '0');
    await read('/post/rye-bread');
    await page.clock.runFor(2000);
    await untilShown(page, 'floating-entries', '1');
    await read('/post/rye-bread');
    await page.clock.runFor(2000);
    await untilShown(page, 'floating-ratio', '50 %');
    const { revision } = await blog.open.store.get('post', breadPost.id);
    await blog.open.content.savePost({ id: breadPost.id, title: 'Rye <b>bread' }, { revision });
    await page.clock.runFor(2000);
    await untilShown(page, 'floating-entries', '0');
    assert.equal(await page.textContent('[data-clears] span'), 'Updated “Rye <b>bread”');
    assert.match((await page.getAttribute('[data-line]', 'd')) ?? '', /^M/);
    assert.equal(await page.title(), 'The same page');
    assert.equal(await said(page), 'Live');
  });

  it('name the pages that a change cleared, and let comments be answered in place, without JavaScript', async () => {
    await read('/post/rye-bread');
    await blog.open.content.saveComment({
      postId: breadPost.id,
      replyTo: '',
      url: '',
      status: 'pending',
      name: 'Mo',
      markdown: 'How long?',
    });
    const page = await openAs('/admin', { javaScriptEnabled: false });
    await page.click('summary:has-text("Mo")');
    await page.fill('[name=reply]', 'A day.');
    await page.click('text=Approve and reply');
    assert.match((await page.textContent('.said')) ?? '', /Reply published/);
    await page.click('[data-clears] a:has-text("Comment on")');
    assert.match((await page.textContent('h1')) ?? '', /Comment on/);
    assert.match((await page.textContent('tbody tr')) ?? '', /the comments on “Rye bread”/);
  });

  it('ask nothing while nobody looks, and go on when somebody does', async () => {
    const page = await openStill();
    /** @param {boolean} hidden */
    const hide = (hidden) =>
      page.evaluate((isHidden) => {
        Object.defineProperty(document, 'hidden', { value: isHidden, configurable: true });
        document.dispatchEvent(new Event('visibilitychange'));
      }, hidden);
    let asked = 0;
    page.on('request', (each) => void (asked += Number(each.url().endsWith('/admin/figures'))));
    await hide(true);
    await page.clock.runFor(60_000);
    assert.equal(asked, 0);
    await Promise.all([page.waitForResponse('**/admin/figures'), hide(false)]);
    assert.equal(asked, 1);
    await page.clock.runFor(1900);
    assert.equal(asked, 1);
  });

  it('say that the blog does not answer, once, and are live again when it does', async () => {
    const page = await openStill();
    await page.context().setOffline(true);
    await page.clock.runFor(2000);
    await page.waitForFunction(() =>
      document.querySelector('[data-live-state]')?.textContent?.includes('No connection'),
    );
    await page.context().setOffline(false);
    await page.clock.runFor(4000);
    await page.waitForFunction(
      () => document.querySelector('[data-live-state]')?.textContent === 'Live',
    );
  });

  it('stop when one is signed out', async () => {
    const page = await openStill();
    await blog.open.accounts.sessions.endAll('ada');
    await page.clock.runFor(2000);
    await page.waitForFunction(() =>
      document.querySelector('[data-live-state]')?.textContent?.includes('signed out'),
    );
  });

  it('show the same figures and clear a part of the cache without JavaScript', async () => {
    await read('/post/rye-bread');
    await read('/tags');
    const page = await openAs('/admin/cache', { javaScriptEnabled: false });
    assert.equal(await page.textContent('[data-figure="floating-entries"]'), '1');
    await page.click('button[value=floating]');
    assert.match((await page.textContent('.said')) ?? '', /^Posts: 1 page cleared/);
    assert.equal(await page.textContent('[data-figure="floating-entries"]'), '0');
    assert.equal(await page.textContent('[data-figure="semiDynamic-entries"]'), '1');
  });

  it('let links of the navigation be moved by keyboard, without loading the page again', async () => {
    const page = await openAs('/admin/settings');
    const titles = page.locator('[name="link-title"]');
    const urls = page.locator('[name="link-url"]');
    for (const [row, title] of ['Old', 'New', 'Gone'].entries()) {
      await titles.nth(row).fill(title);
      await urls.nth(row).fill(`/${title.toLowerCase()}`);
    }
    await page.evaluate(() => void (document.title = 'The same page'));
    await page.fill('#tagline', 'Half typed');
    await page.focus('button[value=up-1]');
    await page.keyboard.press('Enter');
    await page.waitForFunction(() => {
      const first = document.querySelector('[name="link-title"]');
      return /** @type {HTMLInputElement} */ (first).value === 'New';
    });
    assert.equal(
      await page.evaluate(
        () => document.activeElement?.closest('li')?.querySelector('input')?.value,
      ),
      'New',
    );
    await page.click('button[value=remove-2]');
    await page.waitForFunction(
      () => document.querySelectorAll('[name="link-title"]:not(:placeholder-shown)').length === 3,
    );
    assert.equal(await page.title(), 'The same page');
    assert.equal(await page.inputValue('#tagline'), 'Half typed');
    await page.focus('#title');
    await page.keyboard.press('Enter');
    await page.waitForURL('**/admin/settings?saved=tagline,navigation');
    const { navigation } = await blog.open.store.get('settings', 'site');
    assert.deepEqual(
      navigation.map((/** @type {{ title: string }} */ { title }) => title).filter(Boolean),
      ['New', 'Old', 'Powered by Larder'],
    );
  });

  it('say what time it is in the time zone that is chosen', async () => {
    const page = await openAs('/admin/settings');
    await page.clock.setFixedTime('2026-11-21T12:00:00Z');
    await page.selectOption('#timeZone', 'Asia/Tokyo');
    assert.match(
      (await page.textContent('#timeZone-hint')) ?? '',
      /^Current time there: 21 Nov 2026, 21:00/,
    );
  });

  it('find a setting by words of it, and its group', async () => {
    const page = await openAs('/admin/settings');
    const shown = () => page.locator('.sheet :is(legend, h2):visible').allTextContents();
    assert.ok((await shown()).length >= 7);
    await page.fill('[data-sift]', 'time ZONE');
    assert.deepEqual(await shown(), ['Language and time']);
    assert.equal(await page.isVisible('#timeZone'), true);
    assert.equal(await page.isVisible('#language'), false);
    await page.fill('[data-sift]', 'logo');
    assert.deepEqual(await shown(), ['Logo and icon']);
    await page.fill('[data-sift]', 'quinces');
    assert.equal(await page.isVisible('text=No setting has these words.'), true);
    await page.fill('[data-sift]', '');
    await page.fill('#title', 'Found again');
    await page.click('.bar button');
    await page.waitForURL('**/admin/settings?saved=title');
  });

  it('warn who leaves with settings that are not saved', async () => {
    const page = await openAs('/admin/settings');
    await page.type('#title', 'Half');
    const [dialog] = await Promise.all([
      page.waitForEvent('dialog'),
      page.close({ runBeforeUnload: true }),
    ]);
    assert.equal(dialog.type(), 'beforeunload');
    await dialog.accept();
  });

  it('change the settings and the navigation without JavaScript', async () => {
    const page = await openAs('/admin/settings', { javaScriptEnabled: false });
    await page.click(`button[value="${aboutPage.id}"]`);
    assert.match((await page.textContent('.said')) ?? '', /Menu saved/);
    await page.fill('[name="link-title"] >> nth=1', 'The source');
    await page.fill('[name="link-url"] >> nth=1', '/source');
    await page.fill('#title', '');
    await page.click('.bar button');
    assert.equal(await page.textContent('#title-problem'), 'A title is required');
    assert.equal(await page.inputValue('[name="link-title"] >> nth=1'), 'The source');
    await page.click('button[value=up-1]');
    await page.fill('#title', 'The cool room');
    await page.click('.bar button');
    await page.goto(blog.url);
    const links = await page.locator('header nav a').allTextContents();
    assert.deepEqual(links, ['The source', 'Archive', aboutPage.title, 'Subscribe']);
  });

  it('hide the menu of a phone behind a button, that works by keyboard and without JavaScript', async () => {
    const page = await openAs('/admin', {
      javaScriptEnabled: false,
      viewport: { width: 390, height: 800 },
    });
    const people = page.locator('nav[aria-label=Admin] >> text=People');
    assert.equal(await people.isVisible(), false);
    const header = await page.locator('header.top').boundingBox();
    assert.ok((header?.height ?? 0) < 80, `${header?.height} px`);
    await page.focus('.menu-button');
    await page.keyboard.press('Enter');
    assert.equal(await people.isVisible(), true);
    await page.keyboard.press('Escape');
    assert.equal(await people.isVisible(), false);
  });

  it('let somebody in by a link, who then writes', async () => {
    const page = await openAs('/admin/people');
    await page.click('text=Invite someone');
    await page.fill('#name', 'Mo');
    await page.check('[value=editor]');
    await page.fill('#current', password);
    await page.click('text=Create an invitation link');
    const link = (await page.textContent('.secret code')) ?? '';
    const mo = await open();
    await mo.goto(link);
    await mo.fill('#password', 'a password of my own');
    await mo.keyboard.press('Enter');
    await mo.waitForURL(`${blog.url}/admin`);
    await mo.click('text=New post');
    await mo.waitForURL('**/admin/posts/new');
  });

  it('have nothing that axe-core finds fault with, light and wide, dark and narrow', async () => {
    await read('/post/rye-bread');
    await blog.open.content.saveSettings({ navigation: [{ title: 'About', url: '/about' }] });
    await cookieFor(blog, 'anna');
    await blog.open.accounts.tokens.create({ user: 'anna', scopes: ['read'], label: 'A phone' });
    const { token } = await blog.open.accounts.invitations.create('emil');
    for (const status of /** @type {const} */ (['pending', 'approved']))
      await blog.open.content.saveComment({
        postId: breadPost.id,
        replyTo: '',
        url: '',
        status,
        name: 'Mo',
        markdown: 'How [long](https://mo.example)?',
      });
    await saveUpload({ name: 'jar.png', bytes: png() }, 'ada', blog.open.content);
    const page = await openAs('/admin');
    for (const path of [
      '/admin',
      '/admin/cache',
      '/admin/cache/changes/1',
      '/admin/posts',
      '/admin/posts?state=draft&chosen=page',
      '/admin/posts?q=nothing',
      '/admin/comments',
      '/admin/comments?status=spam',
      '/admin/media',
      '/admin/statistics',
      '/admin/redirects/new?from=/old',
      '/admin/settings',
      '/admin/people',
      '/admin/people/anna',
      `/admin/join?token=${token}`,
    ]) {
      await page.goto(blog.url + path);
      assert.deepEqual(await faults(page), [], path);
    }
    await page.setViewportSize({ width: 390, height: 800 });
    await page.goto(`${blog.url}/admin`);
    await page.click('.menu-button');
    assert.deepEqual(await faults(page), [], 'the menu');
    await page.goto(`${blog.url}/admin/settings`);
    await page.fill('#title', '');
    await page.click('.bar button');
    await page.waitForSelector('[aria-invalid]');
    assert.deepEqual(await faults(page), [], 'problems');
    await page.goto(`${blog.url}/admin/settings`);
    await page.$eval('[name=revision]', (field) => field.setAttribute('value', '1'));
    await page.fill('#title', 'Mine');
    await page.click('.bar button');
    await page.waitForSelector('.theirs');
    assert.deepEqual(await faults(page), [], 'conflict');
    await page.goto(`${blog.url}/admin/people/anna`);
    await page.fill('#current-way', password);
    await page.click('text=Create link');
    await page.waitForSelector('.secret');
    assert.deepEqual(await faults(page), [], 'link');
  });
});
