import { LarderError } from '../base/errors.js';
import { authorsOf } from '../changes/index/public-lists.js';
import { withoutSecondFactor } from './recovery-codes.js';
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

const NO_WAY_IN = { password: undefined, passkeys: undefined, usedChallenges: undefined };

/** Manages other users' accounts, for the owner. At least one owner who can sign in always remains. */
export class People {
  #content;
  #sessions;
  #tokens;
  #invitations;

  /**
   * @param {object} deps
   * @param {Content} deps.content
   * @param {Sessions} deps.sessions
   * @param {Tokens} deps.tokens
   * @param {Invitations} deps.invitations
   */
  constructor({ content, sessions, tokens, invitations }) {
    this.#content = content;
    this.#sessions = sessions;
    this.#tokens = tokens;
    this.#invitations = invitations;
  }

  /** @returns {Promise<Person[]>} sorted by name */
  async list() {
    const users = [];
    for await (const user of this.#content.store.all('user')) users.push(user);
    const sessions = await this.#sessions.all();
    const counts = countByAuthor(this.#content.index.posts());
    // The newest one of each is first.
    const seen = new Map(sessions.toReversed().map(({ user, seenAt }) => [user, seenAt]));
    const invited = await this.#invitations.all();
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
  async find(id) {
    const person = (await this.list()).find(({ user }) => user.id === id);
    if (!person) return null;
    const trashed = (await this.#content.trash()).filter(({ post }) =>
      authorsOf(post).includes(id),
    );
    return { ...person, posts: person.posts + trashed.length };
  }

  /**
   * Takes effect with their next request.
   * @param {string} id
   * @param {User['role']} role
   * @returns {Promise<User>}
   * @throws {LarderError} `notFound`; `invalid` when no owner would be left
   */
  async changeRole(id, role) {
    const user = await this.#user(id);
    const change = () => this.#content.saveUser({ ...user, role }, { revision: user.revision });
    return role === 'owner' ? change() : this.#keepingAnOwner(user, change);
  }

  /**
   * Ends a user's access at once: deletes their password, passkeys, sessions, API tokens and link. Their posts stay.
   * @param {string} id
   * @throws {LarderError} `notFound`; `invalid` when no owner would be left
   */
  async suspend(id) {
    const user = await this.#user(id);
    await this.#keepingAnOwner(user, () =>
      this.#content.saveUser({ ...user, ...NO_WAY_IN }, { revision: user.revision }),
    );
    await this.#endAccess(id);
  }

  /**
   * Removes a user. Users with posts are kept as names that cannot sign in, because their posts show them.
   * @param {string} id
   * @returns {Promise<'removed' | 'kept'>}
   * @throws {LarderError} `notFound`; `invalid` when no owner would be left
   */
  async remove(id) {
    const person = await this.find(id);
    if (!person) throw notFound(id);
    const { user, posts } = person;
    const { name, revision } = user;
    if (posts > 0) {
      const bare = { ...NO_WAY_IN, secondFactor: undefined, recoveryCodes: undefined, email: undefined };
      await this.#keepingAnOwner(user, () =>
        this.#content.saveUser({ ...user, ...bare, id, name, role: 'author' }, { revision }),
      );
    } else
      await this.#keepingAnOwner(user, () => this.#content.removeUser(id, user.revision ?? ''));
    await this.#endAccess(id);
    return posts > 0 ? 'kept' : 'removed';
  }

  /** For users who have lost their authenticator app. @param {string} id @throws {LarderError} `notFound` */
  async disableTwoFactor(id) {
    const { revision, ...user } = await this.#user(id);
    await this.#content.saveUser({ ...user, ...withoutSecondFactor(user) }, { revision });
  }

  /** @param {string} id */
  async #endAccess(id) {
    await this.#sessions.endAll(id);
    await this.#invitations.drop(id);
    await this.#tokens.revokeAll(id);
  }

  /**
   * @template T
   * @param {User} user who may no longer be an owner after the change
   * @param {() => Promise<T>} change
   * @returns {Promise<T>}
   */
  async #keepingAnOwner(user, change) {
    const isOwner = user.role === 'owner' && canSignIn(user);
    if (isOwner && (await this.#owners()) < 2) throw lastOwner(user);
    const changed = await change();
    if (isOwner && (await this.#owners()) < 1) {
      // Two owners have demoted each other at the same moment.
      const { revision: _, ...before } = user;
      await this.#content.saveUser(before);
      throw lastOwner(user);
    }
    return changed;
  }

  /** @returns {Promise<number>} how many owners can sign in */
  async #owners() {
    let owners = 0;
    for await (const user of this.#content.store.all('user'))
      if (user.role === 'owner' && canSignIn(user)) owners++;
    return owners;
  }

  /** @param {string} id @returns {Promise<User>} */
  async #user(id) {
    const user = await this.#content.store.get('user', id);
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
