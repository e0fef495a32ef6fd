/** What the browser does itself: another page comes in any case. */
const plain = new Set(['delete', 'merge', 'drop']);

/**
 * Saves without leaving the page where that can be, so that no connection and no mistake can cost a word.
 * @param {HTMLFormElement} form
 * @param {import('./saver.js').Saver} saver
 */
export function startSubmitting(form, saver) {
  const wasNew = form.hasAttribute('data-new');
  /** @type {HTMLElement | null} */
  let passing = null;

  form.addEventListener('submit', (event) => {
    const { submitter } = event;
    if (submitter?.formTarget || passing === submitter) return;
    event.preventDefault();
    const action = submitter?.value || 'save';
    if (plain.has(action)) pass(submitter);
    else save(action, submitter);
  });

  for (const button of document.querySelectorAll('[data-forget]'))
    button.addEventListener('click', () => {
      saver.forget();
      saver.leave();
    });

  async function save(action, submitter) {
    const isOrdered = form.elements.sendByEmail?.checked;
    const result = await saver.send(action);
    const { status, answer } = result;
    if (status === 409) return pass(submitter);
    if (status !== 200) {
      saver.explain(result);
      return form.querySelector('[aria-invalid="true"]')?.focus();
    }
    saver.forgetSaved();
    // Files on their way would be lost.
    const stays = !wasNew || (action === 'save' && form.querySelector('.uploads'));
    if (stays && answer.state === form.dataset.state && !(isOrdered && action !== 'autosave')) {
      if (saver.isUnsaved()) return;
      return saver.say(answer.said?.text ?? answer.saved, { link: answer.said?.link });
    }
    saver.leave();
    location.assign(`${answer.path}?done=${answer.done}`);
  }

  /** Lets the browser send the form itself, after whatever is under way. */
  async function pass(submitter) {
    await saver.settled();
    // While a form is being sent, it does not take another order.
    await new Promise((resolve) => setTimeout(resolve));
    saver.leave();
    passing = submitter;
    form.requestSubmit(submitter);
  }
}
