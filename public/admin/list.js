/**
 * Moves through the rows of a list by keys: j and k to the next and previous one, x selects it, and Enter opens the
 * link that has the focus, as everywhere.
 * @param {HTMLElement} list
 */
export function startList(list) {
  const links = () => [...list.querySelectorAll('[data-open]')];

  const form = list.closest('form');
  const help = document.getElementById('bulk-help');
  const said = help?.textContent;
  form?.addEventListener('change', count);
  form?.addEventListener('click', () => setTimeout(count));
  count();
  const keys = document.querySelector('[data-keys]');
  if (keys) keys.hidden = false;

  document.addEventListener('keydown', (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
    if (event.key === 'j') move(1);
    else if (event.key === 'k') move(-1);
    else if (event.key === 'x') select();
    else return;
    event.preventDefault();
  });

  /** Says how many are selected, beside what can be done with them. */
  function count() {
    const { length } = list.querySelectorAll('li :checked:enabled');
    if (help) help.textContent = length > 0 ? `${length} selected:` : said;
  }

  /** @param {1 | -1} step */
  function move(step) {
    const all = links();
    const row = document.activeElement?.closest('li');
    const here = all.findIndex((link) => link.closest('li') === row);
    const next = all[here < 0 ? 0 : here + step];
    next?.focus();
    next?.closest('li').scrollIntoView({ block: 'nearest' });
  }

  function select() {
    const row = document.activeElement?.closest('li');
    const box = row && list.contains(row) && row.querySelector('[type=checkbox]:enabled');
    if (box) box.click();
  }
}

/** @param {Element} target */
const isTyping = (target) =>
  target.matches('input:not([type=checkbox]), textarea, select, [contenteditable]');
