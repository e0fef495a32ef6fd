import { deepEqual, equal } from 'node:assert/strict';
import { ensureSyntaxTree } from '@codemirror/language';
import { EditorState } from '@codemirror/state';
import fc from 'fast-check';
import { numbersIn } from '../../editor/live/footnotes.js';
import { outline } from '../../editor/live/outline.js';
import { tickTask } from '../../editor/live/signs.js';
import { larderLanguage } from '../../editor/live/syntax.js';
import { renderPost } from '../../lib/markup/render.js';

/** @param {string} doc @returns {EditorState} all of it parsed */
function open(doc) {
  const extensions = [larderLanguage.extension, outline];
  const state = EditorState.create({ doc, extensions });
  ensureSyntaxTree(state, doc.length, 5000);
  return state.update({}).state;
}

/** @param {EditorState} state */
const partsOf = (state) =>
  state.field(outline).parts.map(({ kind, from, to, text }) => [kind, from, to, text]);

/** @param {string} text @returns {string[]} `Name text` of what is not of Markdown alone */
function found(text) {
  /** @type {string[]} */
  const names = [];
  larderLanguage.parser.parse(text).iterate({
    enter({ name, from, to }) {
      if (/^(?:Marked|Foot\w+|Wiki\w+|Formula\w*|BoxFence)$/.test(name))
        names.push(`${name} ${text.slice(from, to)}`);
    },
  });
  return names;
}

describe('The outline of a text', () => {
  it('has what can be shown in place, by whole lines', () => {
    const text = [
      '# Jam',
      '| a |\n|---|\n| 1 |',
      '$$\nx\n$$',
      '![a](/a.png "b")',
      '![a](/a.png)\n![b](/b.png)',
      '[![a](/a.png)](/b)',
      'https://youtu.be/dQw4w9WgXcQ',
      'Words ![a](/a.png), and https://example.org',
      '> | a |\n> |---|',
    ].join('\n\n');
    deepEqual(
      partsOf(open(text)).map(([kind]) => kind),
      ['heading', 'table', 'formula', 'picture', 'gallery', 'picture', 'embed'],
    );
  });

  it('has the levels of the page', () => {
    const text = '### A\n\n##### B\n\n# C\n\n## D\n\n> x';
    const levels = [...open(text).field(outline).levels.values()];
    const { html } = renderPost({ markdown: text, excerpt: '' });
    deepEqual(
      levels,
      Array.from(html.matchAll(/<h(\d)/g), ([, level]) => Number(level)),
    );
  });

  it('is the same after any changes as if it were read anew', () => {
    const piece = fc.constantFrom(
      ...['# H\n', '\n', '\n\n', '| a |\n|---|\n| 1 |\n', '$$\n', 'x\n', '![a](/a.png)\n', '```\n'],
      ...['- a\n', '> b\n', 'https://a.example/b\n', '---\n', '![a](/a.png "c")', ':::note\n'],
    );
    const change = fc.record({
      at: fc.nat(),
      length: fc.nat(12),
      insert: fc.array(piece, { maxLength: 3 }),
    });
    fc.assert(
      fc.property(
        fc.array(piece, { maxLength: 30 }),
        fc.array(change, { maxLength: 6 }),
        (pieces, changes) => {
          let state = open(pieces.join(''));
          for (const { at, length, insert } of changes) {
            const from = at % (state.doc.length + 1);
            const to = Math.min(state.doc.length, from + length);
            state = state.update({ changes: { from, to, insert: insert.join('') } }).state;
            ensureSyntaxTree(state, state.doc.length, 5000);
            state = state.update({}).state;
          }
          deepEqual(partsOf(state), partsOf(open(state.doc.toString())));
        },
      ),
      // A heading gave way to as many characters.
      {
        numRuns: 300,
        examples: [[['# H\n', '# H\n'], [{ at: 0, length: 3, insert: ['\n', '\n\n'] }]]],
      },
    );
  });
});

describe('The syntax of the editor', () => {
  it('knows what the page knows besides Markdown', () => {
    deepEqual(found('==a b== [^1] ^[a [b](c)] [[jam|b]] $a_b$ $$c$$'), [
      ...['Marked ==a b==', 'FootnoteReference [^1]', 'FootnoteText ^[a [b](c)]'],
      ...['WikiLink [[jam|b]]', 'Formula $a_b$', 'Formula $$c$$'],
    ]);
    deepEqual(found('$$\na\n= b\n$$\n\ntext\n:::tip\nx\n:::'), [
      ...['FormulaBlock $$\na\n= b\n$$', 'BoxFence :::tip', 'BoxFence :::'],
    ]);
  });

  it('takes nothing for it that the page does not', () => {
    for (const text of [
      'a==b==c',
      '$5 and $6',
      '$HOME/$USER',
      '^[a](b)',
      '$$\nx\n\ny',
      '`$a$`',
      '== a ==',
    ])
      deepEqual(
        found(text).filter((name) => !name.startsWith('FormulaStart')),
        [],
      );
  });
});

describe('Footnotes', () => {
  it('have the numbers of the page', () => {
    const text = 'A[^b] B^[note] C[^a] D[^b]\n\n[^a]: x\n[^b]: y';
    deepEqual(Object.fromEntries(numbersIn(text)), { b: '1', '^[note]': '2', a: '3' });
  });
});

describe('A task', () => {
  it('is ticked by a key, and the tick taken away again', () => {
    let state = open('- [ ] wash\n- x');
    const press = () => tickTask({ state, dispatch: (transaction) => (state = transaction.state) });
    press();
    equal(state.doc.toString(), '- [x] wash\n- x');
    press();
    equal(state.doc.toString(), '- [ ] wash\n- x');
    state = state.update({ selection: { anchor: state.doc.length } }).state;
    equal(press(), false);
  });
});
