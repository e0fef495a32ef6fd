/**
 * Keys that save, publish and go on to the next field.
 * @param {HTMLFormElement} form
 * @param {import('./saver.js').Saver} saver
 */
export function startShortcuts(form, saver) {
  // What is published changes when its author says so, and not by a habit of the hand.
  const save = () =>
    form.dataset.state === 'draft'
      ? form.querySelector('[data-main="save"]').click()
      : saver.keep();
  document.addEventListener('keydown', (event) => {
    if (!(event.ctrlKey || event.metaKey) || event.shiftKey || event.altKey) return;
    if (event.code === 'KeyS') save();
    else if (event.code === 'Enter') form.querySelector('.bar .main').click();
    else return;
    event.preventDefault();
  });
  for (const input of form.querySelectorAll('input:not([type="hidden"])'))
    input.addEventListener('keydown', (event) => {
      if (event.key !== 'Enter' || event.ctrlKey || event.metaKey || event.isComposing) return;
      event.preventDefault();
      if (input.name === 'title') form.elements.markdown.focus();
    });
}
