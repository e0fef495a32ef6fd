import { isError, LarderError } from '../base/errors.js';
import { keysOf } from '../base/record-of.js';
import { following } from '../content/writing/writer.js';
import { hashOf, newToken } from './secrets.js';
/** @import { Note } from '../content/acts.js' */
/** @import { Clock } from '../base/clock.js' */
/** @import { Store } from '../store/types.js' */
/** @import { RandomBytes } from './secrets.js' */

/** Milliseconds for which a link is valid, by why it was made: an owner did so, or the user asked for a mail. */
const LASTS = { invitation: 7 * 24 * 60 * 60_000, reset: 30 * 60_000 };

/** @typedef {keyof typeof LASTS} Why */
const whys = keysOf(LASTS);

/**
 * @typedef {{ id: string, hash: string, expiresAt: string, revision?: string }} Invitation  stored with the kind
 *   'token'
 */

/** @typedef {ReturnType<typeof createInvitations>} Invitations */

/**
 * Links with which users choose their own password: at most one per user and reason, valid once. A new link replaces
 * the previous one of its reason, so that a stranger who asks for a mail cannot end an invitation.
 * @param {object} deps
 * @param {Store} deps.store
 * @param {Clock} deps.clock
 * @param {RandomBytes} deps.random
 * @param {Note} deps.note
 */
export function createInvitations({ store, clock, random, note }) {
  return { create, all, check, use, drop };

  /**
   * @param {string} user an id
   * @param {Why} [why]
   * @returns {Promise<{ token: string, expiresAt: string }>}
   */
  async function create(user, why = 'invitation') {
    const secret = newToken(random);
    const expiresAt = new Date(clock.now() + LASTS[why]).toISOString();
    const present = await read(user, why);
    const record = { id: idOf(user, why), hash: hashOf(secret), expiresAt };
    const noted = why === 'invitation' ? note({ what: 'person.invited', of: user }) : [];
    await store.write([
      { kind: 'token', record, revision: present?.revision ?? null },
      ...following(noted),
    ]);
    return { token: `${user}.${secret}`, expiresAt };
  }

  /** @returns {Promise<Map<string, string>>} when the invitation of each user who has one expires, by their ids */
  async function all() {
    const all = new Map();
    const prefix = idOf('', 'invitation');
    for await (const token of store.all('token'))
      if (token.id.startsWith(prefix) && isYoung(token, 'invitation'))
        all.set(token.id.slice(prefix.length), token.expiresAt);
    return all;
  }

  /**
   * @param {string} token
   * @returns {Promise<{ id: string, why: Why }>} the user whose link it is
   * @throws {LarderError} `forbidden` when it is not valid
   */
  async function check(token) {
    const { user, why } = await find(token);
    return { id: user, why };
  }

  /**
   * Uses a link up. If two requests use it at once, one succeeds.
   * @param {string} token
   * @returns {Promise<string>} the id of the user
   * @throws {LarderError} `forbidden` when it is not valid
   */
  async function use(token) {
    const { user, invitation } = await find(token);
    if (!(await remove(invitation))) throw spent();
    return user;
  }

  /** Deletes a user's links. @param {string} user an id @param {Why[]} [of] default: all */
  async function drop(user, of = whys) {
    for (const why of of) {
      const present = await read(user, why);
      if (present) await remove(present);
    }
  }

  /** @param {string} token */
  async function find(token) {
    const [, user, secret] = /^(.{1,160})\.([\w-]{43})$/su.exec(token) ?? [];
    for (const why of user ? whys : []) {
      const invitation = await read(user, why);
      if (invitation?.hash === hashOf(secret) && isYoung(invitation, why))
        return { user, why, invitation };
    }
    throw spent();
  }

  /** @param {string} user @param {Why} why @returns {Promise<Invitation | null>} */
  function read(user, why) {
    return store.get('token', idOf(user, why));
  }

  /** @param {Invitation} invitation @returns {Promise<boolean>} false: another request has removed it */
  async function remove({ id, revision = '' }) {
    try {
      await store.write([{ kind: 'token', id, revision, removed: true }]);
      return true;
    } catch (error) {
      if (isError(error, 'conflict')) return false;
      throw error;
    }
  }

  /**
   * False also for links that expire implausibly late: they were made before the clock was set back.
   * @param {Invitation} invitation
   * @param {Why} why
   */
  function isYoung({ expiresAt }, why) {
    const left = Date.parse(expiresAt) - clock.now();
    return left > 0 && left < 2 * LASTS[why];
  }
}

/** @param {string} user @param {Why} why */
const idOf = (user, why) => `${why}:${user}`;

const spent = () =>
  new LarderError(
    'forbidden',
    'This link is no longer valid: it was used, has expired, or was replaced. Ask the owner of the blog for a new one.',
  );
