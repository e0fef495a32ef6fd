import { checkProfile } from '../../lib/people/names.js';
import { profileFieldsThat, profileNames } from '../../lib/store/profile-fields.js';
import { recordOf } from '../../lib/base/record-of.js';
import { checkEmail } from '../../lib/people/email.js';
import { otpauthUri } from '../../lib/people/totp.js';
import { passkeySiteOf } from '../../lib/people/passkey-site.js';
import { mayLackPassword } from '../../lib/people/passkeys.js';
import { recoveryCodesOf } from '../../lib/people/recovery-codes.js';
import { scopes } from '../../lib/people/rights.js';
import { adminWords } from '../../lib/base/words.js';
import { LarderError } from '../../lib/base/errors.js';
import { authorPath } from '../../lib/base/paths.js';
import { sayError } from '../../lib/views/presenters/errors.js';
import { lookUp } from '../../lib/base/look-up.js';
import { presentRevoking, roleNames } from '../../lib/views/presenters/people.js';
import { sayTime } from '../../lib/base/time-zones.js';
import { nameOf } from '../../lib/views/presenters/places.js';
import { qrCode } from '../../lib/views/presenters/qr-code.js';
import { presentPasskeys } from '../../lib/views/presenters/passkeys.js';
import { presentProof, proofIn } from './proof.js';
import { clientOf } from './sessions.js';
import { sayBrowser } from '../../lib/base/browsers.js';
/** @import { Author } from '../../lib/people/rights.js' */
/** @import { ProfileName } from '../../lib/store/profile-fields.js' */
/** @import { Words } from '../../lib/base/words.js' */
/** @import { AuthorBlog, AuthorResult, SignedInAction, SignedInRequest } from '../types.js' */

/** @type {Record<string, string>} */
const flashes = {
  name: 'nameSaved',
  profile: 'profileSaved',
  email: 'eMailAddressSaved',
  password: 'passwordChanged',
  'password-and-tokens': 'passwordAndTokensChanged',
  'codes-off': 'twoFactorOff',
  'password-off': 'account.passwordRemoved',
  codes: 'account.twoFactorIsOnNow',
  passkey: 'account.passkeyAdded',
  'passkey-name': 'account.passkeyRenamed',
  'passkey-off': 'account.passkeyRemoved',
  session: 'deviceSignedOut',
  sessions: 'allOtherDevicesSignedOut',
  token: 'tokenRevoked',
  language: 'languageSaved',
};

/** `GET /admin/account` @type {SignedInAction} */
export const show = (request, blog) => page(request, blog);

/** `POST /admin/account/name` @type {SignedInAction} */
export const rename = (request, blog) =>
  attempt(request, blog, async (author) => {
    await blog.accounts.rename(author, request.form.get('name') ?? '');
    return { redirect: '/admin/account?said=name' };
  });

/** `POST /admin/account/profile`: what the author's page shows of them. @type {SignedInAction} */
export const describe = (request, blog) =>
  attempt(request, blog, async ({ id }) => {
    const { form } = request;
    const profile = checkProfile(recordOf(profileNames, (name) => form.get(name) ?? ''));
    const user = await blog.accounts.user(id);
    if (user) await blog.content.saveUser({ ...user, ...profile }, { revision: user.revision });
    return { redirect: '/admin/account?said=profile' };
  });

/** `POST /admin/account/language`: of the admin pages; '' for that of the browser. @type {SignedInAction} */
export const setLanguage = (request, blog) =>
  attempt(request, blog, async ({ id }) => {
    const typed = request.form.get('language') ?? '';
    const language = adminWords.languages.find((each) => each === typed);
    const user = await blog.accounts.user(id);
    if (user) await blog.content.saveUser({ ...user, language }, { revision: user.revision });
    return { redirect: '/admin/account?said=language' };
  });

/** `POST /admin/account/email` @type {SignedInAction} */
export const setEmail = (request, blog) =>
  attempt(request, blog, async ({ id }) => {
    const email = checkEmail(request.form.get('email') ?? '');
    await reauthenticate(request, blog, 'email');
    const user = await blog.accounts.user(id);
    if (user) await blog.content.saveUser({ ...user, email }, { revision: user.revision });
    await blog.accounts.invitations.drop(id, ['reset']);
    return { redirect: '/admin/account?said=email' };
  });

/** `POST /admin/account/password` @type {SignedInAction} */
export const changePassword = (request, blog) =>
  attempt(request, blog, async (author) => {
    const { form } = request;
    const revokeTokens = form.has('revoke-tokens');
    const input = { ...proofIn(request, blog), next: form.get('next') ?? '', revokeTokens };
    const { stage: _, ...cookies } = await blog.accounts.changePassword(
      author,
      input,
      clientOf(request),
    );
    const said = revokeTokens ? 'password-and-tokens' : 'password';
    return { ...cookies, redirect: `/admin/account?said=${said}` };
  });

/** `POST /admin/account/password/remove` @type {SignedInAction} */
export const removePassword = (request, blog) =>
  attempt(request, blog, async (author) => {
    const proof = proofIn(request, blog, 'current-for-removal');
    const { stage: _, ...cookies } = await blog.accounts.removePassword(
      author,
      proof,
      clientOf(request),
    );
    return { ...cookies, redirect: '/admin/account?said=password-off' };
  });

/** `POST /admin/account/passkeys`: the browser has made it. @type {SignedInAction} */
export const addPasskey = (request, blog) =>
  attempt(request, blog, async ({ id, sessionId: session = '' }) => {
    const { form } = request;
    const user = await blog.accounts.user(id);
    if (!user) return { redirect: '/admin/login' };
    const input = {
      name: form.get('passkey-name') ?? '',
      answer: form.get('passkey') ?? '',
      session,
    };
    const site = passkeySiteOf(blog.baseUrl);
    const codes = await blog.accounts.passkeys.add(user, input, site);
    return afterCodes(codes, 'passkey', blog);
  });

/** `POST /admin/account/passkeys/change`: its name, or removes it. @type {SignedInAction} */
export const changePasskey = (request, blog) =>
  attempt(request, blog, async (author) => {
    const { form, address } = request;
    const { accounts } = blog;
    const id = form.get('passkey') ?? '';
    const proof = proofIn(request, blog, fieldOfPasskey(id));
    const user = await accounts.checkReauthentication(author, proof, address);
    if (form.get('action') !== 'remove') {
      await accounts.passkeys.rename(user, id, form.get('passkey-name') ?? '');
      return { redirect: '/admin/account?said=passkey-name' };
    }
    await accounts.passkeys.remove(user, id, proof.site);
    return { redirect: '/admin/account?said=passkey-off' };
  });

/**
 * Recovery codes are shown once.
 * @param {string[]} codes  none: the account had some
 * @param {keyof typeof flashes} said
 * @param {AuthorBlog} blog
 * @returns {AuthorResult}
 */
const afterCodes = (codes, said, { words }) =>
  codes.length === 0
    ? { redirect: `/admin/account?said=${said}` }
    : {
        view: 'admin/recovery',
        model: { codes, about: words.say(/** @type {string} */ (flashes[said])) },
        page: { title: words.say('recoveryCodes') },
      };

/** `POST /admin/account/code`: shows a secret for an authenticator app. @type {SignedInAction} */
export const startTwoFactor = (request, blog) =>
  attempt(request, blog, async (author) => {
    const { sessionToken: token } = request;
    const input = { token, ...proofIn(request, blog, 'current-for-code') };
    const secret = await blog.accounts.startTwoFactor(author, input, clientOf(request));
    return secretPage(secret, author, blog);
  });

/** `POST /admin/account/code/confirm` @type {SignedInAction} */
export async function confirmTwoFactor(request, blog) {
  const { author, form, sessionToken: token } = request;
  try {
    const input = { token, code: form.get('code') ?? '' };
    return afterCodes(await blog.accounts.confirmTwoFactor(author, input), 'codes', blog);
  } catch (error) {
    const found = await blog.accounts.sessions.find(token);
    if (!(error instanceof LarderError) || error.code !== 'invalid') throw error;
    if (!found?.session.secret) return { redirect: '/admin/account' };
    return {
      ...secretPage(found.session.secret, author, blog, sayError(error, blog.words)),
      status: 422,
    };
  }
}

/** `POST /admin/account/code/end` @type {SignedInAction} */
export const disableTwoFactor = (request, blog) =>
  attempt(request, blog, async (author) => {
    const proof = proofIn(request, blog, 'current-for-code');
    await blog.accounts.disableTwoFactor(author, proof, clientOf(request));
    return { redirect: '/admin/account?said=codes-off' };
  });

/** `POST /admin/account/sessions/end`: one, or all but this. @type {SignedInAction} */
export const endSessions = (request, blog) =>
  attempt(request, blog, async ({ id, sessionId }) => {
    const one = request.form.get('session');
    if (one) await blog.accounts.sessions.endOne(id, one);
    else await blog.accounts.sessions.endAll(id, { except: sessionId });
    return { redirect: `/admin/account?said=${one ? 'session' : 'sessions'}` };
  });

/** `POST /admin/account/tokens`: shows the token this once. @type {SignedInAction} */
export const createToken = (request, blog) =>
  attempt(request, blog, async ({ id }) => {
    const { form } = request;
    await reauthenticate(request, blog, 'token');
    const label = form.get('label') ?? '';
    const input = { user: id, scopes: form.getAll('scope'), label };
    const token = await blog.accounts.tokens.create(input);
    return {
      view: 'admin/token',
      model: { token, label },
      page: { title: blog.words.say('yourNewToken') },
    };
  });

/** `POST /admin/account/tokens/revoke` @type {SignedInAction} */
export const revokeToken = (request, blog) =>
  attempt(request, blog, async ({ id }) => {
    await blog.accounts.tokens.revoke(request.form.get('token') ?? '', id);
    return { redirect: '/admin/account?said=token' };
  });

/**
 * Runs the action; if it refuses, shows the page again with the error at its field.
 * @param {SignedInRequest} request
 * @param {AuthorBlog} blog
 * @param {(author: Author) => Promise<AuthorResult>} action
 */
async function attempt(request, blog, action) {
  try {
    return await action(request.author);
  } catch (error) {
    const isTheirs =
      error instanceof LarderError && (error.code === 'invalid' || error.code === 'tooMany');
    if (!isTheirs) throw error;
    const isEarly = error.code === 'tooMany';
    const place = isEarly ? 'general' : placeOf(error.field, request);
    const status = isEarly ? 429 : 422;
    const { headers } = error;
    return {
      ...(await page(request, blog, { [place]: sayError(error, blog.words) })),
      status,
      headers,
    };
  }
}

/** The forms' fields for the current password. */
const reauthenticationFields = {
  email: 'current-for-email',
  password: 'current',
  code: 'current-for-code',
  token: 'current-for-token',
  passkey: 'current-for-passkey',
  removal: 'current-for-removal',
};

/** That of the form of one passkey. @param {string} id */
const fieldOfPasskey = (id) => `current-for-passkey-${id.slice(0, 16)}`;

/**
 * Checks the current password, before anything that grants access.
 * @param {SignedInRequest} request
 * @param {AuthorBlog} blog
 * @param {keyof typeof reauthenticationFields} name of the form
 */
const reauthenticate = (request, blog, name) =>
  blog.accounts.checkReauthentication(
    request.author,
    proofIn(request, blog, reauthenticationFields[name]),
    request.address,
  );

/** @param {string} baseUrl  without passkeys @returns {string} the key of why */
const noPasskeys = (baseUrl) =>
  baseUrl.startsWith('https:') ? 'account.passkeysNeedAName' : 'account.passkeysNeedHttps';

/** @param {string | undefined} field @param {SignedInRequest} request with the form */
function placeOf(field, { path, form }) {
  if (field === 'current' && path.endsWith('/password/remove'))
    return reauthenticationFields.removal;
  const [, name] = /\/(email|code|token)/.exec(path) ?? [];
  if (path.includes('/passkeys'))
    return field === 'current' ? fieldOfPasskey(form.get('passkey') ?? '') : 'passkey';
  return field === 'current' && name ? `current-for-${name}` : (field ?? 'general');
}

/**
 * @param {SignedInRequest} request
 * @param {AuthorBlog} blog
 * @param {Record<string, string>} [errors] by field
 */
async function page({ author, query, form, headers }, blog, errors = {}) {
  const { accounts, index, mailPasswordLink, words } = blog;
  const user = await accounts.user(author.id);
  const sessions = await accounts.sessions.of(author.id);
  const tokens = await accounts.tokens.list(author.id);
  const word = query.get('said') ?? '';
  const said = lookUp(flashes, word);
  const revoking = presentRevoking(tokens, form, words);
  const profile = recordOf(profileNames, (name) => form.get(name) ?? user?.[name] ?? '');
  const left = word === 'password' && revoking ? ` ${revoking.text}` : '';
  return {
    view: /** @type {const} */ ('admin/account'),
    page: { title: words.say('yourAccount') },
    model: {
      said: said ? { text: words.say(said) + left } : null,
      id: author.id,
      name: form.get('name') ?? author.name,
      ...profile,
      profileFields: presentProfile(profile, errors, words),
      profileUrl: authorPath(author.id),
      email: form.get('email') ?? user?.email ?? '',
      // Without mails it is only shown to be removed.
      asksForEmail: mailPasswordLink !== null || Boolean(user?.email),
      label: form.get('label') ?? '',
      languages: adminWords.languages.map((tag) => ({
        tag,
        lang: tag,
        name: nameOf(tag),
        selected: tag === user?.language,
      })),
      role: words.say(roleNames[author.role]),
      errors: {
        general: '',
        name: '',
        ...recordOf(profileNames, () => ''),
        email: '',
        next: '',
        scopes: '',
        passkey: '',
        ...errors,
      },
      presence: Object.fromEntries(
        Object.entries(reauthenticationFields).map(([name, field]) => [
          name,
          presentProof(user, blog, { error: errors[field], field }),
        ]),
      ),
      revoking,
      hasCodes: user?.secondFactor !== undefined,
      codesLeft: user ? recoveryCodesOf(user).length : 0,
      passkeys: presentPasskeys(user, passkeySiteOf(blog.baseUrl), {
        proofOf(id) {
          const field = fieldOfPasskey(id);
          return presentProof(user, blog, { error: errors[field], field });
        },
        say: (iso) => presentTime(iso, index, words),
      }),
      newPasskeyName: form.get('passkey-name') ?? sayBrowser(headers['user-agent'] ?? '', words),
      hasPassword: user?.password !== undefined,
      hasPasskeys: (user?.passkeys ?? []).length > 0,
      passkeyProblem: passkeySiteOf(blog.baseUrl) ? '' : words.say(noPasskeys(blog.baseUrl)),
      mayLackPassword: user !== null && mayLackPassword(user, passkeySiteOf(blog.baseUrl)),
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
 * Fields without a control of their own, for `views/admin/field.mustache`.
 * @param {Record<ProfileName, string>} profile
 * @param {Record<string, string>} errors  by field
 * @param {Words} words
 */
const presentProfile = (profile, errors, words) =>
  profileFieldsThat().flatMap(([name, { is, control }]) =>
    control
      ? [
          {
            name,
            label: words.say(control.label),
            hint: control.hint && words.say(control.hint),
            value: profile[name],
            isLine: is === 'paragraphs',
            problem: errors[name] ? { text: errors[name] } : null,
          },
        ]
      : [],
  );

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
    view: /** @type {const} */ ('admin/code-secret'),
    model: { secret: secret.match(/.{4}/g)?.join(' ') ?? secret, uri, qr: qrCode(uri), error },
    page: { title: words.say('setUpTwoFactorAuthentication') },
  };
}
