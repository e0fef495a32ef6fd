import assert from 'node:assert/strict';
import { saveUpload } from '../../lib/content/media/uploads.js';
import { withBrowser } from '../support/browser.js';
import { jamPost, smallBlog } from '../support/fixtures.js';
import { png } from '../support/images.js';
import { faults } from './axe.js';

describe('The list of posts in a browser', () => {
  const { blog, openAs } = withBrowser({ posts: smallBlog });
  const status = '.said [role=status]';

  it('changes what is ticked, says how far it is, takes it back, and has no fault that axe knows of', async () => {
    const page = await openAs('/admin/posts?state=public');
    await page.click('text=Select all on this page');
    assert.equal(await page.locator('.pick :checked').count(), 3);
    await page.uncheck(`[value="${jamPost.id}"]`);
    // Enter adds the tag, and does nothing worse.
    await page.fill('#bulk-tag', 'bre');
    await page.click('#bulk-tag-offered [role=option]');
    await page.press('#bulk-tag', 'Enter');
    await page
      .locator(status, { hasText: '1 post tagged “bread”. 1 was already tagged.' })
      .waitFor();

    const { store } = blog.open;
    const write = store.write.bind(store);
    /** @type {(value?: unknown) => void} */
    let release = () => {};
    /** @type {(value?: unknown) => void} */
    let begin = () => {};
    const held = new Promise((resolve) => (release = resolve));
    const begun = new Promise((resolve) => (begin = resolve));
    store.write = async (/** @type {any} */ writes) => {
      if (writes.some((/** @type {any} */ { kind }) => kind === 'post')) {
        begin();
        await held;
      }
      return write(writes);
    };
    await page.click('text=Select all on this page');
    const clicked = page.click('text=Make a draft');
    await begun;
    // The server waits for a while before it says that there is more to do.
    await blog.clock.tick(2000);
    await clicked;
    await page.locator(status, { hasText: 'Making drafts…' }).waitFor();
    assert.deepEqual(await faults(page), [], 'under way');
    release();
    await page.locator(status, { hasText: '3 posts reverted to draft.' }).waitFor();
    assert.equal(await page.locator('.pick').count(), 0);
    await page.click('text=Undo');
    await page.locator(status, { hasText: '3 posts changed back.' }).waitFor();
    assert.equal(await page.locator('.pick > li').count(), 3);
    assert.deepEqual(await faults(page), [], 'done');
  });

  it('is like those of files and comments on a phone: what can be done comes when something is ticked', async () => {
    const { content } = blog.open;
    await saveUpload({ name: 'jar.png', bytes: png() }, 'ada', content);
    await content.saveComment({
      postId: jamPost.id,
      replyTo: '',
      name: 'Mo',
      url: '',
      markdown: 'Fine.',
      status: 'pending',
    });
    const page = await openAs('/admin/media', { viewport: { width: 390, height: 844 } });
    for (const path of ['/admin/media', '/admin/comments']) {
      await page.goto(blog.url + path);
      await page.click('text=Select all on this page');
      await page.locator('.bulk button', { hasText: 'Delete' }).click();
      await page.waitForURL((url) => url.pathname + url.search !== path);
    }
  });

  it('shows what can be done once something is selected, and is moved through by keys', async () => {
    const page = await openAs('/admin/posts');
    assert.equal(await page.isVisible('text=Add tag'), false);
    const open = () => page.evaluate(() => document.activeElement?.textContent);
    const titles = await page.locator('.title').allTextContents();
    for (const [key, place] of /** @type {const} */ ([
      ['j', 0],
      ['j', 1],
      ['k', 0],
      ['k', 0],
    ])) {
      await page.keyboard.press(key);
      assert.equal(await open(), titles[place], key);
    }
    await page.keyboard.press('x');
    assert.equal(await page.locator('.pick :checked').count(), 1);
    assert.equal(await page.isVisible('text=Add tag'), true);
    assert.equal(await page.textContent('#bulk-help'), '1 selected:');
    await page.fill('#q', 'jx');
    await page.press('#q', 'x');
    assert.equal(await page.locator('.pick :checked').count(), 1, 'not while one types');
    await page.focus('.title');
    await page.keyboard.press('x');
    assert.equal(await page.isVisible('text=Add tag'), false);
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/admin\/posts\/[^?]+$/);
  });

  it('needs no script to select and to change', async () => {
    const page = await openAs('/admin/posts?state=public', { javaScriptEnabled: false });
    await page.check(`[value="${jamPost.id}"]`);
    await page.click('text=Make a draft');
    assert.match((await page.textContent(status)) ?? '', /^1 post reverted to draft/);
  });
});
