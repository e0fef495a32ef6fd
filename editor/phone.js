import { EditorView } from '@codemirror/view';

/** The toolbar of a phone lies over the text, above the keyboard: the cursor stays clear of it. */
export const clearOfToolbar = EditorView.scrollMargins.of((view) => {
  const tools = view.dom.closest('form')?.querySelector('[data-tools]');
  const isOver = tools && getComputedStyle(tools).position === 'fixed';
  return isOver ? { bottom: tools.clientHeight + keyboard() + 8 } : {};
});

/** @returns {number} pixels of the window that the keyboard on the screen covers */
const keyboard = () => {
  const { visualViewport: seen, innerHeight } = window;
  return seen ? Math.max(0, Math.round(innerHeight - seen.height - seen.offsetTop)) : 0;
};

/** Tells the style sheet how high the keyboard is. @param {HTMLFormElement} form */
export function followKeyboard(form) {
  const tell = () => form.style.setProperty('--keyboard', `${keyboard()}px`);
  for (const kind of ['resize', 'scroll']) window.visualViewport?.addEventListener(kind, tell);
  tell();
}
