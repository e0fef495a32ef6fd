import { word } from './words.js';

/** Milliseconds after which the browser's offer gets a new challenge: each is good for five minutes. */
const RENEWED_AFTER = 4 * 60_000;

/** Whether this browser and this address have passkeys. */
export const hasPasskeys = () => window.PublicKeyCredential !== undefined;

/** Passkeys at the sign-in, where the current password is asked for, and on the account page. */
export function startPasskeys() {
  if (!hasPasskeys()) return;
  const signIn = document.querySelector('[data-passkey-sign-in]');
  if (signIn) startSigningIn(signIn);
  for (const proof of document.querySelectorAll('[data-proof]')) startProving(proof);
  const adding = document.querySelector('[data-passkey-add]');
  if (adding) startAdding(adding);
}

/**
 * @param {string} path  of the challenge
 * @param {CredentialRequestOptions} [how]
 * @returns {Promise<string>} the browser's answer, for the server; '' when the user has none to give
 * @throws {Error} with a sentence for the user
 */
export async function answerTo(path, how) {
  const options = await ask(path, new FormData());
  return credentialJson(options.rpId, () =>
    navigator.credentials.get({
      ...how,
      publicKey: { ...options, challenge: bytesOf(options.challenge) },
    }),
  );
}

/** @param {HTMLFormElement} form */
function startSigningIn(form) {
  const problem = form.querySelector('[role=alert]');
  let offer = new AbortController();
  form.hidden = false;
  form.querySelector('button').addEventListener('click', async () => {
    offer.abort();
    await signIn({});
    void offerPasskeys();
  });
  void offerPasskeys();

  /** The browser offers them in the field of the name, until one is taken. */
  async function offerPasskeys() {
    if (!(await PublicKeyCredential.isConditionalMediationAvailable?.())) return;
    offer = new AbortController();
    const { signal } = offer;
    const renewing = setTimeout(() => {
      offer.abort();
      void offerPasskeys();
    }, RENEWED_AFTER);
    await signIn({ mediation: 'conditional', signal });
    clearTimeout(renewing);
  }

  /** @param {CredentialRequestOptions} how */
  async function signIn(how) {
    try {
      const answer = await answerTo('/admin/login/challenge', how);
      if (!answer) return;
      form.elements.passkey.value = answer;
      form.submit();
    } catch (error) {
      if (!how.mediation) show(problem, error.message);
    }
  }
}

/** Instead of the current password. @param {HTMLElement} proof */
function startProving(proof) {
  const button = proof.querySelector('button');
  const problem = proof.querySelector('[data-proof-problem]');
  const [password, passkey] = proof.querySelectorAll('input');
  if (!button) return;
  button.hidden = false;
  button.addEventListener('click', async () => {
    show(problem, '');
    try {
      const answer = await answerTo('/admin/account/challenge');
      if (!answer) return;
      passkey.value = answer;
      password.required = false;
      const { form } = password;
      const done = form.querySelectorAll('button:not([type=button])');
      if (done.length === 1) form.requestSubmit(done[0]);
      else button.textContent = word('passkeys.shown');
    } catch (error) {
      show(problem, error.message);
    }
  });
}

/** @param {HTMLFormElement} form */
function startAdding(form) {
  const problem = form.querySelector('[data-passkey-problem]');
  form.hidden = false;
  form.parentElement.querySelector('[data-passkey-missing]').hidden = true;
  form.addEventListener('submit', async (event) => {
    if (form.elements.passkey.value) return;
    event.preventDefault();
    show(problem, '');
    try {
      const options = await ask(`${form.getAttribute('action')}/challenge`, new FormData(form));
      const answer = await credentialJson(options.rp.id, () =>
        navigator.credentials.create({
          publicKey: {
            ...options,
            challenge: bytesOf(options.challenge),
            user: { ...options.user, id: bytesOf(options.user.id) },
            excludeCredentials: options.excludeCredentials.map((each) => ({
              ...each,
              id: bytesOf(each.id),
            })),
          },
        }),
      );
      if (!answer) return;
      form.elements.passkey.value = answer;
      form.submit();
    } catch (error) {
      show(problem, error.message);
    }
  });
}

/** @param {string} path @param {FormData} form */
async function ask(path, form) {
  let response;
  try {
    response = await fetch(path, { method: 'POST', body: new URLSearchParams(form) });
  } catch {
    throw new Error(word('passkeys.noConnection'));
  }
  const isJson = response.headers.get('Content-Type')?.startsWith('application/json');
  const said = isJson ? await response.json() : {};
  if (!response.ok || !isJson) throw new Error(said.error ?? word('passkeys.failed'));
  return said;
}

/**
 * @param {string} site  its name
 * @param {() => Promise<PublicKeyCredential>} use
 * @returns {Promise<string>} '' when the user has cancelled it
 */
async function credentialJson(site, use) {
  try {
    const { id, rawId, type, response } = await use();
    const parts = ['clientDataJSON', 'authenticatorData', 'signature', 'userHandle'];
    const given = [...parts, 'attestationObject'].flatMap((part) =>
      response[part] instanceof ArrayBuffer ? [[part, textOf(response[part])]] : [],
    );
    return JSON.stringify({
      id,
      rawId: textOf(rawId),
      type,
      response: Object.fromEntries(given),
      clientExtensionResults: {},
    });
  } catch (error) {
    const { name } = error;
    if (name === 'NotAllowedError' || name === 'AbortError') return '';
    if (name === 'InvalidStateError') throw new Error(word('passkeys.isThere'), { cause: error });
    if (name === 'SecurityError')
      throw new Error(word('passkeys.otherAddress', { site }), { cause: error });
    throw new Error(word('passkeys.failed'), { cause: error });
  }
}

/** @param {HTMLElement} problem @param {string} sentence */
function show(problem, sentence) {
  problem.textContent = sentence;
  problem.hidden = !sentence;
}

/** @param {string} text  in base64url @returns {Uint8Array} */
const bytesOf = (text) =>
  Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (sign) =>
    sign.charCodeAt(0),
  );

/** @param {ArrayBuffer} bytes @returns {string} in base64url */
const textOf = (bytes) =>
  btoa(String.fromCharCode(...new Uint8Array(bytes)))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');
