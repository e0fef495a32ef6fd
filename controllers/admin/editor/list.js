import { presentBulk } from '../../../lib/views/presenters/bulk.js';
import { readFilter } from '../../../lib/views/presenters/post-filter.js';
import { presentList } from '../../../lib/views/presenters/post-list.js';
import { findTexts } from './find-texts.js';
import { countPostViews } from '../readers.js';
/** @import { AuthorBlog, AuthorResult, SignedInRequest } from '../../types.js' */

/** What is older than the latest changes is forgotten. */
export const GONE = 'posts.undoTooLate';

/**
 * The list of posts or pages, with what was done to many of them.
 * @param {'post' | 'page'} type
 * @param {Pick<SignedInRequest, 'author' | 'query'>} request
 * @param {AuthorBlog} blog
 * @param {{ problem?: string, chosen?: Set<string>, tag?: string, status?: number }} [again]  why it is shown again,
 *   with what was chosen
 * @returns {Promise<AuthorResult>}
 */
export async function listPage(type, { author, query }, blog, again = {}) {
  const { chosen, tag = '', status } = again;
  const filter = readFilter(query);
  const [deleted, viewsOf, last, having] = await Promise.all([
    blog.store.get('trash', query.get('deleted') ?? ''),
    countPostViews(blog),
    blog.content.manyPosts.report(author.id, query.get('bulk') ?? ''),
    findTexts(filter.q, blog),
  ]);
  const isRemoved = query.has('bulk') && !last;
  const problem = again.problem ?? (isRemoved ? blog.words.say(GONE) : '');
  const list = presentList({ type, author, filter, having, deleted, viewsOf, chosen }, blog);
  const published = list.posts.filter(({ publicUrl }) => publicUrl);
  const autosaves = await blog.store.getMany(
    'autosave',
    published.map(({ id }) => `${id}:${author.id}`),
  );
  const posts = list.posts.map((post) => ({
    ...post,
    unpublished: Boolean(autosaves[published.indexOf(post)]),
  }));
  return {
    view: 'admin/posts',
    model: {
      ...list,
      posts,
      problem,
      tag,
      bulk: last?.type === type ? presentBulk(last, list.list, blog.words) : null,
    },
    page: { title: list.heading },
    status,
  };
}
