import assert from 'node:assert/strict';
import { withBrowser } from '../support/browser.js';
import { smallBlog } from '../support/fixtures.js';
import { addPeople, password, userOf } from '../support/people.js';
import { faults } from './axe.js';
/** @import { Page } from 'playwright-core' */

describe('Passkeys in a browser', () => {
  const { blog, open } = withBrowser({ posts: smallBlog });
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

  /** @param {Page} page @param {string} [name] */
  async function signIn(page, name = 'ada') {
    await page.goto(at('/admin/login'));
    await page.fill('#name', name);
    await page.fill('#password', password);
    await page.keyboard.press('Enter');
    await page.waitForURL('**/admin');
  }

  /** @param {Page} page @param {string} name */
  async function add(page, name) {
    await page.goto(at('/admin/account'));
    await page.fill('#passkey-name', name);
    await page.fill('#current-for-passkey', password);
    await page.keyboard.press('Enter');
  }

  it('are added by keyboard with the password, and are offered at the sign-in', async () => {
    const page = await open();
    await withAuthenticator(page);
    await page.goto(at('/admin/login'));
    assert.deepEqual(await faults(page), []);
    await signIn(page);
    await page.goto(at('/admin/account'));
    await page.fill('#passkey-name', 'Laptop');
    await page.fill('#current-for-passkey', 'wrong password');
    await page.keyboard.press('Enter');
    await page.getByText('Incorrect password').waitFor();
    assert.deepEqual(await faults(page), []);
    await add(page, 'Laptop');
    await page.waitForSelector('.secret code');
    assert.equal(await page.locator('.secret code').count(), 10);
    assert.deepEqual(await faults(page), []);
    await page.click('main a[href="/admin/account"]');
    await page.getByText('Laptop').first().waitFor();
    assert.deepEqual(await faults(page), []);
    await page.context().clearCookies();
    await page.goto(at('/admin/login'));
    await page.waitForURL('**/admin');
    const [passkey] = (await userOf(blog, 'ada')).passkeys ?? [];
    assert.equal(passkey.site, 'localhost');
    assert.notEqual(passkey.usedAt, '');
  });

  for (const [locale, button] of /** @type {const} */ ([
    ['en', 'Sign in with a passkey'],
    ['de', 'Mit Passkey anmelden'],
    ['ja', 'パスキーでログイン'],
  ]))
    it(`do instead of the password, by touch, on a narrow screen (${locale})`, async () => {
      const page = await open({ locale, hasTouch: true, viewport: { width: 390, height: 844 } });
      await page.addInitScript(() => {
        PublicKeyCredential.isConditionalMediationAvailable = () => Promise.resolve(false);
      });
      await withAuthenticator(page);
      await signIn(page);
      await add(page, 'Phone');
      await page.waitForSelector('.secret code');
      await page.goto(at('/admin/account'));
      const removal = page.locator('[action="/admin/account/password/remove"]');
      await removal.locator('[data-proof] button').tap();
      await page.waitForURL('**/admin/account?said=password-off');
      assert.deepEqual(await faults(page), []);
      assert.equal((await userOf(blog, 'ada')).password, undefined);
      await page.context().clearCookies();
      await page.goto(at('/admin/login'));
      await page.getByText(button).tap();
      await page.waitForURL('**/admin');
    });

  it('cannot be added at another name of the blog, which is said', async () => {
    const page = await open();
    await withAuthenticator(page);
    await page.goto(`${blog.url}/admin/login`);
    await page.fill('#name', 'ada');
    await page.fill('#password', password);
    await page.keyboard.press('Enter');
    await page.waitForURL('**/admin');
    await page.goto(`${blog.url}/admin/account`);
    await page.fill('#current-for-passkey', password);
    await page.keyboard.press('Enter');
    await page.getByText('Passkeys work only at localhost').waitFor();
  });
});
