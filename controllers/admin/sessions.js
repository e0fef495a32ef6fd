import { isError } from '../../lib/base/errors.js';
import { passkeySiteOf } from '../../lib/people/passkey-site.js';
import { sayError } from '../../lib/views/presenters/errors.js';
/** @import { Client } from '../../lib/people/sign-in.js' */
/** @import { LarderError } from '../../lib/base/errors.js' */
/** @import { Words } from '../../lib/base/words.js' */
/** @import { AuthorAction, AuthorBlog, AuthorRequest } from '../types.js' */

/** Paths of admin pages only, so that a sign-in never redirects to another site. */
const OWN_PATH = /^\/admin(\/[\w%~-][\w%.~-]*)*$/;

/** `GET /admin/login` @type {AuthorAction} */
export function form({ author, query }, blog) {
  const next = ownPath(query.get('next'));
  if (author) return { redirect: next };
  return page({ next, name: '' }, blog);
}

/** `POST /admin/login` @type {AuthorAction} */
export async function create(request, blog) {
  const { accounts, words } = blog;
  const { form: fields, sessionToken: previous } = request;
  const name = fields.get('name') ?? '';
  const password = fields.get('password') ?? '';
  const next = ownPath(fields.get('next'));
  try {
    const signedIn = await accounts.signIn({ name, password, previous }, clientOf(request));
    if (!signedIn)
      return page({ next, name, error: words.say('incorrectNameOrPassword') }, blog, 422);
    const { stage, ...cookies } = signedIn;
    return { ...cookies, redirect: stage === 'code' ? codePath(next) : next };
  } catch (error) {
    if (!isError(error, 'tooMany') && !isError(error, 'unavailable')) throw error;
    return tooOften(error, words, (sentence, status) =>
      page({ next, name, error: sentence }, blog, status),
    );
  }
}

/** `POST /admin/login/passkey`: what the browser answered to a challenge. @type {AuthorAction} */
export async function createByPasskey(request, blog) {
  const { accounts, baseUrl, words } = blog;
  const { form: fields, sessionToken: previous } = request;
  const next = ownPath(fields.get('next'));
  const again = (/** @type {string} */ error, /** @type {number} */ status) =>
    page({ next, name: '', error }, blog, status);
  try {
    const input = {
      answer: fields.get('passkey') ?? '',
      previous,
      site: passkeySiteOf(baseUrl),
    };
    const signedIn = await accounts.signInByPasskey(input, clientOf(request));
    if (!signedIn) return again(words.say('signIn.passkeyNotAccepted'), 422);
    return { session: signedIn.session, device: signedIn.device, redirect: next };
  } catch (error) {
    if (isError(error, 'forbidden')) return again(sayError(error, words), 403);
    if (!isError(error, 'tooMany')) throw error;
    return tooOften(error, words, again);
  }
}

/** `GET /admin/login/code` @type {AuthorAction} */
export function twoFactorForm({ query }, { words }) {
  return codePage({ next: ownPath(query.get('next')) }, words);
}

/** `POST /admin/login/code` @type {AuthorAction} */
export async function confirm(request, { accounts, words }) {
  const { form: fields, sessionToken: token } = request;
  const next = ownPath(fields.get('next'));
  const code = fields.get('code') ?? '';
  try {
    const signedIn = await accounts.confirm({ token, code }, clientOf(request));
    if (signedIn) return { session: signedIn.session, device: signedIn.device, redirect: next };
    return codePage({ next, error: words.say('incorrectOrAlreadyUsedCode') }, words, 422);
  } catch (error) {
    if (isError(error, 'unauthorised')) return { redirect: '/admin/login' };
    if (!isError(error, 'tooMany')) throw error;
    return tooOften(error, words, (sentence, status) =>
      codePage({ next, error: sentence }, words, status),
    );
  }
}

/** `POST /admin/logout` @type {AuthorAction} */
export async function end({ sessionToken }, { accounts }) {
  await accounts.sessions.end(sessionToken);
  return { session: null, redirect: '/admin/login' };
}

/** @param {AuthorRequest} request @returns {Client} */
export const clientOf = ({ address, headers, deviceToken: device }) => ({
  address,
  device,
  agent: headers['user-agent'] ?? '',
});

/** @param {string | null} next */
const ownPath = (next) => (next && OWN_PATH.test(next) ? next : '/admin');

/** @param {string} next */
const codePath = (next) => `/admin/login/code?next=${encodeURIComponent(next)}`;

/**
 * @param {{ next: string, name: string, error?: string }} model
 * @param {AuthorBlog} blog
 * @param {number} [status]
 */
const page = ({ next, name, error = '' }, { baseUrl, mailPasswordLink, words }, status = 200) => ({
  view: /** @type {const} */ ('admin/login'),
  model: {
    next,
    name,
    error,
    hasMail: mailPasswordLink !== null,
    hasPasskeys: passkeySiteOf(baseUrl) !== null,
  },
  page: { title: error ? words.say('notSignedIn') : words.say('signIn') },
  status,
});

/** @param {{ next: string, error?: string }} model @param {Words} words @param {number} [status] */
const codePage = ({ next, error = '' }, words, status = 200) => ({
  view: /** @type {const} */ ('admin/code'),
  model: { next, error },
  page: { title: words.say('twoFactorAuthentication') },
  status,
});

/**
 * @template {object} T
 * @param {LarderError} error `tooMany` or `unavailable`
 * @param {Words} words
 * @param {(sentence: string, status: number) => T} show
 */
function tooOften(error, words, show) {
  const isBusy = error.code === 'unavailable';
  const sentence = isBusy ? words.say('pleaseTryAgainInA') : sayError(error, words);
  return {
    ...show(sentence, isBusy ? 503 : 429),
    headers: error.headers,
  };
}
