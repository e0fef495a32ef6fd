import { checkProfile } from '../../lib/people/names.js';
import { profileFieldsThat, profileNames } from '../../lib/store/profile-fields.js';
import { recordOf } from '../../lib/base/record-of.js';
import { checkEmail } from '../../lib/people/email.js';
import { passkeySiteOf } from '../../lib/people/passkey-site.js';
import { mayLackPassword } from '../../lib/people/passkeys.js';
import { recoveryCodesOf } from '../../lib/people/recovery-codes.js';
import { scopes } from '../../lib/people/rights.js';
import { adminWords } from '../../lib/base/words.js';
import { authorPath } from '../../lib/base/paths.js';
import { presentRevoking, roleNames } from '../../lib/views/presenters/people.js';
import { sayTime } from '../../lib/base/time-zones.js';
import { nameOf } from '../../lib/views/presenters/places.js';
import { presentPasskeys, presentPasskeySite } from '../../lib/views/presenters/passkeys.js';
import { attempt, sayDone } from './outcome.js';
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
  codes: 'account.twoFactorIsOnNow',
  'password-off': 'account.passwordRemoved',
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
  onAccount(request, blog, async (author) => {
    await blog.accounts.rename(author, request.form.get('name') ?? '');
    return { redirect: '/admin/account?said=name' };
  });

/** `POST /admin/account/profile`: what the author's page shows of them. @type {SignedInAction} */
export const describe = (request, blog) =>
  onAccount(request, blog, async ({ id }) => {
    const { form } = request;
    const profile = checkProfile(recordOf(profileNames, (name) => form.get(name) ?? ''));
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
    await reauthenticate(request, blog, fields.email);
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
  onAccount(request, blog, async (author) => {
    const proof = proofIn(request, blog, fields.removal);
    const client = clientOf(request);
    const { stage: _, ...cookies } = await blog.accounts.removePassword(author, proof, client);
    return { ...cookies, redirect: '/admin/account?said=password-off' };
  });

/** `POST /admin/account/sessions/end`: one, or all but this. @type {SignedInAction} */
export const endSessions = (request, blog) =>
  onAccount(request, blog, async ({ id, sessionId }) => {
    const one = request.form.get('session');
    if (one) await blog.accounts.sessions.endOne(id, one);
    else await blog.accounts.sessions.endAll(id, { except: sessionId });
    await blog.accounts.record({ what: 'session.ended', of: id });
    return { redirect: `/admin/account?said=${one ? 'session' : 'sessions'}` };
  });

/** `POST /admin/account/tokens`: shows the token this once. @type {SignedInAction} */
export const createToken = (request, blog) =>
  onAccount(request, blog, async ({ id }) => {
    const { form } = request;
    await reauthenticate(request, blog, fields.token);
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
  onAccount(request, blog, async ({ id }) => {
    await blog.accounts.tokens.revoke(request.form.get('token') ?? '', id);
    return { redirect: '/admin/account?said=token' };
  });

const proofs = /** @type {const} */ (['email', 'password', 'removal', 'code', 'token', 'passkey']);

/**
 * Runs the action; if it refuses, shows the page again with the error at its field.
 * @param {SignedInRequest} request
 * @param {AuthorBlog} blog
 * @param {(author: Author) => Promise<AuthorResult>} action
 */
export const onAccount = (request, blog, action) =>
  attempt(
    () => action(request.author),
    ({ field, text }) => page(request, blog, { [placeOf(field, request)]: text }),
    blog.words,
  );

/** Where the forms ask who is there. */
export const fields = {
  email: 'current-for-email',
  password: 'current',
  removal: 'current-for-removal',
  code: 'current-for-code',
  token: 'current-for-token',
  passkey: 'current-for-passkey',
  ofPasskey: (/** @type {string} */ id) => `current-for-passkey-${id.slice(0, 16)}`,
};

/**
 * Checks who is there, before anything that grants access.
 * @param {SignedInRequest} request
 * @param {AuthorBlog} blog
 * @param {string} field of the form
 */
const reauthenticate = (request, blog, field) =>
  blog.accounts.checkReauthentication(
    request.author,
    proofIn(request, blog, field),
    request.address,
  );

/** @param {string} field @param {SignedInRequest} request with the form */
function placeOf(field, { path, form }) {
  if (field !== 'current') return field;
  if (path.endsWith('/password/remove')) return fields.removal;
  if (path.endsWith('/passkeys/change')) return fields.ofPasskey(form.get('passkey') ?? '');
  const [, name = ''] = /\/(email|code|token)/.exec(path) ?? [];
  return name ? `current-for-${name}` : field;
}

/**
 * @param {SignedInRequest} request
 * @param {AuthorBlog} blog
 * @param {Record<string, string>} [errors] by field
 */
async function page({ author, query, form, headers }, blog, errors = {}) {
  const { accounts, index, mailPasswordLink, words } = blog;
  const user = await accounts.user(author.id);
  const site = passkeySiteOf(blog.baseUrl);
  const proof = (/** @type {string} */ field) =>
    presentProof(user, blog, { error: errors[field], field });
  const say = (/** @type {string} */ iso) => presentTime(iso, index, words);
  const sessions = await accounts.sessions.of(author.id);
  const tokens = await accounts.tokens.list(author.id);
  const word = query.get('said') ?? '';
  const said = sayDone(flashes, word, words);
  const revoking = presentRevoking(tokens, form, words);
  const profile = recordOf(profileNames, (name) => form.get(name) ?? user?.[name] ?? '');
  const left = word === 'password' && revoking ? ` ${revoking.text}` : '';
  return {
    view: /** @type {const} */ ('admin/account'),
    page: { title: words.say('yourAccount') },
    model: {
      said: said && { ...said, text: said.text + left },
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
      proofs: recordOf(proofs, (name) => proof(fields[name])),
      revoking,
      hasCodes: user?.secondFactor !== undefined,
      codesLeft: user ? recoveryCodesOf(user).length : 0,
      hasPassword: user?.password !== undefined,
      mayLackPassword: user !== null && mayLackPassword(user, site),
      ...presentPasskeySite(blog.baseUrl, words),
      hasPasskeys: (user?.passkeys ?? []).length > 0,
      passkeys: presentPasskeys(user, site, {
        proofOf: (id) => proof(fields.ofPasskey(id)),
        say,
      }),
      newPasskeyName: form.get('passkey-name') ?? sayBrowser(headers['user-agent'] ?? '', words),
      sessions: sessions.map(({ id, agent, createdAt, seenAt }) => ({
        id,
        agent: sayBrowser(agent, words),
        begun: say(createdAt),
        seen: say(seenAt),
        isThis: id === author.sessionId,
      })),
      hasOthers: sessions.length > 1,
      tokens: tokens.map(({ id, label, scopes: granted, createdAt, usedAt }) => ({
        id,
        label: label || id.slice(0, 8),
        scopes: granted.join(', '),
        created: say(createdAt),
        used: usedAt ? say(usedAt) : null,
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
