import { word } from './words.js';
/**
 * The page of settings without leaving it: what the buttons beside the links do, what the clock shows in the time zone
 * that is chosen, and a search among the settings.
 * @param {HTMLFormElement} form
 */
export function startSettings(form) {
  const rows = form.querySelector('[data-links]');
  const zone = form.elements.timeZone;
  const clock = document.getElementById('timeZone-hint');
  let passing = false;
  let isSaved = true;

  startSifting();
  zone.addEventListener('input', () => {
    clock.textContent = timeIn(zone.value.trim());
  });
  form.addEventListener('input', () => {
    isSaved = false;
    document.querySelector('[data-unsaved]').textContent = word('saving.notYet');
  });
  addEventListener('beforeunload', (event) => {
    if (!isSaved) event.preventDefault();
  });

  rows.addEventListener('input', () => {
    const last = rows.lastElementChild;
    if (![...last.querySelectorAll('input')].some(({ value }) => value)) return;
    const next = last.cloneNode(true);
    for (const field of next.querySelectorAll('input, select')) field.value = '';
    number(next, rows.children.length);
    rows.append(next);
  });

  form.addEventListener('submit', (event) => {
    const { submitter } = event;
    if (passing || submitter?.name !== 'action') {
      isSaved = true;
      return;
    }
    event.preventDefault();
    rearrange(submitter);
  });

  /** The server does it, as it does without JavaScript; of its page only the rows are taken. */
  async function rearrange(button) {
    try {
      const body = new URLSearchParams(new FormData(form, button));
      // The buttons are called action too, and would stand for it.
      const answer = await fetch(form.getAttribute('action'), { method: 'POST', body });
      if (!answer.ok) throw new Error(answer.statusText);
      const page = new DOMParser().parseFromString(await answer.text(), 'text/html');
      rows.replaceChildren(...page.querySelector('[data-links]').children);
      focusAfter(button.value);
    } catch {
      passing = true;
      form.requestSubmit(button);
    }
  }

  /** @param {string} action such as 'up-2' */
  function focusAfter(action) {
    const [what, number] = action.split('-');
    const place = Number(number) + { up: -1, down: 1, remove: 0 }[what];
    const row = rows.children[Math.max(0, place)] ?? rows.lastElementChild;
    const isEmpty = [...row.querySelectorAll('input')].every(({ value }) => !value);
    row.querySelector(isEmpty ? 'input' : `button[value^="${what}"]`).focus();
  }
}

/** Shows only the settings with all words that are typed, in them or in the name of their group. */
function startSifting() {
  const search = document.querySelector('[data-sift]');
  const none = document.querySelector('[data-no-setting]');
  const groups = document.querySelectorAll('[data-settings] fieldset, [data-part]');
  search.hidden = false;
  search.addEventListener('input', () => {
    const words = search.value.toLowerCase().split(/\s+/).filter(Boolean);
    const has = (text) => words.every((word) => text.toLowerCase().includes(word));
    let isEmpty = true;
    for (const group of groups) {
      const name = group.querySelector('legend, h2').textContent;
      const fields = [...group.querySelectorAll('.field')];
      for (const field of fields) field.hidden = !has(`${name} ${textOf(field)}`);
      group.hidden = !has(`${name} ${textOf(group)}`);
      for (const details of group.querySelectorAll('details')) details.open = words.length > 0;
      isEmpty &&= group.hidden;
    }
    none.hidden = !isEmpty;
  });
}

/** What is written about a setting, without what can be chosen. @param {Element} part */
const textOf = (part) =>
  [...part.querySelectorAll('label, .label, .hint')].map((each) => each.textContent).join(' ');

/** Gives the names and labels in a row its number. @param {Element} row @param {number} place counted from 0 */
function number(row, place) {
  for (const field of row.querySelectorAll('input, select'))
    field.setAttribute('aria-label', field.getAttribute('aria-label').replace(/\d+/, place + 1));
  for (const button of row.querySelectorAll('button')) {
    button.value = button.value.replace(/\d+/, place);
    const label = button.querySelector('.hidden');
    label.textContent = label.textContent.replace(/\d+/, place + 1);
  }
}

/** @param {string} timeZone @returns {string} */
function timeIn(timeZone) {
  try {
    const format = new Intl.DateTimeFormat(document.documentElement.lang, {
      timeZone,
      dateStyle: 'medium',
      timeStyle: 'short',
    });
    return word('zone.timeThere', { time: format.format(new Date()) });
  } catch {
    return word('zone.unknown');
  }
}
