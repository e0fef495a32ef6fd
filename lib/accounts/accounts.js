import { isSlug, slugify } from '../content/slug.js';
import { plainText } from '../content/validate.js';
import { isError, LarderError } from '../errors.js';
import { Attempts, networkOf } from './attempts.js';
import { Invitations } from './invitations.js';
import { checkPassword } from './passwords.js';
import { People } from './people.js';
import * as secondFactor from './second-factor.js';
import { Sessions } from './sessions.js';
import { Setup } from './setup.js';
import { Tokens } from './tokens.js';

/**
 * @typedef {import('../types.js').User} User
 * @typedef {import('../blog.js').Cookie} Cookie
 * @typedef {import('./rights.js').Author} Author
 * @typedef {{ address: string, agent: string }} Client  where a request comes from: its address and User-Agent
 */

/**
 * Attempts that cost no waiting, and the milliseconds that one has to wait at most: an account's owner must not be
 * locked out for long by others. A token cannot be guessed; whoever shows many bad ones only makes work.
 */
const LIMITS = {
  account: { free: 10, longestWait: 60_000 },
  address: { free: 10, longestWait: 15 * 60_000 },
  token: { free: 200, longestWait: 60_000 },
};
const NAME_AT_MOST = 100;

/** Who may write here, and how they show that it is them. */
export class Accounts {
  #content;
  #passwords;
  #clock;
  #random;
  #byAccount;
  #byAddress;
  #tokensByAddress;

  /**
   * @param {object} parts
   * @param {import('../content/content.js').Content} parts.content
   * @param {import('./passwords.js').Passwords} parts.passwords
   * @param {import('../clock.js').Clock} parts.clock
   * @param {import('./secrets.js').RandomBytes} parts.random
   * @param {string | null} parts.setupFile
   */
  constructor({ content, passwords, clock, random, setupFile }) {
    const { store } = content;
    this.#content = content;
    this.#passwords = passwords;
    this.#clock = clock;
    this.#random = random;
    this.#byAccount = new Attempts({ clock, ...LIMITS.account });
    this.#byAddress = new Attempts({ clock, ...LIMITS.address });
    this.#tokensByAddress = new Attempts({ clock, ...LIMITS.token });
    this.sessions = new Sessions({ store, clock, random });
    this.tokens = new Tokens({ store, clock, random });
    this.setup = new Setup({ store, random, file: setupFile });
    this.invitations = new Invitations({ store, clock, random });
    const { sessions, tokens, invitations } = this;
    this.people = new People({ content, sessions, tokens, invitations });
  }

  /** @param {string} id @returns {Promise<User | null>} */
  user(id) {
    return this.#content.store.get('user', id);
  }

  /** @returns {Promise<string>} the id of the owner, whom the terminal speaks for; '' when there is none yet */
  async firstOwner() {
    for await (const user of this.#content.store.all('user'))
      if (user.role === 'owner') return user.id;
    return '';
  }

  /**
   * Makes the first account, by the set-up link.
   * @param {{ token: string, id: string, name: string, password: string }} input
   * @param {Client} client
   * @returns {Promise<Cookie>} they are signed in
   * @throws {LarderError} `invalid`, with the field; `forbidden` when the link is not good
   */
  async setUp({ token, ...input }, { agent }) {
    const { id, name } = checkNames(input);
    checkPassword(input.password);
    await this.setup.check(token);
    const password = await this.#newPassword(input.password);
    await this.setup.use(token);
    const user = await this.#content.saveUser({ id, name, role: 'owner', ...password });
    return this.sessions.begin(user, { agent });
  }

  /**
   * Gives a user the password that they choose by the link that an owner made for them.
   * @param {{ token: string, password: string, previous: string }} input `previous`: the token that the browser has
   * @param {Client} client
   * @returns {Promise<{ cookie: Cookie, stage: 'in' | 'code' }>} they are signed in, but for the second step
   * @throws {LarderError} `forbidden` when the link is not good, `invalid` with the field
   */
  async join({ token, password, previous }, { agent }) {
    await this.invitations.check(token);
    checkPassword(password);
    const secret = await this.#newPassword(password);
    const id = await this.invitations.use(token);
    const present = await this.user(id);
    if (!present) throw new LarderError('notFound', `There is no user ${id}`);
    const { revision } = present;
    const user = await this.#content.saveUser({ ...present, ...secret }, { revision });
    await this.sessions.endAll(id);
    await this.sessions.end(previous);
    const stage = user.secondFactor ? 'code' : 'in';
    return { cookie: await this.sessions.begin(user, { agent, stage }), stage };
  }

  /**
   * @param {{ id?: string, name: string, role: User['role'], password?: string }} input
   * @returns {Promise<User>}
   * @throws {LarderError} `invalid`, with the field; `conflict` when there is one with that id
   */
  async addUser({ role, password, ...input }) {
    const { id, name } = checkNames({ id: input.id ?? slugify(input.name), name: input.name });
    if (await this.user(id))
      throw new LarderError('conflict', `There is a user ${id} already`, { field: 'id' });
    if (password !== undefined) checkPassword(password);
    const secret = password === undefined ? {} : await this.#newPassword(password);
    return this.#content.saveUser({ id, name, role, ...secret }, { revision: null });
  }

  /**
   * Sets a password, whatever it was, and ends the user's sessions, and the link by which another could be chosen.
   * @param {string} id
   * @param {string} password
   * @throws {LarderError} `notFound`, `invalid`
   */
  async setPassword(id, password) {
    const user = await this.user(id);
    if (!user) throw new LarderError('notFound', `There is no user ${id}`);
    checkPassword(password);
    const { name, role } = user;
    const secret = await this.#newPassword(password);
    const saved = await this.#content.saveUser({ id, name, role, ...secret });
    await this.sessions.endAll(id);
    await this.invitations.drop(id);
    return saved;
  }

  /**
   * The first step of signing in. It answers the same, in the same time, for an unknown user and a wrong password.
   * @param {{ name: string, password: string, previous: string }} input `previous`: the token that the browser has
   * @param {Client} client
   * @returns {Promise<{ cookie: Cookie, stage: 'in' | 'code' } | null>} null: wrong
   * @throws {LarderError} `tooMany`; `unavailable` when too many sign in at this moment
   */
  async signIn({ name, password, previous }, { address, agent }) {
    const id = slugify(name);
    const user = await this.user(id);
    if (!(await this.#isRight(user, password, id, address)) || !user) return null;
    const upgraded = await this.#upgrade(user, password);
    await this.sessions.end(previous);
    await this.sessions.tidy();
    const stage = upgraded.secondFactor ? 'code' : 'in';
    return { cookie: await this.sessions.begin(upgraded, { agent, stage }), stage };
  }

  /**
   * The second step, for those who have turned it on.
   * @param {{ token: string, code: string }} input the token of the first step
   * @param {Client} client
   * @returns {Promise<Cookie | null>} null: wrong, or used before
   * @throws {LarderError} `tooMany`; `unauthorised` when the first step was too long ago
   */
  async confirm({ token, code }, { address, agent }) {
    const found = await this.sessions.find(token);
    if (found?.session.stage !== 'code')
      throw new LarderError('unauthorised', 'Please sign in again');
    const { user } = found;
    const forgive = this.#attempt(`code:${user.id}`, address);
    if (user.secondFactor) {
      const after = secondFactor.use(user.secondFactor, code, this.#clock.now());
      if (!after || !(await this.#keep(user, { secondFactor: after }))) return null;
    }
    forgive();
    await this.sessions.end(token);
    return this.sessions.begin(user, { agent });
  }

  /**
   * @param {Author} author
   * @param {{ current: string, next: string }} input
   * @param {Client} client
   * @returns {Promise<Cookie>} of a new session; all others have ended
   * @throws {LarderError} `invalid` with the field, `tooMany`
   */
  async changePassword(author, { current, next }, { address, agent }) {
    checkPassword(next, 'next');
    await this.checkPresence(author, current, address);
    return this.sessions.begin(await this.setPassword(author.id, next), { agent });
  }

  /**
   * @param {Author} author
   * @param {string} name as readers see it
   */
  async rename(author, name) {
    const { name: checked } = checkNames({ id: author.id, name });
    const user = await this.user(author.id);
    if (user) await this.#content.saveUser({ ...user, name: checked }, { revision: user.revision });
  }

  /**
   * Makes a secret for an authenticator app. It is good once a code has confirmed it.
   * @param {Author} author
   * @param {{ token: string, current: string }} input `token` of the session, `current` the password
   * @param {Client} client
   * @returns {Promise<string>} in base 32
   * @throws {LarderError} `invalid` with the field, `tooMany`
   */
  async startCodes(author, { token, current }, { address }) {
    await this.checkPresence(author, current, address);
    const secret = secondFactor.newSecret(this.#random);
    const found = await this.sessions.find(token);
    if (found) await this.sessions.keepSecret(found.session, secret);
    return secret;
  }

  /**
   * Turns the second step on.
   * @param {Author} author
   * @param {{ token: string, code: string }} input
   * @returns {Promise<string[]>} recovery codes, which nobody can show again
   * @throws {LarderError} `invalid` when the code does not fit
   */
  async confirmCodes(author, { token, code }) {
    const found = await this.sessions.find(token);
    if (!found?.session.secret)
      throw new LarderError('invalid', 'Please begin again with a new secret', { field: 'code' });
    const { session, user } = found;
    const codes = secondFactor.newRecoveryCodes(this.#random);
    const factor = secondFactor.begin(session.secret, code, codes, this.#clock.now());
    if (!factor || !(await this.#keep(user, { secondFactor: factor })))
      throw new LarderError('invalid', 'That is not the code for this moment', { field: 'code' });
    await this.sessions.keepSecret(session, '');
    await this.sessions.endAll(author.id, { except: session.id });
    return codes;
  }

  /**
   * Turns the second step off.
   * @param {Author} author
   * @param {string} current the password
   * @param {Client} client
   */
  async endCodes(author, current, { address }) {
    const user = await this.checkPresence(author, current, address);
    const { revision } = user;
    await this.#content.saveUser({ ...user, secondFactor: undefined }, { revision });
  }

  /**
   * @param {string} token that is no good, or ''
   * @param {string} address
   * @returns {never}
   * @throws {LarderError} `unauthorised`, or `tooMany` when there were too many from that address
   */
  refuseToken(token, address) {
    const network = networkOf(address);
    if (token !== '') {
      this.#tokensByAddress.check(network);
      this.#tokensByAddress.count(network);
    }
    const challenge = token === '' ? 'Bearer' : 'Bearer error="invalid_token"';
    const message =
      token === ''
        ? 'The API wants a token: Authorization: Bearer …'
        : 'This token is not good, or no longer';
    throw new LarderError('unauthorised', message, { headers: ['WWW-Authenticate', challenge] });
  }

  /**
   * Counts an attempt before it is known how it ends.
   * @param {string} account
   * @param {string} address
   * @returns {() => void} to be called when it was right
   */
  #attempt(account, address) {
    const network = networkOf(address);
    this.#byAccount.check(account);
    this.#byAddress.check(network);
    this.#byAccount.count(account);
    this.#byAddress.count(network);
    return () => {
      this.#byAccount.forget(account);
      // Only its own attempt: an account of one's own must not wash off those on others.
      this.#byAddress.forgive(network);
    };
  }

  /** @param {User | null} user @param {string} password @param {string} id @param {string} address */
  async #isRight(user, password, id, address) {
    const forgive = this.#attempt(id, address);
    const isRight = await this.#passwords.verify(password, user?.password);
    if (isRight) forgive();
    return isRight;
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
  async checkPresence(author, current, address) {
    const user = await this.user(author.id);
    if (!user || !(await this.#isRight(user, current, author.id, address)))
      throw new LarderError('invalid', 'This is not your present password', { field: 'current' });
    return user;
  }

  /** Makes the hash anew when it was made more cheaply than today. @param {User} user @param {string} password */
  async #upgrade(user, password) {
    if (!this.#passwords.isOutdated(user.password ?? '')) return user;
    const hash = await this.#passwords.hash(password);
    return (await this.#keep(user, { password: hash })) ?? user;
  }

  /** @param {string} password */
  async #newPassword(password) {
    const passwordAt = new Date(this.#clock.now()).toISOString();
    return { password: await this.#passwords.hash(password), passwordAt };
  }

  /** @param {User} user as it was read @param {Partial<User>} changed @returns {Promise<User | null>} null: it has changed meanwhile */
  async #keep(user, changed) {
    try {
      return await this.#content.saveUser({ ...user, ...changed }, { revision: user.revision });
    } catch (error) {
      if (isError(error, 'conflict')) return null;
      throw error;
    }
  }
}

/**
 * @param {{ id: string, name: string }} names
 * @throws {LarderError} `invalid`, with the field
 */
function checkNames({ id, name: typed }) {
  const name = plainText(typed)
    .replace(/[\u200e\u200f\u202a-\u202e\u2066-\u2069]/g, '')
    .trim();
  if (!name) throw new LarderError('invalid', 'A name is needed', { field: 'name' });
  if (name.length > NAME_AT_MOST)
    throw new LarderError('invalid', `A name has at most ${NAME_AT_MOST} characters`, {
      field: 'name',
    });
  if (!isSlug(id))
    throw new LarderError(
      'invalid',
      'A sign-in name has lower-case letters, digits and hyphens, at most 80',
      { field: 'id' },
    );
  return { id, name };
}
