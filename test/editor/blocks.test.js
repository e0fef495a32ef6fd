import { equal } from 'node:assert/strict';
import { EditorState } from '@codemirror/state';
import { larderLanguage } from '../../editor/live/syntax.js';
import { moveBlock } from '../../editor/text/move.js';
import { turnInto } from '../../editor/text/turn.js';
/** @import { StateCommand } from '@codemirror/state' */

/** @param {string} shown  a text with `|` at the cursor @param {StateCommand} command @returns {string} the same after it */
function after(shown, command) {
  const anchor = shown.indexOf('|');
  const doc = shown.replace('|', '');
  const extensions = larderLanguage.extension;
  let state = EditorState.create({ doc, selection: { anchor }, extensions });
  command({ state, dispatch: (transaction) => (state = transaction.state) });
  const text = state.doc.toString();
  const { head } = state.selection.main;
  return `${text.slice(0, head)}|${text.slice(head)}`;
}

describe('Alt and an arrow', () => {
  const table = '| a | b |\n| --- | --- |\n| 1 | 2 |';
  const code = '```js\none\n\ntwo\n```';
  /** Before, and after the block has gone down; the other way round, it goes up. @type {Record<string, [string, string]>} */
  const ways = {
    'a paragraph': ['O|ne\nline.\n\nTwo.\n\nThree.', 'Two.\n\nO|ne\nline.\n\nThree.'],
    'a heading, past a list as a whole': ['## H|\n\n- a\n- b\n\nEnd', '- a\n- b\n\n## H|\n\nEnd'],
    'a table': [`${table.replace('1', '1|')}\n\nText.`, `Text.\n\n${table.replace('1', '1|')}`],
    'a block of code with an empty line': [
      `${code.replace('two', 't|wo')}\n\nText.`,
      `Text.\n\n${code.replace('two', 't|wo')}`,
    ],
    'an item with its children': ['- a|\n  - b\n  - c\n- d\n- e', '- d\n- a|\n  - b\n  - c\n- e'],
    'a child among its own': ['- a\n  - b|\n  - c\n- d', '- a\n  - c\n  - b|\n- d'],
    'an item, whose number stays': ['1. a|\n2. b\n3. c', '1. b\n2. a|\n3. c'],
    'an item of a loose list': ['- a|\n\n- b', '- b\n\n- a|'],
    'a line of a quotation with several': ['> a|\n>\n> b\n\nc', '> b\n>\n> a|\n\nc'],
    'a quotation of one paragraph': ['> a|\n\nb', 'b\n\n> a|'],
  };
  for (const [what, [above, below]] of Object.entries(ways))
    it(`moves ${what}, and back`, () => {
      equal(after(above, moveBlock(1)), below);
      equal(after(below, moveBlock(-1)), above);
    });

  it('puts empty lines between what would become one', () => {
    equal(after('One\n- a|', moveBlock(-1)), '- a|\n\nOne');
    equal(after('One\n- a\n\nTw|o', moveBlock(-1)), 'One\n\nTw|o\n\n- a');
  });

  it('takes the last item out of its list, and puts it into no paragraph', () => {
    equal(after('- a\n- b|\n\nText.', moveBlock(1)), '- a\n\nText.\n\n- b|');
    equal(after('Text.\n\n- a|\n- b', moveBlock(-1)), '- a|\n\nText.\n\n- b');
  });

  it('leaves alone what has nothing beside it, and the child at the end of its list', () => {
    for (const text of ['On|e', '- a\n  - b|\n- c', 'One\n\n|\n\nTwo'])
      for (const way of /** @type {const} */ ([1, -1])) equal(after(text, moveBlock(way)), text);
  });
});

describe('A block is turned', () => {
  /** @type {[kind: string, before: string, after: string][]} */
  const turns = [
    ['heading2', 'One| line\nand two', '## One| line and two'],
    ['heading3', '## Hea|d', '### Hea|d'],
    ['paragraph', '## Hea|d', 'Hea|d'],
    ['paragraph', 'Hea|d\n===', 'Hea|d'],
    ['list', 'One|\ntwo', '- One|\n  two'],
    ['task', '- a\n- b|\n- c', '- a\n- [ ] b|\n- c'],
    ['task', '- [x] a|\n- b', '- [x] a|\n- b'],
    ['task', '1. a|\n2. b', '- [ ] a|\n- [ ] b'],
    ['numbered', '- a\n- b|\n  - c\n\n  more\n- d', '1. a\n2. b|\n   - c\n\n   more\n3. d'],
    ['numbered', '> - a|\n>   - b', '> 1. a|\n>    - b'],
    ['list', '1. a|\n   1. b\n2. c', '- a|\n  1. b\n- c'],
    ['heading2', '- a\n- b|\n- c', '- a\n\n## b|\n\n- c'],
    ['paragraph', '> quo|te\n> more', 'quo|te\nmore'],
    ['quote', 'quo|te\nmore', '> quo|te\n> more'],
    ['callout', 'Care|ful', '> [!NOTE]\n> Care|ful'],
    ['paragraph', '> [!NOTE]\n> Care|ful', 'Care|ful'],
    ['code', 'a|b', '```\na|b\n```'],
    ['paragraph', '```js\na|b\n```', 'a|b'],
    ['heading2', '|', '## |'],
  ];
  for (const [kind, before, result] of turns)
    it(`into ${kind}: ${JSON.stringify(before)}`, () =>
      equal(after(before, turnInto(kind)), result));
});
