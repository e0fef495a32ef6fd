import { word } from './words.js';
/** Milliseconds without typing after which the server is asked. */
const PAUSE = 100;

/**
 * Offers tags of the blog while one is typed: a combobox with a list (ARIA Authoring Practices Guide). Without an
 * answer the field is what it was.
 * @param {HTMLInputElement} input of tags, separated by commas, or of one (`data-tags="one"`)
 */
export function startTags(input) {
  const list = Object.assign(document.createElement('ul'), {
    id: `${input.id}-offered`,
    hidden: true,
  });
  const attributes = { role: 'combobox', 'aria-autocomplete': 'list', 'aria-expanded': 'false' };
  for (const [name, value] of Object.entries({ ...attributes, 'aria-controls': list.id }))
    input.setAttribute(name, value);
  list.className = 'offered';
  list.setAttribute('role', 'listbox');
  list.setAttribute('aria-label', word('tagging.ofThisBlog'));
  input.after(list);
  let active = -1;
  let timer = 0;
  let asked = 0;

  input.addEventListener('input', () => {
    clearTimeout(timer);
    timer = setTimeout(ask, PAUSE);
  });
  input.addEventListener('keydown', onKey);
  input.addEventListener('blur', close);
  // The input keeps the focus.
  list.addEventListener('pointerdown', (event) => event.preventDefault());
  list.addEventListener('click', ({ target }) => {
    const option = target.closest('[role="option"]');
    if (option) take(option);
  });

  async function ask() {
    const number = ++asked;
    const { typed, others } = parts();
    if (!typed) return close();
    const answer = await fetch(`/admin/tag-names?start=${encodeURIComponent(typed)}`).catch(
      () => null,
    );
    const names = answer?.ok && !answer.redirected ? await answer.json() : [];
    if (number !== asked || document.activeElement !== input) return;
    show(names.filter((name) => name !== typed && !others.includes(name)));
  }

  /** What is typed at the cursor, between two commas. */
  function parts() {
    const { value, selectionStart: cursor } = input;
    const start = value.lastIndexOf(',', cursor - 1) + 1;
    const comma = value.indexOf(',', cursor);
    const end = comma < 0 ? value.length : comma;
    const others = `${value.slice(0, start)},${value.slice(end)}`.split(',');
    const typed = value.slice(start, end).trim();
    return { start, end, typed, others: others.map((each) => each.trim()) };
  }

  /** @param {string[]} names */
  function show(names) {
    list.replaceChildren(
      ...names.map((name, place) => {
        const option = Object.assign(document.createElement('li'), {
          id: `${input.id}-${place}`,
          dir: 'auto',
        });
        option.setAttribute('role', 'option');
        option.textContent = name;
        return option;
      }),
    );
    list.hidden = names.length === 0;
    input.setAttribute('aria-expanded', String(!list.hidden));
    choose(-1);
  }

  function close() {
    clearTimeout(timer);
    asked++;
    show([]);
  }

  /** @param {number} place −1: none */
  function choose(place) {
    active = place;
    [...list.children].forEach((option, at) =>
      option.setAttribute('aria-selected', String(at === place)),
    );
    if (place < 0) input.removeAttribute('aria-activedescendant');
    else input.setAttribute('aria-activedescendant', list.children[place].id);
  }

  /** @param {KeyboardEvent} event */
  function onKey(event) {
    const { length } = list.children;
    if (list.hidden || event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
    if (event.key === 'ArrowDown') choose((active + 1) % length);
    else if (event.key === 'ArrowUp') choose(active <= 0 ? length - 1 : active - 1);
    else if (event.key === 'Enter' && active >= 0) take(list.children[active]);
    else if (event.key === 'Escape') close();
    else return;
    event.preventDefault();
  }

  /** @param {Element} option */
  function take(option) {
    const { start, end } = parts();
    const before = start > 0 ? ' ' : '';
    const after = end === input.value.length && input.dataset.tags !== 'one' ? ', ' : '';
    input.setRangeText(before + option.textContent + after, start, end, 'end');
    input.dispatchEvent(new Event('input', { bubbles: true }));
    close();
  }
}
