import { LarderError } from '../../lib/errors.js';
import { decodedPath } from '../../lib/util/paths.js';
import { urlOf } from '../../lib/views/presenters/posts.js';
/** @import { UncachedAction } from '../types.js' */

/**
 * Any other path: a former slug or permalink redirects to its post, or answers 410 if the post was
 * removed.
 * @type {UncachedAction}
 */
export function former({ path }, { index }) {
  const owner = index.addresses.get(decodedPath(path));
  if (owner === undefined) return null;
  const post = index.post(owner);
  if (!post) throw new LarderError('gone', `The post at ${path} was removed`);
  if (!index.isPublic(post) || urlOf(post) === path) return null;
  return { redirect: urlOf(post), status: 301 };
}
