import { equal, notEqual } from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { isFresh } from '../../lib/markup/fingerprint.js';
import { renderPost } from '../../lib/markup/render.js';

describe("The fingerprint of a post's HTML", () => {
  const lemonPost = { markdown: 'Salt', excerpt: 'Lemons' };
  const { rendered } = renderPost(lemonPost);

  it('matches the post that was rendered', () => equal(isFresh({ ...lemonPost, rendered }), true));

  it('matches what earlier versions made, which stays until the text is saved', () => {
    const before = (/** @type {string} */ version, markdown = 'Salt') => ({
      markdown,
      excerpt: '',
      rendered: `${version}-${createHash('sha256').update(`${version}\n0\n\n${markdown}`).digest('base64url')}`,
    });
    equal(isFresh(before('1')), true);
    equal(isFresh(before('2', '<video src="/a.mp4"></video>')), true);
    const known = createHash('sha256').update('3de\n0\n\nSalt').digest('base64url');
    equal(
      isFresh({ markdown: 'Salt', excerpt: '', rendered: `3de-${known}-${'x'.repeat(16)}` }),
      true,
    );
    equal(
      isFresh({ markdown: 'Salz', excerpt: '', rendered: `3de-${known}-${'x'.repeat(16)}` }),
      false,
    );
    // They called themselves otherwise where the one before them was wrong.
    equal(isFresh(before('1', '```zig\n```')), false);
    equal(isFresh(before('1b', '```zig\n```')), true);
  });

  it('is another for another language, and for links that lead elsewhere', () => {
    const known = [
      {},
      { language: 'de' },
      { links: { a: { url: '/post/a', title: 'A' } } },
      { links: { a: { url: '/post/b', title: 'A' } } },
    ];
    const all = known.map((each) => renderPost({ ...lemonPost, ...each }).rendered);
    equal(new Set(all).size, known.length);
    for (const rendered of all) equal(isFresh({ ...lemonPost, rendered }), true);
  });

  it('ends as that of any other text with the same HTML', () => {
    const ends = [
      { markdown: 'Salt' },
      { markdown: 'Salt ' },
      { markdown: 'Salt', language: 'de' },
    ].map((each) => renderPost({ excerpt: '', ...each }).rendered.slice(-16));
    equal(new Set(ends).size, 1);
    notEqual(renderPost({ markdown: 'Salz', excerpt: '' }).rendered.slice(-16), ends[0]);
  });

  it('matches no other text or excerpt', () => {
    equal(isFresh({ ...lemonPost, markdown: 'Pepper', rendered }), false);
    equal(isFresh({ markdown: 'LemonsSalt', excerpt: '', rendered }), false);
    equal(isFresh({ ...lemonPost, rendered: '' }), false);
  });
});
