import { equal } from 'node:assert/strict';
import { pastedMarkdown } from '../../../lib/exchange/import/html/pasted.js';
import { clipboards } from './clipboards.js';

describe('A text pasted from', () => {
  for (const { from, html, markdown } of clipboards)
    it(`${from} keeps its structure and links, and leaves the rest behind`, () => {
      equal(pastedMarkdown(html), markdown);
    });
});
