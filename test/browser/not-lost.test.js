import assert from 'node:assert/strict';
import { codeAt, fromBase32, stepAt } from '../../lib/people/totp.js';
import { faults } from './axe.js';
import { holdBack, withBrowser } from '../support/browser.js';
import { draftPost } from '../support/fixtures.js';
import { password, userOf } from '../support/people.js';
/** @import { Page } from 'playwright-core' */

describe('A text in a browser is not lost', () => {
  const { blog, openAs, stopClock, untilStatus } = withBrowser({ posts: [draftPost] });
  const path = '/admin/posts/secret-recipe';
  const textOf = (/** @type {Page} */ page) => page.inputValue('#markdown');
  const stored = async () => (await blog.open.store.get('post', draftPost.id)).markdown;

  it('when its page is loaded again after a conflict', async () => {
    const page = await openAs(path);
    await page.fill('.cm-content', 'By Ada.');
    const { revision } = await blog.open.store.get('post', draftPost.id);
    await blog.open.content.savePost(
      { ...draftPost, markdown: 'By Emil.' },
      { revision, by: 'emil' },
    );
    await page.keyboard.press('Control+s');
    await page.waitForSelector('.conflict');
    await page.fill('.cm-content', 'By Ada, who went on.');
    await page.reload();
    await page.waitForSelector('.cm-content');
    assert.equal(await textOf(page), 'By Ada, who went on.');
    assert.equal(await page.locator('.conflict').count(), 1);
    await page.keyboard.press('Control+s');
    await untilStatus(page, /^Draft saved/);
    await page.reload();
    await page.waitForSelector('.cm-content');
    assert.equal(await textOf(page), 'By Ada, who went on.');
    assert.equal(await page.locator('.conflict').count(), 0);
  });

  it('when the browser is closed before what was typed during a save is saved too', async () => {
    const page = await openAs(path);
    const before = await page.getAttribute('#editor', 'data-revision');
    let goOn = () => {};
    const isTyped = new Promise((resolve) => (goOn = () => resolve(null)));
    await page.route('**/admin/posts/*', (route) => isTyped.then(() => route.continue()), {
      times: 1,
    });
    await page.fill('.cm-content', 'Sent.');
    await page.keyboard.press('Control+s');
    await page.keyboard.type(' Typed.');
    goOn();
    await page.locator(`#editor:not([data-revision="${before}"])`).waitFor();
    assert.match((await page.textContent('[data-status]')) ?? '', /^Unsaved changes/);
    await page.evaluate(() => void (window.fetch = () => new Promise(() => {})));
    page.on('dialog', (dialog) => dialog.accept());
    await page.reload();
    await page.waitForSelector('.cm-content');
    assert.equal(await stored(), 'Sent.');
    assert.equal(await textOf(page), 'Sent. Typed.');
  });

  it('and is sent once when it is saved while another save is under way', async () => {
    const page = await openAs(path);
    await stopClock(page);
    /** @type {string[]} */
    const sent = [];
    page.on('request', (request) => {
      const form = new URLSearchParams(request.postData() ?? '');
      if (form.has('action')) sent.push(`${form.get('action')} ${form.get('markdown')}`);
    });
    const letThrough = await holdBack(page, '**/admin/posts/*');
    await page.fill('.cm-content', 'Once.');
    await page.keyboard.press('Control+s');
    await page.dispatchEvent('#markdown', 'input');
    await page.clock.fastForward(3000);
    letThrough();
    await untilStatus(page, /^Draft saved/);
    const isAnswered = page.waitForResponse(
      (response) => response.request().postData()?.includes('markdown=Again') ?? false,
    );
    await page.fill('.cm-content', 'Again.');
    await page.keyboard.press('Control+s');
    await isAnswered;
    assert.deepEqual(sent, ['save Once.', 'save Again.']);
  });

  it('and is no conflict with itself when the answer to a save is lost', async () => {
    const page = await openAs(path);
    await page.route(
      '**/admin/posts/*',
      async (route) => {
        await route.fetch();
        await route.abort();
      },
      { times: 1 },
    );
    await page.fill('.cm-content', 'Sent.');
    await page.keyboard.press('Control+s');
    await untilStatus(page, /^No connection/);
    assert.equal(await stored(), 'Sent.');
    await page.keyboard.type(' Typed.');
    await page.keyboard.press('Control+s');
    await untilStatus(page, /^Draft saved/);
    assert.equal(await stored(), 'Sent. Typed.');
  });

  it('and is none when the next save did not even arrive', async () => {
    const page = await openAs(path);
    let tries = 0;
    await page.route(
      '**/admin/posts/*',
      async (route) => {
        if (++tries === 1) await route.fetch();
        await route.abort();
      },
      { times: 2 },
    );
    await page.fill('.cm-content', 'Sent.');
    await page.keyboard.press('Control+s');
    await untilStatus(page, /^No connection/);
    await page.keyboard.type(' Lost.');
    await Promise.all([page.waitForEvent('requestfailed'), page.keyboard.press('Control+s')]);
    await page.keyboard.type(' Typed.');
    await page.keyboard.press('Control+s');
    await untilStatus(page, /^Draft saved/);
    assert.equal(await stored(), 'Sent. Lost. Typed.');
  });

  it('when one is signed out, and signs in again in place with the code of an authenticator app', async () => {
    const page = await openAs(path);
    const secret = 'A'.repeat(32);
    const step = stepAt(blog.clock.now());
    await blog.open.content.saveUser({
      ...(await userOf(blog, 'ada')),
      secondFactor: { secret, lastStep: step - 1, recoveryCodes: [] },
    });
    await page.context().clearCookies();
    await page.fill('.cm-content', 'Written for hours.');
    await page.keyboard.press('Control+s');
    await page.click('[data-status] >> text=Sign in');
    await page.fill('#again-name', 'ada');
    await page.fill('#again-password', password);
    await page.keyboard.press('Enter');
    await page.locator('#again-code:focus').waitFor();
    assert.equal(await page.isVisible('#again-password'), false);
    await page.keyboard.type('000000');
    await page.keyboard.press('Enter');
    await page
      .locator('.asking [role=alert]', { hasText: 'Incorrect or already used code' })
      .waitFor();
    assert.deepEqual(await faults(page), []);
    await page.fill('#again-code', codeAt(fromBase32(secret), step));
    await page.keyboard.press('Enter');
    await untilStatus(page, /^Saved|^Draft saved/);
    assert.equal(await stored(), 'Written for hours.');
  });
});
