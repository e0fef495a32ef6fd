import { deepEqual, equal } from 'node:assert/strict';
import { renderPost } from '../../lib/markup/render.js';
import { parsePage } from '../support/html.js';

const parsed = (/** @type {string} */ markdown) =>
  parsePage(renderPost({ markdown, excerpt: '' }).html);

describe('A table with lines between its rows', () => {
  const rows = (/** @type {string} */ markdown, /** @type {string} */ part) =>
    parsed(markdown).texts(`${part} tr`);

  it('needs no head', () => {
    const page = parsed('|---\n| a | b\n| c | d |');
    deepEqual(page.texts('td'), ['a', 'b', 'c', 'd']);
    equal(page.has('th'), false);
    deepEqual(parsed('|---|\n| a |\n|---|').texts('tbody td'), ['a']);
  });

  it('has several bodies, a foot and sides', () => {
    const markdown =
      '|---\n| A | B | C\n|-|:-|-:\n| a | **b** | c\n|---\n| d | `e\\|f` | g |\n|===\n| x | y | z';
    deepEqual(rows(markdown, 'thead'), ['A B C']);
    deepEqual(rows(markdown, 'tbody'), ['a b c', 'd e|f g']);
    equal(parsed(markdown).texts('tbody').length, 2);
    deepEqual(rows(markdown, 'tfoot'), ['x y z']);
    deepEqual(parsed(markdown).texts('.align-right'), ['C', 'c', 'g', 'z']);
    equal(parsed(markdown).text('strong'), 'b');
  });

  it('is that of everyone where it has one such line alone, and no table without any', () => {
    equal(parsed('| a |\n|---|\n| b |').texts('tbody tr').length, 1);
    deepEqual(parsed('| a | b |\n| c | d |').texts('table'), []);
    deepEqual(parsed('|---|\n|===|').texts('table'), []);
    deepEqual(rows('| a |\n|---|\n| b |\n| - |\n| = |', 'tbody'), ['b', '-', '=']);
    deepEqual(rows('| a |\n|-|\n| b |\n|---|\n| c |', 'tbody'), ['b', 'c']);
    deepEqual(rows('| a |\n| b |\n|---|\n| c |', 'thead'), ['a', 'b']);
    deepEqual(parsed('text\n|---\n| a |').texts('td'), []);
    deepEqual(parsed('- |---\n  | a |\n- b').texts('li td'), ['a']);
    deepEqual(parsed('> |---\n> | a |\n\n| b |').texts('blockquote td'), ['a']);
  });
});
