import { WidgetType } from '@codemirror/view';
import { word } from '../../public/admin/words.js';
/** @import { Line, StateCommand, TransactionSpec } from '@codemirror/state' */
/** @import { EditorView } from '@codemirror/view' */

/** Characters that stand in the place of a mark: a bullet, a number. */
export class Sign extends WidgetType {
  /** @param {string} text @param {string} className @param {{ label?: string, tag?: string }} [more] */
  constructor(text, className, { label = '', tag = 'span' } = {}) {
    super();
    this.text = text;
    this.className = className;
    this.label = label;
    this.tag = tag;
  }

  /** @param {Sign} other */
  eq({ text, className, label }) {
    return text === this.text && className === this.className && label === this.label;
  }

  toDOM() {
    const { text, className, label, tag } = this;
    // It says nothing of the direction of its line.
    const dom = Object.assign(document.createElement(tag), { className, dir: 'auto' });
    dom.textContent = text;
    if (label) {
      dom.setAttribute('role', 'img');
      dom.setAttribute('aria-label', label);
    }
    return dom;
  }

  ignoreEvent() {
    return false;
  }
}

/** The box of a task. */
export class Tick extends WidgetType {
  /** @param {boolean} isDone */
  constructor(isDone) {
    super();
    this.isDone = isDone;
  }

  /** @param {Tick} other */
  eq({ isDone }) {
    return isDone === this.isDone;
  }

  /** @param {EditorView} view */
  toDOM(view) {
    const dom = Object.assign(document.createElement('span'), { className: 'md-bullet' });
    const box = Object.assign(document.createElement('input'), {
      type: 'checkbox',
      checked: this.isDone,
      tabIndex: -1,
    });
    box.setAttribute('aria-label', word('text.taskDone'));
    // The text keeps the focus, and a phone its keyboard.
    box.addEventListener('mousedown', (event) => event.preventDefault());
    box.addEventListener('click', (event) => {
      event.preventDefault();
      view.dispatch(tick([view.state.doc.lineAt(view.posAtDOM(dom))]));
    });
    dom.append(box);
    return dom;
  }

  ignoreEvent() {
    return true;
  }
}

const TASK = /^([\s>]*(?:[-*+]|\d{1,9}[.)])[ \t]+\[)([ xX])(?=\][ \t])/;

/** @param {Line[]} lines @returns {TransactionSpec} ticks those that are tasks, or takes the tick away */
const tick = (lines) => ({
  changes: lines.flatMap(({ from, text }) => {
    const [, before, sign] = TASK.exec(text) ?? [];
    if (before === undefined) return [];
    const at = from + before.length;
    return [{ from: at, to: at + 1, insert: sign === ' ' ? 'x' : ' ' }];
  }),
  userEvent: 'input',
});

/** Ticks the task at the cursor. @type {StateCommand} */
export const tickTask = ({ state, dispatch }) => {
  const lines = state.selection.ranges.map(({ head }) => state.doc.lineAt(head));
  if (!lines.some(({ text }) => TASK.test(text))) return false;
  dispatch(state.update(tick(lines)));
  return true;
};
