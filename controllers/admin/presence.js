import { LarderError } from '../../lib/base/errors.js';
import { mayEdit } from '../../lib/people/rights.js';
import { sayOthers } from '../../lib/views/presenters/editor.js';
/** @import { SignedInAction } from '../types.js' */

/** `POST /admin/presence`: a page of the editor says that it is there, and hears who else is. @type {SignedInAction} */
export async function report({ form, author }, { index, presence, words }) {
  const post = index.post(form.get('id') ?? '');
  if (!post || !mayEdit(author, post)) return null;
  const page = form.get('page') ?? '';
  if (!/^[\w-]{1,40}$/.test(page)) throw new LarderError('invalid', 'The page has no name');
  const own = { author: author.id, page };
  if (form.has('left')) {
    await presence.leave(post.id, own);
    return { json: null };
  }
  const ids = await presence.stay(post.id, { ...own, isSeen: !form.has('hidden') });
  return { json: { others: sayOthers(ids, author, { index, words }) } };
}
