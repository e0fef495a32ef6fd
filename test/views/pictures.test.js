import assert from 'node:assert/strict';
import { renderPost } from '../../lib/markup/render.js';
import {
  presentCardCover,
  presentCover,
  presentPictures,
} from '../../lib/views/presenters/pictures.js';
import { parsePage } from '../support/html.js';

const sizes = [400, 800].map((width) => ({ id: `x-jar.png.${width}w.webp`, width }));
const uploads = new Map([
  ['x-jar.png', { id: 'x-jar.png', width: 2000, height: 1500, sizes }],
  ['x-lid.png', { id: 'x-lid.png', width: 300, height: 301, sizes: [] }],
  ['x-tall.png', { id: 'x-tall.png', width: 600, height: 900, sizes: [] }],
  ['x-old.svg', { id: 'x-old.svg', width: null, height: null, sizes: [] }],
]);
const pictures = {
  picture: (/** @type {string} */ id) => uploads.get(id) ?? null,
  appearance: { width: /** @type {Appearance['width']} */ ('normal') },
};

/** @import { Appearance } from '../../lib/store/types.js' */

/** @param {string} markdown @param {{ hasCover?: boolean }} [options] */
const present = (markdown, options) => {
  const html = presentPictures(
    renderPost({ markdown, excerpt: '' }).html.trim(),
    pictures,
    options,
  );
  const images = html.match(/<img [^>]*>/g) ?? [];
  /** @param {string} name @returns {(string | undefined)[]} of each image */
  const all = (name) => images.map((tag) => new RegExp(` ${name}="([^"]*)"`).exec(tag)?.[1]);
  return { html, page: parsePage(html), all };
};

describe('The pictures of a text', () => {
  it('have the size of the upload, so that nothing moves when they come', () => {
    const { all } = present('![](/media/x-jar.png)\n\nA ![lid](/media/x-lid.png) in a line');
    assert.deepEqual(all('width'), ['2000', '300']);
    assert.deepEqual(all('height'), ['1500', '301']);
  });

  it('have the shape of the upload where the author has chosen a width or a height', () => {
    const img = (/** @type {string} */ size) => `<img src="/media/x-jar.png" alt="" ${size}>`;
    const { all } = present(
      ['width="300"', 'height="30"', 'width="9" height="9"'].map(img).join(' '),
    );
    assert.deepEqual(all('width'), ['300', '40', '9']);
    assert.deepEqual(all('height'), ['225', '30', '9']);
    assert.deepEqual(all('sizes'), ['300px', '40px', '9px']);
  });

  it('have it too when they are named by the blog’s own URL', () => {
    const markdown =
      '![](https://jars.example/media/x-jar.png) ![](https://jars.example.org/media/x-jar.png)';
    const { html } = renderPost({ markdown, excerpt: '' });
    const shown = presentPictures(html, { ...pictures, baseUrl: 'https://jars.example' });
    assert.match(shown, /<img src="\/media\/x-jar\.png"[^>]* width="2000" height="1500"/);
    assert.match(
      shown,
      /<img src="https:\/\/jars\.example\.org\/media\/x-jar\.png" alt="" loading/,
    );
  });

  it('stay as they are when they are gone, from elsewhere, or of unknown size', () => {
    const markdown =
      'A ![a](/media/x-gone.png) ![b](https://example.com/media/x-jar.png) ![c](/media/x-old.svg) ![d](/media/%ff)';
    const { html } = present(markdown, { hasCover: true });
    assert.equal(html, renderPost({ markdown, excerpt: '' }).html.trim());
  });

  it('come in smaller sizes, of which the browser chooses', () => {
    const { all } = present('A ![jar](/media/x-jar.png)');
    assert.deepEqual(all('srcset'), [
      '/media/x-jar.png.400w.webp 400w, /media/x-jar.png.800w.webp 800w, /media/x-jar.png 2000w',
    ]);
    assert.match(all('sizes')[0] ?? '', /40rem, calc\(100vw - 2\.5rem\)$/);
  });

  it('are loaded late but for the first, unless a cover is above it', () => {
    const markdown = 'A ![](/media/x-lid.png) ![](https://example.com/b.png)';
    const first = present(markdown);
    assert.deepEqual(first.all('fetchpriority'), ['high', undefined]);
    assert.deepEqual(first.all('loading'), [undefined, 'lazy']);
    assert.deepEqual(first.all('decoding'), [undefined, 'async']);
    const covered = present(markdown, { hasCover: true });
    assert.deepEqual(covered.all('fetchpriority'), [undefined, undefined]);
    assert.deepEqual(covered.all('loading'), ['lazy', 'lazy']);
  });

  it('link to the whole picture when they stand alone and have smaller sizes', () => {
    const { page } = present(
      '![Jar](/media/x-jar.png)\n\n![](/media/x-jar.png)\n\n![](/media/x-lid.png)\n\nA ![](/media/x-jar.png)\n\n[![](/media/x-jar.png)](/elsewhere)',
    );
    assert.deepEqual(page.links(), ['/media/x-jar.png', '/media/x-jar.png', '/elsewhere']);
    assert.deepEqual(page.attributes('a', 'aria-label'), ['Full picture', '/elsewhere']);
    assert.equal(page.has('a a'), false);
  });

  it('say what shape they have, so that tall ones fit the window and rows of a gallery have one height', () => {
    const { all } = present(
      '![](/media/x-jar.png)\n\n![](/media/x-tall.png)\n\n<div class="gallery"><figure><img src="/media/x-tall.png"></figure>\n<figure><img src="/media/x-jar.png"></figure></div>',
    );
    assert.deepEqual(all('class'), [undefined, 'tall', 'w67', 'w133']);
  });

  it('may be a thousand, of which the first get a size', () => {
    const { all } = present('![](/media/x-lid.png)\n'.repeat(1000));
    assert.equal(all('width').filter(Boolean).length, 500);
    assert.equal(all('src').length, 1000);
  });
});

describe('A cover', () => {
  it('comes in smaller sizes, and is shown as it is when it lies elsewhere', () => {
    const cover = (/** @type {string} */ src) => presentCover({ src, alt: '' }, pictures);
    assert.match(
      cover('/media/x-jar.png')?.candidates ?? '',
      /^ srcset="\/media\/x-jar\.png\.400w/,
    );
    assert.equal(cover('https://example.com/a.png')?.candidates, '');
    assert.equal(cover('/media/x-gone.png'), null);
  });

  it('is as wide as the owner’s text wants it, and in a list as wide as the browser finds it', () => {
    const cover = { src: '/media/x-jar.png', alt: '' };
    const wide = { ...pictures, appearance: { width: /** @type {const} */ ('wide') } };
    const sizes = (/** @type {{ candidates: string } | null} */ shown) =>
      /sizes="(.*)"/.exec(shown?.candidates ?? '')?.[1] ?? '';
    assert.match(sizes(presentCover(cover, pictures)), / 52rem, /);
    assert.match(sizes(presentCover(cover, wide)), / 60rem, /);
    assert.match(sizes(presentCardCover(cover, wide, true)), / 60rem, /);
    assert.match(sizes(presentCardCover(cover, wide, false)), /^auto, .* 48rem, /);
  });
});
