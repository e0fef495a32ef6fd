import { LarderError } from '../lib/errors.js';
import { decodedPath } from '../lib/paths.js';
import { urlOf } from '../lib/presenters/posts.js';

/**
 * Any other path: an old slug or an old permalink leads to where its post stands now; one whose post was
 * taken down is gone.
 * @type {import('../lib/blog.js').LiveAction}
 */
export function former({ path }, { index }) {
  const owner = index.addresses.get(decodedPath(path));
  if (owner === undefined) return null;
  const post = index.post(owner);
  if (!post) throw new LarderError('gone', `The post at ${path} was removed`);
  if (!index.isPublic(post) || urlOf(post) === path) return null;
  return { redirect: urlOf(post), status: 301 };
}
