/**
 * The page of settings without leaving it: what the buttons beside the links do, and what the clock shows in the time
 * zone that is typed.
 * @param {HTMLFormElement} form
 */
export function startSettings(form) {
  const rows = form.querySelector('[data-links]');
  const zone = form.elements.timeZone;
  const clock = form.querySelector('[data-clock]');
  let passing = false;

  zone.addEventListener('input', () => {
    clock.textContent = timeIn(zone.value.trim()) ?? 'There is no time zone of that name yet.';
  });

  rows.addEventListener('input', () => {
    const last = rows.lastElementChild;
    if (![...last.querySelectorAll('input')].some(({ value }) => value)) return;
    const next = last.cloneNode(true);
    for (const input of next.querySelectorAll('input')) {
      input.value = '';
      const label = input.getAttribute('aria-label');
      input.setAttribute('aria-label', label.replace(/\d+$/, rows.children.length + 1));
    }
    next.querySelector('.moves').replaceChildren();
    rows.append(next);
  });

  form.addEventListener('submit', (event) => {
    const { submitter } = event;
    if (passing || submitter?.name !== 'action') return;
    event.preventDefault();
    rearrange(submitter);
  });

  /** The server does it, as it does without JavaScript; of its page only the rows are taken. */
  async function rearrange(button) {
    try {
      const body = new URLSearchParams(new FormData(form, button));
      const answer = await fetch(form.action, { method: 'POST', body });
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
    const row = rows.children[Math.max(0, place)];
    const button = row.querySelector(`button[value^="${what}"]:enabled`);
    (button ?? row.querySelector('button:enabled') ?? row.querySelector('input')).focus();
  }
}

/** @param {string} timeZone @returns {string | null} */
function timeIn(timeZone) {
  try {
    const format = new Intl.DateTimeFormat('en-GB', {
      timeZone,
      dateStyle: 'medium',
      timeStyle: 'short',
    });
    return `It is ${format.format(new Date())} there now.`;
  } catch {
    return null;
  }
}
