import { passkeySiteOf } from '../../lib/people/passkey-site.js';
import { attempt } from './outcome.js';
/** @import { Client } from '../../lib/people/sign-in.js' */
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
  return attempt(
    async () => {
      const signedIn = await accounts.signIn({ name, password, previous }, clientOf(request));
      if (!signedIn) {
        const error = words.say('signIn.incorrect');
        return { ...page({ next, name, error }, blog), status: 422 };
      }
      const { stage, ...cookies } = signedIn;
      return { ...cookies, redirect: stage === 'code' ? codePath(next) : next };
    },
    ({ text, error: { code } }) => {
      const error = code === 'unavailable' ? words.say('common.tryAgainShortly') : text;
      return page({ next, name, error }, blog);
    },
    words,
    ['tooMany', 'unavailable'],
  );
}

/** `POST /admin/login/passkey`: what the browser answered to a challenge. @type {AuthorAction} */
export async function createByPasskey(request, blog) {
  const { accounts, baseUrl, words } = blog;
  const { form: fields, sessionToken: previous } = request;
  const next = ownPath(fields.get('next'));
  return attempt(
    async () => {
      const answer = fields.get('passkey') ?? '';
      const input = { answer, previous, site: passkeySiteOf(baseUrl) };
      const signedIn = await accounts.signInByPasskey(input, clientOf(request));
      if (signedIn) return { session: signedIn.session, device: signedIn.device, redirect: next };
      const error = words.say('signIn.passkeyNotAccepted');
      return { ...page({ next, name: '', error }, blog), status: 422 };
    },
    ({ text }) => page({ next, name: '', error: text }, blog),
    words,
    ['tooMany', 'forbidden'],
  );
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
  return attempt(
    async () => {
      const signedIn = await accounts.confirm({ token, code }, clientOf(request));
      if (signedIn) return { session: signedIn.session, device: signedIn.device, redirect: next };
      const error = words.say('signIn.incorrectCode');
      return { ...codePage({ next, error }, words), status: 422 };
    },
    ({ text, error }) =>
      error.code === 'unauthorised'
        ? { redirect: '/admin/login' }
        : codePage({ next, error: text }, words),
    words,
    ['tooMany', 'unauthorised'],
  );
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
 */
const page = ({ next, name, error = '' }, { baseUrl, mailPasswordLink, words }) => ({
  view: 'admin/login',
  model: {
    next,
    name,
    error,
    hasMail: mailPasswordLink !== null,
    hasPasskeys: passkeySiteOf(baseUrl) !== null,
  },
  page: { title: error ? words.say('signIn.notSignedIn') : words.say('signIn.submit') },
});

/** @param {{ next: string, error?: string }} model @param {Words} words */
const codePage = ({ next, error = '' }, words) => ({
  view: 'admin/code',
  model: { next, error },
  page: { title: words.say('account.twoFactor') },
});
