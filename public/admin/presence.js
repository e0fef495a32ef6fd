/** Milliseconds from one word to the next while the page is seen. */
const EVERY = 20_000;
/** Milliseconds after which a page that was hidden is behind others, and not on its way to another. */
const SETTLED = 1000;

/**
 * Tells the blog that this post is open here, and shows who else has it open.
 * @param {HTMLFormElement} form
 */
export function startPresence(form) {
  const place = form.querySelector('[data-others]');
  const page = [...crypto.getRandomValues(new Uint32Array(2))].join('-');
  let timer = 0;
  document.addEventListener('visibilitychange', () => plan(document.hidden ? SETTLED : 0));
  window.addEventListener('pageshow', ({ persisted }) => persisted && plan(0));
  window.addEventListener('pagehide', () => {
    clearTimeout(timer);
    navigator.sendBeacon('/admin/presence', wordOf('left'));
  });
  plan(0);

  function plan(pause) {
    clearTimeout(timer);
    timer = setTimeout(tell, pause);
  }

  async function tell() {
    if (!document.hidden) plan(EVERY);
    // Before it is saved for the first time, nobody else can open it.
    if (form.hasAttribute('data-new')) return;
    const body = wordOf(document.hidden ? 'hidden' : 'seen');
    const headers = { Accept: 'application/json' };
    const answer = await fetch('/admin/presence', { method: 'POST', headers, body }).catch(
      () => null,
    );
    if (!answer?.ok || answer.redirected) return;
    const { others } = await answer.json();
    if (place.textContent !== others) place.textContent = others;
  }

  /** @param {'seen' | 'hidden' | 'left'} how @returns {URLSearchParams} */
  function wordOf(how) {
    return new URLSearchParams({ id: form.elements.id.value, page, [how]: '' });
  }
}
