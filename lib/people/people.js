import { LarderError } from '../base/errors.js';
import { authorsOf } from '../changes/index/public-lists.js';
import { withoutSecondFactor } from './recovery-codes.js';
import { checkNames } from './names.js';
import { canSignIn } from './users.js';
/** @import { Content } from '../content/content.js' */
/** @import { Authored, User } from '../store/types.js' */
/** @import { Invitations } from './invitations.js' */
/** @import { Sessions } from './sessions.js' */
/** @import { Tokens } from './tokens.js' */

/**
 * @typedef {object} Person  A user, with what the owner sees of them.
 * @property {User} user
 * @property {number} posts  number of their posts and pages, including drafts
 * @property {boolean} canSignIn
 * @property {string | null} seenAt  last use of any of their sessions; null: they have none
 * @property {string | null} invitedUntil  when their invitation link expires
 */

/** @typedef {ReturnType<typeof createPeople>} People */

const NO_WAY_IN = { password: undefined, passkeys: undefined, usedChallenges: undefined };

/**
 * Manages other users' accounts, for the owner. At least one owner who can sign in always remains.
 * @param {object} deps
 * @param {Content} deps.content
 * @param {Sessions} deps.sessions
 * @param {Tokens} deps.tokens
 * @param {Invitations} deps.invitations
 */
export function createPeople({ content, sessions, tokens, invitations }) {
  return { list, find, changeRole, suspend, remove, disableTwoFactor };

  /** @returns {Promise<Person[]>} sorted by name */
  async function list() {
    const users = [];
    for await (const user of content.store.all('user')) users.push(user);
    const used = await sessions.all();
    const counts = countByAuthor(content.index.posts());
    // The newest one of each is first.
    const seen = new Map(used.toReversed().map(({ user, seenAt }) => [user, seenAt]));
    const invited = await invitations.all();
    const people = users.map((user) => ({
      user,
      posts: counts.get(user.id) ?? 0,
      canSignIn: canSignIn(user),
      seenAt: seen.get(user.id) ?? null,
      invitedUntil: invited.get(user.id) ?? null,
    }));
    const { compare } = new Intl.Collator();
    return people.sort((a, b) => compare(a.user.name, b.user.name));
  }

  /** @param {string} id @returns {Promise<Person | null>} whose `posts` are also those in the trash */
  async function find(id) {
    const person = (await list()).find(({ user }) => user.id === id);
    if (!person) return null;
    const trashed = (await content.trash()).filter(({ post }) => authorsOf(post).includes(id));
    return { ...person, posts: person.posts + trashed.length };
  }

  /**
   * Takes effect with their next request.
   * @param {string} id
   * @param {User['role']} role
   * @returns {Promise<User>}
   * @throws {LarderError} `notFound`; `invalid` when no owner would be left
   */
  async function changeRole(id, role) {
    const user = await needed(id);
    const change = () => content.saveUser({ ...user, role }, { revision: user.revision });
    return role === 'owner' ? change() : keepingAnOwner(user, change);
  }

  /**
   * Ends a user's access at once: deletes their password, passkeys, sessions, API tokens and link. Their posts stay.
   * @param {string} id
   * @throws {LarderError} `notFound`; `invalid` when no owner would be left
   */
  async function suspend(id) {
    const user = await needed(id);
    await keepingAnOwner(user, () =>
      content.saveUser(
        { ...user, ...NO_WAY_IN },
        { revision: user.revision, done: { what: 'person.suspended', of: id, about: user.name } },
      ),
    );
    await endAccess(id);
  }

  /**
   * Removes a user. What they wrote becomes another's; or they are kept as names that cannot sign in, because their
   * posts show them.
   * @param {string} id
   * @param {{ to?: string, name?: string, by?: string }} [leaving]  `to`: the id of whose posts they become; `name`:
   *   what is shown instead; `by`: a user's id
   * @returns {Promise<'removed' | 'kept'>}
   * @throws {LarderError} `notFound`; `invalid` when no owner would be left, or with the field
   */
  async function remove(id, { to = '', name = '', by = '' } = {}) {
    const person = await find(id);
    if (!person) throw notFound(id);
    const { user, posts } = person;
    const done = { what: 'person.deleted', of: id, about: user.name };
    if (posts === 0) {
      await keepingAnOwner(user, () => content.removeUser(id, user.revision ?? ''));
      await endAccess(id);
      return 'removed';
    }
    if (to && (to === id || !(await content.store.get('user', to)))) throw notFound(to);
    const shown = name ? checkNames({ id, name }).name : user.name;
    const unneeded = { secondFactor: undefined, recoveryCodes: undefined, email: undefined };
    const bare = {
      ...user,
      ...NO_WAY_IN,
      ...unneeded,
      name: shown,
      role: /** @type {const} */ ('author'),
    };
    await keepingAnOwner(user, () => content.saveUser(bare, { revision: user.revision, done }));
    await endAccess(id);
    if (!to) return 'kept';
    await content.handOver(id, to, by);
    await content.removeUser(id, (await needed(id)).revision ?? '');
    return 'removed';
  }

  /** For users who have lost their authenticator app. @param {string} id @throws {LarderError} `notFound` */
  async function disableTwoFactor(id) {
    const { revision, ...user } = await needed(id);
    await content.saveUser({ ...user, ...withoutSecondFactor(user) }, { revision });
  }

  /** @param {string} id */
  async function endAccess(id) {
    await sessions.endAll(id);
    await invitations.drop(id);
    await tokens.revokeAll(id);
  }

  /**
   * @template T
   * @param {User} user who may no longer be an owner after the change
   * @param {() => Promise<T>} change
   * @returns {Promise<T>}
   */
  async function keepingAnOwner(user, change) {
    const isOwner = user.role === 'owner' && canSignIn(user);
    if (isOwner && (await owners()) < 2) throw lastOwner(user);
    const changed = await change();
    if (isOwner && (await owners()) < 1) {
      // Two owners have demoted each other at the same moment.
      const { revision: _, ...before } = user;
      await content.saveUser(before);
      throw lastOwner(user);
    }
    return changed;
  }

  /** @returns {Promise<number>} how many owners can sign in */
  async function owners() {
    let owners = 0;
    for await (const user of content.store.all('user'))
      if (user.role === 'owner' && canSignIn(user)) owners++;
    return owners;
  }

  /** @param {string} id @returns {Promise<User>} */
  async function needed(id) {
    const user = await content.store.get('user', id);
    if (!user) throw notFound(id);
    return user;
  }
}

/** @param {Iterable<Authored>} posts @returns {Map<string, number>} */
function countByAuthor(posts) {
  const counts = new Map();
  for (const post of posts)
    for (const author of authorsOf(post)) counts.set(author, (counts.get(author) ?? 0) + 1);
  return counts;
}

/** @param {string} id */
const notFound = (id) => new LarderError('notFound', `There is no user ${id}`);

/** @param {User} user */
const lastOwner = ({ name }) =>
  new LarderError(
    'invalid',
    `${name} is the last owner who can sign in. Make someone else an owner first.`,
    { field: 'owner' },
  );
