import { slugify } from '../base/slug.js';
import { isError, LarderError } from '../base/errors.js';
import { checkNames } from './names.js';
import { checkPassword } from './passwords.js';
/** @import { Clock } from '../base/clock.js' */
/** @import { Content } from '../content/content.js' */
/** @import { Eventual, User } from '../store/types.js' */
/** @import { Invitations } from './invitations.js' */
/** @import { Passwords } from './passwords.js' */
/** @import { Author } from './rights.js' */
/** @import { Sessions } from './sessions.js' */

/**
 * Users: create, look up, rename, set the password.
 * @param {object} deps
 * @param {Content} deps.content
 * @param {Eventual<Passwords>} deps.passwords
 * @param {Clock} deps.clock
 * @param {Sessions} deps.sessions
 * @param {Invitations} deps.invitations
 */
export function createUsers({ content, passwords, clock, sessions, invitations }) {
  return { user, firstOwner, addUser, setPassword, rename };

  /** @param {string} id @returns {Promise<User | null>} */
  function user(id) {
    return content.store.get('user', id);
  }

  /**
   * @returns {Promise<string>} the id of the first owner, on whose behalf the commands run; '' when there is none yet
   */
  async function firstOwner() {
    for await (const { id, role } of content.store.all('user')) if (role === 'owner') return id;
    return '';
  }

  /**
   * Creates a user. Without a password they cannot sign in until they use an invitation link; posts can show their
   * name. The id of a deleted account is free, but the posts that show its name become theirs.
   * @param {{ id?: string, name: string, role: User['role'], password?: string, again?: string }} input  `again`: the
   *   id, when that was understood
   * @returns {Promise<User>}
   * @throws {LarderError} `invalid`, with the field; `conflict` when the id is taken
   */
  async function addUser({ role, password, again = '', ...input }) {
    const { id, name } = checkNames({ id: input.id ?? slugify(input.name), name: input.name });
    const present = await user(id);
    if (present && !(await isDeleted(present)))
      throw new LarderError('conflict', `The user ${id} already exists`, { field: 'id' });
    if (present && again !== id)
      throw new LarderError('conflict', `The account ${id} was deleted`, {
        field: 'id',
        word: ['people.accountWasDeleted', { id }],
      });
    if (password !== undefined) checkPassword(password);
    const secret = password === undefined ? {} : await passwords.fieldsOf(password, clock.now());
    return content.saveUser({ id, name, role, ...secret }, { revision: present?.revision ?? null });
  }

  /** @param {User} user @returns {Promise<boolean>} whether it is nothing but the name of posts */
  async function isDeleted(user) {
    return !canSignIn(user) && !(await invitations.all()).has(user.id);
  }

  /**
   * Sets a password without asking for the old one, and ends the user's sessions and invitation link.
   * @param {string} id
   * @param {string} password
   * @returns {Promise<User>}
   * @throws {LarderError} `notFound`, `invalid`
   */
  async function setPassword(id, password) {
    const present = await user(id);
    if (!present) throw new LarderError('notFound', `There is no user ${id}`);
    checkPassword(password);
    const { name, role } = present;
    const secret = await passwords.fieldsOf(password, clock.now());
    const saved = await content.saveUser({ id, name, role, ...secret });
    await sessions.endAll(id);
    await invitations.drop(id);
    return saved;
  }

  /**
   * Changes the name that readers see.
   * @param {Author} author
   * @param {string} name
   */
  async function rename(author, name) {
    const { name: checked } = checkNames({ id: author.id, name });
    const present = await user(author.id);
    if (!present) return;
    await content.saveUser({ ...present, name: checked }, { revision: present.revision });
  }
}

/** @param {Pick<User, 'password' | 'passkeys'>} user @returns {boolean} */
export const canSignIn = ({ password, passkeys = [] }) =>
  password !== undefined || passkeys.length > 0;

/**
 * @param {Content} content
 * @param {User} user as it was read
 * @param {Partial<User>} changed
 * @returns {Promise<User | null>} null: it has changed meanwhile; nothing is written
 */
export async function saveUnlessChanged(content, user, changed) {
  try {
    return await content.saveUser({ ...user, ...changed }, { revision: user.revision });
  } catch (error) {
    if (isError(error, 'conflict')) return null;
    throw error;
  }
}
