import { EditorView } from '@codemirror/view';

/**
 * The bar lies over the text at the top, and on a phone the toolbar above the keyboard: the cursor stays clear of them.
 */
export const clearOfBars = EditorView.scrollMargins.of((view) => {
  const heightOf = (/** @type {string} */ name) => {
    const bar = view.dom.closest('form')?.querySelector(name);
    return bar && /fixed|sticky/.test(getComputedStyle(bar).position) ? bar.clientHeight + 8 : 0;
  };
  const top = heightOf('.bar');
  const tools = heightOf('[data-tools]');
  const bottom = tools && tools + keyboard();
  // Where the text begins below the bar nothing is covered, and what is offered there is seen.
  const text = view.scrollDOM.getBoundingClientRect();
  return {
    top: Math.max(0, Math.min(top, top - text.top)),
    bottom: Math.max(0, Math.min(bottom, text.bottom - window.innerHeight + bottom)),
  };
});

/** @returns {number} pixels of the window that the keyboard on the screen covers */
const keyboard = () => {
  const { visualViewport: seen, innerHeight } = window;
  return seen ? Math.max(0, Math.round(innerHeight - seen.height - seen.offsetTop)) : 0;
};

/** Tells the style sheet how high the keyboard is, and where what is seen begins. @param {HTMLFormElement} form */
export function followKeyboard(form) {
  const tell = () => {
    form.style.setProperty('--keyboard', `${keyboard()}px`);
    form.style.setProperty('--seen-top', `${window.visualViewport?.offsetTop ?? 0}px`);
  };
  // The text keeps the focus: without it the bar would go from under the finger.
  form.querySelector('.bar')?.addEventListener('pointerdown', (event) => event.preventDefault());
  for (const kind of ['resize', 'scroll']) window.visualViewport?.addEventListener(kind, tell);
  tell();
}
