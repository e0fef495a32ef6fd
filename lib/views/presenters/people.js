import { roles } from '../../people/rights.js';
import { shapes } from '../../content/shapes.js';
import { sayTime } from '../../base/time-zones.js';
import { sayBrowser } from '../../base/browsers.js';
import { foldCase } from '../../base/unicode.js';
import { paginate } from './pager.js';
/** @import { Person } from '../../people/people.js' */
/** @import { Words } from '../../base/words.js' */
/** @import { BlogIndex } from '../../changes/index/blog-index.js' */
/** @import { Session, Token, User } from '../../store/types.js' */

/**
 * @typedef {User['role']} Role
 */

const PAGE_SIZE = 50;

/** What each role may do, for those who give it. @type {Record<Role, string>} */
const roleHints = {
  owner: 'people.mayDoOwner',
  editor: 'people.mayDoEditor',
  author: 'people.mayDoAuthor',
};

/** Keys of their names. @type {Record<Role, string>} */
export const roleNames = {
  owner: 'people.roleOwner',
  editor: 'people.roleEditor',
  author: 'people.roleAuthor',
};

/** @param {string} chosen @param {Words} words */
export const presentRoles = (chosen, words) =>
  [...roles].reverse().map((role) => ({
    role,
    name: words.say(roleNames[role]),
    hint: words.say(roleHints[role]),
    checked: role === chosen,
  }));

/**
 * One page of all users.
 * @param {Person[]} all
 * @param {URLSearchParams} query  `q` a part of the name, `page`
 * @param {{ index: BlogIndex, words: Words }} blog
 */
export function presentPeople(all, query, blog) {
  const { words } = blog;
  const q = (query.get('q') ?? '').trim().slice(0, shapes.user.name.maxLength);
  const wanted = foldCase(q);
  const found = all.filter(({ user }) => foldCase(`${user.name} ${user.id}`).includes(wanted));
  const link = (/** @type {number} */ page) =>
    `/admin/people?${new URLSearchParams({ ...(q && { q }), page: `${page}` })}`;
  const { shown, pager } = paginate(found, query.get('page'), PAGE_SIZE, link, words);
  return {
    q,
    text: words.say('people.nAccounts', { count: found.length }),
    people: shown.map((person) => presentPerson(person, blog)),
    none: found.length === 0 && words.say('people.nothingFound'),
    pager,
  };
}

/**
 * @param {Person} person
 * @param {{ index: BlogIndex, words: Words }} blog
 */
export function presentPerson({ user, posts, canSignIn, seenAt, invitedUntil }, { index, words }) {
  const { id, name, role, password, secondFactor } = user;
  const [hasPassword, hasCodes] = [password !== undefined, secondFactor !== undefined];
  const say = (/** @type {string} */ iso) => sayTime(iso, index.settings.timeZone, words.language);
  return {
    id,
    name,
    role: words.say(roleNames[role]),
    path: `/admin/people/${encodeURIComponent(id)}`,
    canSignIn,
    hasPassword,
    hasCodes,
    posts: words.say('common.nPosts', { count: posts }),
    hasPosts: posts > 0,
    seen: seenAt && { text: say(seenAt) },
    invited: invitedUntil && { until: say(invitedUntil) },
    way: sayWay({ canSignIn, hasPassword, hasCodes, isInvited: !!invitedUntil }, words),
  };
}

/**
 * @param {Record<'canSignIn' | 'hasPassword' | 'hasCodes' | 'isInvited', boolean>} person
 * @param {Words} words
 */
function sayWay({ canSignIn, hasPassword, hasCodes, isInvited }, words) {
  if (canSignIn && !hasPassword) return words.say('people.hasPasskeys');
  if (canSignIn)
    return hasCodes ? words.say('people.hasTwoFactor') : words.say('people.hasPassword');
  return isInvited ? words.say('people.invited') : words.say('people.cannotSignIn');
}

/**
 * Everybody's sessions, or those of one.
 * @param {Session[]} sessions
 * @param {string | undefined} own the id of the one that looks at them
 * @param {{ index: BlogIndex, words: Words }} blog
 */
export const presentSessions = (sessions, own, { index: { users, settings }, words }) =>
  sessions.map(({ id, user, agent, createdAt, seenAt }) => ({
    id,
    who: users.get(user)?.name ?? user,
    agent: sayBrowser(agent, words),
    begun: sayTime(createdAt, settings.timeZone, words.language),
    seen: sayTime(seenAt, settings.timeZone, words.language),
    isThis: id === own,
  }));

/**
 * The sessions used last; each person's page has all of theirs.
 * @param {Session[]} sessions the most recently seen first
 * @param {string | undefined} own
 * @param {{ index: BlogIndex, words: Words }} blog
 */
export const presentNewest = (sessions, own, blog) => ({
  sessions: presentSessions(sessions.slice(0, PAGE_SIZE), own, blog),
  moreSessions:
    sessions.length > PAGE_SIZE &&
    blog.words.say('people.nOlderSessions', {
      count: sessions.length - PAGE_SIZE,
    }),
});

/**
 * @param {Token[]} tokens
 * @param {{ index: BlogIndex, words: Words }} blog
 */
export const presentTokens = (tokens, { index: { users, settings }, words }) =>
  tokens.map(({ id, user, label, scopes, createdAt, usedAt }) => ({
    id,
    who: user === '' ? words.say('people.theBlog') : (users.get(user)?.name ?? user),
    label: label || id.slice(0, 8),
    scopes: scopes.join(', '),
    created: sayTime(createdAt, settings.timeZone, words.language),
    used: usedAt ? { text: sayTime(usedAt, settings.timeZone, words.language) } : null,
  }));

/**
 * What a form for a new password says of the API tokens that there are.
 * @param {Token[]} tokens of the user
 * @param {URLSearchParams} form as it was sent
 * @param {Words} words
 * @returns {{ count: string, text: string, checked: boolean } | null}
 */
export const presentRevoking = ({ length }, form, words) =>
  length > 0
    ? {
        count: words.number(length),
        text: words.say('people.tokensLeft', { count: length }),
        checked: form.has('revoke-tokens'),
      }
    : null;
