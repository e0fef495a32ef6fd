import { checkProfile } from '../../lib/people/names.js';
import { textNames, textsThat } from '../../lib/store/text-fields.js';
import { keysOf, recordOf } from '../../lib/base/record-of.js';
import { checkEmail } from '../../lib/people/email.js';
import { passkeySiteOf } from '../../lib/people/passkey-site.js';
import { mayLackPassword } from '../../lib/people/passkeys.js';
import { recoveryCodesOf } from '../../lib/people/recovery-codes.js';
import { scopes } from '../../lib/people/rights.js';
import { adminWords } from '../../lib/base/words.js';
import { authorPath } from '../../lib/base/paths.js';
import { lookUp } from '../../lib/base/look-up.js';
import { presentFields } from '../../lib/views/presenters/fields.js';
import { shapes } from '../../lib/content/shapes.js';
import { presentRevoking, roleNames } from '../../lib/views/presenters/people.js';
import { sayTime } from '../../lib/base/time-zones.js';
import { nameOf } from '../../lib/views/presenters/places.js';
import { presentPasskeys, presentPasskeySite } from '../../lib/views/presenters/passkeys.js';
import { attempt, sayDone } from './outcome.js';
import { presentProof, proofIn } from './proof.js';
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
  codes: 'account.twoFactorIsOnNow',
  'password-off': 'account.passwordRemoved',
  passkey: 'account.passkeyAdded',
  'passkey-name': 'account.passkeyRenamed',
  'passkey-off': 'account.passkeyRemoved',
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
    await reauthenticate(request, blog, proofs.email);
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
    const proof = proofIn(request, blog, proofs.removal);
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
    await reauthenticate(request, blog, proofs.token);
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
export const onAccount = (request, blog, action) =>
  attempt(
    () => action(request.author),
    ({ field, text }) => page(request, blog, { [placeOf(field, request)]: text }),
    blog.words,
  );

/** The fields in which the forms ask who is there. */
export const proofs = {
  email: 'current-for-email',
  password: 'current',
  removal: 'current-for-removal',
  code: 'current-for-code',
  token: 'current-for-token',
  passkey: 'current-for-passkey',
};

/** That of the form of one passkey. @param {string} id */
export const proofOfPasskey = (id) => `current-for-passkey-${id.slice(0, 16)}`;

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
};

/** What is shown again, as no password is. */
const typedAgain = ['name', ...textNames('user'), 'email', 'label'];

/**
 * Checks who is there, before anything that grants access.
 * @param {SignedInRequest} request
 * @param {AuthorBlog} blog
 * @param {string} name of the field
 */
const reauthenticate = (request, blog, name) =>
  blog.accounts.checkReauthentication(
    request.author,
    proofIn(request, blog, name),
    request.address,
  );

/** @param {string} field @param {SignedInRequest} request with the form */
function placeOf(field, { path, form }) {
  if (field !== 'current') return field;
  if (path.endsWith('/password/remove')) return proofs.removal;
  if (path.endsWith('/passkeys/change')) return proofOfPasskey(form.get('passkey') ?? '');
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
  const proof = (/** @type {string} */ name) =>
    presentProof(user, blog, { error: errors[name], name });
  const say = (/** @type {string} */ iso) => presentTime(iso, index, words);
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
      errors: { general: '', scopes: '', passkey: '', ...errors },
      proof: recordOf(keysOf(proofs), (form) => proof(proofs[form])),
      revoking,
      hasCodes: user?.secondFactor !== undefined,
      codesLeft: user ? recoveryCodesOf(user).length : 0,
      hasPassword: user?.password !== undefined,
      mayLackPassword: user !== null && mayLackPassword(user, site),
      ...presentPasskeySite(blog.baseUrl, words),
      hasPasskeys: (user?.passkeys ?? []).length > 0,
      passkeys: presentPasskeys(user, site, { proofOf: (id) => proof(proofOfPasskey(id)), say }),
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
 * @param {string} iso
 * @param {{ settings: { timeZone: string } }} index
 * @param {Words} words
 */
const presentTime = (iso, { settings: { timeZone } }, { language }) => ({
  iso,
  text: sayTime(iso, timeZone, language),
});
