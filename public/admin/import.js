/** Milliseconds from one look to the next, and at most after errors. */
const EVERY = 1000;
const LONGEST = 30_000;

/**
 * Shows how an import goes on, until it needs its owner again. The server says it, as it does without JavaScript.
 * @param {HTMLElement} section
 */
export function startImport(section) {
  const stage = document.querySelector('[data-stage]');
  let pause = EVERY;
  if ('busy' in section.dataset) setTimeout(look, pause);

  async function look() {
    try {
      const answer = await fetch('/admin/import');
      if (answer.redirected) return location.reload();
      if (!answer.ok) throw new Error(answer.statusText);
      show(new DOMParser().parseFromString(await answer.text(), 'text/html'));
      pause = EVERY;
    } catch {
      pause = Math.min(2 * pause, LONGEST);
    }
    if ('busy' in section.dataset) setTimeout(look, pause);
  }

  /** @param {Document} page */
  function show(page) {
    const next = page.querySelector('[data-import]');
    const heading = headingOf(next);
    if (headingOf(section) === heading && 'busy' in next.dataset) return showProgress(next);
    const hadFocus = section.contains(document.activeElement);
    section.replaceChildren(...next.childNodes);
    if (hadFocus) focus(section.querySelector('h2'));
    section.toggleAttribute('data-busy', 'busy' in next.dataset);
    stage.textContent = heading;
  }

  /** Nothing else changes, so that the focus stays where it is. @param {HTMLElement} next */
  function showProgress(next) {
    for (const selector of ['progress', '[data-progress]']) {
      const [here, there] = [section.querySelector(selector), next.querySelector(selector)];
      for (const { name, value } of there.attributes) here.setAttribute(name, value);
      if (here.textContent !== there.textContent) here.textContent = there.textContent;
    }
  }
}

/** What had the focus is gone. @param {HTMLElement | null} heading */
function focus(heading) {
  heading?.setAttribute('tabindex', '-1');
  heading?.focus();
}

/** @param {Element} section */
const headingOf = (section) => section.querySelector('h2')?.textContent ?? '';
