import assert from 'node:assert/strict';
import { faults } from './axe.js';
import { withBrowser } from '../support/browser.js';
import { smallBlog } from '../support/fixtures.js';

describe('The first pages and the search of the admin pages in a browser', () => {
  const { blog, open, openAs } = withBrowser({
    posts: smallBlog,
    env: { SMTP_URL: 'smtp://127.0.0.1:9', MAIL_FROM: 'blog@example.org' },
  });

  it('propose the language, the time zone and a password of a new blog', async () => {
    const link = await blog.open.accounts.setup.link(blog.url);
    const page = await open({ locale: 'gsw-LI', timezoneId: 'Asia/Tokyo' });
    await page.goto(link ?? '');
    assert.equal(await page.inputValue('#language'), 'gsw-LI');
    assert.equal(await page.inputValue('#timeZone'), 'Asia/Tokyo');
    assert.deepEqual(await faults(page), [], 'the blog');
    await page.fill('#title', 'The cool room');
    await page.click('[data-next]');
    await page.fill('#name', 'Ada');
    await page.click('[data-make]');
    assert.match(await page.inputValue('#password'), /^(?:[a-z2-9]{5}-){3}[a-z2-9]{5}$/);
    assert.equal(await page.getAttribute('#password', 'type'), 'text');
    assert.deepEqual(await faults(page), [], 'oneself');
    await page.click('[data-back]');
    assert.equal(await page.inputValue('#title'), 'The cool room');
    await page.keyboard.press('Enter');
    await page.click('text=Create blog');
    await page.waitForURL(`${blog.url}/admin`);
    assert.deepEqual(await faults(page), [], 'first steps');
    const { title, language, timeZone } = blog.open.index.settings;
    assert.deepEqual([title, language, timeZone], ['The cool room', 'gsw-LI', 'Asia/Tokyo']);
  });

  it('send a new password’s link, by keyboard', async () => {
    const page = await open();
    await page.goto(`${blog.url}/admin/forgot`);
    assert.deepEqual(await faults(page), []);
    await page.keyboard.type('nobody');
    await page.keyboard.press('Enter');
    await page.getByRole('status').waitFor();
    assert.deepEqual(await faults(page), [], 'sent');
  });

  it('find posts, settings and actions by keyboard, from any page', async () => {
    const page = await openAs('/admin/media');
    const { keyboard } = page;
    await keyboard.press('Control+k');
    await page.getByRole('option', { name: 'New post' }).waitFor();
    assert.deepEqual(await faults(page), []);
    await keyboard.type('rye');
    await page.locator('#found-0', { hasText: 'Rye bread' }).waitFor();
    await keyboard.press('Enter');
    await page.waitForURL('**/admin/posts/rye-bread');
    await page.focus('#title');
    await keyboard.press('Control+k');
    await page.locator('.finder[open]').waitFor();
    await keyboard.type('time zone');
    await page.locator('#found-0', { hasText: 'Time zone' }).waitFor();
    await keyboard.press('ArrowUp');
    await keyboard.press('ArrowDown');
    await keyboard.press('Enter');
    await page.waitForURL('**/admin/settings#timeZone');
  });

  it('show a look while it is chosen, and have nothing that axe-core finds fault with', async () => {
    const page = await openAs('/admin/appearance');
    assert.deepEqual(await faults(page), []);
    await page.setViewportSize({ width: 1280, height: 800 });
    const frame = page.frameLocator('[data-frame]');
    await page.fill('#footer', 'By hand.');
    await frame.locator('footer', { hasText: 'By hand.' }).waitFor();
    assert.equal(await page.textContent('[data-state]'), 'Not saved yet.');
    await page.getByText('Phone').click();
    const { width = 0 } = (await page.locator('.look-frame').boundingBox()) ?? {};
    assert.ok(width > 390 && width < 420, `${width}`);
    await page.click('text=Advanced');
    await page.fill('#css', 'a {');
    await page.click('.bar .main');
    await page.waitForSelector('#css-problem');
    assert.equal(await page.inputValue('#footer'), 'By hand.');
    assert.deepEqual(await faults(page), [], 'problems');
  });
});
