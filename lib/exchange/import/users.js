import { slugify } from '../../base/slug.js';
import { digestOf } from './last-import.js';
/** @import { User } from '../../store/types.js' */
/** @import { Run } from './run.js' */

/**
 * @param {string} name from a file; '' for none
 * @param {Run} run
 * @returns {Promise<string>} the id of the user with this name, who is created as an author if necessary; '' if they
 *   were removed here
 */
export async function authorId(name, run) {
  if (name === '') return '';
  const { users } = run.content.index;
  const same = [...users.values()].find((user) => user.name.toLowerCase() === name.toLowerCase());
  const id = slugify(name);
  // An import never renames a user whose id matches the name.
  if (same || users.has(id)) return same?.id ?? id;
  const saved = await importUser({ ...(id && { id }), name, role: 'author' }, run);
  return saved?.id ?? '';
}

/**
 * Imports a new user, or the new name of one who was not renamed here.
 * @param {{ id?: string, name: string, role: User['role'], language?: string }} user
 * @param {Run} run
 * @returns {Promise<User | null>} null when they were removed here
 */
export async function importUser(user, { content, last, keep }) {
  const present = user.id ? (content.index.users.get(user.id) ?? null) : null;
  const given = digestOf(user.name);
  const verdict = await last.judge(`user:${user.id}`, {
    here: present && digestOf(present.name),
    given,
    isSame: present?.name === user.name,
    unrecorded: () => present !== null,
  });
  if (verdict === 'deleted') {
    keep(`user ${user.id}`, 'they were removed here and stay removed');
    return null;
  }
  if (present && verdict !== 'write' && verdict !== 'same') {
    if (await last.knows(`user:${user.id}`))
      keep(`user ${user.id}`, 'they were renamed here and keep that name');
    return present;
  }
  // Existing users keep their role and the language of their admin pages.
  const { language, role, ...named } = user;
  const known = present ? { role: present.role } : { role, ...(language && { language }) };
  const saved =
    verdict === 'same' && present ? present : await content.saveUser({ ...named, ...known });
  await last.remember(`user:${saved.id}`, given, given);
  return saved;
}
