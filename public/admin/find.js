import { word } from './words.js';
/** Milliseconds without typing after which the server is asked. */
const PAUSE = 80;

/**
 * The search of the admin pages: a dialog over any of them, by a button or Ctrl+K, with a combobox and its list (ARIA
 * Authoring Practices Guide).
 * @param {Iterable<HTMLButtonElement>} buttons
 */
export function startFinding(buttons) {
  const [button] = buttons;
  const [sprite] = button.querySelector('use').getAttribute('href').split('#');
  const { dialog, input, list, state } = makeDialog(sprite);
  let active = -1;
  let timer = 0;
  let asked = 0;

  for (const each of buttons) {
    each.hidden = false;
    each.setAttribute('aria-keyshortcuts', 'Control+K Meta+K');
    each.addEventListener('click', open);
  }
  addEventListener('keydown', (event) => {
    if (event.defaultPrevented || event.key.toLowerCase() !== 'k') return;
    if (!(event.ctrlKey || event.metaKey) || event.shiftKey || event.altKey) return;
    event.preventDefault();
    if (dialog.open) dialog.close();
    else open();
  });
  dialog.addEventListener('click', ({ target }) => {
    if (target === dialog) dialog.close();
  });
  input.addEventListener('input', () => {
    clearTimeout(timer);
    timer = setTimeout(ask, PAUSE);
  });
  input.addEventListener('keydown', onKey);
  list.addEventListener('pointerdown', (event) => event.preventDefault());
  list.addEventListener('pointermove', ({ target }) => {
    const place = [...list.children].indexOf(target.closest('[role=option]'));
    if (place >= 0 && place !== active) mark(place);
  });
  list.addEventListener('click', (event) => go(event));

  function open() {
    if (dialog.open) return;
    document.getElementById('menu')?.hidePopover?.();
    input.value = '';
    dialog.showModal();
    ask();
  }

  async function ask() {
    const mine = ++asked;
    try {
      const query = new URLSearchParams({ q: input.value.trim() });
      const answer = await fetch(`/admin/find?${query}`, {
        headers: { Accept: 'application/json' },
      });
      if (!answer.ok) throw new Error(answer.statusText);
      const found = await answer.json();
      if (mine === asked) show(found);
    } catch {
      if (mine === asked) show([], word('find.noConnectionOrSignedOut'));
    }
  }

  /** @param {object[]} found @param {string} [problem] */
  function show(found, problem) {
    list.replaceChildren(...found.map((each, place) => makeOption(each, place, sprite)));
    list.scrollTop = 0;
    state.textContent =
      problem ??
      (found.length > 0 ? word('find.found', { count: found.length }) : word('find.nothingFound'));
    state.classList.toggle('hidden', found.length > 0);
    mark(found.length > 0 ? 0 : -1);
  }

  /** @param {number} place */
  function mark(place) {
    list.children[active]?.setAttribute('aria-selected', 'false');
    active = place;
    const option = list.children[place];
    option?.setAttribute('aria-selected', 'true');
    option?.scrollIntoView({ block: 'nearest' });
    if (option) input.setAttribute('aria-activedescendant', option.id);
    else input.removeAttribute('aria-activedescendant');
  }

  function onKey(event) {
    if (event.isComposing) return;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const { length } = list.children;
    if (step && length > 0) mark((active + step + length) % length);
    else if (event.key === 'Enter') go(event);
    else return;
    event.preventDefault();
  }

  /** With Ctrl to where readers see it, with Shift into another tab. @param {MouseEvent | KeyboardEvent} event */
  function go({ ctrlKey, metaKey, shiftKey }) {
    const { url, view, publish } = list.children[active]?.dataset ?? {};
    if (publish) return publishAt(url, publish);
    const where = (ctrlKey || metaKey) && view ? view : url;
    if (!where) return;
    if (shiftKey) return void window.open(where);
    dialog.close();
    location.assign(where);
  }
}

/** The list says that it was done, with an Undo. @param {string} url @param {string} id */
function publishAt(url, id) {
  const form = Object.assign(document.createElement('form'), { method: 'post', action: url });
  for (const [name, value] of Object.entries({ id, action: 'publish' }))
    form.append(Object.assign(document.createElement('input'), { type: 'hidden', name, value }));
  document.body.append(form);
  form.submit();
}

/** In the hint, by placeholder. */
const keys = {
  up: '<kbd>↑</kbd>',
  down: '<kbd>↓</kbd>',
  enter: '<kbd>Enter</kbd>',
  ctrl: '<kbd>Ctrl</kbd>',
};

/** @param {string} sprite */
function makeDialog(sprite) {
  const dialog = Object.assign(document.createElement('dialog'), { className: 'finder' });
  dialog.setAttribute('aria-label', word('find.search'));
  // No text from outside is in here.
  dialog.innerHTML = `<label><svg class="icon" aria-hidden="true"><use href="${sprite}#search"></use></svg>
<input type="text" role="combobox" aria-autocomplete="list" aria-expanded="true"
aria-controls="found" autocomplete="off" spellcheck="false" enterkeyhint="go" maxlength="100"></label>
<ul id="found" role="listbox"></ul>
<p role="status" class="hidden"></p>
<p>${word('find.keys', keys)}</p>`;
  document.body.append(dialog);
  const [input, list, state] = ['input', 'ul', '[role=status]'].map((part) =>
    dialog.querySelector(part),
  );
  input.setAttribute('aria-label', word('find.search'));
  input.placeholder = word('find.placeholder');
  list.setAttribute('aria-label', word('find.search'));
  return { dialog, input, list, state };
}

/**
 * @param {{ title: string, url: string, icon: string, about: string, view?: string, publish?: string }} found
 * @param {number} place
 */
function makeOption({ title, url, icon, about, view = '', publish = '' }, place, sprite) {
  const option = document.createElement('li');
  option.innerHTML =
    '<svg class="icon" aria-hidden="true"><use></use></svg><bdi></bdi> <small></small>';
  option.querySelector('use').setAttribute('href', `${sprite}#${icon}`);
  option.querySelector('bdi').textContent = title;
  option.querySelector('small').textContent = about;
  Object.assign(option.dataset, { url, view, publish });
  option.id = `found-${place}`;
  option.setAttribute('role', 'option');
  option.setAttribute('aria-selected', 'false');
  return option;
}
