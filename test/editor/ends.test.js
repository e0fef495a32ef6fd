import { deepEqual, equal } from 'node:assert/strict';
import { EditorState } from '@codemirror/state';
import { larderLanguage } from '../../editor/live/syntax.js';
import { continueBlock, newLine } from '../../editor/text/ends.js';
import { renderPost } from '../../lib/markup/render.js';

/** @param {string} shown  a text with `|` at the cursor */
function stateOf(shown) {
  const anchor = shown.indexOf('|');
  const doc = shown.replace('|', '');
  return EditorState.create({ doc, selection: { anchor }, extensions: larderLanguage.extension });
}

/** @param {string} shown @param {typeof newLine} [command] @returns {string} the same after a key */
function after(shown, command = newLine) {
  let state = stateOf(shown);
  command({ state, dispatch: (transaction) => (state = transaction.state) });
  const text = state.doc.toString();
  const { head } = state.selection.main;
  return `${text.slice(0, head)}|${text.slice(head)}`;
}

/** @param {string} shown @returns {string} the HTML of the page, with a word that is typed at the cursor */
const page = (shown) =>
  renderPost({ markdown: shown.replace('|', 'TYPED'), excerpt: '' }).html.replaceAll('\n', '');

describe('Enter in an empty item or line of a block', () => {
  const ends = {
    'a list': ['- a\n- |', '- a\n\n|', '<ul><li>a</li></ul><p>TYPED</p>'],
    'a loose list': ['- a\n\n- |', '- a\n\n|', '<ul><li>a</li></ul><p>TYPED</p>'],
    'a numbered list': ['1. a\n2. |', '1. a\n\n|', '<ol><li>a</li></ol><p>TYPED</p>'],
    'a list of tasks': [
      '- [ ] a\n- [ ] |',
      '- [ ] a\n\n|',
      '<ul><li class="task">☐ a</li></ul><p>TYPED</p>',
    ],
    'a quotation': ['> a\n> |', '> a\n\n|', '<blockquote><p>a</p></blockquote><p>TYPED</p>'],
    'a quotation with an empty line before': [
      '> a\n>\n> |',
      '> a\n\n|',
      '<blockquote><p>a</p></blockquote><p>TYPED</p>',
    ],
    'the midst of a list': [
      '1. a\n2. |\n3. b',
      '1. a\n\n|\n\n2. b',
      '<ol><li>a</li></ol><p>TYPED</p><ol start="2"><li>b</li></ol>',
    ],
    'the midst of a quotation': [
      '> a\n> |\n> b',
      '> a\n\n|\n\n> b',
      '<blockquote><p>a</p></blockquote><p>TYPED</p><blockquote><p>b</p></blockquote>',
    ],
  };
  for (const [name, [before, shown, html]] of Object.entries(ends))
    it(`ends ${name}, and what is typed next is published outside of it`, () => {
      equal(after(before), shown);
      equal(page(after(before)), html);
    });

  it('goes out by one level first', () => {
    equal(after('- a\n  - b\n  - |'), '- a\n  - b\n- |');
    equal(after('- a\n  - b\n- |'), '- a\n  - b\n\n|');
    equal(after('1. a\n   - b\n   - |'), '1. a\n   - b\n2. |');
    deepEqual(
      ['> - a\n> - |', '> > a\n> > |', '- > a\n  > |'].map((shown) => page(after(shown))),
      [
        '<blockquote><ul><li>a</li></ul><p>TYPED</p></blockquote>',
        '<blockquote><blockquote><p>a</p></blockquote><p>TYPED</p></blockquote>',
        '<ul><li><blockquote><p>a</p></blockquote><p>TYPED</p></li></ul>',
      ],
    );
  });

  it('leaves no mark of a block in which nothing was written', () => {
    equal(after('> |'), '|');
    equal(after('- |'), '|');
  });

  it('goes on with what is not empty, and by Shift with a quotation in any case', () => {
    equal(after('- a|'), '- a\n- |');
    equal(after('> a|'), '> a\n> |');
    equal(after('> a\n> |', continueBlock), '> a\n> \n> |'.replace('> \n', '>\n'));
  });
});
