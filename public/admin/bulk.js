/** Milliseconds from one look to the next. */
const EVERY = 1000;

/**
 * Shows how a change of many posts goes on, and what became of it. The server says it, as it does without JavaScript.
 * @param {HTMLElement} form
 */
export function startBulk(form) {
  if ('busy' in form.dataset) setTimeout(look, EVERY);

  async function look() {
    const next = await ask().catch(() => form);
    if (next !== form && !(next && 'busy' in next.dataset)) return finish(next);
    for (const selector of ['progress', '[data-progress]'])
      form.querySelector(selector).replaceWith(next.querySelector(selector).cloneNode(true));
    setTimeout(look, EVERY);
  }

  /** @returns {Promise<HTMLElement | null>} what the page would begin with now */
  async function ask() {
    const answer = await fetch(location.href);
    if (answer.redirected) location.reload();
    if (!answer.ok) throw new Error(answer.statusText);
    const page = new DOMParser().parseFromString(await answer.text(), 'text/html');
    return page.querySelector('[data-bulk]');
  }

  /** The list is another one now, but what somebody has chosen meanwhile stays. @param {HTMLElement | null} next */
  function finish(next) {
    if (document.querySelector('.pick :checked:enabled') && next) form.replaceWith(next);
    else location.reload();
  }
}
