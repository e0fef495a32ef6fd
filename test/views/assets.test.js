import { doesNotMatch, match } from 'node:assert/strict';
import { Assets } from '../../lib/views/assets.js';
import { assertCheap, FOR_AN_AUTHOR } from '../support/cost.js';

/** @param {string} css @returns {string} as it is served */
const served = (css) => {
  const files = { 'style.css': css, 'wall 1.png': 'a', 'a.woff2': 'b' };
  const assets = new Assets(
    new Map(Object.entries(files).map(([name, text]) => [name, Buffer.from(text)])),
  );
  return String(assets.file('style.css')?.bytes);
};

describe('A style sheet of a theme', () => {
  it('shows files beside it under the names that they are served by', () => {
    const css = served('a{background:url("wall 1.png"),url(a.woff2),url(/b.png),url(c.png)}');
    match(css, /url\("\/theme\/wall.*\.png"\)/);
    match(css, /url\(\/theme\/a\.[\w-]+\.woff2\)/);
    match(css, /url\(\/b\.png\),url\(c\.png\)/);
    doesNotMatch(css, /url\(a\.woff2\)/);
  });

  it('takes time with its length alone, also with addresses that do not end', () =>
    assertCheap('url(', async (share) => served('url('.repeat(40_000 * share)), FOR_AN_AUTHOR));
});
