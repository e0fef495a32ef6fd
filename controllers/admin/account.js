import { checkProfile } from '../../lib/people/names.js';
import { textNames, textsThat } from '../../lib/store/text-fields.js';
import { recordOf } from '../../lib/base/record-of.js';
import { checkEmail } from '../../lib/people/email.js';
import { otpauthUri } from '../../lib/people/totp.js';
import { scopes } from '../../lib/people/rights.js';
import { adminWords } from '../../lib/base/words.js';
import { authorPath } from '../../lib/base/paths.js';
import { lookUp } from '../../lib/base/look-up.js';
import { currentPassword, presentFields } from '../../lib/views/presenters/fields.js';
import { shapes } from '../../lib/content/shapes.js';
import { presentRevoking, roleNames } from '../../lib/views/presenters/people.js';
import { sayTime } from '../../lib/base/time-zones.js';
import { nameOf } from '../../lib/views/presenters/places.js';
import { qrCode } from '../../lib/views/presenters/qr-code.js';
import { attempt, sayDone } from './outcome.js';
import { clientOf } from './sessions.js';
import { sayBrowser } from '../../lib/base/browsers.js';
/** @import { Author } from '../../lib/people/rights.js' */
/** @import { FieldRow } from '../../lib/views/presenters/fields.js' */
/** @import { Words } from '../../lib/base/words.js' */
/** @import { AuthorBlog, AuthorResult, SignedInAction, SignedInRequest } from '../types.js' */

/** @type {Record<string, string>} */
const flashes = {
  name: 'account.nameSaved',
  profile: 'account.profileSaved',
  email: 'account.emailSaved',
  password: 'account.passwordChanged',
  'password-and-tokens': 'account.passwordAndTokensChanged',
  'codes-off': 'account.twoFactorOff',
  session: 'account.deviceSignedOut',
  sessions: 'account.othersSignedOut',
  token: 'account.tokenRevoked',
  language: 'account.languageSaved',
};

/** `GET /admin/account` @type {SignedInAction} */
export const show = (request, blog) => page(request, blog);

/** `POST /admin/account/name` @type {SignedInAction} */
export const rename = (request, blog) =>
  onAccount(request, blog, async (author) => {
    await blog.accounts.rename(author, request.form.get('name') ?? '');
    return { redirect: '/admin/account?said=name' };
  });

/** `POST /admin/account/profile`: what the author's page shows of them. @type {SignedInAction} */
export const describe = (request, blog) =>
  onAccount(request, blog, async ({ id }) => {
    const { form } = request;
    const profile = checkProfile(recordOf(textNames('user'), (name) => form.get(name) ?? ''));
    const user = await blog.accounts.user(id);
    if (user) await blog.content.saveUser({ ...user, ...profile }, { revision: user.revision });
    return { redirect: '/admin/account?said=profile' };
  });

/** `POST /admin/account/language`: of the admin pages; '' for that of the browser. @type {SignedInAction} */
export const setLanguage = (request, blog) =>
  onAccount(request, blog, async ({ id }) => {
    const typed = request.form.get('language') ?? '';
    const language = adminWords.languages.find((each) => each === typed);
    const user = await blog.accounts.user(id);
    if (user) await blog.content.saveUser({ ...user, language }, { revision: user.revision });
    return { redirect: '/admin/account?said=language' };
  });

/** `POST /admin/account/email` @type {SignedInAction} */
export const setEmail = (request, blog) =>
  onAccount(request, blog, async ({ id }) => {
    const email = checkEmail(request.form.get('email') ?? '');
    await reauthenticate(request, blog, 'email');
    const user = await blog.accounts.user(id);
    if (user) await blog.content.saveUser({ ...user, email }, { revision: user.revision });
    await blog.accounts.invitations.drop(id, ['reset']);
    return { redirect: '/admin/account?said=email' };
  });

/** `POST /admin/account/password` @type {SignedInAction} */
export const changePassword = (request, blog) =>
  onAccount(request, blog, async (author) => {
    const { form } = request;
    const revokeTokens = form.has('revoke-tokens');
    const typed = { current: form.get('current') ?? '', next: form.get('next') ?? '' };
    const input = { ...typed, revokeTokens };
    const { stage: _, ...cookies } = await blog.accounts.changePassword(
      author,
      input,
      clientOf(request),
    );
    const said = revokeTokens ? 'password-and-tokens' : 'password';
    return { ...cookies, redirect: `/admin/account?said=${said}` };
  });

/** `POST /admin/account/code`: shows a secret for an authenticator app. @type {SignedInAction} */
export const startTwoFactor = (request, blog) =>
  onAccount(request, blog, async (author) => {
    const { form, sessionToken: token } = request;
    const input = { token, current: form.get('current-for-code') ?? '' };
    const secret = await blog.accounts.startTwoFactor(author, input, clientOf(request));
    return secretPage(secret, author, blog);
  });

/** `POST /admin/account/code/confirm` @type {SignedInAction} */
export async function confirmTwoFactor(request, blog) {
  const { author, form, sessionToken: token } = request;
  return attempt(
    async () => {
      const input = { token, code: form.get('code') ?? '' };
      const codes = await blog.accounts.confirmTwoFactor(author, input);
      return {
        view: 'admin/recovery',
        model: { codes },
        page: { title: blog.words.say('account.recoveryCodes') },
      };
    },
    async ({ text }) => {
      const found = await blog.accounts.sessions.find(token);
      if (!found?.session.secret) return { redirect: '/admin/account' };
      return secretPage(found.session.secret, author, blog, text);
    },
    blog.words,
  );
}

/** `POST /admin/account/code/end` @type {SignedInAction} */
export const disableTwoFactor = (request, blog) =>
  onAccount(request, blog, async (author) => {
    const current = request.form.get('current-for-code') ?? '';
    await blog.accounts.disableTwoFactor(author, current, clientOf(request));
    return { redirect: '/admin/account?said=codes-off' };
  });

/** `POST /admin/account/sessions/end`: one, or all but this. @type {SignedInAction} */
export const endSessions = (request, blog) =>
  onAccount(request, blog, async ({ id, sessionId }) => {
    const one = request.form.get('session');
    if (one) await blog.accounts.sessions.endOne(id, one);
    else await blog.accounts.sessions.endAll(id, { except: sessionId });
    return { redirect: `/admin/account?said=${one ? 'session' : 'sessions'}` };
  });

/** `POST /admin/account/tokens`: shows the token this once. @type {SignedInAction} */
export const createToken = (request, blog) =>
  onAccount(request, blog, async ({ id }) => {
    const { form } = request;
    await reauthenticate(request, blog, 'token');
    const label = form.get('label') ?? '';
    const input = { user: id, scopes: form.getAll('scope'), label };
    const token = await blog.accounts.tokens.create(input);
    return {
      view: 'admin/token',
      model: { token, label },
      page: { title: blog.words.say('account.newToken') },
    };
  });

/** `POST /admin/account/tokens/revoke` @type {SignedInAction} */
export const revokeToken = (request, blog) =>
  onAccount(request, blog, async ({ id }) => {
    await blog.accounts.tokens.revoke(request.form.get('token') ?? '', id);
    return { redirect: '/admin/account?said=token' };
  });

/**
 * Runs the action; if it refuses, shows the page again with the error at its field.
 * @param {SignedInRequest} request
 * @param {AuthorBlog} blog
 * @param {(author: Author) => Promise<AuthorResult>} action
 */
const onAccount = (request, blog, action) =>
  attempt(
    () => action(request.author),
    ({ field, text }) => page(request, blog, { [placeOf(field, request.path)]: text }),
    blog.words,
  );

/** The forms' fields for the current password. */
const reauthenticationFields = {
  email: 'current-for-email',
  password: 'current',
  code: 'current-for-code',
  token: 'current-for-token',
};

const { user, token } = shapes;

/** @type {Record<string, FieldRow>} */
const rows = {
  name: {
    is: 'line',
    label: 'account.name',
    schema: user.name,
    attributes: { autocomplete: 'name', required: '' },
  },
  ...Object.fromEntries(textsThat('user')),
  email: { is: 'email', label: 'account.email', schema: user.email },
  next: { is: 'newPassword', label: 'account.newPassword' },
  label: { is: 'line', label: 'account.tokenName', schema: token.label },
  ...recordOf(Object.values(reauthenticationFields), () => currentPassword),
};

/** What is shown again, as no password is. */
const typedAgain = ['name', ...textNames('user'), 'email', 'label'];

/**
 * Checks the current password, before anything that grants access.
 * @param {SignedInRequest} request
 * @param {AuthorBlog} blog
 * @param {keyof typeof reauthenticationFields} name of the form
 */
const reauthenticate = ({ author, form, address }, { accounts }, name) =>
  accounts.checkReauthentication(author, form.get(reauthenticationFields[name]) ?? '', address);

/** @param {string} field @param {string} path of the form */
function placeOf(field, path) {
  const [, name] = /\/(email|code|token)/.exec(path) ?? [];
  return field === 'current' && name ? `current-for-${name}` : field;
}

/**
 * @param {SignedInRequest} request
 * @param {AuthorBlog} blog
 * @param {Record<string, string>} [errors] by field
 */
async function page({ author, query, form }, blog, errors = {}) {
  const { accounts, index, mailPasswordLink, words } = blog;
  const user = await accounts.user(author.id);
  const sessions = await accounts.sessions.of(author.id);
  const tokens = await accounts.tokens.list(author.id);
  const word = query.get('said') ?? '';
  const said = sayDone(flashes, word, words);
  const revoking = presentRevoking(tokens, form, words);
  const known = { ...user, name: author.name };
  const typed = recordOf(typedAgain, (name) => form.get(name) ?? lookUp(known, name));
  const field = presentFields(rows, typed, errors, words, {
    next: { values: { count: shapes.user.password.minLength } },
    picture: { values: { link: words.say('nav.media') } },
  });
  const left = word === 'password' && revoking ? ` ${revoking.text}` : '';
  return {
    view: 'admin/account',
    page: { title: words.say('nav.account') },
    model: {
      said: said && { ...said, text: said.text + left },
      id: author.id,
      field,
      profile: textNames('user').map((name) => field[name]),
      profileUrl: authorPath(author.id),
      // Without mails it is only shown to be removed.
      asksForEmail: mailPasswordLink !== null || Boolean(user?.email),
      languages: adminWords.languages.map((tag) => ({
        tag,
        lang: tag,
        name: nameOf(tag),
        selected: tag === user?.language,
      })),
      role: words.say(roleNames[author.role]),
      errors: { general: '', scopes: '', ...errors },
      revoking,
      hasCodes: user?.secondFactor !== undefined,
      codesLeft: user?.secondFactor?.recoveryCodes.length ?? 0,
      sessions: sessions.map(({ id, agent, createdAt, seenAt }) => ({
        id,
        agent: sayBrowser(agent, words),
        begun: presentTime(createdAt, index, words),
        seen: presentTime(seenAt, index, words),
        isThis: id === author.sessionId,
      })),
      hasOthers: sessions.length > 1,
      tokens: tokens.map(({ id, label, scopes: granted, createdAt, usedAt }) => ({
        id,
        label: label || id.slice(0, 8),
        scopes: granted.join(', '),
        created: presentTime(createdAt, index, words),
        used: usedAt ? presentTime(usedAt, index, words) : null,
      })),
      hasTokens: tokens.length > 0,
      scopes: scopes.map((scope) => ({ scope, checked: form.getAll('scope').includes(scope) })),
    },
  };
}

/**
 * @param {string} iso
 * @param {{ settings: { timeZone: string } }} index
 * @param {Words} words
 */
const presentTime = (iso, { settings: { timeZone } }, { language }) => ({
  iso,
  text: sayTime(iso, timeZone, language),
});

/** @param {string} secret @param {Author} author @param {AuthorBlog} blog @param {string} [error] */
function secretPage(secret, author, { index, words }, error = '') {
  const uri = otpauthUri(secret, { blog: index.settings.title, user: author.id });
  return {
    view: 'admin/code-secret',
    model: { secret: secret.match(/.{4}/g)?.join(' ') ?? secret, uri, qr: qrCode(uri), error },
    page: { title: words.say('account.setUpTwoFactor') },
  };
}
