import { answerTo, hasPasskeys } from './passkeys.js';

/**
 * Signs in again without leaving the page.
 * @param {HTMLElement} place  whose link to the sign-in opens the dialog instead
 * @param {() => void} onSignedIn
 */
export function startSignIn(place, onSignedIn) {
  const dialog = document.querySelector('[data-sign-in]');
  const form = dialog.querySelector('form');
  const [first, second] = dialog.querySelectorAll('[data-stage]');
  const problem = dialog.querySelector('[role=alert]');
  dialog.querySelector('[data-sign-in-close]').addEventListener('click', () => dialog.close());
  form.addEventListener('submit', async (event) => {
    event.preventDefault();
    await signIn(second.hidden ? '/admin/login' : '/admin/login/code');
  });
  const withPasskey = form.querySelector('[data-passkey]');
  withPasskey.hidden = !hasPasskeys();
  withPasskey.addEventListener('click', async () => {
    say('');
    try {
      form.elements.passkey.value = await answerTo('/admin/login/challenge');
      if (form.elements.passkey.value) await signIn('/admin/login/passkey');
    } catch (error) {
      say(error.message);
    }
  });
  place.addEventListener('click', (event) => {
    if (!event.target.closest('a[href="/admin/login"]')) return;
    event.preventDefault();
    form.reset();
    problem.hidden = true;
    dialog.showModal();
    show(false);
  });

  /** @param {string} path */
  async function signIn(path) {
    const button = form.querySelector('.main');
    button.disabled = true;
    const { stage, error } = await send(path, form);
    button.disabled = false;
    say(error);
    if (stage === 'in') {
      dialog.close();
      return onSignedIn();
    }
    show(stage === 'code');
  }

  /** @param {string} sentence */
  function say(sentence) {
    problem.textContent = sentence;
    problem.hidden = !sentence;
  }

  /** @param {boolean} isCode */
  function show(isCode) {
    first.hidden = isCode;
    second.hidden = !isCode;
    const inputs = [...(isCode ? second : first).querySelectorAll('input')];
    const field = inputs.find(({ value }) => !value) ?? inputs.at(-1);
    field.focus();
    field.select();
  }
}

/** @param {string} path @param {HTMLFormElement} form @returns {Promise<{ stage: string, error: string }>} */
async function send(path, form) {
  const isCode = path.endsWith('/code');
  try {
    const body = new URLSearchParams(new FormData(form));
    const response = await fetch(path, { method: 'POST', body });
    const page = new DOMParser().parseFromString(await response.text(), 'text/html');
    if (response.ok && response.redirected) {
      const { pathname } = new URL(response.url);
      if (pathname === '/admin/login/code') return { stage: 'code', error: '' };
      return { stage: pathname === '/admin/login' ? 'name' : 'in', error: '' };
    }
    const error = page.querySelector('[role=alert], main p')?.textContent ?? response.statusText;
    return { stage: isCode ? 'code' : 'name', error };
  } catch {
    return { stage: isCode ? 'code' : 'name', error: form.dataset.offline };
  }
}
