import { setImmediate } from 'node:timers/promises';
import { mayEdit } from '../../lib/people/rights.js';
import { LarderError } from '../../lib/base/errors.js';
import { sayError } from '../../lib/views/presenters/errors.js';
import { lookUp } from '../../lib/base/look-up.js';
import { readSelection } from '../../lib/views/presenters/choosing.js';
import { listPath } from '../../lib/views/presenters/editor.js';
import { findPosts, queryOf, readFilter } from '../../lib/views/presenters/post-filter.js';
import { doneWithin } from './patience.js';
import { findTexts } from './editor/find-texts.js';
import { GONE, listPage } from './editor/list.js';
/** @import { BulkAction, BulkResult, Changed } from '../../lib/content/writing/bulk.js' */
/** @import { BlogIndex } from '../../lib/changes/index/blog-index.js' */
/** @import { Words } from '../../lib/base/words.js' */
/** @import { Post } from '../../lib/store/types.js' */
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

export const UNDER_WAY = 'yourLastChangeIsStill';

const texts = {
  post: {
    others: 'otherPosts',
    none: 'selectThePostsFirst',
  },
  page: {
    others: 'otherPages',
    none: 'selectThePagesFirst',
  },
};

/** @param {'post' | 'page'} type @param {SignedInRequest} request @param {AuthorBlog} blog */
async function undo(type, request, blog) {
  const { author, form } = request;
  const { words } = blog;
  const query = new URLSearchParams(form.get('list') ?? '');
  const last = await blog.bulkResults.find(author.id, form.get('bulk') ?? '');
  const again = (/** @type {string} */ problem) =>
    listPage(type, { author, query }, blog, { problem, status: 422 });
  // What came back is not undone again.
  if (!last || ['restore', 'revert'].includes(last.action)) return again(words.say(GONE));
  /** @type {BulkAction} */
  const action = last.action === 'delete' ? 'restore' : 'revert';
  const work = { type: last.type, action, tag: last.tag, posts: last.changed, undoes: last.id };
  return (await run(work, readFilter(query), request, blog)) ?? again(words.say(UNDER_WAY));
}

/**
 * @param {{ type: 'post' | 'page', action: BulkAction, tag: string, posts: Changed[], undoes?: string }} work
 * @param {Filter} filter  of the list
 * @param {SignedInRequest} request
 * @param {AuthorBlog} blog
 * @returns {Promise<AuthorResult | null>} null: another one of theirs is under way
 */
export async function run({ posts, ...work }, filter, { author }, blog) {
  const { content, bulkResults, log, clock, words } = blog;
  const { type, action, tag } = work;
  const about = { ...work, id: content.newId(), total: posts.length, isOver: false };
  const nothing = { done: 0, changed: [], same: 0, failed: [], failures: 0 };
  if (!(await bulkResults.begin(author.id, { ...about, ...nothing }))) return null;
  log.info({ by: author.id, action, tag, count: posts.length }, 'Many posts are changed');
  const isOfType = (/** @type {Post} */ post) => action === 'restore' || post.type === type;
  const may = (/** @type {Post} */ post) => isOfType(post) && mayEdit(author, post);
  const onProgress = (/** @type {BulkResult} */ result) =>
    result.done % 50 === 0 && bulkResults.update(author.id, { ...about, ...result, changed: [] });
  const changing = content
    .changePosts({ action, tag, posts }, { by: author.id, may, onProgress })
    .then(({ error, ...result }) => {
      if (error)
        log.error({ err: error, by: author.id, action }, 'A change of many posts broke off');
      const problem = error ? problemOf(error, words) : undefined;
      const later = action === 'publish' ? countLater(result.changed, blog.index) : 0;
      return bulkResults.update(author.id, { ...about, ...result, later, problem, isOver: true });
    });
  changing.catch((error) => log.error({ err: error }, 'What became of many posts is not known'));
  await doneWithin(changing, clock);
  const query = queryOf({ ...filter, chosen: '' });
  query.set('bulk', about.id);
  return { redirect: `${listPath(type)}?${query}` };
}

/** @param {Changed[]} posts @param {BlogIndex} index @returns {number} those whose date is still to come */
const countLater = (posts, index) =>
  posts.filter(({ id }) => {
    const post = index.post(id);
    return post && index.stateOf(post) === 'scheduled';
  }).length;

/** @param {unknown} error @param {Words} words */
const problemOf = (error, words) =>
  error instanceof LarderError ? sayError(error, words) : words.say('wentWrong');
