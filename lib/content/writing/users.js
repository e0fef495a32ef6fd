import { LarderError } from '../../base/errors.js';
import { equal } from '../../base/equal.js';
import { slugify } from '../../base/slug.js';
import { accountAct } from '../acts.js';
import { following, removal } from './writer.js';
/** @import { Store, User } from '../../store/types.js' */
/** @import { Done } from '../acts.js' */
/** @import { Writer } from './writer.js' */

/**
 * Writes users: those who sign in, and those who are only names of posts' authors.
 * @param {object} deps
 * @param {Store} deps.store
 * @param {() => string} deps.newId
 * @param {Writer} deps.writer
 */
export function createUserWriter({ store, newId, writer }) {
  return { saveUser, removeUser };

  /**
   * @param {{ id?: string, name: string, role: User['role'] } & Partial<User>} input missing fields stay as they are
   * @param {{ revision?: string | null, done?: Done }} [options] `revision`: that was read, if it matters; null for a
   *   new user; `done`: what it is as an act, unless the fields tell
   * @returns {Promise<User>} unchanged if nothing differs
   * @throws {LarderError} `conflict`
   */
  async function saveUser(input, { revision, done } = {}) {
    const id = input.id ?? (slugify(input.name) || newId());
    const before = await store.get('user', id);
    const present = before?.revision ?? null;
    if (revision !== undefined && present !== revision)
      throw new LarderError('conflict', 'The account was changed in the meantime');
    const after = { ...before, ...input, id, revision: before?.revision };
    if (before && equal(before, after)) return before;
    return writer.put('user', after, present, done ?? accountAct(before, after));
  }

  /**
   * Removes a user and their unpublished changes.
   * @param {string} id
   * @param {string} revision the one that was read
   * @throws {LarderError} `conflict`
   */
  async function removeUser(id, revision) {
    const autosaves = [];
    for await (const copy of store.all('autosave'))
      if (copy.id.endsWith(`:${id}`)) autosaves.push(removal('autosave', copy));
    const writes = [removal('user', { id, revision }), ...following(autosaves)];
    await writer.write(writes, 'here', { what: 'person.deleted', of: id });
  }
}
