import assert from 'node:assert/strict';
import { withBrowser } from '../support/browser.js';
import { smallBlog } from '../support/fixtures.js';
import { addPeople, password, userOf } from '../support/people.js';
import { faults } from './axe.js';
/** @import { Page } from 'playwright-core' */

describe('Passkeys in a browser', function () {
  this.timeout(60_000);
  const { blog, open, openAs } = withBrowser({ posts: smallBlog });
  beforeEach(() => addPeople(blog));

  /** Passkeys are for names, so not for 127.0.0.1. @param {string} path */
  const at = (path) => `http://localhost:${blog.port}${path}`;

  /** @param {Page} page */
  async function withAuthenticator(page) {
    const session = await page.context().newCDPSession(page);
    await session.send('WebAuthn.enable');
    const { authenticatorId } = await session.send('WebAuthn.addVirtualAuthenticator', {
      options: {
        protocol: 'ctap2',
        transport: 'internal',
        hasResidentKey: true,
        hasUserVerification: true,
        isUserVerified: true,
        automaticPresenceSimulation: true,
      },
    });
    return { session, authenticatorId };
  }

  it('are added by keyboard with the password, and sign in by a button', async () => {
    const page = await open();
    await withAuthenticator(page);
    await page.goto(at('/admin/login'));
    await page.fill('#name', 'ada');
    await page.fill('#password', password);
    await page.keyboard.press('Enter');
    await page.waitForURL('**/admin');
    await page.goto(at('/admin/account'));
    assert.deepEqual(await faults(page), []);
    await page.fill('#passkey-name', 'Laptop');
    await page.fill('#current-for-passkey', 'wrong password');
    await page.keyboard.press('Enter');
    await page.getByText('Incorrect password').waitFor();
    await page.fill('#current-for-passkey', password);
    await page.keyboard.press('Enter');
    await page.waitForSelector('.secret code');
    assert.equal(await page.locator('.secret code').count(), 10);
    await page.click('main a[href="/admin/account"]');
    await page.getByText('Laptop').first().waitFor();
    assert.deepEqual(await faults(page), []);
    await page.click('[action="/admin/logout"] button');
    await page.waitForURL('**/admin/login');
    await page.click('[data-passkey-sign-in] button');
    await page.waitForURL('**/admin');
    assert.equal((await userOf(blog, 'ada')).passkeys?.[0].site, 'localhost');
  });
});
