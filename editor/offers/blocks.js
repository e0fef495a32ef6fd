import { snippet, startCompletion } from '@codemirror/autocomplete';
import { word } from '../../public/admin/words.js';
import { isCode, toggleLines } from '../text/lines.js';
import { turnInto } from '../text/turn.js';
import { ask } from './ask.js';
/** @import { Completion, CompletionSource } from '@codemirror/autocomplete' */
/** @import { EditorState, Text } from '@codemirror/state' */
/** @import { EditorView } from '@codemirror/view' */

/**
 * @typedef {object} Block  What can be put into the text.
 * @property {string} name  in English, by which it is found in any language
 * @property {string} title  a key
 * @property {number} [level]  of a heading
 * @property {string} [shows]  its Markdown, in short
 * @property {(view: EditorView) => unknown} put  at the cursor, on a line of its own
 * @property {string} [turn]  what a block that has words is turned into, as editor/text/turn.js calls it
 * @property {boolean} [joins]  it may stand directly below and above other lines
 * @property {boolean} [isInline]  it stands among words
 *
 * @typedef {{ choosePicture: () => void, chooseFiles: () => void }} Means
 */

/** Columns and rows that a new table may have. */
const MOST = 50;

/** @param {string} template as `snippet` has it @returns {Block['put']} */
const write = (template) => (view) => {
  const { head } = view.state.selection.main;
  snippet(template)(view, null, head, head);
};

/** @param {string} text @returns {Block['put']} writes it, and offers what may follow */
const begin =
  (text, after = '') =>
  (view) => {
    const { head } = view.state.selection.main;
    view.dispatch({
      changes: { from: head, insert: text + after },
      selection: { anchor: head + text.length },
      userEvent: 'input',
    });
    startCompletion(view);
  };

/** All that the Markdown guide has. @param {Means} means @returns {Block[]} */
const blocks = ({ choosePicture, chooseFiles }) => [
  ...[2, 3, 4].map((level) => ({
    name: `heading h${level}`,
    title: 'text.headingOfLevel',
    level,
    shows: '#'.repeat(level),
    turn: `heading${level}`,
    put: toggleLines(`heading${level}`),
  })),
  { name: 'paragraph text', title: 'text.paragraph', turn: 'paragraph', put: () => {} },
  {
    joins: true,
    name: 'bullet list',
    title: 'text.list',
    shows: '-',
    turn: 'list',
    put: toggleLines('list'),
  },
  {
    joins: true,
    name: 'numbered list',
    title: 'text.numberedList',
    shows: '1.',
    turn: 'numbered',
    put: toggleLines('numbered'),
  },
  {
    joins: true,
    name: 'task todo',
    title: 'text.taskList',
    shows: '- [ ]',
    turn: 'task',
    put: toggleLines('task'),
  },
  {
    joins: true,
    name: 'quote',
    title: 'text.quote',
    shows: '>',
    turn: 'quote',
    put: toggleLines('quote'),
  },
  {
    name: 'callout note',
    title: 'text.callout',
    shows: '> [!NOTE]',
    turn: 'callout',
    put: begin('> [!', ']\n> '),
  },
  { name: 'code', title: 'text.code', shows: '```', turn: 'code', put: begin('```', '\n\n```') },
  { name: 'table', title: 'text.table', shows: '| |', put: putTable },
  { name: 'picture image', title: 'text.image', shows: '![]()', put: choosePicture },
  { name: 'gallery', title: 'text.gallery', put: chooseFiles },
  { name: 'file upload', title: 'upload.upload', put: chooseFiles },
  { name: 'embed video url', title: 'text.embedByUrl', shows: 'https://', put: putEmbed },
  {
    isInline: true,
    name: 'link post',
    title: 'text.linkToPost',
    shows: '[[',
    put: begin('[[', ']]'),
  },
  { isInline: true, name: 'footnote', title: 'text.footnote', shows: '^[ ]', put: write('^[${}]') },
  { name: 'formula math', title: 'text.formula', shows: '$$', put: write('\\$\\$\n${}\n\\$\\$') },
  {
    name: 'diagram mermaid',
    title: 'text.diagram',
    put: write('```mermaid\ngraph TD\n  ${}\n```'),
  },
  { name: 'definition', title: 'text.definitionList', shows: ':', put: write('${}\n: ${}') },
  { name: 'divider line', title: 'text.divider', shows: '---', put: write('---\n\n${}') },
  {
    name: 'details',
    title: 'text.foldOut',
    put: write('<details><summary>${}</summary>\n\n${}\n\n</details>'),
  },
  { name: 'more excerpt', title: 'text.endOfExcerpt', put: write('<!-- more -->\n\n${}') },
];

/**
 * Offers them after "/" at the start of a line, and whenever it is asked.
 * @param {Means} means
 * @returns {CompletionSource}
 */
export const offerBlocks = (means) => (context) => {
  const typed = context.matchBefore(
    /^[\s>]*(?:(?:[-*+]|\d{1,9}[.)])\s+(?:\[[ xX]\]\s+)?|#{1,6}\s+)?\/[\p{L}\p{N}]*/u,
  );
  const isAsked = context.explicit && !context.matchBefore(/\[\[[^[\]]{0,100}|\[!\w{0,20}/);
  if (isCode(context.state) || !(typed || isAsked)) return null;
  const from = typed ? typed.from + typed.text.indexOf('/') + 1 : context.pos;
  return { from, options: blocks(means).map(toOption), validFor: /^[\p{L}\p{N}]*$/u };
};

/** @param {Block} block @param {number} place @returns {Completion} */
const toOption = (block, place) => ({
  label: `${nameOf(block)} ${block.name}`,
  displayLabel: nameOf(block),
  detail: block.shows,
  boost: -place,
  apply(view, _completion, from, to) {
    const { turn } = block;
    if (turn && hasWords(view.state, from, to)) return turnAt(view, from, to, turn);
    clear(view, from, to, block);
    block.put(view);
  },
});

/** @param {Block} block */
const nameOf = ({ title, level = 0 }) => word(title, { level });

/**
 * @param {EditorState} state
 * @param {number} from
 * @param {number} to
 * @returns {boolean} beside a slash that was typed: what is asked for by the button is put below
 */
function hasWords({ doc }, from, to) {
  const line = doc.lineAt(from);
  const start = startOf(doc, from);
  const rest = doc.sliceString(line.from, start) + doc.sliceString(to, line.to);
  return start < from && /[^\s>]/.test(rest);
}

/** @param {Text} doc @param {number} from @returns {number} of the slash, if there is one */
const startOf = (doc, from) => (doc.sliceString(from - 1, from) === '/' ? from - 1 : from);

/** @param {EditorView} view @param {number} from @param {number} to @param {string} kind */
function turnAt(view, from, to, kind) {
  const start = startOf(view.state.doc, from);
  view.dispatch({
    changes: { from: start, to },
    selection: { anchor: start },
    userEvent: 'input.complete',
  });
  turnInto(kind)(view);
}

/**
 * Takes what was typed away; the cursor stands on a line that has nothing else, or where it was.
 * @param {EditorView} view
 * @param {number} from
 * @param {number} to
 * @param {Block} block  that comes there
 */
function clear(view, from, to, { joins, isInline }) {
  const { doc } = view.state;
  const start = startOf(doc, from);
  const line = doc.lineAt(from);
  const rest = line.text.slice(0, start - line.from) + line.text.slice(to - line.from);
  const stays = isInline || /^[\s>]*$/.test(rest);
  const isFull = (/** @type {number} */ number) =>
    !(joins || isInline) &&
    rest === '' &&
    number >= 1 &&
    number <= doc.lines &&
    doc.line(number).text.trim() !== '';
  const above = stays ? (isFull(line.number - 1) ? '\n' : '') : '\n\n';
  const below = isFull(line.number + 1) ? '\n' : '';
  const at = stays ? start : line.to - (to - start);
  view.dispatch({
    changes: [
      { from: start, to },
      { from: stays ? to : line.to, insert: above + below },
    ],
    selection: { anchor: at + above.length },
    userEvent: 'input.complete',
  });
}

/** @param {EditorView} view */
async function putTable(view) {
  const values = await ask(word('text.table'), [
    { name: 'columns', label: word('text.columns'), type: 'number', value: '3', max: MOST },
    { name: 'rows', label: word('text.rows'), type: 'number', value: '2', max: MOST },
  ]);
  view.focus();
  if (values) write(tableOf(Number(values.columns), Number(values.rows)))(view);
}

/** @param {number} columns @param {number} rows @returns {string} a snippet, with a field for each cell of the head */
export function tableOf(columns, rows) {
  const line = (/** @type {string} */ cell) => `| ${Array(columns).fill(cell).join(' | ')} |`;
  const body = Array(rows).fill(line('  '));
  return [line('${}'), line('---'), ...body].join('\n');
}

/** @param {EditorView} view */
async function putEmbed(view) {
  const values = await ask(word('text.embedByUrl'), [
    { name: 'url', label: word('text.url'), type: 'url', value: '' },
  ]);
  view.focus();
  if (values)
    view.dispatch(view.state.replaceSelection(`${values.url.trim()}\n\n`), { userEvent: 'input' });
}
