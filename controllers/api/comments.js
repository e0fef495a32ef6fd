import { mayEdit } from '../../lib/accounts/rights.js';
import { presentList, readQuery } from '../../lib/api/lists.js';
import { etagOf, isKnown, requireMatch, withoutRace } from '../../lib/api/revisions.js';
import { check } from '../../lib/api/schema.js';
import { filters, schemas } from '../../lib/api/schemas.js';
import { LarderError } from '../../lib/errors.js';

/**
 * @typedef {import('../../lib/blog.js').AuthorAction} AuthorAction
 * @typedef {import('../../lib/blog.js').AuthorBlog} AuthorBlog
 * @typedef {import('../../lib/blog.js').AuthorRequest} AuthorRequest
 * @typedef {import('../../lib/accounts/rights.js').Author} Author
 * @typedef {import('../../lib/types.js').Comment} Comment
 */

/** `GET /api/comments` @type {AuthorAction} */
export async function list(request, blog) {
  const query = readQuery(request.query, filters.Comment);
  const { status, postSlug } = query.filters;
  const [after = ''] = query.after;
  /** @type {Comment[]} */
  const found = [];
  for await (const comment of candidates(postSlug, blog)) {
    if (comment.id <= after || (status && comment.status !== status)) continue;
    if (maySee(request, comment, blog)) found.push(comment);
    if (found.length > query.limit) break;
  }
  const comments = found.slice(0, query.limit);
  return {
    json: presentList({
      items: comments.map((comment) => present(comment, blog)),
      last: found.length > comments.length ? [comments[comments.length - 1].id] : null,
      url: `${blog.baseUrl}/api/comments`,
      query,
    }),
  };
}

/** `GET /api/comments/:id` @type {AuthorAction} */
export async function show(request, blog) {
  const comment = await read(request, blog);
  if (isKnown(request.headers, comment.revision))
    return { json: null, status: 304, headers: ['ETag', etagOf(comment.revision)] };
  return answer(comment, blog);
}

/** `POST /api/comments` @type {AuthorAction} */
export async function create({ author, json }, blog) {
  check(json, schemas.Comment.created);
  const input = /** @type {any} */ (json);
  const { postSlug, replyTo = '', name, url = '', markdown, status = 'pending' } = input;
  const post = blog.index.find('post', postSlug);
  if (!post)
    throw new LarderError('invalid', `There is no post ${postSlug}`, { field: 'postSlug' });
  if (!mayEdit(/** @type {Author} */ (author), post)) throw notTheirs();
  const record = { postId: post.id, replyTo, name, url, markdown, status };
  const comment = await blog.content.saveComment(record);
  const location = `${blog.baseUrl}/api/comments/${encodeURIComponent(comment.id)}`;
  const headers = ['ETag', etagOf(comment.revision), 'Location', location];
  return { ...answer(comment, blog), status: 201, headers };
}

/** `PUT /api/comments/:id` @type {AuthorAction} */
export async function update(request, blog) {
  const comment = await readOwn(request, blog);
  check(request.json, schemas.Comment.changed);
  requireMatch(request.headers, comment.revision);
  const { id, postSlug, ...input } = /** @type {any} */ (request.json);
  const { revision = '', html: _, ...before } = comment;
  for (const [field, value] of Object.entries({ id, postSlug }))
    if (value !== undefined && value !== present(comment, blog)[/** @type {'id'} */ (field)])
      throw new LarderError('invalid', `The ${field} of a comment never changes`, { field });
  const saving = blog.content.saveComment({ ...before, ...input }, { revision });
  return answer(await withoutRace(saving), blog);
}

/** `DELETE /api/comments/:id` @type {AuthorAction} */
export async function remove(request, blog) {
  const { id, revision = '' } = await readOwn(request, blog);
  requireMatch(request.headers, revision);
  await withoutRace(blog.content.removeComment(id, revision));
  return { json: null };
}

/** @param {string | undefined} postSlug @param {AuthorBlog} blog @returns {AsyncIterable<Comment> | Comment[]} by id */
async function* candidates(postSlug, { index, store }) {
  if (!postSlug) return yield* store.all('comment');
  const post = index.find('post', postSlug);
  const comments = post ? await store.commentsOf(post.id) : [];
  yield* comments.sort((a, b) => (a.id < b.id ? -1 : 1));
}

/** @param {AuthorRequest} request @param {AuthorBlog} blog @returns {Promise<Comment>} */
async function read(request, blog) {
  const { id } = request.params;
  const comment = await blog.store.get('comment', id);
  if (!comment || !maySee(request, comment, blog))
    throw new LarderError('notFound', `There is no comment ${id.slice(0, 100)}`);
  return comment;
}

/** @param {AuthorRequest} request @param {AuthorBlog} blog @returns {Promise<Comment>} */
async function readOwn(request, blog) {
  const comment = await read(request, blog);
  if (!isTheirs(request, comment, blog)) throw notTheirs();
  return comment;
}

/** @param {AuthorRequest} request @param {Comment} comment @param {AuthorBlog} blog */
function maySee(request, comment, blog) {
  const post = blog.index.post(comment.postId);
  const isShown = comment.status === 'approved' && post && blog.index.isPublic(post);
  return isShown || isTheirs(request, comment, blog);
}

/** @param {AuthorRequest} request @param {Comment} comment @param {AuthorBlog} blog */
function isTheirs({ author }, { postId }, { index }) {
  const post = index.post(postId) ?? { type: /** @type {const} */ ('post'), author: '' };
  return mayEdit(/** @type {Author} */ (author), post);
}

/** @param {Comment} comment @param {AuthorBlog} blog */
const answer = (comment, blog) => ({
  json: present(comment, blog),
  headers: ['ETag', etagOf(comment.revision)],
});

/** @param {Comment} comment @param {AuthorBlog} blog */
function present({ id, postId, replyTo, name, url, markdown, status }, { index }) {
  const postSlug = index.post(postId)?.slug ?? '';
  return { id, postSlug, replyTo, name, url, markdown, status };
}

const notTheirs = () => new LarderError('forbidden', 'The post belongs to somebody else');
