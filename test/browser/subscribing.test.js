import { deepEqual, equal, match } from 'node:assert/strict';
import { withBrowser } from '../support/browser.js';
import { addPeople } from '../support/people.js';
import { confirmed, linkIn, read, settle, withMail } from '../mail/readers.js';
import { faults } from './axe.js';

describe('Subscribing in a browser', () => {
  const { blog, open, openAs } = withBrowser(withMail());
  beforeEach(() => addPeople(blog));

  it('needs no JavaScript, on pages that everybody can use', async () => {
    await blog.open.content.saveSettings({ subscribeTags: 'Jam\nBread' });
    const reader = await open({ javaScriptEnabled: false });
    const other = await open();
    const look = async (/** @type {string} */ path) => {
      await other.goto(blog.url + path);
      deepEqual(await faults(other), [], path);
    };
    await look('/subscribe');
    await look('/post/rye-bread');
    await reader.goto(`${blog.url}/post/rye-bread`);
    await reader.fill('.subscribing [name=email]', 'ann@example.org');
    await reader.check('.subscribing [value=Jam]');
    await reader.click('.subscribing button');
    equal(new URL(reader.url()).pathname, '/subscribe/asked');
    await look('/subscribe/asked');
    await blog.clock.tick(100);
    await settle();
    const { text } = (await read(blog)).mails[0];
    await look(linkIn(text, 'confirm'));
    await reader.goto(blog.url + linkIn(text, 'confirm'));
    await reader.click('.subscribing button');
    match(await reader.innerText('main'), /You are subscribed/);
    const [{ state, tags, source }] = (await read(blog)).subscribers;
    deepEqual([state, tags, source], ['confirmed', ['Jam'], 'form /post/rye-bread']);
    await look(linkIn(text, 'off'));
    await reader.goto(blog.url + linkIn(text, 'off'));
    await reader.click('.subscribing button');
    match(await reader.innerText('main'), /You are unsubscribed/);
    await reader.click('.subscribing button');
    match(await reader.innerText('main'), /You are subscribed/);
  });

  it('has a page for owners', async () => {
    const ada = await openAs('/admin/subscribers');
    deepEqual(await faults(ada), []);
    await ada.fill('[name=email]', 'ann@example.org');
    await ada.fill('[name=source]', 'a fair');
    await ada.fill('[name=consentAt]', '2020-01-01');
    await ada.click('form[action="/admin/subscribers"] button');
    match(await ada.innerText('main'), /Added/);
    deepEqual(await faults(ada), []);
    await ada.click('text=ann@example.org');
    deepEqual(await faults(ada), []);
  });

  it('has a box beside Publish that orders a mailing, and is no part of the text', async () => {
    await blog.open.content.saveSettings({ postalAddress: '1 High Street' });
    await confirmed(blog, 'ann@example.org');
    const page = await openAs('/admin/posts/new');
    await page.fill('[name=title]', 'Plums');
    await page.check('[name=sendByEmail]');
    deepEqual(await faults(page), []);
    await page.waitForFunction(() => JSON.stringify(localStorage).includes('Plums'));
    const drafts = await page.evaluate(() => JSON.stringify(localStorage));
    equal(drafts.includes('sendByEmail'), false);
    await page.click('[data-publish]');
    await page.waitForURL(/done=published/);
    match(await page.innerText('.bar .mailing'), /By e-mail/);
    await page.click('.bar .mailing');
    await page.waitForURL(/\/admin\/mailings\//);
    match(await page.innerText('main'), /Is being sent/);
    deepEqual(await faults(page), []);
    await page.goto(`${blog.url}/admin/mailings`);
    deepEqual(await faults(page), []);
    const id = [...blog.open.index.posts()].find(({ title }) => title === 'Plums')?.id ?? '';
    const { revision, ...mailing } = await blog.open.store.get('mailing', id);
    const record = { ...mailing, state: 'done', total: 9, accepted: 9 };
    await blog.open.store.write([{ kind: 'mailing', record, revision }]);
    await page.waitForSelector('text=9 of 9 accepted');
  });
});
