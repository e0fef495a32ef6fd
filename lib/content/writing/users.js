import { LarderError } from '../../errors.js';
import { equal } from '../../util/equal.js';
import { slugify } from '../../util/slug.js';
import { following, removal } from './writer.js';
/** @import { Store, User } from '../../types.js' */
/** @import { Writer } from './writer.js' */

/**
 * Writes users: those who sign in, and the names that posts bear.
 * @param {object} deps
 * @param {Store} deps.store
 * @param {() => string} deps.newId
 * @param {Writer} deps.writer
 */
export function createUserWriter({ store, newId, writer }) {
  return { saveUser, removeUser };

  /**
   * @param {{ id?: string, name: string, role: User['role'] } & Partial<User>} input what it leaves out stays as it is
   * @param {{ revision?: string | null }} [options] the revision that was seen, where it matters; null for a new user
   * @returns {Promise<User>} the same one when nothing changes
   * @throws {LarderError} `conflict`
   */
  async function saveUser(input, { revision } = {}) {
    const id = input.id ?? (slugify(input.name) || newId());
    const before = await store.get('user', id);
    const present = before?.revision ?? null;
    if (revision !== undefined && present !== revision)
      throw new LarderError('conflict', 'The account was changed in the meantime');
    const after = { ...before, ...input, id, revision: before?.revision };
    if (before && equal(before, after)) return before;
    return writer.put('user', after, present);
  }

  /**
   * Removes a user whole, with the unpublished work that they kept on others' posts.
   * @param {string} id
   * @param {string} revision the one that was seen
   * @throws {LarderError} `conflict`
   */
  async function removeUser(id, revision) {
    const autosaves = [];
    for await (const copy of store.all('copy'))
      if (copy.id.endsWith(`:${id}`)) autosaves.push(removal('copy', copy));
    await writer.write([removal('user', { id, revision }), ...following(autosaves)]);
  }
}
