import { mayEdit } from '../../../lib/people/rights.js';
import { LarderError } from '../../../lib/base/errors.js';
import { pathOf } from '../../../lib/changes/index/blog-index.js';
import { editorPath } from '../../../lib/views/presenters/editor.js';
/** @import { Author } from '../../../lib/people/rights.js' */
/** @import { Post } from '../../../lib/store/types.js' */
/** @import { AuthorBlog } from '../../types.js' */

/**
 * Finds the post of an admin URL: by its slug, a former slug, or `~` and its id.
 * @param {'post' | 'page'} type
 * @param {string} name
 * @param {Author} author
 * @param {AuthorBlog} blog
 * @returns {Promise<{ post: Post } | { redirect: string } | null>} null: not found
 * @throws {LarderError} `forbidden` when it is not theirs to edit
 */
export async function findPost(type, name, author, { index, store }) {
  const present = name.startsWith('~') ? index.post(name.slice(1)) : index.find(type, name);
  const summary = present ?? index.post(index.addresses.get(pathOf({ type, slug: name })) ?? '');
  if (!summary || summary.type !== type) return null;
  if (!mayEdit(author, summary))
    throw new LarderError('forbidden', `This ${type} belongs to someone else.`, {
      word: ['common.belongsToSomeoneElse'],
    });
  if (!present) return { redirect: editorPath(summary) };
  const post = await store.get('post', summary.id);
  return post && { post };
}
