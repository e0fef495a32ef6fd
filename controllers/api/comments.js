import { mayEdit } from '../../lib/people/rights.js';
import { presentList, readQuery } from './shapes/lists.js';
import { etagOf, isKnown, requireMatch, withoutRace } from './shapes/revisions.js';
import { check } from '../../lib/content/schema.js';
import { filters, schemas } from './shapes/schemas.js';
import { LarderError } from '../../lib/base/errors.js';
import { commentJson } from '../../lib/content/comments/comment-json.js';
/** @import { Comment, CommentPlace, Store } from '../../lib/store/types.js' */
/** @import { AuthorBlog, SignedInAction, SignedInRequest } from '../types.js' */

/** @type {readonly Comment['status'][]} */
const statuses = ['pending', 'approved', 'spam'];
/** How many comments are read at once. */
const READ_AT_ONCE = 50;

/** `GET /api/comments`: newest first. @type {SignedInAction} */
export async function list(request, blog) {
  const query = readQuery(request.query, filters.Comment);
  const { status, postSlug } = query.filters;
  const place = query.after.length === 2 ? placeOf(query.after) : undefined;
  const wanted = statuses.filter((each) => !status || each === status);
  const lists = postSlug
    ? [await commentsOn(postSlug, blog)]
    : wanted.map((each) => readAll(each, place, blog.store));
  /** @type {Comment[]} */
  const found = [];
  for await (const comment of newestFirst(lists)) {
    const isWanted = wanted.includes(comment.status) && (!place || isNewer(place, comment));
    if (isWanted && maySee(request, comment, blog)) found.push(comment);
    if (found.length > query.limit) break;
  }
  const comments = found.slice(0, query.limit);
  const last = comments[comments.length - 1];
  return {
    json: presentList({
      items: comments.map((comment) => commentJson(comment, blog.index)),
      last: found.length > comments.length ? [last.createdAt, last.id] : null,
      url: `${blog.baseUrl}/api/comments`,
      query,
    }),
  };
}

/** `GET /api/comments/:id` @type {SignedInAction} */
export async function show(request, blog) {
  const comment = await read(request, blog);
  if (isKnown(request.headers, comment.revision))
    return { json: null, status: 304, headers: ['ETag', etagOf(comment.revision)] };
  return answer(comment, blog);
}

/** `POST /api/comments` @type {SignedInAction} */
export async function create({ author, json }, blog) {
  check(json, schemas.Comment.created);
  const { postSlug, ...sent } = json;
  const post = blog.index.find('post', postSlug);
  if (!post)
    throw new LarderError('invalid', `There is no post ${postSlug}`, { field: 'postSlug' });
  if (!mayEdit(author, post)) throw notTheirs();
  const usual = { replyTo: '', status: /** @type {const} */ ('pending') };
  const comment = await blog.content.saveComment({ ...usual, ...sent, postId: post.id });
  const location = `${blog.baseUrl}/api/comments/${encodeURIComponent(comment.id)}`;
  const headers = ['ETag', etagOf(comment.revision), 'Location', location];
  return { ...answer(comment, blog), status: 201, headers };
}

/** `PUT /api/comments/:id` @type {SignedInAction} */
export async function update(request, blog) {
  const comment = await readOwn(request, blog);
  check(request.json, schemas.Comment.changed);
  requireMatch(request.headers, comment.revision);
  const sent = request.json;
  const { id: _id, postSlug: _postSlug, ...input } = sent;
  const { revision = '', html: _, ...before } = comment;
  const shown = commentJson(comment, blog.index);
  for (const field of /** @type {const} */ (['id', 'postSlug']))
    if (sent[field] !== undefined && sent[field] !== shown[field])
      throw new LarderError('invalid', `The ${field} of a comment cannot be changed`, { field });
  const saving = blog.content.saveComment({ ...before, ...input }, { revision });
  return answer(await withoutRace(saving), blog);
}

/** `DELETE /api/comments/:id` @type {SignedInAction} */
export async function remove(request, blog) {
  const comment = await readOwn(request, blog);
  requireMatch(request.headers, comment.revision);
  const by = request.author.id;
  await withoutRace(blog.content.removeComments([comment], { by }));
  return { json: null };
}

/** @param {string[]} after @returns {CommentPlace} where the previous page ended */
const placeOf = ([createdAt, id]) => ({ createdAt, id });

/** @param {string} postSlug @param {AuthorBlog} blog @returns {Promise<Comment[]>} newest first */
async function commentsOn(postSlug, { index, store }) {
  const post = index.find('post', postSlug);
  return post ? (await store.commentsOf(post.id)).reverse() : [];
}

/**
 * @param {Comment['status']} status
 * @param {CommentPlace | undefined} place
 * @param {Store} store
 * @returns {AsyncIterable<Comment>} newest first, read on demand
 */
async function* readAll(status, place, store) {
  for (let before = place; ;) {
    const some = await store.commentsWith(status, { limit: READ_AT_ONCE, before });
    yield* some;
    if (some.length < READ_AT_ONCE) return;
    before = some[some.length - 1];
  }
}

/**
 * @param {(Iterable<Comment> | AsyncIterable<Comment>)[]} lists each newest first
 * @returns {AsyncIterable<Comment>} merged, newest first
 */
async function* newestFirst(lists) {
  const heads = await Promise.all(
    lists.map(async (list) => {
      const rest = iterate(list);
      return { rest, head: await rest.next() };
    }),
  );
  for (;;) {
    const open = heads.filter(({ head }) => !head.done);
    if (open.length === 0) return;
    const next = open.reduce((a, b) => (isNewer(a.head.value, b.head.value) ? a : b));
    yield next.head.value;
    next.head = await next.rest.next();
  }
}

/** @template T @param {Iterable<T> | AsyncIterable<T>} list @returns {AsyncIterator<T>} */
async function* iterate(list) {
  yield* list;
}

/** @param {CommentPlace} a @param {CommentPlace} b */
const isNewer = (a, b) => a.createdAt > b.createdAt || (a.createdAt === b.createdAt && a.id > b.id);

/** @param {SignedInRequest} request @param {AuthorBlog} blog @returns {Promise<Comment>} */
async function read(request, blog) {
  const { id } = request.params;
  const comment = await blog.store.get('comment', id);
  if (!comment || !maySee(request, comment, blog))
    throw new LarderError('notFound', `There is no comment ${id.slice(0, 100)}`);
  return comment;
}

/** @param {SignedInRequest} request @param {AuthorBlog} blog @returns {Promise<Comment>} */
async function readOwn(request, blog) {
  const comment = await read(request, blog);
  if (!isTheirs(request, comment, blog)) throw notTheirs();
  return comment;
}

/** @param {SignedInRequest} request @param {Comment} comment @param {AuthorBlog} blog */
function maySee(request, comment, blog) {
  const post = blog.index.post(comment.postId);
  const isShown = comment.status === 'approved' && post && blog.index.isPublic(post);
  return isShown || isTheirs(request, comment, blog);
}

/** @param {SignedInRequest} request @param {Comment} comment @param {AuthorBlog} blog */
function isTheirs({ author }, { postId }, { index }) {
  const post = index.post(postId) ?? { type: /** @type {const} */ ('post'), author: '' };
  return mayEdit(author, post);
}

/** @param {Comment} comment @param {AuthorBlog} blog */
const answer = (comment, blog) => ({
  json: commentJson(comment, blog.index),
  headers: ['ETag', etagOf(comment.revision)],
});

const notTheirs = () => new LarderError('forbidden', 'The post belongs to someone else');
