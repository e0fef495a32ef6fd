import { equal, throws } from 'node:assert/strict';
import { pastedMarkdown } from '../../../lib/exchange/import/html/pasted.js';
import { assertCheap, FOR_AN_AUTHOR } from '../../support/cost.js';
import { clipboards } from './clipboards.js';

describe('A text pasted from', () => {
  for (const { from, html, markdown } of clipboards)
    it(`${from} keeps its structure and links, and leaves the rest behind`, () => {
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
  ])
    it(`takes time with its length alone, also with ${what}`, () =>
      assertCheap(
        what,
        async (share) => pastedMarkdown(start + part.repeat(450 * share)),
        FOR_AN_AUTHOR,
      ));
});
