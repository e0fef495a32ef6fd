import { slugify } from '../content/slug.js';
import { LarderError } from '../errors.js';
import { checkNames } from './names.js';
import { checkPassword } from './passwords.js';
import * as secondFactor from './second-factor.js';
import { saveUnlessChanged } from './users.js';

/**
 * @typedef {import('../types.js').User} User
 * @typedef {import('../blog.js').Cookie} Cookie
 * @typedef {import('./rights.js').Author} Author
 * @typedef {{ address: string, agent: string }} Client  where a request comes from: its address and User-Agent
 */

/**
 * Every way in: by a link, by name and password, by the second step's code.
 * @param {object} parts
 * @param {import('../content/content.js').Content} parts.content
 * @param {import('./passwords.js').Passwords} parts.passwords
 * @param {import('../clock.js').Clock} parts.clock
 * @param {import('./throttle.js').Throttle} parts.throttle
 * @param {ReturnType<typeof import('./users.js').userKeeping>} parts.users
 * @param {import('./sessions.js').Sessions} parts.sessions
 * @param {import('./setup.js').Setup} parts.setup
 * @param {import('./invitations.js').Invitations} parts.invitations
 */
export function signingIn(parts) {
  const { content, passwords, clock, throttle, users, sessions, setup, invitations } = parts;
  return { setUp, join, signIn, confirm, changePassword, checkPresence };

  /**
   * Makes the first account, by the set-up link.
   * @param {{ token: string, id: string, name: string, password: string }} input
   * @param {Client} client
   * @returns {Promise<Cookie>} they are signed in
   * @throws {LarderError} `invalid`, with the field; `forbidden` when the link is not good
   */
  async function setUp({ token, ...input }, { agent }) {
    const { id, name } = checkNames(input);
    checkPassword(input.password);
    await setup.check(token);
    const password = await passwords.fieldsOf(input.password, clock.now());
    await setup.use(token);
    const user = await content.saveUser({ id, name, role: 'owner', ...password });
    return sessions.begin(user, { agent });
  }

  /**
   * Gives a user the password that they choose by the link that an owner made for them.
   * @param {{ token: string, password: string, previous: string }} input `previous`: the token that the browser has
   * @param {Client} client
   * @returns {Promise<{ cookie: Cookie, stage: 'in' | 'code' }>} they are signed in, but for the second step
   * @throws {LarderError} `forbidden` when the link is not good, `invalid` with the field
   */
  async function join({ token, password, previous }, { agent }) {
    await invitations.check(token);
    checkPassword(password);
    const secret = await passwords.fieldsOf(password, clock.now());
    const id = await invitations.use(token);
    const present = await users.user(id);
    if (!present) throw new LarderError('notFound', `There is no user ${id}`);
    const { revision } = present;
    const user = await content.saveUser({ ...present, ...secret }, { revision });
    await sessions.endAll(id);
    await sessions.end(previous);
    const stage = user.secondFactor ? 'code' : 'in';
    return { cookie: await sessions.begin(user, { agent, stage }), stage };
  }

  /**
   * The first step of signing in. It answers the same, in the same time, for an unknown user and a wrong password.
   * @param {{ name: string, password: string, previous: string }} input `previous`: the token that the browser has
   * @param {Client} client
   * @returns {Promise<{ cookie: Cookie, stage: 'in' | 'code' } | null>} null: wrong
   * @throws {LarderError} `tooMany`; `unavailable` when too many sign in at this moment
   */
  async function signIn({ name, password, previous }, { address, agent }) {
    const id = slugify(name);
    const user = await users.user(id);
    if (!(await isRight(user, password, id, address)) || !user) return null;
    const upgraded = await upgrade(user, password);
    await sessions.end(previous);
    await sessions.tidy();
    const stage = upgraded.secondFactor ? 'code' : 'in';
    return { cookie: await sessions.begin(upgraded, { agent, stage }), stage };
  }

  /**
   * The second step, for those who have turned it on.
   * @param {{ token: string, code: string }} input the token of the first step
   * @param {Client} client
   * @returns {Promise<Cookie | null>} null: wrong, or used before
   * @throws {LarderError} `tooMany`; `unauthorised` when the first step was too long ago
   */
  async function confirm({ token, code }, { address, agent }) {
    const found = await sessions.find(token);
    if (found?.session.stage !== 'code')
      throw new LarderError('unauthorised', 'Please sign in again');
    const { user } = found;
    const forgive = throttle.attempt(`code:${user.id}`, address);
    if (user.secondFactor) {
      const after = secondFactor.use(user.secondFactor, code, clock.now());
      if (!after || !(await saveUnlessChanged(content, user, { secondFactor: after }))) return null;
    }
    forgive();
    await sessions.end(token);
    return sessions.begin(user, { agent });
  }

  /** Makes the hash anew when it was made more cheaply than today. @param {User} user @param {string} password */
  async function upgrade(user, password) {
    if (!passwords.isOutdated(user.password ?? '')) return user;
    const hash = await passwords.hash(password);
    return (await saveUnlessChanged(content, user, { password: hash })) ?? user;
  }

  /**
   * Takes a new password from one who knows the present one.
   * @param {Author} author
   * @param {{ current: string, next: string }} input
   * @param {Client} client
   * @returns {Promise<Cookie>} of a new session; all others have ended
   * @throws {LarderError} `invalid` with the field, `tooMany`
   */
  async function changePassword(author, { current, next }, { address, agent }) {
    checkPassword(next, 'next');
    await checkPresence(author, current, address);
    return sessions.begin(await users.setPassword(author.id, next), { agent });
  }

  /**
   * Asks again who it is, before anything that gives somebody a way in: a session that was stolen must not make itself
   * another one.
   * @param {Author} author
   * @param {string} current the password
   * @param {string} address
   * @returns {Promise<User>}
   * @throws {LarderError} `invalid` with the field, `tooMany`
   */
  async function checkPresence(author, current, address) {
    const user = await users.user(author.id);
    if (!user || !(await isRight(user, current, author.id, address)))
      throw new LarderError('invalid', 'This is not your present password', { field: 'current' });
    return user;
  }

  /** @param {User | null} user @param {string} password @param {string} id @param {string} address */
  async function isRight(user, password, id, address) {
    const forgive = throttle.attempt(id, address);
    const fits = await passwords.verify(password, user?.password);
    if (fits) forgive();
    return fits;
  }
}
