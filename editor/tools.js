import { startCompletion } from '@codemirror/autocomplete';
import { toggleLines } from './text/lines.js';
import { toggleLink } from './text/links.js';
import { toggleMark } from './text/marks.js';
/** @import { EditorView, Command } from '@codemirror/view' */

/** What the buttons do. @type {Record<string, Command>} */
const tools = {
  bold: toggleMark('bold'),
  italic: toggleMark('italic'),
  code: toggleMark('code'),
  link: toggleLink,
  heading: toggleLines('heading2'),
  quote: toggleLines('quote'),
  list: toggleLines('list'),
  add: startCompletion,
};

/**
 * The toolbar, which is one stop of the Tab key.
 * @param {HTMLFormElement} form
 * @param {EditorView} view
 */
export function startTools(form, view) {
  const bar = /** @type {HTMLElement} */ (form.querySelector('[data-tools]'));
  const buttons = [...bar.querySelectorAll('button')];
  bar.hidden = false;
  buttons.forEach((button, place) => {
    const run = tools[button.dataset.tool ?? ''];
    button.tabIndex = place === 0 ? 0 : -1;
    // The text keeps the focus, and a phone its keyboard.
    button.addEventListener('pointerdown', (event) => event.preventDefault());
    if (!run) return;
    button.addEventListener('click', () => {
      view.focus();
      run(view);
    });
  });
  bar.addEventListener('keydown', (event) => walk(event, buttons));
}

/** @param {KeyboardEvent} event @param {HTMLButtonElement[]} buttons */
function walk(event, buttons) {
  const place = buttons.findIndex((button) => button === document.activeElement);
  /** @type {Record<string, number>} */
  const steps = { ArrowRight: place + 1, ArrowLeft: place - 1, Home: 0, End: buttons.length - 1 };
  if (!(event.key in steps)) return;
  event.preventDefault();
  const next = buttons.at(steps[event.key] % buttons.length);
  buttons.forEach((button) => (button.tabIndex = button === next ? 0 : -1));
  next?.focus();
}
