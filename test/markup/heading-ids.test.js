import { equal } from 'node:assert/strict';
import { renderPost } from '../../lib/markup/render.js';
import { parsePage } from '../support/html.js';

const parsed = (/** @type {string} */ markdown) =>
  parsePage(renderPost({ markdown, excerpt: '' }).html);

describe('The id of a heading', () => {
  const idOf = (/** @type {string} */ markdown) =>
    parsed(`${markdown}\n\n[^a]: note`).attribute('h2', 'id');

  it('has no mark of a footnote, and no TeX of a formula', () => {
    equal(idOf('## Part one[^a]'), 'part-one');
    equal(idOf('## Part[^a] *one*^[more]'), 'part-one');
    equal(idOf('## The $x^2$ law'), 'the-x2-law');
    equal(idOf('## x<sup>2</sup> and ![a jar](/a.png)'), 'x2-and-a-jar');
  });

  it('has no hyphen for what only shapes or divides a word, also where the author wrote it', () => {
    equal(idOf('## ක්\u200dරීඩා und Dampf\u00adschiff'), 'ක්රීඩා-und-dampfschiff');
    equal(idOf('## Title {#Dampf\u00adschiff}'), 'dampfschiff');
    equal(idOf('## Title {#हिन्दी}'), 'हिन्दी');
  });
});
