/** Milliseconds from one look to the next; looks. */
const EVERY = 1000;
const LOOKS = 60;

/**
 * Adds to what was done when the networks in front show it too.
 * @param {HTMLElement} said
 */
export function startTold(said) {
  const url = `/admin/networks?since=${encodeURIComponent(said.dataset.liveSince)}`;
  let looks = 0;
  setTimeout(look, EVERY);

  async function look() {
    const answer = await fetch(url, { headers: { Accept: 'application/json' } }).catch(() => null);
    const { isLive, text } = answer?.ok ? await answer.json() : { isLive: false, text: '' };
    if (isLive) said.append(` · ${text}`);
    else if (++looks < LOOKS) setTimeout(look, EVERY);
  }
}
