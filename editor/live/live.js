import { syntaxTree } from '@codemirror/language';
import { Prec } from '@codemirror/state';
import { Decoration, keymap, ViewPlugin } from '@codemirror/view';
import { goInto, showBlocks } from './blocks.js';
import { numbersIn } from './footnotes.js';
import { hideMarks } from './marks.js';
import { attending, isComposed, isHeld, isLook, isNear, isUnread, look } from './near.js';
import { outline } from './outline.js';
import { Part } from './parts.js';
import { keepRendered } from './rendered.js';
/** @import { Extension, Range } from '@codemirror/state' */
/** @import { DecorationSet, EditorView, ViewUpdate } from '@codemirror/view' */
/** @import { Show } from './blocks.js' */
/** @import { Made } from './marks.js' */

/** Milliseconds without typing before the footnotes are counted again. */
const PAUSE = 400;

/** What is shown of a text whose marks step back. @param {CSSStyleSheet[]} sheets  of the blog @returns {Extension} */
export function steppedBack(sheets) {
  /** @type {EditorView | undefined} */
  let shownIn;
  const rendered = keepRendered(() => shownIn?.dispatch({ effects: look.of({}) }));
  /** @type {Show} */
  const show = (kind, text, isBlock) => {
    const made = rendered.of(text);
    return made?.html ? new Part(kind, text, made, isBlock, sheets) : null;
  };
  const blocks = showBlocks(show);

  const marks = ViewPlugin.fromClass(
    class {
      /** @param {EditorView} view */
      constructor(view) {
        this.view = shownIn = view;
        this.seen = view.viewport;
        this.numbers = numbersIn(view.state.doc.toString());
        this.decorations = this.make();
      }

      /** @param {ViewUpdate} update */
      update(update) {
        const { docChanged, viewportChanged, selectionSet, startState, state, changes } = update;
        if (docChanged) this.plan();
        const isWaiting = isUnread(update, this.seen);
        this.seen = this.view.viewport;
        if (isComposed(update) || this.view.composing || isWaiting) {
          // What is composed would be torn by what is made anew around it, and all marks would flash.
          this.decorations = this.decorations.map(changes);
          return;
        }
        const isParsed = syntaxTree(startState) !== syntaxTree(state);
        const isMoved = selectionSet && !isHeld(state);
        if (docChanged || viewportChanged || isMoved || isParsed || isLook(update))
          this.decorations = this.make();
      }

      destroy() {
        clearTimeout(this.timer);
        shownIn = undefined;
      }

      plan() {
        clearTimeout(this.timer);
        this.timer = setTimeout(() => {
          const before = [...this.numbers.keys()].join('\n');
          this.numbers = numbersIn(this.view.state.doc.toString());
          if ([...this.numbers.keys()].join('\n') !== before)
            this.view.dispatch({ effects: look.of({}) });
        }, PAUSE);
      }

      /** @returns {DecorationSet} */
      make() {
        const { state, visibleRanges, viewport } = this.view;
        const shown = state.field(blocks);
        /** @type {Set<string>} */
        const wanted = new Set();
        for (const { from, to, text } of state.field(outline).parts)
          if (from <= viewport.to && to >= viewport.from && !isNear(state, from, to)) want(text);
        /** @type {Range<Decoration>[]} */
        const ranges = [];
        /** @type {Made['put']} */
        const put = (decoration, from, to) => {
          if (from < to && (decoration.spec.class || isOneLine(from, to)))
            ranges.push(decoration.range(from, to));
        };
        // CodeMirror takes no other in the place of text from here.
        const isOneLine = (/** @type {number} */ from, /** @type {number} */ to) =>
          state.doc.lineAt(from).to >= to;
        hideMarks(state, visibleRanges, {
          put,
          numberOf: (label) => this.numbers.get(label) ?? '•',
          takes(name, from, to) {
            if (name === 'Formula' || name === 'Image') {
              if (isNear(state, from, to) || !isOneLine(from, to)) return true;
              const text = state.sliceDoc(from, to);
              const widget = show(name === 'Image' ? 'picture' : 'formula', text, false);
              if (widget) put(Decoration.replace({ widget }), from, to);
              else want(text);
              return true;
            }
            return (name === '' || name === 'Paragraph') && isCovered(shown, from, to);
          },
        });
        rendered.want(wanted);
        return Decoration.set(ranges, true);

        /** @param {string} text */
        function want(text) {
          if (text && !rendered.of(text)) wanted.add(text);
        }
      }
    },
    { decorations: ({ decorations }) => decorations },
  );
  const keys = [
    { key: 'ArrowDown', run: goInto(blocks, true) },
    { key: 'ArrowUp', run: goInto(blocks, false) },
  ];
  return [attending, blocks, marks, Prec.high(keymap.of(keys))];
}

/** @param {DecorationSet} shown @param {number} from @param {number} to */
function isCovered(shown, from, to) {
  let isIn = false;
  shown.between(from, to, (start, end) => {
    isIn ||= start <= from && to <= end;
  });
  return isIn;
}
