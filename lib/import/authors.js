import { slugify } from '../content/slug.js';

/**
 * @param {string} name from a file; '' for none
 * @param {Pick<import('../content/content.js').Content, 'index' | 'saveUser'>} content
 * @returns {Promise<string>} the id of the user of this name, who is made an author when there is none
 */
export async function authorId(name, content) {
  if (name === '') return '';
  const { users } = content.index;
  const same = [...users.values()].find((user) => user.name.toLowerCase() === name.toLowerCase());
  const id = slugify(name);
  // A user whose id the name would give is never renamed by an import.
  if (same || users.has(id)) return same?.id ?? id;
  return (await content.saveUser({ name, role: 'author' })).id;
}
