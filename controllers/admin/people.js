import { roles } from '../../lib/people/rights.js';
import { LarderError } from '../../lib/base/errors.js';
import { sayTime } from '../../lib/base/time-zones.js';
import { slugify } from '../../lib/base/slug.js';
import { personData } from '../../lib/people/person-data.js';
import { presentFields } from '../../lib/views/presenters/fields.js';
import { shapes } from '../../lib/content/shapes.js';
import {
  presentNewest,
  presentPeople,
  presentPerson,
  presentRoles,
  presentSessions,
  presentTokens,
} from '../../lib/views/presenters/people.js';
import { attempt, sayDone } from './outcome.js';
import { presentProof, proofIn } from './proof.js';
/** @import { Author } from '../../lib/people/rights.js' */
/** @import { FieldRow } from '../../lib/views/presenters/fields.js' */
/** @import { Words } from '../../lib/base/words.js' */
/** @import { User } from '../../lib/store/types.js' */
/** @import { AuthorBlog, AuthorResult, SignedInAction, SignedInRequest } from '../types.js' */

/**
 * @typedef {Record<string, string>} Errors  by field
 */

/** @type {Record<string, string>} */
const flashes = {
  role: 'people.roleChanged',
  locked: 'people.suspended',
  removed: 'people.accountDeleted',
  kept: 'people.accountDeletedNameStays',
  codes: 'account.twoFactorOff',
  session: 'account.deviceSignedOut',
  sessions: 'account.othersSignedOut',
  token: 'account.tokenRevoked',
};

/** `GET /admin/people` @type {SignedInAction} */
export const list = (request, blog) => listPage(request, blog);

/** `POST /admin/people`: adds a user, and shows their invitation link. @type {SignedInAction} */
export const add = (request, blog) =>
  attempt(
    async () => {
      const { author, form } = request;
      const role = roleIn(form);
      const name = form.get('name') ?? '';
      const id = (form.get('id') ?? '').trim() || undefined;
      await confirm(author, request, blog);
      const again = form.get('again') ?? '';
      const user = await blog.accounts.addUser({ id, name, role, again });
      note(request, blog, { user: user.id, role }, 'A user was added');
      return linkPage(user, blog);
    },
    async ({ field, text, error: { code }, error }) => {
      if (code === 'conflict' && field !== 'id') throw error;
      const page = await listPage(request, blog, { [field]: text });
      return code === 'conflict' ? { ...page, status: 422 } : page;
    },
    blog.words,
    ['invalid', 'tooMany', 'conflict'],
  );

/** `GET /admin/people/:id` @type {SignedInAction} */
export const show = (request, blog) => personPage(request, blog);

/** `POST /admin/people/:id/role` @type {SignedInAction} */
export const changeRole = (request, blog) =>
  onPerson(request, blog, async (author, id) => {
    const role = roleIn(request.form);
    await confirm(author, request, blog);
    await blog.accounts.people.changeRole(id, role);
    note(request, blog, { user: id, role }, 'A role was changed');
    return { redirect: `${pathOf(id)}?said=role` };
  });

/** `POST /admin/people/:id/link`: creates an invitation link, and shows it once. @type {SignedInAction} */
export const makeLink = (request, blog) =>
  onPerson(request, blog, async (author, id) => {
    await confirm(author, request, blog);
    const user = await blog.accounts.user(id);
    if (!user) throw new LarderError('notFound', 'There is no such person');
    note(request, blog, { user: id }, 'A link to choose a password was made');
    return linkPage(user, blog);
  });

/** `POST /admin/people/:id/code/end` @type {SignedInAction} */
export const disableTwoFactor = (request, blog) =>
  onPerson(request, blog, async (author, id) => {
    await confirm(author, request, blog);
    await blog.accounts.people.disableTwoFactor(id);
    note(request, blog, { user: id }, 'Two-factor authentication was turned off');
    return { redirect: `${pathOf(id)}?said=codes` };
  });

/** `POST /admin/people/:id/lock` @type {SignedInAction} */
export const suspend = (request, blog) =>
  onPerson(request, blog, async (author, id) => {
    notOneself(author, id);
    await blog.accounts.people.suspend(id);
    note(request, blog, { user: id }, 'A user was suspended');
    return { redirect: `${pathOf(id)}?said=locked` };
  });

/** `POST /admin/people/:id/remove` @type {SignedInAction} */
export const remove = (request, blog) =>
  onPerson(request, blog, async (author, id) => {
    notOneself(author, id);
    const { form } = request;
    const leaving = { to: form.get('posts-to') ?? '', name: form.get('shown-name')?.trim() ?? '' };
    const done = await blog.accounts.people.remove(id, { ...leaving, by: author.id });
    note(request, blog, { user: id, done }, 'A user was removed');
    return { redirect: `/admin/people?said=${done}` };
  });

/** `POST /admin/people/:id/data`: all that the blog holds of a person. @type {SignedInAction} */
export async function data({ params: { id } }, blog) {
  const held = await personData(id, blog);
  if (!held) return null;
  await blog.accounts.record({ what: 'person.exported', of: id });
  const bytes = Buffer.from(`${JSON.stringify(held, null, 2)}\n`);
  return {
    bytes,
    contentType: 'application/json',
    headers: ['Content-Disposition', `attachment; filename="${slugify(id) || 'person'}.json"`],
  };
}

/** `POST /admin/people/sessions/end`: one session of any user, or all except this one. @type {SignedInAction} */
export async function endSessions(request, blog) {
  const { sessions } = blog.accounts;
  const { sessionId = '' } = request.author;
  const one = request.form.get('session');
  if (one) await sessions.endAny(one);
  else await sessions.endAllUsers({ except: sessionId });
  await blog.accounts.record({ what: 'session.ended', about: one ? one.slice(0, 12) : '' });
  note(request, blog, { session: one?.slice(0, 8) ?? 'all' }, 'Sessions were ended');
  return { redirect: `${placeOf(request)}?said=${one ? 'session' : 'sessions'}` };
}

/** `POST /admin/people/tokens/revoke`: a token of any user. @type {SignedInAction} */
export async function revokeToken(request, blog) {
  const id = request.form.get('token') ?? '';
  await blog.accounts.tokens.revoke(id);
  note(request, blog, { token: id.slice(0, 8) }, 'A token was revoked');
  return { redirect: `${placeOf(request)}?said=token` };
}

/** @param {string} id */
const pathOf = (id) => `/admin/people/${encodeURIComponent(id)}`;

/** The page with the form. @param {SignedInRequest} request */
function placeOf({ form }) {
  const person = form.get('person') ?? '';
  return person ? pathOf(person) : '/admin/people';
}

/** @param {URLSearchParams} form */
function roleIn(form) {
  const role = roles.find((each) => each === form.get('role'));
  if (!role)
    throw new LarderError('invalid', 'Choose a role', {
      field: 'role',
      word: ['people.chooseRole'],
    });
  return role;
}

/** @param {Author} author @param {string} id */
function notOneself(author, id) {
  if (author.id === id)
    throw new LarderError('invalid', 'You cannot do this to your own account. Ask another owner.', {
      field: 'owner',
      word: ['people.notYourself'],
    });
}

/** @param {Author} author @param {SignedInRequest} request @param {AuthorBlog} blog */
const confirm = (author, request, blog) =>
  blog.accounts.checkReauthentication(author, proofIn(request, blog), request.address);

/** @param {SignedInRequest} request @param {AuthorBlog} blog @param {object} what @param {string} sentence */
const note = ({ author }, { log }, what, sentence) =>
  log.info({ by: author.id, ...what }, sentence);

/**
 * @param {SignedInRequest} request
 * @param {AuthorBlog} blog
 * @param {(author: Author, id: string) => Promise<AuthorResult>} action
 */
const onPerson = (request, blog, action) =>
  attempt(
    () => action(request.author, request.params.id),
    ({ field, text }) => personPage(request, blog, { [field]: text }),
    blog.words,
  );

/** @param {URLSearchParams} form */
function typedOf(form) {
  const [name, id] = [form.get('name') ?? '', form.get('id') ?? ''];
  return { name, id, again: id.trim() || slugify(name) };
}

/**
 * @param {SignedInRequest} request
 * @param {AuthorBlog} blog
 * @param {Errors} [errors]
 * @returns {Promise<AuthorResult>}
 */
async function listPage({ author, query, form }, blog, errors) {
  const { accounts, words } = blog;
  const [people, sessions, tokens] = await Promise.all([
    accounts.people.list(),
    accounts.sessions.all(),
    accounts.tokens.list(),
  ]);
  return {
    view: 'admin/people',
    page: { title: words.say('nav.people') },
    model: {
      said: sayDone(flashes, query.get('said'), words),
      ...presentPeople(people, query, blog),
      ...presentNewest(sessions, author.sessionId, blog),
      hasOthers: sessions.length > 1,
      tokens: presentTokens(tokens, blog),
      hasTokens: tokens.length > 0,
      person: '',
      ...errorsOf(errors),
      again: typedOf(form).again,
      field: presentFields(rows, typedOf(form), errors ?? {}, words),
      proof: presentProof(await accounts.user(author.id), blog, { error: errors?.current }),
      roles: presentRoles(form.get('role') ?? 'author', words),
    },
  };
}

/**
 * @param {SignedInRequest} request
 * @param {AuthorBlog} blog
 * @param {Errors} [errors]
 * @returns {Promise<AuthorResult | null>}
 */
async function personPage({ author, params, query, form, path }, blog, errors) {
  const { accounts, words } = blog;
  const person = await accounts.people.find(params.id);
  if (!person) return null;
  const { user } = person;
  const [sessions, tokens] = await Promise.all([
    accounts.sessions.of(user.id),
    accounts.tokens.list(user.id),
  ]);
  const isOfRole = path.endsWith('/role');
  const me = await accounts.user(author.id);
  const wrong = errors?.current;
  return {
    view: 'admin/person',
    page: { title: user.name },
    model: {
      said: sayDone(flashes, query.get('said'), words),
      ...presentPerson(person, blog),
      isSelf: author.id === user.id,
      sessions: presentSessions(sessions, author.sessionId, blog),
      hasSessions: sessions.length > 0,
      tokens: presentTokens(tokens, blog),
      hasTokens: tokens.length > 0,
      person: user.id,
      ...errorsOf(errors),
      ofRole: presentProof(me, blog, { error: isOfRole ? wrong : '', id: 'current-role' }),
      ofWay: presentProof(me, blog, { error: isOfRole ? '' : wrong, id: 'current-way' }),
      others: [...blog.index.users.values()].filter(({ id }) => id !== user.id),
      roles: presentRoles(errors && form.has('role') ? (form.get('role') ?? '') : user.role, words),
    },
  };
}

/** @param {Errors} [errors] */
const errorsOf = (errors) => ({
  failed: errors !== undefined,
  errors: { general: '', owner: '', id: '', role: '', ...errors },
});

/** @type {Record<string, FieldRow>} */
const rows = {
  name: {
    is: 'line',
    label: 'people.name',
    schema: shapes.user.name,
    attributes: { class: 'medium', autocomplete: 'off', required: '' },
  },
  id: {
    is: 'exact',
    label: 'field.signInName',
    hint: 'people.signInNameHint',
    schema: shapes.user.id,
    attributes: { class: 'medium' },
  },
};

/** @param {User} user @param {AuthorBlog} blog @returns {Promise<AuthorResult>} */
async function linkPage({ id, name }, { accounts, baseUrl, index, words }) {
  const { token, expiresAt } = await accounts.invitations.create(id);
  return {
    view: 'admin/link',
    page: { title: words.say('people.linkFor', { name }) },
    model: {
      id,
      name,
      path: pathOf(id),
      link: `${baseUrl}/admin/join?token=${encodeURIComponent(token)}`,
      until: sayTime(expiresAt, index.settings.timeZone, words.language),
    },
  };
}
