import { equal, throws } from 'node:assert/strict';
import { pastedMarkdown } from '../../../lib/exchange/import/html/pasted.js';
import { assertCheap, FOR_AN_AUTHOR } from '../../support/cost.js';
import { clipboards as codes } from './clipboards-of-code.js';
import { clipboards as pages } from './clipboards-of-pages.js';
import { clipboards } from './clipboards.js';

describe('A text pasted from', () => {
  for (const { from, html, markdown } of [...clipboards, ...pages])
    it(`${from} keeps its structure and links, and leaves the rest behind`, () => {
      equal(pastedMarkdown(html), markdown);
    });
});

describe('Code pasted from', () => {
  for (const { from, html, markdown } of codes)
    it(`${from} is a block with its lines and indents, without colours and numbers`, () => {
      equal(pastedMarkdown(html), markdown);
    });
});

describe('A text that is pasted', () => {
  it('is refused when it is nested thousands deep', () => {
    throws(() => pastedMarkdown('<dd><table>'.repeat(1450)), { code: 'invalid' });
  });

  it('is refused when it has more signs than any text', () => {
    throws(() => pastedMarkdown('$'.repeat(30_001)), { code: 'invalid' });
  });

  for (const [what, start, part] of [
    ['tables in a block', '&amp;-<o:p>', '</pre></b><table>'],
    ['tables in tables', '', '</code><div>"<table>'],
    ['paragraphs', '', '<p>'],
    ['signs without width', '<p>', '\u200b'],
    ['hidden parts', '', '<div class="sr-only">'],
    ['code in code', '<pre>', '<div class="language-js"><code>'],
    ['lines in a font of code', '', '<p><span style="font-family:Consolas">a</span>'],
    ['tasks in tasks', '<ul>', '<li data-checked="true"><ul>'],
    ['notes that lead to one place', '<a id="r" href="#n">1</a><p id="n">', '<a href="#r">b</a>'],
  ])
    it(`takes time with its length alone, also with ${what}`, () =>
      assertCheap(
        what,
        async (share) => pastedMarkdown(start + part.repeat(450 * share)),
        FOR_AN_AUTHOR,
      ));
});
