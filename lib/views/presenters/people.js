import { roles } from '../../people/rights.js';
import { shapes } from '../../content/shapes.js';
import { sayTime } from '../../base/time-zones.js';
import { sayBrowser } from '../../base/browsers.js';
import { foldCase } from '../../base/unicode.js';
import { paginate } from './pager.js';
import { counted } from './words.js';
/** @import { Person } from '../../people/people.js' */
/** @import { BlogIndex } from '../../changes/index/blog-index.js' */
/** @import { Session, Token, User } from '../../store/types.js' */

/**
 * @typedef {User['role']} Role
 */

const PAGE_SIZE = 50;

/** What each role may do, for those who give it. @type {Record<Role, string>} */
const roleHints = {
  owner: 'everything, including settings and people',
  editor: 'all posts, pages, comments and files',
  author: 'their own posts and the comments on them',
};

/** @param {string} chosen */
export const presentRoles = (chosen) =>
  [...roles].reverse().map((role) => ({
    role,
    name: capital(role),
    hint: roleHints[role],
    checked: role === chosen,
  }));

/**
 * One page of all users.
 * @param {Person[]} all
 * @param {URLSearchParams} query  `q` a part of the name, `page`
 * @param {BlogIndex} index
 */
export function presentPeople(all, query, index) {
  const q = (query.get('q') ?? '').trim().slice(0, shapes.user.name.maxLength);
  const wanted = foldCase(q);
  const found = all.filter(({ user }) => foldCase(`${user.name} ${user.id}`).includes(wanted));
  const link = (/** @type {number} */ page) =>
    `/admin/people?${new URLSearchParams({ ...(q && { q }), page: `${page}` })}`;
  const { shown, pager } = paginate(found, query.get('page'), PAGE_SIZE, link);
  return {
    q,
    text: counted(found.length, 'account'),
    people: shown.map((person) => presentPerson(person, index)),
    none: found.length === 0 && 'Nobody found.',
    pager,
  };
}

/**
 * @param {Person} person
 * @param {BlogIndex} index
 */
export function presentPerson({ user, posts, canSignIn, seenAt, invitedUntil }, { settings }) {
  const { id, name, role, secondFactor } = user;
  const say = (/** @type {string} */ iso) => sayTime(iso, settings.timeZone);
  return {
    id,
    name,
    role: capital(role),
    path: `/admin/people/${encodeURIComponent(id)}`,
    canSignIn,
    hasCodes: secondFactor !== undefined,
    posts: counted(posts, 'post'),
    hasPosts: posts > 0,
    seen: seenAt && { text: say(seenAt) },
    invited: invitedUntil && { until: say(invitedUntil) },
    way: sayWay({ canSignIn, hasCodes: secondFactor !== undefined, isInvited: !!invitedUntil }),
  };
}

/** @param {{ canSignIn: boolean, hasCodes: boolean, isInvited: boolean }} person */
function sayWay({ canSignIn, hasCodes, isInvited }) {
  if (canSignIn) return hasCodes ? 'has two-factor authentication' : 'has a password';
  return isInvited ? 'invited' : 'cannot sign in';
}

/**
 * Everybody's sessions, or those of one.
 * @param {Session[]} sessions
 * @param {string | undefined} own the id of the one that looks at them
 * @param {BlogIndex} index
 */
export const presentSessions = (sessions, own, { users, settings }) =>
  sessions.map(({ id, user, agent, createdAt, seenAt }) => ({
    id,
    who: users.get(user)?.name ?? user,
    agent: sayBrowser(agent),
    begun: sayTime(createdAt, settings.timeZone),
    seen: sayTime(seenAt, settings.timeZone),
    isThis: id === own,
  }));

/**
 * The sessions used last; each person's page has all of theirs.
 * @param {Session[]} sessions the most recently seen first
 * @param {string | undefined} own
 * @param {BlogIndex} index
 */
export const presentNewest = (sessions, own, index) => ({
  sessions: presentSessions(sessions.slice(0, PAGE_SIZE), own, index),
  moreSessions:
    sessions.length > PAGE_SIZE &&
    `${counted(sessions.length - PAGE_SIZE, 'older session')}: see the page of each person.`,
});

/**
 * @param {Token[]} tokens
 * @param {BlogIndex} index
 */
export const presentTokens = (tokens, { users, settings }) =>
  tokens.map(({ id, user, label, scopes, createdAt, usedAt }) => ({
    id,
    who: user === '' ? 'The blog' : (users.get(user)?.name ?? user),
    label: label || id.slice(0, 8),
    scopes: scopes.join(', '),
    created: sayTime(createdAt, settings.timeZone),
    used: usedAt ? { text: sayTime(usedAt, settings.timeZone) } : null,
  }));

/**
 * What a form for a new password says of the API tokens that there are.
 * @param {Token[]} tokens of the user
 * @param {URLSearchParams} form as it was sent
 * @returns {{ count: string, text: string, checked: boolean } | null}
 */
export const presentRevoking = ({ length }, form) =>
  length > 0
    ? {
        count: length.toLocaleString('en'),
        text: counted(length, 'API token'),
        checked: form.has('revoke-tokens'),
      }
    : null;

/** @param {string} word */
const capital = (word) => word[0].toUpperCase() + word.slice(1);
