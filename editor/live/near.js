import { syntaxTree } from '@codemirror/language';
import { StateEffect, StateField } from '@codemirror/state';
import { EditorView, ViewPlugin } from '@codemirror/view';
/** @import { EditorState, Extension } from '@codemirror/state' */
/** @import { ViewUpdate } from '@codemirror/view' */

/**
 * @typedef {{ isAwake?: boolean, isHeld?: boolean }} Attention  `isAwake`: the text has had the focus; `isHeld`: a
 *   button of the mouse is down, and what moved under it would be chosen
 */

/** Has what is shown made anew. @type {import('@codemirror/state').StateEffectType<Attention>} */
export const look = StateEffect.define();

/** @type {StateField<Attention>} */
const attention = StateField.define({
  create: () => ({}),
  update: (present, { effects }) =>
    effects.reduce(
      (known, effect) => (effect.is(look) ? Object.assign({}, known, effect.value) : known),
      present,
    ),
});

/**
 * @param {EditorState} state
 * @param {number} from
 * @param {number} to
 * @returns {boolean} whether one is there; what lies between the ends of a choice stays as it is
 */
export function isNear(state, from, to) {
  const isIn = (/** @type {number} */ pos) => from <= pos && pos <= to;
  const { ranges } = state.selection;
  return isAwake(state) && ranges.some(({ anchor, head }) => isIn(anchor) || isIn(head));
}

/** @param {EditorState} state */
const isAwake = (state) => state.field(attention).isAwake ?? false;

/** @param {EditorState} state @returns {boolean} */
export const isHeld = (state) => state.field(attention).isHeld ?? false;

/** @param {Pick<ViewUpdate, 'transactions'>} update @returns {boolean} whether an input method composes */
export const isComposed = ({ transactions }) =>
  transactions.some((each) => each.isUserEvent('input.type.compose'));

/** @param {Pick<ViewUpdate, 'transactions'>} update @returns {boolean} */
export const isLook = ({ transactions }) =>
  transactions.some(({ effects }) => effects.some((effect) => effect.is(look)));

/**
 * @param {ViewUpdate} update
 * @param {{ from: number, to: number }} before  what was seen
 * @returns {boolean} whether a slow machine has yet to read what is seen, and it was seen before
 */
export const isUnread = ({ changes, state, view: { viewport } }, before) =>
  syntaxTree(state).length < viewport.to &&
  changes.mapPos(before.from, -1) <= viewport.from &&
  changes.mapPos(before.to, 1) >= viewport.to;

/** Knows where one is, and tells when that is settled. @type {Extension} */
export const attending = [
  attention,
  ViewPlugin.define((view) => {
    const say = (/** @type {Attention} */ value) => view.dispatch({ effects: look.of(value) });
    const release = () => isHeld(view.state) && say({ isHeld: false });
    const kinds = ['mouseup', 'dragend', 'blur'];
    for (const kind of kinds) window.addEventListener(kind, release);
    return {
      destroy() {
        for (const kind of kinds) window.removeEventListener(kind, release);
      },
    };
  }),
  EditorView.domEventObservers({
    mousedown: ({ button }, view) =>
      void (button === 0 && view.dispatch({ effects: look.of({ isHeld: true }) })),
    focus: (_, view) =>
      void (isAwake(view.state) || view.dispatch({ effects: look.of({ isAwake: true }) })),
    // What was composed is in the text only then.
    compositionend: (_, view) => void setTimeout(() => view.dispatch({ effects: look.of({}) })),
  }),
];
