import { word } from './words.js';
/**
 * Puts a button beside a field whose text one takes elsewhere.
 * @param {HTMLInputElement} field
 */
export function startCopying(field) {
  const button = Object.assign(document.createElement('button'), { type: 'button' });
  button.textContent = word('copying.copy');
  const name = field.labels[0]?.textContent ?? field.getAttribute('aria-label');
  button.setAttribute('aria-label', `${word('copying.copy')}: ${name}`);
  const line = Object.assign(document.createElement('div'), { className: 'copying' });
  field.replaceWith(line);
  line.append(field, button);
  field.addEventListener('focus', () => field.select());
  button.addEventListener('click', () => {
    field.select();
    // Where the blog is not on https, browsers have no other way.
    const isCopied = document.execCommand('copy');
    button.textContent = isCopied ? word('copying.copied') : word('copying.pressKeys');
    button.removeAttribute('aria-label');
    setTimeout(() => {
      button.textContent = word('copying.copy');
      button.setAttribute('aria-label', `${word('copying.copy')}: ${name}`);
    }, 2000);
  });
}
