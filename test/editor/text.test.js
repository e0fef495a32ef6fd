import { deepEqual, equal } from 'node:assert/strict';
import { markdownLanguage } from '@codemirror/lang-markdown';
import { EditorState } from '@codemirror/state';
import fc from 'fast-check';
import { tableOf } from '../../editor/offers/blocks.js';
import { escapeAlt, pictureAt } from '../../editor/pictures/markdown.js';
import { insertion } from '../../editor/pictures/places.js';
import { indent, outdent, toggleLines } from '../../editor/text/lines.js';
import { toggleLink } from '../../editor/text/links.js';
import { toggleMark } from '../../editor/text/marks.js';
/** @import { StateCommand } from '@codemirror/state' */

/** @param {string} shown  a text in which `|` stands at both ends of what is chosen, or once at the cursor */
function stateOf(shown) {
  const [before, chosen, after] = shown.split('|');
  const doc = shown.replaceAll('|', '');
  const anchor = before.length;
  const head = after === undefined ? anchor : anchor + chosen.length;
  return EditorState.create({ doc, selection: { anchor, head }, extensions: markdownLanguage });
}

/** @param {EditorState} state @returns {string} as `stateOf` reads it */
function show({ doc, selection: { main } }) {
  const text = doc.toString();
  const rest = main.empty
    ? text.slice(main.to)
    : `${text.slice(main.from, main.to)}|${text.slice(main.to)}`;
  return `${text.slice(0, main.from)}|${rest}`;
}

/** @param {EditorState} state @param {StateCommand} command @returns {EditorState} */
function run(state, command) {
  let next = state;
  command({ state, dispatch: (transaction) => (next = transaction.state) });
  return next;
}

/** @param {string} shown @param {StateCommand[]} commands @returns {string} */
const after = (shown, ...commands) => show(commands.reduce(run, stateOf(shown)));

describe('The keys of the editor', () => {
  const commands = {
    bold: toggleMark('bold'),
    italic: toggleMark('italic'),
    code: toggleMark('code'),
    link: toggleLink,
    heading: toggleLines('heading2'),
    list: toggleLines('list'),
    quote: toggleLines('quote'),
    task: toggleLines('task'),
  };

  for (const [name, command] of Object.entries(commands))
    it(`take back by their second press what the first has done: ${name}`, () => {
      for (const shown of ['|hello|', 'Say |hello| there', 'Say hel|lo there', '|', 'Say hello|.'])
        equal(after(shown, command, command).replaceAll('|', ''), shown.replaceAll('|', ''));
      const words = fc.array(fc.constantFrom('jam', 'salt', 'ü', '日本', 'a.b'), { minLength: 1 });
      fc.assert(
        fc.property(words, fc.nat(), fc.nat(), (words, start, length) => {
          const text = words.join(' ');
          const from = start % text.length;
          const to = Math.min(text.length, from + (length % text.length));
          const shown = `${text.slice(0, from)}|${text.slice(from, to)}|${text.slice(to)}`;
          equal(after(shown, command, command).replaceAll('|', ''), text);
        }),
        { numRuns: 200 },
      );
    });

  it('mark the word at the cursor, or stand between the marks where there is none', () => {
    equal(after('Say hel|lo', commands.bold), 'Say **hel|lo**');
    equal(after('Say |', commands.bold), 'Say **|**');
    equal(after('Say hello|', commands.link), 'Say [hello](|)');
    equal(after('|https://example.org|', commands.link), '[|](https://example.org)');
  });

  it('mark each line that is chosen, behind what begins it, and leave blanks outside', () => {
    equal(
      after('|- salt\n- [ ] lemons \n\n> sugar|', commands.bold),
      '- **|salt**\n- [ ] **lemons** \n\n> **sugar|**',
    );
    equal(after('a| salt |b', commands.italic), 'a _|salt|_ b');
    equal(after('s|al|t', commands.italic), 's*|al|*t');
  });

  it('know marks that were written in another way', () => {
    equal(after('*hel|lo*', commands.italic), 'hel|lo');
    equal(after('__|hello|__', commands.bold), '|hello|');
    equal(after('***|hello|***', commands.bold), '*|hello|*');
  });

  it('change one kind of line into another', () => {
    equal(after('### Jam|', commands.heading), '## Jam|');
    equal(after('|1. salt\n2. jam|', commands.task), '|- [ ] salt\n- [ ] jam|');
    equal(after('- [x] salt|', commands.list), '- salt|');
  });

  it('move an item below the words of the one before, and back', () => {
    equal(after('- a\n- b|', indent), '- a\n  - b|');
    equal(after('- a\n  - b|', outdent), '- a\n- b|');
    equal(after('10. a\n    - b|', outdent), '10. a\n- b|');
    equal(after('- a|', indent), '- a|');
    equal(after('Words|', indent), 'Words|');
    equal(after('> - a\n> - b|', indent), '> - a\n>   - b|');
    equal(after('> - a\n>   - b|', outdent), '> - a\n> - b|');
    equal(after('- a\n  > b|', outdent), '- a\n> b|');
  });

  it('number an item that is moved, since a list below words begins with 1', () => {
    equal(after('1. a\n2. b|\n3. c', indent), '1. a\n   1. b|\n3. c');
    equal(after('1. a\n   1. b\n2. c|', indent), '1. a\n   1. b\n   2. c|');
    equal(after('1. a\n|2. b\n3. c|', indent), '1. a\n   |1. b\n   2. c|');
    equal(after('1. a\n   1. b|\n   2. c', outdent), '1. a\n2. b|\n   1. c');
    equal(after('- a\n  1. b\n  2. c|', outdent), '- a\n  1. b\n1. c|');
    equal(after('3. a\n   - b|\n4. c', outdent), '3. a\n- b|\n4. c');
  });
});

describe('A picture in the text', () => {
  const jar = { markdown: '![](/media/jar.png)', type: 'image/png' };

  it('stands in a paragraph of its own, and several as a gallery', () => {
    const put = (/** @type {string} */ shown, files = [jar]) => {
      const state = stateOf(shown);
      const { changes } = insertion(state, state.selection.main.head, files);
      return state.update({ changes }).state.doc.toString();
    };
    equal(put('|'), `${jar.markdown}\n\n`);
    equal(put('Be|fore.\n\nAfter.'), `Before.\n\n${jar.markdown}\n\nAfter.`);
    const notes = { markdown: '[n](/media/n.txt)', type: 'text/plain' };
    equal(
      put('A\n\n|', [jar, jar, notes]),
      `A\n\n${jar.markdown}\n${jar.markdown}\n\n${notes.markdown}\n\n`,
    );
  });

  it('is found at the cursor, with its alt text as it is read', () => {
    const alt = 'Plums [ripe] & *more*';
    const shown = `Words ![${escapeAlt(alt)}](/media/ja|r.png "A jar") words`;
    const found = pictureAt(stateOf(shown));
    deepEqual([found?.alt, found?.url], [alt, '/media/jar.png']);
    equal(pictureAt(stateOf('Wo|rds ![](/media/jar.png)')), null);
  });
});

describe('A table', () => {
  it('has the columns and rows that are asked for', () => {
    const lines = tableOf(3, 2).split('\n');
    deepEqual([lines.length, lines[1]], [4, '| --- | --- | --- |']);
  });
});
