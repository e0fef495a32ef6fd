import { Compartment, StateEffect } from '@codemirror/state';
import { steppedBack } from './live.js';
import { lookOfPage } from './page.js';
/** @import { EditorView } from '@codemirror/view' */

const KEPT = 'larder-editor-marks';

/**
 * The marks step back, unless one wants to see them all; the browser remembers it.
 * @param {HTMLFormElement} form
 * @param {EditorView} view
 */
export function startSwitch(form, view) {
  const button = /** @type {HTMLElement} */ (form.querySelector('[data-marks]'));
  const place = new Compartment();
  const extension = steppedBack(lookOfPage(form, view));
  let isShown = localStorage.getItem(KEPT) === 'yes';
  const extensionNow = () => (isShown ? [] : extension);
  view.dispatch({ effects: StateEffect.appendConfig.of(place.of(extensionNow())) });
  const say = () => {
    button.setAttribute('aria-pressed', String(isShown));
    view.dom.classList.toggle('is-marked', isShown);
  };
  const toggle = () => {
    isShown = !isShown;
    localStorage.setItem(KEPT, isShown ? 'yes' : 'no');
    view.dispatch({ effects: place.reconfigure(extensionNow()) });
    say();
  };
  button.addEventListener('click', () => {
    toggle();
    view.focus();
  });
  view.contentDOM.addEventListener('keydown', (event) => {
    if (!(event.ctrlKey || event.metaKey) || event.altKey || event.key !== '/') return;
    event.preventDefault();
    toggle();
  });
  say();
}
