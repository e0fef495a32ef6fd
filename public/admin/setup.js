import { word } from './words.js';
/** Letters and digits that nobody confuses: 20 of them are 99 bits. */
const SIGNS = 'abcdefghjkmnpqrstuvwxyz23456789';
const GROUPS = 4;
const LENGTH = 5;

/**
 * Setting up in two steps: the blog, with the language and time zone of the browser unless an import has brought
 * others, and then oneself, with a password if one likes.
 * @param {HTMLFormElement} form
 */
export function startSetup(form) {
  const { language, timeZone, password } = form.elements;
  const steps = [...form.querySelectorAll('[data-step]')];
  const marks = form.querySelector('[data-steps]');
  const show = form.querySelector('[data-show]');

  if (!form.hasAttribute('data-failed')) propose();
  for (const part of form.querySelectorAll('[hidden]:not(.problem)')) part.hidden = false;
  for (const { firstElementChild: legend } of steps) legend.classList.add('hidden');
  const wrong = form.querySelector('[aria-invalid]');
  go(Math.max(0, steps.indexOf(wrong?.closest('[data-step]'))), wrong);

  form.querySelector('[data-next]').addEventListener('click', next);
  form.querySelector('[data-back]').addEventListener('click', () => go(0));
  form.addEventListener('keydown', (event) => {
    if (event.key !== 'Enter' || event.target.tagName !== 'INPUT' || steps[0].hidden) return;
    event.preventDefault();
    if (!event.isComposing) next();
  });
  show.addEventListener('click', () => reveal(password.type === 'password'));
  form.querySelector('[data-make]').addEventListener('click', () => {
    password.value = makePassword();
    reveal(true);
    password.select();
  });

  function propose() {
    if (language.value === 'en') choose(language, navigator.language || 'en');
    const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
    if (timeZone.value === 'UTC') choose(timeZone, zone || 'UTC');
  }

  function next() {
    const wrong = [...steps[0].elements].find((field) => !field.checkValidity());
    if (wrong) wrong.reportValidity();
    else go(1);
  }

  /** @param {number} step @param {HTMLElement | null} [field]  that gets the focus */
  function go(step, field) {
    steps.forEach((each, place) => (each.hidden = place !== step));
    [...marks.children].forEach((mark, place) => {
      if (place === step) mark.setAttribute('aria-current', 'step');
      else mark.removeAttribute('aria-current');
    });
    (field ?? steps[step].querySelector('input')).focus();
  }

  /** @param {boolean} isShown */
  function reveal(isShown) {
    password.type = isShown ? 'text' : 'password';
    show.textContent = isShown ? word('password.hide') : word('password.show');
    show.setAttribute('aria-pressed', String(isShown));
  }
}

/** Also what is not in the list. @param {HTMLSelectElement} select @param {string} value */
function choose(select, value) {
  if (![...select.options].some((option) => option.value === value))
    select.add(new Option(value.split('/').pop().replaceAll('_', ' '), value));
  select.value = value;
}

/** @returns {string} such as 'k3mfe-xw8ra-p2nhc-vt6dy' */
function makePassword() {
  const signs = [];
  const bytes = new Uint8Array(1);
  while (signs.length < GROUPS * LENGTH) {
    const [byte] = crypto.getRandomValues(bytes);
    // The first 248 of 256 share the signs out evenly.
    if (byte < SIGNS.length * 8) signs.push(SIGNS[byte % SIGNS.length]);
  }
  return signs.join('').replace(/.{5}(?=.)/g, '$&-');
}
