import { mayEdit } from '../../lib/auth/rights.js';
import { RETENTION_DAYS } from '../../lib/content/trash.js';
import { sayNear } from '../../lib/runtime/time-zones.js';
import { LarderError } from '../../lib/errors.js';
import { editorPath } from '../../lib/views/presenters/editor.js';
import { paginate } from '../../lib/views/presenters/pager.js';
import { counted } from '../../lib/views/presenters/words.js';
/** @import { SignedInAction } from '../types.js' */

const PAGE_SIZE = 50;

/** `GET /admin/trash`: deleted posts that can be restored. @type {SignedInAction} */
export async function list({ author, query }, { content, index, clock }) {
  const trash = author ? (await content.trash()).filter(({ post }) => mayEdit(author, post)) : [];
  const link = (/** @type {number} */ page) => `/admin/trash?page=${page}`;
  const { shown, pager } = paginate(trash, query.get('page'), PAGE_SIZE, link);
  const posts = shown.map(({ id, post, comments, removedAt, by }) => ({
    title: post.title,
    type: post.type,
    url: `/admin/trash/${encodeURIComponent(id)}`,
    removed: sayNear(removedAt, index.settings.timeZone, clock.now()),
    by: index.users.get(by)?.name ?? '',
    comments: comments > 0 && { text: counted(comments, 'comment') },
  }));
  const model = { posts, none: posts.length === 0, days: RETENTION_DAYS, pager };
  return { view: 'admin/trash', model, page: { title: 'Trash' } };
}

/** `POST /admin/trash/:id`: restores a post. @type {SignedInAction} */
export async function restore({ author, params }, { content, store }) {
  const trash = await store.get('trash', params.id);
  if (!trash) return null;
  if (!author || !mayEdit(author, trash.post))
    throw new LarderError('forbidden', 'This belongs to someone else.');
  const post = await content.restorePost(params.id);
  const done = post.slug === trash.post.slug ? 'restored' : 'moved';
  return { redirect: `${editorPath(post)}?done=${done}` };
}
