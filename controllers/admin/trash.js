import { mayEdit } from '../../lib/people/rights.js';
import { RETENTION_DAYS } from '../../lib/content/trash.js';
import { sayNear } from '../../lib/base/time-zones.js';
import { LarderError } from '../../lib/base/errors.js';
import { presentChoosing, readSelection } from '../../lib/views/presenters/choosing.js';
import { editorPath } from '../../lib/views/presenters/editor.js';
import { paginate } from '../../lib/views/presenters/pager.js';
import { readFilter } from '../../lib/views/presenters/post-filter.js';
import { run, UNDER_WAY } from './bulk.js';
/** @import { Author } from '../../lib/people/rights.js' */
/** @import { AuthorBlog, SignedInAction } from '../types.js' */

const PAGE_SIZE = 50;

/** `GET /admin/trash`: deleted posts that can be restored. @type {SignedInAction} */
export const list = ({ author, query }, blog) => listPage(author, query, blog);

/** `POST /admin/trash`: restores the selected ones, or all. @type {SignedInAction} */
export async function restoreSelected(request, blog) {
  const { author, form } = request;
  const query = new URLSearchParams(form.get('list') ?? '');
  const again = (/** @type {string} */ problem) => listPage(author, query, blog, problem);
  const { ids, all, isOther } = await readSelection(form, () => trashOf(author, blog));
  if (all) query.set('chosen', 'all');
  if (isOther) return again(blog.words.say('trash.changed'));
  if (ids.length === 0) return again(blog.words.say('posts.selectPostsFirst'));
  const posts = ids.map((id) => ({ id }));
  const work = {
    type: /** @type {const} */ ('post'),
    tag: '',
    posts,
    action: /** @type {const} */ ('restore'),
  };
  return (
    (await run(work, readFilter(new URLSearchParams()), request, blog)) ??
    again(blog.words.say(UNDER_WAY))
  );
}

/** @param {Author} author @param {AuthorBlog} blog */
const trashOf = async (author, { content }) =>
  (await content.trash()).filter(({ post }) => mayEdit(author, post));

/** @param {Author} author @param {URLSearchParams} query @param {AuthorBlog} blog @param {string} [problem] */
async function listPage(author, query, blog, problem = '') {
  const { index, clock, words } = blog;
  const trash = await trashOf(author, blog);
  const chosen = query.get('chosen') ?? '';
  const link = (/** @type {number} */ page, chosen = '') =>
    `/admin/trash?page=${page}${chosen && `&chosen=${chosen}`}`;
  const { page, shown, pager } = paginate(trash, query.get('page'), PAGE_SIZE, link, words);
  const posts = shown.map(({ id, post, comments, removedAt, by }) => ({
    id,
    title: post.title,
    type: post.type === 'page' ? words.say('common.page') : words.say('common.post'),
    url: `/admin/trash/${encodeURIComponent(id)}`,
    removed: sayNear(removedAt, index.settings.timeZone, clock.now(), words),
    by: index.users.get(by)?.name ?? '',
    comments: comments > 0 && { text: words.say('common.nComments', { count: comments }) },
    chosen: chosen !== '',
  }));
  const choosing = presentChoosing(
    trash,
    chosen,
    {
      selected: 'choosing.nPosts',
      hasPages: pager !== false,
      link: (chosen) => link(page, chosen),
    },
    words,
  );
  const model = {
    posts,
    problem,
    days: RETENTION_DAYS,
    pager,
    none: posts.length === 0,
    ...choosing,
    list: `page=${page}`,
  };
  const status = problem ? 422 : 200;
  return {
    view: 'admin/trash',
    model,
    page: { title: words.say('nav.trash') },
    status,
  };
}

/** `POST /admin/trash/:id`: restores a post. @type {SignedInAction} */
export async function restore({ author, params }, { content, store }) {
  const trash = await store.get('trash', params.id);
  if (!trash) return null;
  if (!author || !mayEdit(author, trash.post))
    throw new LarderError('forbidden', 'This belongs to someone else.', {
      word: ['common.belongsToSomeoneElse'],
    });
  const post = await content.restorePost(params.id);
  const done = post.slug === trash.post.slug ? 'restored' : 'moved';
  return { redirect: `${editorPath(post)}?done=${done}` };
}
