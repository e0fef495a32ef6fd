import assert from 'node:assert/strict';
import request from 'supertest';
import { nameOf } from '../../lib/content/media/names.js';
import { saveUpload } from '../../lib/content/media/uploads.js';
import { faults } from './axe.js';
import { holdBack, withBrowser } from '../support/browser.js';
import { smallBlog } from '../support/fixtures.js';
import { exifSegment, gif, png, SECRET, svg } from '../support/images.js';
import { addPeople } from '../support/people.js';
/** @import { BrowserContextOptions as Options, Page } from 'playwright-core' */

/** @typedef {{ name: string, type: string, bytes: Buffer }} SentFile */

describe('Uploads in a browser', () => {
  const { blog, open, openAs, complaints } = withBrowser({ posts: smallBlog });
  beforeEach(() => addPeople(blog));

  const textOf = (/** @type {Page} */ page) => page.inputValue('#markdown');
  /** @param {Page} page */
  const untilArrived = (page) => page.waitForFunction(() => !document.querySelector('.uploads'));

  it('make a picture that is dropped small and upright, and put it into a post that readers see', async () => {
    const page = await openAs('/admin/posts/new');
    const photo = await photograph(page, 4000, 3000);
    assert.ok(photo.length > 1_000_000);
    // A file that has arrived before one writes on asks for its alt text.
    const letThrough = await holdBack(page, '**/admin/media');
    await page.fill('#title', 'Plum jam');
    await page.fill('.cm-content', 'Before.\n\nAfter.');
    await page.keyboard.press('Control+Home');
    await page.keyboard.press('End');
    await drop(page, [{ name: 'IMG_0042.JPG', type: 'image/jpeg', bytes: photo }]);
    await drop(page, [{ name: 'loop.gif', type: 'image/gif', bytes: gif() }]);
    await page.keyboard.press('Control+End');
    await page.keyboard.type(' Typed meanwhile.');
    letThrough();
    await untilArrived(page);
    // As the blog has made both, so that no button is exchanged under the pointer.
    const ask = page.locator('.md-picture .alt');
    await ask.nth(1).waitFor();
    await ask.first().click();
    await page.keyboard.type('Plums [in] a jar');
    await page.keyboard.press('Enter');
    const text = await textOf(page);
    const pattern =
      /^Before\.\n\n!\[Plums \\\[in\\\] a jar\]\((\/media\/\S+-img-0042\.webp)\)\n\n!\[\]\((\/media\/\S+\.gif)\)\n\nAfter\. Typed meanwhile\.$/;
    const [, photoUrl, gifUrl] = pattern.exec(text) ?? assert.fail(text);
    await page.click('.bar .main');
    await page.waitForURL('**/admin/posts/plum-jam?done=published');
    const reader = await open();
    await reader.goto(`${blog.url}/post/plum-jam`);
    const shown = reader.locator('.text img').first();
    assert.equal(await shown.getAttribute('alt'), 'Plums [in] a jar');
    assert.deepEqual(
      [await shown.getAttribute('width'), await shown.getAttribute('height')],
      ['1500', '2000'],
    );
    const chosen = await shown.evaluate(async (image) => {
      const { decode, currentSrc, naturalWidth, naturalHeight } = /** @type {HTMLImageElement} */ (
        image
      );
      await decode.call(image);
      // The width at which it is shown is rounded.
      return { currentSrc, shape: Math.round((100 * naturalWidth) / naturalHeight) / 100 };
    });
    assert.deepEqual(chosen, { currentSrc: `${blog.url}${photoUrl}.800w.webp`, shape: 0.75 });
    assert.equal(await reader.locator('.text a[href]').first().getAttribute('href'), photoUrl);
    const picture = blog.open.index.picture(photoUrl.slice('/media/'.length));
    const widths = picture?.sizes.map(({ width }) => width);
    assert.deepEqual(widths, [400, 800]);
    const { body, headers } = await request(blog.url).get(photoUrl).buffer(true);
    assert.equal(headers['content-type'], 'image/webp');
    assert.ok(body.length < photo.length / 2 && !body.includes(SECRET));
    const animation = await request(blog.url).get(gifUrl).buffer(true);
    assert.deepEqual(animation.body, gif());
    const media = await blog.open.store.get('media', photoUrl.slice('/media/'.length));
    assert.equal(media.alt, 'Plums [in] a jar');
  });

  it('can be searched, put into a text again, and made its cover or the picture of an author', async () => {
    const { content } = blog.open;
    for (const [width, alt] of /** @type {[number, string][]} */ ([
      [30, 'Plums'],
      [40, ''],
    ]))
      await saveUpload({ name: `jar-${width}.png`, bytes: png({ width }), alt }, 'ada', content);
    const page = await openAs('/admin/posts/secret-recipe', { colorScheme: 'dark' });
    const items = page.locator('.picker li');
    await page.fill('.cm-content', 'Before.');
    await page.click('[data-pick]');
    await items.nth(1).waitFor();
    assert.deepEqual(await faults(page), []);
    await page.fill('.picker input[type="search"]', 'PLUMS');
    await page.waitForFunction(() => document.querySelectorAll('.picker li').length === 1);
    await items.locator('button').click();
    assert.match(await textOf(page), /^Before\.\n\n!\[Plums\]\(\/media\/\S+-jar-30\.png\)/);
    await page.fill('.cm-content', 'Both.');
    await page.click('[data-pick]');
    for (const name of ['Plums', 'jar-40']) {
      await page.fill('.picker input[type="search"]', name);
      await page.getByRole('checkbox', { name }).check();
    }
    assert.deepEqual(await faults(page), [], 'several');
    await page.click('text=Insert (2)');
    assert.match(await textOf(page), /^Both\.\n\n!\[Plums\]\(\S+\)\n!\[\]\(\S+\)\s*$/);
    await page.click('[data-panel-open]');
    await page.click('[data-picks=cover]');
    await items.nth(1).waitFor();
    const chosen = page.waitForEvent('filechooser');
    await page.click('[data-picker-upload]');
    const photo = { name: 'Lid.png', mimeType: 'image/png', buffer: png({ width: 50 }) };
    await (await chosen).setFiles(photo);
    await page.waitForFunction(() => {
      const { value } = /** @type {HTMLInputElement} */ (document.querySelector('#cover'));
      return value.endsWith('-lid.png');
    });
    assert.equal(await page.locator('[data-cover] img').isVisible(), true);
    await page.click('[data-panel-close]');
    await page.click('[data-full]');
    await page.frameLocator('[data-preview]').locator('.cover img[src$="-lid.png"]').waitFor();
    await page.goto(`${blog.url}/admin/account`);
    await page.click('[data-picks=picture]');
    await items.nth(0).locator('button').click();
    assert.match(await page.inputValue('#picture'), /^\/media\/.+\.png$/);
    assert.deepEqual(await faults(page), []);
  });

  it('get smaller sizes at the media page, if they have none', async () => {
    const { content, index } = blog.open;
    const wide = { name: 'wide.png', bytes: png({ width: 1000, height: 40 }) };
    const { id } = await saveUpload(wide, 'ada', content);
    const page = await openAs('/admin/media');
    await page.context().setOffline(true);
    await page.click('[data-make-sizes]');
    await page.getByText('No connection to the blog.').waitFor();
    await page.context().setOffline(false);
    await page.click('[data-make-sizes]');
    await page.waitForFunction(() => !document.querySelector('[data-make-sizes]'));
    assert.deepEqual(
      index.picture(id)?.sizes.map(({ width }) => width),
      [400, 800],
    );
  });

  it('take what is chosen and what is pasted, and leave alone what is small', async () => {
    const page = await openAs('/admin/posts/secret-recipe');
    await page.focus('.cm-content');
    await page.setInputFiles('[data-upload-files]', [
      { name: 'jar.png', mimeType: 'image/png', buffer: png() },
      { name: 'label.svg', mimeType: 'image/svg+xml', buffer: svg },
      { name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('Salt') },
    ]);
    await untilArrived(page);
    assert.match(
      await textOf(page),
      /jar\.png\)\n!\[\]\(\S+label\.svg\)\n\n\[notes\.txt\]\(\S+notes\.txt\)/,
    );
    const [, url] = /\((\/media\/\S+jar\.png)\)/.exec(await textOf(page)) ?? [];
    const { body } = await request(blog.url).get(url).buffer(true);
    assert.deepEqual(body, png());
    await paste(page, [{ name: 'image.png', type: 'image/png', bytes: png({ width: 7 }) }]);
    await page.waitForFunction(() =>
      /** @type {HTMLTextAreaElement} */ (document.querySelector('#markdown')).value.includes(
        '-image.png)',
      ),
    );
  });

  it('say what went wrong and try again, and no word is lost', async () => {
    const page = await openAs('/admin/posts/new');
    await page.fill('#title', 'Plum jam');
    await page.route('**/admin/media', (route) => route.abort());
    await drop(page, [{ name: 'jar.png', type: 'image/png', bytes: png() }]);
    await page.getByText('No connection to the blog.', { exact: true }).waitFor();
    assert.match(
      (await page.textContent('[data-uploads-status]')) ?? '',
      /jar\.png was not uploaded\. No connection/,
    );
    await page.focus('.cm-content');
    await page.keyboard.press('Control+End');
    await page.keyboard.type('Typed.');
    await page.click('.bar .main');
    assert.match((await page.textContent('[data-status]')) ?? '', /A file is not in the text yet/);
    await page.unroute('**/admin/media');
    await page.getByRole('button', { name: 'Try again' }).click();
    await untilArrived(page);
    assert.match(await textOf(page), /^Typed\.\n\n!\[\]\(\/media\/\S+jar\.png\)\n\n$/);
  });

  it('say why a file is not taken, and let it be taken away with its place', async () => {
    const page = await openAs('/admin/posts/new');
    await page.fill('.cm-content', 'Before.');
    await drop(page, [
      { name: 'jar.png', type: 'image/png', bytes: Buffer.from('<script>alert(1)</script>') },
    ]);
    await page
      .getByText('The file is named like an image but is not one.', { exact: true })
      .waitFor();
    assert.equal(await textOf(page), 'Before.');
    await page.click('text=Remove');
    assert.equal(await textOf(page), 'Before.');
    assert.equal(await page.isVisible('.uploads'), false);
  });

  it('lead from the media page to one file, whose Markdown can be copied and which can be deleted', async () => {
    const page = await openAs('/admin/media');
    await page.setInputFiles('#files', [
      { name: 'Jar of plums.png', mimeType: 'image/png', buffer: png() },
    ]);
    await page.click('.upload button');
    await page.waitForURL('**/admin/media?added=1');
    await page.click('.shelf button');
    await page.waitForFunction(
      () => document.querySelector('.shelf button')?.textContent === 'Copied',
    );
    await page.click('.shelf .title');
    await page.fill('#alt', 'Plums');
    await page.click('button[value=describe]');
    assert.match(await page.inputValue('#markdown'), /^!\[Plums\]\(\/media\//);
    await page.click('summary');
    await page.click('text=Delete permanently');
    await page.waitForURL('**/admin/media?deleted=1');
    assert.equal(await page.locator('.shelf li').count(), 0);
  });

  it('are shown at their own address, where nothing in them can run', async () => {
    const { content } = blog.open;
    const jar = await saveUpload({ name: 'jar.png', bytes: png() }, 'ada', content);
    const drawing = Buffer.from(
      '<svg viewBox="0 0 9 9"><style>rect{fill:rgb(1,2,3)}</style><rect width="9" height="9"/><script>document.documentElement.remove()</script></svg>',
    );
    const label = await saveUpload({ name: 'label.svg', bytes: drawing }, 'ada', content);
    const page = await openAs('/admin/media');
    await page.goto(`${blog.url}/media/${jar.id}`);
    assert.equal(
      await page.$eval('img', (image) => /** @type {HTMLImageElement} */ (image).naturalWidth),
      3,
    );
    await page.goto(`${blog.url}/media/${label.id}`);
    const colour = await page.$eval('rect', (shape) => getComputedStyle(shape).fill);
    assert.equal(colour, 'rgb(1, 2, 3)');
    assert.equal(await page.locator('script').count(), 0);
    // One that was stored before they were written anew is downloaded, and what it holds does not run.
    const old = { name: 'old.svg', type: 'image/svg+xml', bytes: svg, width: null, height: null };
    const { id } = await content.saveMedia(old);
    const download = page.waitForEvent('download');
    await page.goto(`${blog.url}/media/${id}`).catch(() => {});
    assert.equal((await download).suggestedFilename(), nameOf(id));
    // What a browser says when a page of its own may not carry its own style.
    complaints.length = 0;
  });

  it('have nothing that axe-core finds fault with, light and wide, dark and narrow', async () => {
    const { content } = blog.open;
    await saveUpload({ name: 'jar.png', bytes: png({ width: 30, height: 20 }) }, 'ada', content);
    const { id } = await saveUpload({ name: 'label.svg', bytes: svg }, 'ada', content);
    await saveUpload({ name: 'notes.txt', bytes: Buffer.from('Salt') }, '', content);
    for (const path of ['/admin/media', `/admin/media/${id}`]) {
      const page = await openAs(path);
      assert.deepEqual(await faults(page), [], path);
    }
    const page = await openAs('/admin/posts/secret-recipe');
    await drop(page, [
      { name: 'jar.png', type: 'image/png', bytes: png({ width: 30 }) },
      { name: 'bad.png', type: 'image/png', bytes: Buffer.from('no picture') },
    ]);
    await page.waitForSelector('.uploads .problem');
    assert.deepEqual(await faults(page), [], 'uploads');
    await page.click('text=Remove');
    await page.waitForSelector('.picture-panel');
    assert.deepEqual(await faults(page), [], 'alt text');
  });
});

/** A photograph as a camera makes it: large, lying on its side, with its place. @param {Page} page @param {number} width @param {number} height */
async function photograph(page, width, height) {
  const base64 = await page.evaluate(
    async ([width, height]) => {
      const canvas = new OffscreenCanvas(width, height);
      const context = /** @type {OffscreenCanvasRenderingContext2D} */ (canvas.getContext('2d'));
      for (let at = 0; at < 4000; at++) {
        context.fillStyle = `hsl(${(at * 137) % 360} 60% ${20 + (at % 60)}%)`;
        context.fillRect((at * 7919) % width, (at * 104729) % height, 90, 90);
      }
      const blob = await canvas.convertToBlob({ type: 'image/jpeg', quality: 0.97 });
      const bytes = new Uint8Array(await blob.arrayBuffer());
      let text = '';
      for (const byte of bytes) text += String.fromCharCode(byte);
      return btoa(text);
    },
    [width, height],
  );
  const jpeg = Buffer.from(base64, 'base64');
  return Buffer.concat([jpeg.subarray(0, 2), exifSegment({ orientation: 6 }), jpeg.subarray(2)]);
}

/** @param {Page} page @param {SentFile[]} files */
const drop = (page, files) => give(page, files, 'drop');
/** @param {Page} page @param {SentFile[]} files */
const paste = (page, files) => give(page, files, 'paste');

/** @param {Page} page @param {SentFile[]} files @param {'drop' | 'paste'} how */
async function give(page, files, how) {
  await page.waitForSelector('.cm-content');
  const sent = files.map(({ name, type, bytes }) => ({
    name,
    type,
    base64: bytes.toString('base64'),
  }));
  await page.evaluate(
    ({ sent, how }) => {
      const data = new DataTransfer();
      for (const { name, type, base64 } of sent) {
        const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
        data.items.add(new File([bytes], name, { type }));
      }
      const text = /** @type {HTMLElement} */ (document.querySelector('.cm-content'));
      const kinds = { bubbles: true, cancelable: true };
      text.dispatchEvent(
        how === 'drop'
          ? new DragEvent('drop', { ...kinds, dataTransfer: data })
          : new ClipboardEvent('paste', { ...kinds, clipboardData: data }),
      );
    },
    { sent, how },
  );
}
