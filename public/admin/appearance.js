import { word } from './words.js';
/** Milliseconds after the last change until the preview shows it. */
const PAUSE = 250;
/** Widths of devices, in pixels. @type {Record<string, number>} */
const widths = { phone: 390, desktop: 1280 };

/**
 * The page of the appearance: the preview follows while one chooses.
 * @param {HTMLFormElement} form
 */
export function startAppearance(form) {
  const area = document.querySelector('[data-preview-area]');
  const frame = area.querySelector('[data-frame]');
  const room = frame.parentElement;
  const state = document.querySelector('[data-state]');
  let timer = 0;
  let latest = 0;

  document.querySelector('[data-preview]').hidden = true;
  form.addEventListener('input', (event) => {
    if (event.target.type === 'color')
      form.querySelector('[name=palette][value=own]').checked = true;
    clearTimeout(timer);
    timer = setTimeout(send, PAUSE);
  });
  area.addEventListener('change', () => {
    fit();
    show();
  });
  frame.addEventListener('load', stay);
  addEventListener('resize', fit);
  if (matchMedia('(max-width: 40rem)').matches) area.querySelector('[value=phone]').checked = true;
  fit();

  async function send() {
    const mine = ++latest;
    const body = new URLSearchParams(new FormData(form));
    body.set('action', 'draft');
    try {
      const answer = await fetch(form.getAttribute('action'), {
        method: 'POST',
        headers: { Accept: 'application/json' },
        body,
      });
      const { problems } = await answer.json();
      if (mine !== latest) return;
      say(problems);
      if (answer.ok) show();
    } catch {
      state.textContent = word('saving.previewFailed');
    }
  }

  /** @param {Record<string, string>} problems by field */
  function say(problems) {
    for (const old of form.querySelectorAll('[data-problem]')) old.remove();
    for (const [name, text] of Object.entries(problems)) {
      const field = form.querySelector(`[name="${name}"]`);
      const note = document.createElement('p');
      note.className = 'wrong';
      note.dataset.problem = '';
      note.textContent = text;
      (field ?? state).after(note);
    }
    const isFine = Object.keys(problems).length === 0;
    state.textContent = isFine ? word('saving.notYet') : word('saving.checkFields');
  }

  /** Loads the preview anew, at the place where it was. */
  function show() {
    const path = area.querySelector('[name=shown]:checked').value;
    const place = frame.contentWindow?.scrollY ?? 0;
    frame.addEventListener('load', () => frame.contentWindow.scrollTo(0, place), { once: true });
    frame.contentWindow.location.replace(
      `/admin/appearance/preview?path=${encodeURIComponent(path)}`,
    );
  }

  /** Links lead to pages that no frame may show. */
  function stay() {
    frame.contentDocument?.addEventListener('click', (event) => {
      if (event.target.closest('a')) event.preventDefault();
    });
  }

  /** As wide as the device, and as large as there is room. */
  function fit() {
    const device = area.querySelector('[name=device]:checked').value;
    room.dataset.device = device;
    const { paddingTop } = getComputedStyle(room);
    const inside = room.clientHeight - parseFloat(paddingTop);
    const scale = room.clientWidth / widths[device];
    frame.style.width = `${widths[device]}px`;
    frame.style.height = `${inside / scale}px`;
    frame.style.transform = `scale(${scale})`;
  }
}
