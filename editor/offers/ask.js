import { word } from '../../public/admin/words.js';

/** @typedef {{ name: string, label: string, type: 'number' | 'url', value: string, max?: number }} Field */

/**
 * Asks for a few values in a dialog.
 * @param {string} title
 * @param {Field[]} fields
 * @returns {Promise<Record<string, string> | null>} null: it was left
 */
export function ask(title, fields) {
  const dialog = document.createElement('dialog');
  const form = Object.assign(document.createElement('form'), { method: 'dialog' });
  const button = (/** @type {string} */ text, className = '') =>
    Object.assign(document.createElement('button'), { textContent: text, className });
  const heading = Object.assign(document.createElement('h2'), { textContent: title });
  const choice = Object.assign(document.createElement('p'), { className: 'choice' });
  const cancel = Object.assign(button(word('text.cancel')), { type: 'button' });
  cancel.addEventListener('click', () => dialog.close());
  choice.append(cancel, button(word('text.insert'), 'main'));
  form.append(heading, ...fields.map(toField), choice);
  dialog.className = 'asking';
  dialog.setAttribute('aria-label', title);
  dialog.append(form);
  document.body.append(dialog);
  dialog.showModal();
  // What is typed takes the place of what is proposed.
  form.querySelector('input')?.select();
  return new Promise((resolve) => {
    form.addEventListener('submit', (event) => {
      event.preventDefault();
      const values = [...new FormData(form)].map(([name, value]) => [name, String(value)]);
      resolve(Object.fromEntries(values));
      // Its event comes later: a key that is pressed until then would come before what is inserted.
      dialog.close();
    });
    dialog.addEventListener('close', () => {
      dialog.remove();
      resolve(null);
    });
  });
}

/** @param {Field} field */
function toField({ label, max, ...attributes }) {
  const input = Object.assign(document.createElement('input'), { required: true, ...attributes });
  if (max) Object.assign(input, { min: '1', max: String(max) });
  const shown = document.createElement('label');
  shown.append(label, ' ', input);
  return shown;
}
