import { setImmediate } from 'node:timers/promises';
import { LarderError } from '../../lib/base/errors.js';
import { sayError } from '../../lib/views/presenters/errors.js';
import { lookUp } from '../../lib/base/look-up.js';
import { readSelection } from '../../lib/views/presenters/choosing.js';
import { listPath } from '../../lib/views/presenters/editor.js';
import { findPosts, queryOf, readFilter } from '../../lib/views/presenters/post-filter.js';
import { doneWithin } from './patience.js';
import { findTexts } from './editor/find-texts.js';
import { GONE, listPage } from './editor/list.js';
/** @import { BulkAction } from '../../lib/content/writing/bulk.js' */
/** @import { Content } from '../../lib/content/content.js' */
/** @import { Filter } from '../../lib/views/presenters/post-filter.js' */
/** @import { AuthorBlog, AuthorResult, SignedInAction, SignedInRequest } from '../types.js' */

/** By the value of the button; whether it needs a tag. @type {Record<string, { needsTag: boolean }>} */
const actions = {
  publish: { needsTag: false },
  unpublish: { needsTag: false },
  tag: { needsTag: true },
  untag: { needsTag: true },
  delete: { needsTag: false },
};

/**
 * `POST /admin/posts`, `POST /admin/pages`: changes all selected ones.
 * @param {'post' | 'page'} type
 * @returns {SignedInAction}
 */
export const bulkOf = (type) => async (request, blog) => {
  const { author, form } = request;
  const { words } = blog;
  const said = texts[type];
  const action = form.get('action') ?? '';
  if (action === 'undo') return undo(type, request, blog);
  const known = lookUp(actions, action);
  if (!known) throw new LarderError('badRequest', 'Unknown action');
  const query = new URLSearchParams(form.get('list') ?? '');
  const filter = readFilter(query);
  const { ids, all, isOther } = await readSelection(form, async () => {
    const having = await findTexts(filter.q, blog);
    return findPosts(type, author, filter, blog.index, having).found;
  });
  await setImmediate();
  if (all) query.set('chosen', 'all');
  const again = (/** @type {string} */ problem) => {
    const shown = { problem, chosen: new Set(ids), tag: form.get('tag') ?? '' };
    return listPage(type, { author, query }, blog, { ...shown, status: 422 });
  };
  if (isOther) return again(words.say(said.others, { count: ids.length }));
  if (ids.length === 0) return again(words.say(said.none));
  let tag = '';
  if (known.needsTag)
    try {
      tag = blog.content.tagNameOf(form.get('tag') ?? '', '');
    } catch (error) {
      if (error instanceof LarderError) return again(`${sayError(error, words)}.`);
      throw error;
    }
  // What is first in the list becomes the newest.
  const posts = ids.reverse().map((id) => ({ id }));
  const work = { type, action: /** @type {BulkAction} */ (action), tag, posts };
  return (await run(work, filter, request, blog)) ?? again(words.say(UNDER_WAY));
};

export const UNDER_WAY = 'posts.stillChanging';

const texts = {
  post: {
    others: 'posts.otherPostsMatch',
    none: 'posts.selectPostsFirst',
  },
  page: {
    others: 'posts.otherPagesMatch',
    none: 'posts.selectPagesFirst',
  },
};

/** @param {'post' | 'page'} type @param {SignedInRequest} request @param {AuthorBlog} blog */
async function undo(type, request, blog) {
  const { author, form } = request;
  const { words } = blog;
  const query = new URLSearchParams(form.get('list') ?? '');
  const { manyPosts } = blog.content;
  const bulk = form.get('bulk') ?? '';
  const last = await manyPosts.report(author.id, bulk);
  const again = (/** @type {string} */ problem) =>
    listPage(type, { author, query }, blog, { problem, status: 422 });
  if (last?.isOver === false) return again(words.say(UNDER_WAY));
  // What came back is not undone again.
  if (!last || ['restore', 'revert'].includes(last.action)) return again(words.say(GONE));
  /** @type {BulkAction} */
  const action = last.action === 'delete' ? 'restore' : 'revert';
  const posts = await manyPosts.changed(last);
  const work = { type: last.type, action, tag: last.tag, posts, undoes: last.id };
  return (await run(work, readFilter(query), request, blog)) ?? again(words.say(UNDER_WAY));
}

/**
 * @param {Parameters<Content['manyPosts']['begin']>[1]} work
 * @param {Filter} filter  of the list
 * @param {SignedInRequest} request
 * @param {AuthorBlog} blog
 * @returns {Promise<AuthorResult | null>} null: another one of theirs is under way
 */
export async function run(work, filter, { author }, { content, log, clock }) {
  const started = await content.manyPosts.begin(author.id, work);
  if (!started) return null;
  const { action, tag, posts } = work;
  log.info({ by: author.id, action, tag, count: posts.length }, 'Many posts are changed');
  // What broke it off is said with what it did.
  await doneWithin(
    started.ended.catch(() => {}),
    clock,
  );
  const query = queryOf({ ...filter, chosen: '' });
  query.set('bulk', started.job.id);
  return { redirect: `${listPath(work.type)}?${query}` };
}
