import { shapes } from '../content/shapes.js';
import { isError, LarderError } from '../base/errors.js';
import { scopes as allScopes } from './rights.js';
import { hashOf, newToken } from './secrets.js';
import { following } from '../content/writing/writer.js';
import { ifPossible } from './sessions.js';
/** @import { Note } from '../content/acts.js' */
/** @import { Clock } from '../base/clock.js' */
/** @import { Scope, Store, Token } from '../store/types.js' */
/** @import { Author } from './rights.js' */
/** @import { RandomBytes } from './secrets.js' */

/** Makes tokens recognisable, also to secret scanners. */
const PREFIX = 'larder_';
const RECORDED_EVERY = 60 * 60_000;

/** @typedef {ReturnType<typeof createTokens>} Tokens */

/**
 * Tokens of the API. The store keeps a hash; the token itself is shown once.
 * @param {object} deps
 * @param {Store} deps.store
 * @param {Clock} deps.clock
 * @param {RandomBytes} deps.random
 * @param {Note} deps.note
 */
export function createTokens({ store, clock, random, note }) {
  return { create, author, list, revoke, revokeAll };

  /**
   * @param {{ user: string, scopes: string[], label?: string }} input `user`: an id, or '' when there is no user yet
   * @returns {Promise<string>} the token
   * @throws {LarderError} `invalid` for an unknown scope
   */
  async function create({ user, scopes, label = '' }) {
    const token = PREFIX + newToken(random);
    const createdAt = new Date(clock.now()).toISOString();
    /** @type {Token} */
    const record = {
      id: hashOf(token),
      user,
      scopes: checkScopes(scopes),
      label: label.slice(0, shapes.token.label.maxLength),
      createdAt,
      usedAt: null,
    };
    const done = { what: 'token.created', of: user, about: record.label || record.id.slice(0, 8) };
    await store.write([{ kind: 'token', record, revision: null }, ...following(note(done))]);
    return token;
  }

  /** @param {string} text may be anything @returns {Promise<Author | null>} the author whose token it is */
  async function author(text) {
    if (!text.startsWith(PREFIX)) return null;
    /** @type {Token | null} */
    const token = await store.get('token', hashOf(text));
    if (!token) return null;
    const { user: id, scopes } = token;
    const user =
      id === ''
        ? { name: 'The blog', role: /** @type {const} */ ('owner') }
        : await store.get('user', id);
    if (!user) return null;
    await record(token);
    const via = `token ${token.id.slice(0, 12)}`;
    return { id, name: user.name, role: user.role, scopes, via };
  }

  /** @param {string} [userId] default: all users @returns {Promise<Token[]>} oldest first */
  async function list(userId) {
    const tokens = [];
    for await (const token of store.all('token'))
      if (token.scopes && (userId === undefined || token.user === userId)) tokens.push(token);
    return tokens.sort((a, b) => (a.createdAt < b.createdAt ? -1 : 1));
  }

  /**
   * @param {string} start of the token's id
   * @param {string} [userId] only this user's tokens
   * @throws {LarderError} `notFound` when there is none, or `conflict` when there are several
   */
  async function revoke(start, userId) {
    const found = (await list(userId)).filter(({ id }) => start && id.startsWith(start));
    if (found.length === 0) throw new LarderError('notFound', `There is no token ${start}`);
    if (found.length > 1) throw new LarderError('conflict', `Several tokens begin with ${start}`);
    await remove(found[0].id);
  }

  /** @param {string} userId @returns {Promise<number>} how many there were */
  async function revokeAll(userId) {
    const tokens = await list(userId);
    for (const { id } of tokens) await remove(id);
    return tokens.length;
  }

  /** @param {string} id */
  async function remove(id) {
    for (let token; (token = await store.get('token', id));)
      try {
        const { revision = '', user, label } = token;
        const done = { what: 'token.revoked', of: user, about: label || id.slice(0, 8) };
        await store.write([
          { kind: 'token', id, revision, removed: true },
          ...following(note(done)),
        ]);
      } catch (error) {
        // Its last use has just been recorded.
        if (!isError(error, 'conflict')) throw error;
      }
  }

  /** @param {Token} token */
  async function record({ revision = '', ...record }) {
    const now = clock.now();
    if (record.usedAt && Math.abs(now - Date.parse(record.usedAt)) < RECORDED_EVERY) return;
    const used = { ...record, usedAt: new Date(now).toISOString() };
    await ifPossible(store.write([{ kind: 'token', record: used, revision }]));
  }
}

/** @param {string[]} wanted @returns {Scope[]} none twice */
function checkScopes(wanted) {
  const known = allScopes.filter((scope) => wanted.includes(scope));
  const unknown = wanted.find((scope) => !allScopes.some((each) => each === scope));
  if (unknown !== undefined || known.length === 0)
    throw new LarderError(
      'invalid',
      `${unknown === undefined ? 'A token needs at least one scope' : `There is no scope “${unknown}”`}: choose from ${allScopes.join(', ')}`,
      { field: 'scopes' },
    );
  return known;
}
