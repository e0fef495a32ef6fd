import { LarderError } from '../../lib/errors.js';
import { decodedPath } from '../../lib/util/paths.js';
import { urlOf } from '../../lib/views/presenters/posts.js';
/** @import { UncachedAction } from '../types.js' */

/**
 * Any other path: a former slug or permalink redirects to its post, or answers 410 if the post was
 * removed; addresses of an imported blog lead to its feed, tags and files, too.
 * @type {UncachedAction}
 */
export function former({ path }, { index }) {
  const owner = index.addresses.get(decodedPath(path));
  if (owner === undefined) return null;
  if (owner.startsWith('/')) return { redirect: owner, status: 301 };
  const post = index.post(owner);
  if (!post) throw new LarderError('gone', `The post at ${path} was removed`);
  if (!index.isPublic(post) || urlOf(post) === path) return null;
  return { redirect: urlOf(post), status: 301 };
}
