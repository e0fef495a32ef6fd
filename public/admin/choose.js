import { word } from './words.js';
/**
 * Ticks all boxes of a form, or none, where without a script the link leads to the same page with its boxes ticked.
 * @param {HTMLAnchorElement} link
 */
export function startChoosing(link) {
  const form = link.closest('form');
  const boxes = [...form.querySelectorAll('input[type="checkbox"]')];
  const areAll = () => boxes.every((box) => box.checked);
  const name = () => {
    link.textContent = areAll() ? word('choosing.none') : word('choosing.allOnThisPage');
  };
  const choose = (event) => {
    event.preventDefault();
    const checked = !areAll();
    for (const box of boxes) box.checked = checked;
    name();
  };
  link.setAttribute('role', 'button');
  link.addEventListener('click', choose);
  link.addEventListener('keydown', (event) => event.key === ' ' && choose(event));
  form.addEventListener('change', name);
  // The browser may have kept what was ticked before a reload.
  name();
}
