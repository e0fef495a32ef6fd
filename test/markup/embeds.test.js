import { deepEqual, equal, ok } from 'node:assert/strict';
import { embedOf } from '../../lib/markup/embeds.js';
import { renderPost } from '../../lib/markup/render.js';
import { presentText } from '../../lib/views/presenters/reading-aids.js';
import { parsePage } from '../support/html.js';

const framesIn = (/** @type {string} */ html) => presentText({ html, words: 1 }).frames;
/** @param {string} markdown */
const html = (markdown) => renderPost({ markdown, excerpt: '' }).html;
const parsed = (/** @type {string} */ markdown) => parsePage(html(markdown));

describe('A bare link to a video', () => {
  const players = {
    'https://www.youtube.com/watch?v=dQw4w9WgXcQ&t=1m30s':
      'https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ?start=90',
    'https://youtu.be/dQw4w9WgXcQ': 'https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ',
    'https://www.youtube.com/embed/dQw4w9WgXcQ':
      'https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ',
    'https://vimeo.com/123456789': 'https://player.vimeo.com/video/123456789?dnt=1',
    'https://tube.example/w/9c9de5e8-0a1e-484a-b099-e80766180a6d':
      'https://tube.example/videos/embed/9c9de5e8-0a1e-484a-b099-e80766180a6d',
    'https://social.example/@cook/109252195292374891':
      'https://social.example/@cook/109252195292374891/embed',
  };

  it('is a box with a link, which says where its player is', () => {
    for (const [url, frame] of Object.entries(players)) {
      const page = parsed(`a\n\n${url}\n\nb`);
      equal(page.attribute('p.embed a', 'href'), url);
      equal(page.attribute('p.embed a', 'data-frame'), frame);
    }
    deepEqual(framesIn(html('https://vimeo.com/123456789\n\nhttps://youtu.be/dQw4w9WgXcQ')), [
      'https://player.vimeo.com',
      'https://www.youtube-nocookie.com',
    ]);
  });

  it('stays a link when a text has players of so many sites that no header would hold them', () => {
    const video = (/** @type {number} */ n) => `https://t${n}.example/w/abcdefghijklmnopqrstuv\n\n`;
    const numbers = Array.from({ length: 300 }, (_, n) => n);
    const page = html(numbers.map(video).join('') + video(0));
    equal(framesIn(page).length, 20);
    equal(page.split(' data-frame=').length - 1, 21);
  });

  it('is made of a frame', () => {
    const page = parsed('<iframe src="//player.vimeo.com/video/123456789" width="5"></iframe>');
    equal(page.attribute('.embed a', 'href'), 'https://player.vimeo.com/video/123456789');
  });

  it('stays a link in a sentence, and where it has words of its own', () => {
    for (const text of [
      'See https://youtu.be/dQw4w9WgXcQ',
      '[a](https://youtu.be/dQw4w9WgXcQ)',
      '- https://youtu.be/dQw4w9WgXcQ',
    ])
      ok(!html(text).includes('data-frame'), text);
  });

  it('lets nothing else be framed', () => {
    for (const url of [
      'http://youtu.be/dQw4w9WgXcQ',
      'https://youtu.be/x',
      'https://evil.example/embed/dQw4w9WgXcQ',
      'https://youtu.be.evil.example/dQw4w9WgXcQ',
      'https://u:p@localhost/w/9c9de5e8-0a1e-484a-b099-e80766180a6d',
      'https://a.example;script-src *//w/9c9de5e8-0a1e-484a-b099-e80766180a6d',
      'https://a.example:8443/@cook/109252195292374891',
      'javascript:alert(1)',
      'https://www.youtube.com/watch?v=../../../../',
    ])
      equal(embedOf(url), null, url);
    const faked =
      '<a href="/x" data-frame="https://evil.example/">x</a> `<a href="/x" data-frame="https://evil.example/">`';
    deepEqual(framesIn(html(faked)), []);
  });
});
