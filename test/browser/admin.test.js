import assert from 'node:assert/strict';
import { faults } from './axe.js';
import { withBrowser } from '../support/browser.js';
import { draftPost, jamPost, smallBlog } from '../support/fixtures.js';
import { addPeople, password } from '../support/people.js';
/** @import { Page } from 'playwright-core' */

describe('The admin pages in a browser', () => {
  const { blog, open, openAs, untilStatus, stopClock } = withBrowser({ posts: smallBlog });

  it('lead from the printed link to a published post, by keyboard alone', async () => {
    const link = await blog.open.accounts.setup.link(blog.url);
    const page = await open();
    const { keyboard } = page;
    await page.goto(link ?? '');
    await tabTo(page, '[name=title]');
    await keyboard.press('Enter');
    assert.equal(await page.isVisible('[name=name]'), false, 'without a title');
    await keyboard.type('The cool room');
    await keyboard.press('Enter');
    for (const [name, text] of [
      ['name', 'Ada'],
      ['id', 'ada'],
      ['password', password],
    ]) {
      await tabTo(page, `[name=${name}]`);
      await keyboard.type(text);
    }
    await keyboard.press('Enter');
    await page.waitForURL(`${blog.url}/admin`);
    await tabTo(page, 'main a.button');
    await keyboard.press('Enter');
    await page.waitForURL('**/admin/posts/new');
    await page.waitForFunction(() => document.activeElement?.id === 'title');
    await keyboard.type('Plum jam');
    await keyboard.press('Enter');
    await keyboard.type('Plums are ');
    await keyboard.press('Control+b');
    await keyboard.type('ripe');
    await keyboard.press('End');
    await keyboard.press('Control+Enter');
    await page.waitForURL('**/admin/posts/plum-jam?done=published');
    await tabTo(page, '.said a');
    await keyboard.press('Enter');
    await page.waitForURL('**/post/plum-jam');
    assert.equal(await page.textContent('.text strong'), 'ripe');
  });

  for (const javaScriptEnabled of [true, false])
    it(`let an author sign in by keyboard, ${javaScriptEnabled ? 'with' : 'without'} JavaScript`, async () => {
      await addPeople(blog);
      const page = await open({ javaScriptEnabled });
      await page.goto(`${blog.url}/admin/login`);
      await page.fill('[name=name]', 'ada');
      await page.fill('[name=password]', password);
      await Promise.all([page.waitForURL(`${blog.url}/admin`), page.keyboard.press('Enter')]);
    });

  it('do all of it without JavaScript', async () => {
    const page = await openAs('/admin', { javaScriptEnabled: false });
    await page.click('text=New post');
    await page.fill('#markdown', 'Slowly.');
    await page.click('.bar >> text=Publish');
    assert.equal(await page.textContent('#title-problem'), 'A title is required');
    assert.equal(await page.inputValue('#markdown'), 'Slowly.');
    await page.fill('#title', 'Plum jam');
    const [preview] = await Promise.all([
      page.context().waitForEvent('page'),
      page.click('text=Preview'),
    ]);
    assert.equal(await preview.textContent('.text p'), 'Slowly.');
    await preview.close();
    await page.click('.bar >> text=Publish');
    assert.match((await page.textContent('.said')) ?? '', /^Published/);
    await page.click('button.danger');
    await page.click('text=Undo');
    assert.match((await page.textContent('.said')) ?? '', /Restored, with its comments/);
  });

  it('offer tags of the blog while one is typed, by keyboard', async () => {
    const page = await openAs('/admin/posts/secret-recipe');
    const { keyboard } = page;
    await page.click('[data-panel-open]');
    await page.focus('#tags');
    await keyboard.press('End');
    await keyboard.type(', pr');
    const option = page.getByRole('option', { name: 'preserves' });
    await option.waitFor();
    assert.equal(await page.getAttribute('#tags', 'aria-expanded'), 'true');
    await keyboard.press('ArrowDown');
    assert.equal(
      await page.getAttribute('#tags', 'aria-activedescendant'),
      await option.getAttribute('id'),
    );
    assert.deepEqual(await faults(page), [], 'offered');
    await keyboard.press('Enter');
    assert.equal(await page.inputValue('#tags'), 'secrets, preserves, ');
    await keyboard.type('BREAD');
    await page.getByRole('option', { name: 'bread' }).waitFor();
    await keyboard.press('Escape');
    assert.equal(await page.getAttribute('#tags', 'aria-expanded'), 'false');
    assert.equal(await page.inputValue('#tags'), 'secrets, preserves, BREAD');
    await keyboard.press('Control+s');
    await untilStatus(page, /^Draft saved/);
    await page.reload();
    assert.equal(await page.inputValue('#tags'), 'secrets, preserves, bread');
  });

  it('save a draft as one types, and say what is saved', async () => {
    const page = await openAs('/admin');
    await stopClock(page);
    await page.goto(`${blog.url}/admin/posts/new`);
    await page.fill('#title', 'Plum jam');
    await page.fill('.cm-content', 'Slowly.');
    assert.match((await page.textContent('[data-status]')) ?? '', /Unsaved changes/);
    await page.clock.fastForward(3000);
    await untilStatus(page, /^Saved/);
    assert.equal(page.url(), `${blog.url}/admin/posts/plum-jam`);
    assert.equal(await page.textContent('[data-state-name]'), 'Draft');
    await page.reload();
    assert.equal(await page.inputValue('#markdown'), 'Slowly.');
  });

  it('save what is chosen beside the text too, and mark what cannot be saved', async () => {
    const page = await openAs('/admin/posts/secret-recipe');
    await page.click('[data-panel-open]');
    await stopClock(page);
    await page.check('[name=noindex]');
    await page.fill('#coverAlt', 'A jar');
    await page.fill('#cover', '/media/jar.webp');
    await untilStatus(page, /^Unsaved changes/);
    await page.clock.fastForward(3000);
    await untilStatus(page, /^Saved/);
    const { noindex, cover } = await blog.open.store.get('post', draftPost.id);
    assert.deepEqual(
      { noindex, cover },
      { noindex: true, cover: { src: '/media/jar.webp', alt: 'A jar' } },
    );
    await page.fill('#slug', 'quince-jam');
    await page.clock.fastForward(3000);
    await page.getByText('Another post has the URL /post/quince-jam').waitFor();
    await page.fill('#slug', '');
    await page.clock.fastForward(3000);
    await untilStatus(page, /^Saved/);
    assert.equal(await page.getAttribute('#slug', 'aria-invalid'), null);
  });

  it('keep a text through a lost connection and a closed window, and save it when they can', async () => {
    const page = await openAs('/admin/posts/secret-recipe');
    const again = await page.context().newPage();
    await again.goto(blog.url);
    await stopClock(page);
    await page.context().setOffline(true);
    await page.fill('.cm-content', 'Written in a tunnel.');
    await untilStatus(page, /^Unsaved changes/);
    await page.clock.fastForward(3000);
    await untilStatus(page, /^No connection\. Your text is saved in this browser/);
    // Chromium passes on to other pages a moment later what one has put in the local storage, and not if it is closed before.
    await again.waitForFunction(() =>
      Object.keys(localStorage).some((key) => key.startsWith('larder:')),
    );
    // A page that is closed may notice a moment before its end that it is no longer offline.
    await page.evaluate(() => void (window.fetch = () => new Promise(() => {})));
    await page.close({ runBeforeUnload: false });
    await page.context().setOffline(false);
    const offer = again.locator('[data-found]:not([hidden])');
    for (let tries = 0; tries < 5 && !(await offer.isVisible()); tries++) {
      await again.goto(`${blog.url}/admin/posts/secret-recipe`);
      await offer.waitFor({ timeout: 3000 }).catch(() => {});
    }
    assert.equal(await again.inputValue('#markdown'), 'Written in a tunnel.');
    await again.keyboard.press('Control+s');
    await untilStatus(again, /^Draft saved/);
    assert.equal(
      (await blog.open.store.get('post', draftPost.id)).markdown,
      'Written in a tunnel.',
    );
  });

  it('let authors sign in again in place, and publish it then', async () => {
    const page = await openAs('/admin/posts/secret-recipe');
    await page.context().clearCookies();
    await page.fill('.cm-content', 'Written for hours.');
    await page.keyboard.press('Control+s');
    await untilStatus(page, /^You are signed out\. Your text is saved in this browser/);
    await page.click('[data-status] >> text=Sign in');
    await page.fill('#again-name', 'ada');
    await page.fill('#again-password', 'wrong');
    await page.keyboard.press('Enter');
    await page.locator('.asking [role=alert]', { hasText: 'Incorrect name or password' }).waitFor();
    assert.deepEqual(await faults(page), []);
    await page.fill('#again-password', password);
    await page.keyboard.press('Enter');
    await untilStatus(page, /^Draft saved|^Saved/);
    assert.equal(await page.inputValue('#markdown'), 'Written for hours.');
    await page.keyboard.press('Control+Enter');
    await page.waitForURL(/done=published/);
    const { markdown, status } = await blog.open.store.get('post', draftPost.id);
    assert.deepEqual([markdown, status], ['Written for hours.', 'published']);
  });

  it('warn who leaves with a text that is not saved', async () => {
    const page = await openAs('/admin/posts/quince-jam');
    await page.type('.cm-content', 'More. ');
    const [dialog] = await Promise.all([
      page.waitForEvent('dialog'),
      page.close({ runBeforeUnload: true }),
    ]);
    assert.equal(dialog.type(), 'beforeunload');
    await dialog.accept();
  });

  it('keep changes to a published post by Ctrl+S, and publish them by Ctrl+Enter', async () => {
    const page = await openAs('/admin/posts/quince-jam');
    await page.fill('.cm-content', 'Half a sent');
    await page.keyboard.press('Control+s');
    await untilStatus(page, /^Draft saved .*, not published yet/);
    assert.equal((await blog.open.store.get('post', jamPost.id)).markdown, jamPost.markdown);
    await page.reload();
    assert.equal(await page.inputValue('#markdown'), 'Half a sent');
    await page.fill('.cm-content', 'A whole sentence.');
    await page.keyboard.press('Control+Enter');
    await untilStatus(page, /^Updated/);
    assert.equal((await blog.open.store.get('post', jamPost.id)).markdown, 'A whole sentence.');
    await page.keyboard.press('Control+s');
    assert.match((await page.textContent('[data-status]')) ?? '', /^Updated/);
    assert.equal(await page.getAttribute('.bar .main', 'title'), 'Update (Ctrl+Enter)');
  });

  it('show both versions when two authors save one post, and save nothing until one has chosen', async () => {
    const ada = await openAs('/admin/posts/secret-recipe');
    const emil = await openAs('/admin/posts/secret-recipe', {}, 'emil');
    await emil.fill('.cm-content', 'By Emil.');
    await emil.keyboard.press('Control+s');
    await untilStatus(emil, /^Draft saved/);
    await ada.fill('.cm-content', 'By Ada.');
    await ada.keyboard.press('Control+s');
    await ada.waitForSelector('.conflict');
    await stopClock(ada);
    await ada.fill('.cm-content', 'By Ada, again.');
    await ada.clock.fastForward(20_000);
    assert.equal((await blog.open.store.get('post', draftPost.id)).markdown, 'By Emil.');
    await ada.click('text=Save draft');
    await untilStatus(ada, /^Draft saved/);
    assert.equal((await blog.open.store.get('post', draftPost.id)).markdown, 'By Ada, again.');
  });

  it('show the text as readers will, in a frame in which nothing runs', async () => {
    const page = await openAs('/admin/posts/quince-jam');
    await page.fill('.cm-content', 'Now **bold** <script>parent.document.title = "taken"</script>');
    await page.keyboard.press('Control+Alt+p');
    const frame = page.frameLocator('[data-preview]');
    await frame.locator('.text strong', { hasText: 'bold' }).waitFor();
    assert.equal(await frame.locator('h1').textContent(), jamPost.title);
    assert.notEqual(await page.title(), 'taken');
  });

  it('mark what is chosen with the toolbar and its arrow keys', async () => {
    const page = await openAs('/admin/posts/new');
    await page.fill('.cm-content', 'jam');
    await page.keyboard.press('Control+a');
    await page.focus('[data-tool=bold]');
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Enter');
    assert.equal(await page.inputValue('#markdown'), '_jam_');
    await page.keyboard.press('Control+z');
    assert.equal(await page.inputValue('#markdown'), 'jam');
  });

  it('have nothing that axe-core finds fault with, light and wide, dark and narrow', async () => {
    await addPeople(blog);
    const { revision } = await blog.open.store.get('post', jamPost.id);
    await blog.open.content.savePost(
      { id: jamPost.id, title: 'Quinces', markdown: 'Stir.' },
      { revision },
    );
    const [line] = (await blog.open.content.history(jamPost.id)).versions;
    const paths = [
      '/admin',
      '/admin/posts',
      '/admin/pages',
      '/admin/tags',
      '/admin/tags/bread',
      '/admin/trash',
      '/admin/account',
      '/admin/posts/new',
      '/admin/posts/quince-jam',
      '/admin/posts/secret-recipe',
      '/admin/posts/quince-jam/history',
      '/admin/nowhere',
      `/admin/posts/quince-jam/history/${line.id.split(':')[1]}`,
    ];
    const page = await openAs('/admin');
    for (const path of paths) {
      await page.goto(blog.url + path);
      assert.deepEqual(await faults(page), [], path);
    }
    await page.goto(`${blog.url}/admin/posts/new`);
    await page.click('.bar .main');
    await page.waitForSelector('[aria-invalid]');
    assert.deepEqual(await faults(page), [], 'problems');
    await page.goto(`${blog.url}/admin/posts/quince-jam`);
    await page.$eval('[name=revision]', (field) => field.setAttribute('value', '1'));
    await page.fill('.cm-content', 'Stir slowly.');
    await page.keyboard.press('Control+Enter');
    await page.waitForSelector('.conflict');
    assert.deepEqual(await faults(page), [], 'conflict');
  });
});

/** Presses Tab until the focus is there. @param {Page} page @param {string} selector */
async function tabTo(page, selector) {
  for (let presses = 0; presses < 40; presses++) {
    if (await page.evaluate((wanted) => document.activeElement?.matches(wanted), selector)) return;
    await page.keyboard.press('Tab');
  }
  assert.fail(`${selector} cannot be reached by Tab`);
}
