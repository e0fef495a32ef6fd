import { StateField } from '@codemirror/state';
import { Decoration, EditorView } from '@codemirror/view';
import { isComposed, isHeld, isLook, isNear } from './near.js';
import { outline } from './outline.js';
/** @import { EditorState } from '@codemirror/state' */
/** @import { Command, DecorationSet } from '@codemirror/view' */
/** @import { Block } from './outline.js' */
/** @import { Kind, Part } from './parts.js' */

/**
 * @typedef {(kind: Kind, text: string, isBlock: boolean) => Part | null} Show  null: it is not known yet, or stays text
 */

/**
 * Pictures, galleries, tables, formulas and embeds, each in its place.
 * @param {Show} show
 * @returns {StateField<DecorationSet>}
 */
export const showBlocks = (show) =>
  StateField.define({
    create: (state) => arranged(Decoration.none, state, show),
    update(present, transaction) {
      const { state, startState, changes, selection } = transaction;
      const update = { transactions: [transaction] };
      const kept = present.map(changes);
      if (isComposed(update)) return kept;
      const isOther = startState.field(outline) !== state.field(outline);
      return isOther || isLook(update) || (selection && !isHeld(state))
        ? arranged(kept, state, show)
        : kept;
    },
    provide: (field) => EditorView.decorations.from(field),
  });

/**
 * @param {DecorationSet} present
 * @param {EditorState} state
 * @param {Show} show
 * @returns {DecorationSet} what is the same stays, so that CodeMirror has little to compare
 */
function arranged(present, state, show) {
  /** @type {Map<number, Block>} by where they begin */
  const wanted = new Map();
  for (const part of state.field(outline).parts)
    if (part.kind !== 'heading' && !isNear(state, part.from, part.to)) wanted.set(part.from, part);
  /** @type {[from: number, to: number][]} */
  const gone = [];
  for (const cursor = present.iter(); cursor.value; cursor.next()) {
    const { from, to, value } = cursor;
    const block = wanted.get(from);
    if (block?.to === to && value.spec.widget.text === block.text) wanted.delete(from);
    else gone.push([from, to]);
  }
  const starts = new Set(gone.map(([from]) => from));
  const kept =
    gone.length === 0
      ? present
      : present.update({
          filterFrom: gone[0][0],
          filterTo: gone[gone.length - 1][1],
          filter: (from) => !starts.has(from),
        });
  const add = [...wanted.values()].flatMap(({ from, to, kind, text }) => {
    const widget = show(kind, text, true);
    return widget ? [Decoration.replace({ widget, block: true }).range(from, to)] : [];
  });
  return add.length > 0 ? kept.update({ add }) : kept;
}
/**
 * The arrow keys go into a block as they go into a line.
 * @param {StateField<DecorationSet>} field
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
  view.state.field(field).between(beside, beside, (from, to) => {
    place = isDown ? from : to;
  });
  if (!isLeft || place < 0) return false;
  const anchor = isDown ? place : view.state.doc.lineAt(place).from;
  view.dispatch({ selection: { anchor }, scrollIntoView: true, userEvent: 'select' });
  return true;
};
