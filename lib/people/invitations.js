import { isError, LarderError } from '../base/errors.js';
import { hashOf, newToken } from './secrets.js';
/** @import { Clock } from '../base/clock.js' */
/** @import { Store } from '../store/types.js' */
/** @import { RandomBytes } from './secrets.js' */

/** Milliseconds for which a link is valid. */
const LASTS = 7 * 24 * 60 * 60_000;

/**
 * @typedef {{ id: string, hash: string, expiresAt: string, revision?: string }} Invitation  stored with the kind
 *   'token'
 */

/**
 * Links with which users choose their own password: at most one per user, valid once and for a week. A new link
 * replaces the previous one.
 */
export class Invitations {
  #store;
  #clock;
  #random;

  /**
   * @param {object} deps
   * @param {Store} deps.store
   * @param {Clock} deps.clock
   * @param {RandomBytes} deps.random
   */
  constructor({ store, clock, random }) {
    this.#store = store;
    this.#clock = clock;
    this.#random = random;
  }

  /**
   * @param {string} user an id
   * @returns {Promise<{ token: string, expiresAt: string }>}
   */
  async create(user) {
    const secret = newToken(this.#random);
    const expiresAt = new Date(this.#clock.now() + LASTS).toISOString();
    const present = await this.#read(user);
    const record = { id: idOf(user), hash: hashOf(secret), expiresAt };
    await this.#store.write([{ kind: 'token', record, revision: present?.revision ?? null }]);
    return { token: `${user}.${secret}`, expiresAt };
  }

  /** @returns {Promise<Map<string, string>>} when the link of each user who has one expires, by their ids */
  async all() {
    const all = new Map();
    for await (const token of this.#store.all('token'))
      if (token.id.startsWith(PREFIX) && this.#isYoung(token))
        all.set(token.id.slice(PREFIX.length), token.expiresAt);
    return all;
  }

  /**
   * @param {string} token
   * @returns {Promise<string>} the id of the user whose link it is
   * @throws {LarderError} `forbidden` when it is not valid
   */
  async check(token) {
    return (await this.#find(token)).user;
  }

  /**
   * Uses a link up. If two requests use it at once, one succeeds.
   * @param {string} token
   * @returns {Promise<string>} the id of the user
   * @throws {LarderError} `forbidden` when it is not valid
   */
  async use(token) {
    const { user, invitation } = await this.#find(token);
    if (!(await this.#remove(invitation))) throw spent();
    return user;
  }

  /** Deletes a user's link. @param {string} user an id */
  async drop(user) {
    const present = await this.#read(user);
    if (present) await this.#remove(present);
  }

  /** @param {string} token */
  async #find(token) {
    const [, user, secret] = /^(.{1,160})\.([\w-]{43})$/su.exec(token) ?? [];
    const invitation = user ? await this.#read(user) : null;
    if (!invitation || invitation.hash !== hashOf(secret) || !this.#isYoung(invitation))
      throw spent();
    return { user, invitation };
  }

  /** @param {string} user @returns {Promise<Invitation | null>} */
  #read(user) {
    return this.#store.get('token', idOf(user));
  }

  /** @param {Invitation} invitation @returns {Promise<boolean>} false: another request has removed it */
  async #remove({ id, revision = '' }) {
    try {
      await this.#store.write([{ kind: 'token', id, revision, removed: true }]);
      return true;
    } catch (error) {
      if (isError(error, 'conflict')) return false;
      throw error;
    }
  }

  /**
   * False also for links that expire implausibly late: they were made before the clock was set back.
   * @param {Invitation} invitation
   */
  #isYoung({ expiresAt }) {
    const left = Date.parse(expiresAt) - this.#clock.now();
    return left > 0 && left < 2 * LASTS;
  }
}

const PREFIX = 'invitation:';

/** @param {string} user */
const idOf = (user) => PREFIX + user;

const spent = () =>
  new LarderError(
    'forbidden',
    'This link is no longer valid: it was used, has expired, or was replaced. Ask the owner of the blog for a new one.',
  );
