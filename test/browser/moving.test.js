import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';
import { zipOf } from '../support/zips.js';
import { withBrowser } from '../support/browser.js';
import { password } from '../support/people.js';
import { faults } from './axe.js';
/** @import { Page } from 'playwright-core' */

const zipWith = (/** @type {number} */ length) =>
  zipOf([
    ...Array.from({ length }, (_, number) => ({
      name: `posts/${number}.md`,
      data: `---\ntitle: Jar ${number}\ndate: 2012-03-04\naliases: [/old/${number}]\n---\nText.`,
    })),
    { name: `posts/${'a'.repeat(60)}.md`, data: `![A jar](/images/${'b'.repeat(60)}.png)` },
    { name: '../evil.md', data: 'Evil.' },
  ]);

describe('The import and export pages in a browser', () => {
  const { blog, openAs } = withBrowser();

  /** @param {Page} page @param {number} length */
  async function upload(page, length) {
    await page.setInputFiles('#file', {
      name: 'blog.zip',
      mimeType: 'application/zip',
      buffer: zipWith(length),
    });
    await page.click('text=Upload and check');
  }

  it('show by themselves how an import goes on, and keep the focus; axe-core finds no fault with them', async () => {
    assert.deepEqual(await faults(await openAs('/admin/export')), [], 'export');
    const page = await openAs('/admin/import');
    assert.deepEqual(await faults(page), [], 'choosing');
    await upload(page, 60);
    await page.waitForSelector('text=Checking: blog.zip');
    await page.evaluate(() => void (document.title = 'The same page'));
    assert.deepEqual(await faults(page), [], 'checking');
    await page.waitForSelector('text=Ready to import: blog.zip');
    assert.equal(await page.title(), 'The same page');
    assert.equal(await page.textContent('[data-stage]'), 'Ready to import: blog.zip');
    await page.click('summary');
    assert.deepEqual(await faults(page), [], 'ready');
    await page.click('button >> text=Import');
    await page.evaluate(() => void (document.title = 'The same page'));
    await page.focus('text=Cancel');
    assert.deepEqual(await faults(page), [], 'importing');
    await page.waitForSelector('text=Imported: blog.zip');
    assert.equal(await page.title(), 'The same page');
    assert.equal(
      await page.evaluate(() => document.activeElement?.textContent),
      'Imported: blog.zip',
    );
    assert.deepEqual(await faults(page), [], 'imported');
    await page.reload();
    assert.match((await page.textContent('.job')) ?? '', /61 new, 0 changed/);
  });

  it('do all of it without JavaScript', async () => {
    const page = await openAs('/admin/import', { javaScriptEnabled: false });
    await upload(page, 3);
    const until = async (/** @type {string} */ heading) => {
      for (;;) {
        const text = await page.locator('main').innerText();
        if (text.includes(heading)) return;
        assert.match(text, /\nRefresh\n/);
        // The import is another process, which gives way to this one.
        await setTimeout(100);
        await page.reload();
      }
    };
    await until('Ready to import');
    await page.click('button >> text=Import');
    await until('Imported');
    await page.goto(`${blog.url}/admin/export`);
    const [zip] = await Promise.all([
      page.waitForEvent('download'),
      page.click('text=Download ZIP'),
    ]);
    assert.match(zip.suggestedFilename(), /^larder-export-[\d-]+\.zip$/);
    assert.equal(readFileSync(await zip.path()).toString('latin1', 0, 4), 'PK\x03\x04');
    await page.fill('#current', password);
    const [backup] = await Promise.all([
      page.waitForEvent('download'),
      page.click('text=Download backup'),
    ]);
    assert.match(backup.suggestedFilename(), /^larder-backup-[\d-]+\.db$/);
    assert.equal(await backup.failure(), null);
  });
});
