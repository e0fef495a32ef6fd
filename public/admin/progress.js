/** Milliseconds from one look to the next, and at most after errors. */
const EVERY = 2000;
const LONGEST = 30_000;

/**
 * Shows how mailings go on. The server says it, as it does without JavaScript.
 * @param {HTMLElement} section
 */
export function startProgress(section) {
  let pause = EVERY;
  if ('busy' in section.dataset) setTimeout(look, pause);

  async function look() {
    try {
      if (!document.hidden) show(await ask());
      pause = EVERY;
    } catch {
      pause = Math.min(2 * pause, LONGEST);
    }
    if ('busy' in section.dataset) setTimeout(look, pause);
  }

  /** @returns {Promise<HTMLElement>} the same part of the page, as it is now */
  async function ask() {
    const answer = await fetch(location.pathname);
    if (answer.redirected) location.reload();
    if (!answer.ok) throw new Error(answer.statusText);
    const page = new DOMParser().parseFromString(await answer.text(), 'text/html');
    return page.querySelector('[data-progress-of]');
  }

  /** What somebody is about to press stays where it is. @param {HTMLElement} next */
  function show(next) {
    section.toggleAttribute('data-busy', 'busy' in next.dataset);
    const rows = [section, next].map((each) => [...each.querySelectorAll('.meta, progress')]);
    const isSame = rows[0].length === rows[1].length && 'busy' in next.dataset;
    if (!isSame) return section.replaceChildren(...next.childNodes);
    rows[0].forEach((here, place) => here.replaceWith(rows[1][place]));
  }
}
