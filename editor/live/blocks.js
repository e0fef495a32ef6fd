import { syntaxTree } from '@codemirror/language';
import { RangeSetBuilder, StateField } from '@codemirror/state';
import { Decoration, EditorView } from '@codemirror/view';
import { PICTURE } from '../pictures/markdown.js';
import { isComposed, isHeld, isLook, isNear } from './near.js';
/** @import { EditorState } from '@codemirror/state' */
/** @import { Command, DecorationSet } from '@codemirror/view' */
/** @import { SyntaxNodeRef } from '@lezer/common' */
/** @import { Kind, Part } from './parts.js' */

/**
 * @typedef {{ from: number, to: number, kind: Kind, text: string }} Block  that can be shown in place: whole lines
 * @typedef {{ found: Block[], decorations: DecorationSet }} Blocks
 * @typedef {(kind: Kind, text: string, isBlock: boolean) => Part | null} Show  null: it is not known yet, or stays text
 */

/** Characters; what is longer stays text. */
const LONGEST = 20_000;
const URL_ALONE = /^<?https:\/\/[^\s<>]{4,2000}>?$/;
const LINKED =
  /^\[(!\[[^\]\n]{0,1000}\]\([^()\s]{1,2000}(?:\s+"[^"\n]{0,1000}")?\))\]\([^()\s]{1,2000}\)$/;

/**
 * Pictures, galleries, tables, formulas and embeds, each in its place.
 * @param {Show} show
 * @returns {StateField<Blocks>}
 */
export const showBlocks = (show) =>
  StateField.define({
    create: (state) => arrange(find(state, []), state, show),
    update({ found, decorations }, transaction) {
      const { state, startState, docChanged, changes, selection } = transaction;
      const update = { transactions: [transaction] };
      const kept = docChanged
        ? found.flatMap(({ from, to, kind, text }) => {
            const at = { from: changes.mapPos(from, 1), to: changes.mapPos(to, -1) };
            return at.to - at.from === text.length ? [Object.assign(at, { kind, text })] : [];
          })
        : found;
      if (isComposed(update)) return { found: kept, decorations: decorations.map(changes) };
      if (docChanged || syntaxTree(startState) !== syntaxTree(state))
        return arrange(find(state, kept), state, show);
      return isLook(update) || (selection && !isHeld(state))
        ? arrange(kept, state, show)
        : { found, decorations };
    },
    provide: (field) => EditorView.decorations.from(field, ({ decorations }) => decorations),
  });

/** @param {EditorState} state @param {Block[]} known  in what is not parsed yet, they stay @returns {Block[]} */
function find(state, known) {
  const tree = syntaxTree(state);
  const found = [];
  const cursor = tree.cursor();
  if (cursor.firstChild())
    do {
      const block = blockOf(state, cursor);
      if (block) found.push(block);
    } while (cursor.nextSibling());
  return [...found, ...known.filter(({ from }) => from >= tree.length)];
}

/** @param {EditorState} state @param {SyntaxNodeRef} node @returns {Block | null} */
function blockOf({ doc }, { name, from, to }) {
  const isParagraph =
    name === 'Paragraph' && /^(?:\[?!\[|<?https:)/.test(doc.sliceString(from, from + 7));
  if (!(isParagraph || name === 'Table' || name === 'FormulaBlock') || to - from > LONGEST)
    return null;
  const { from: start } = doc.lineAt(from);
  const text = doc.sliceString(start, to);
  const kind = isParagraph ? kindOf(text.trim()) : name === 'Table' ? 'table' : 'formula';
  return kind && doc.lineAt(to).to === to ? { from: start, to, kind, text } : null;
}

/** @param {string} text  of a paragraph @returns {Kind | null} */
function kindOf(text) {
  if (URL_ALONE.test(text)) return 'embed';
  const rest = text.replace(LINKED, '$1').replaceAll(PICTURE, '');
  if (rest.trim() !== '' || rest.length === text.length) return null;
  return /\)[^\S]*!\[/.test(text) ? 'gallery' : 'picture';
}

/** @param {Block[]} found @param {EditorState} state @param {Show} show @returns {Blocks} */
function arrange(found, state, show) {
  /** @type {RangeSetBuilder<Decoration>} */
  const builder = new RangeSetBuilder();
  for (const { from, to, kind, text } of found) {
    const widget = isNear(state, from, to) ? null : show(kind, text, true);
    if (widget) builder.add(from, to, Decoration.replace({ widget, block: true }));
  }
  return { found, decorations: builder.finish() };
}

/**
 * The arrow keys go into a block as they go into a line.
 * @param {StateField<Blocks>} field
 * @param {boolean} isDown
 * @returns {Command}
 */
export const goInto = (field, isDown) => (view) => {
  const { main } = view.state.selection;
  if (!main.empty) return false;
  const { head } = main;
  const line = view.state.doc.lineAt(head);
  const beside = isDown ? line.to + 1 : line.from - 1;
  const next = view.moveVertically(main, isDown).head;
  const isLeft = isDown ? next > line.to || next === head : next < line.from || next === head;
  let place = -1;
  view.state.field(field).decorations.between(beside, beside, (from, to) => {
    place = isDown ? from : to;
  });
  if (!isLeft || place < 0) return false;
  const anchor = isDown ? place : view.state.doc.lineAt(place).from;
  view.dispatch({ selection: { anchor }, scrollIntoView: true, userEvent: 'select' });
  return true;
};
