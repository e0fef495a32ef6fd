import { listComments, listTrashed, mayModerate } from '../../lib/people/moderation.js';
import { LarderError } from '../../lib/base/errors.js';
import { attempt } from './outcome.js';
import { lookUp } from '../../lib/base/look-up.js';
import { recordOf } from '../../lib/base/record-of.js';
import {
  editedFields,
  presentModeration,
  presentOne,
  sections,
} from '../../lib/views/presenters/moderation.js';
/** @import { Author } from '../../lib/people/rights.js' */
/** @import { Comment, CommentPlace } from '../../lib/store/types.js' */
/** @import { Section } from '../../lib/views/presenters/moderation.js' */
/** @import { AuthorBlog, SignedInAction, SignedInRequest } from '../types.js' */

/**
 * @typedef {(ids: string[], author: Author, blog: AuthorBlog) => Promise<{ count: number, undo: string[] }>} Bulk
 *   acts on those that the author may moderate; `count`: how many; `undo`: ids for the Undo button
 */

const PER_PAGE = 25;

/** `GET /admin/comments` @type {SignedInAction} */
export async function list({ author, query }, blog) {
  const section = readSection(query);
  const page = { limit: PER_PAGE + 1, before: readPlace(query) };
  const found =
    section === 'trash'
      ? await listTrashed(author, page, blog)
      : await listComments(author, section, page, blog);
  return {
    view: 'admin/comments',
    model: await presentModeration({ author, section, found, perPage: PER_PAGE, query }, blog),
    page: { title: blog.words.say('nav.comments') },
  };
}

/** `POST /admin/comments`: one comment, or all selected ones. @type {SignedInAction} */
export async function moderate({ author, form }, blog) {
  const [own, id] = (form.get('one') ?? '').split(' ');
  const action = own || (form.get('action') ?? '');
  const act = lookUp(actions, action);
  if (!act) throw new LarderError('badRequest', 'Unknown action');
  const ids = [...new Set(id ? [id] : form.getAll('id').slice(0, 4 * PER_PAGE))];
  const { count, undo } = await act(ids, author, blog);
  const done = new URLSearchParams({
    status: readSection(form),
    done: count === 0 && ids.length > 0 ? 'gone' : action,
    count: String(count),
  });
  if (undo.length > 0) done.set('undo', undo.join(' '));
  return { redirect: `${listOf(form)}?${done}` };
}

/** @param {URLSearchParams} form @returns {string} the page that it was on */
const listOf = (form) => (form.get('back') === 'dashboard' ? '/admin' : '/admin/comments');

/** Actions by the name of their button. @type {Record<string, Bulk>} */
const actions = {
  approve: decide('approved'),
  spam: decide('spam'),
  wait: decide('pending'),

  async delete(ids, author, blog) {
    const comments = await findMany(ids, author, blog);
    const removed = await blog.content.removeComments(comments, { by: author.id });
    return { count: removed.length, undo: removed.map(({ id }) => id) };
  },

  async restore(ids, author, blog) {
    const trashed = await listTrashed(author, {}, blog);
    const chosen = trashed.filter(({ id }) => ids.includes(id));
    const restored = await blog.content.restoreComments(chosen);
    return { count: restored.length, undo: [] };
  },
};

/** @param {Comment['status']} status @returns {Bulk} */
function decide(status) {
  return async (ids, author, blog) => {
    const comments = await findMany(ids, author, blog);
    const decided = await blog.content.moderate(comments, status);
    const moved = decided.filter((comment) => comment.status !== status);
    return { count: decided.length, undo: moved.map(({ id }) => id) };
  };
}

/** @param {string[]} ids @param {Author} author @param {AuthorBlog} blog @returns {Promise<Comment[]>} */
async function findMany(ids, author, { store, index }) {
  const known = await store.getMany('comment', ids);
  return known.filter((each) => each && mayModerate(author, each, index));
}

/** `GET /admin/comments/:id`: edit or reply. @type {SignedInAction} */
export async function show(request, blog) {
  const comment = await find(request, blog);
  return comment && onePage(comment, {}, request.query.get('done'), blog);
}

/** `POST /admin/comments/:id` @type {SignedInAction} */
export async function save(request, blog) {
  const comment = await find(request, blog);
  if (!comment) return null;
  const { form } = request;
  const isReply = form.get('action') === 'reply';
  return attempt(
    async () => {
      if (isReply) await reply(comment, request, blog);
      else await edit(comment, form, blog);
      const path = `/admin/comments/${encodeURIComponent(comment.id)}`;
      return { redirect: isReply ? `${listOf(form)}?done=reply&count=1` : `${path}?done=save` };
    },
    ({ field: place, text: why, error: { code } }) => {
      const field = isReply ? 'reply' : place;
      const text = code === 'conflict' ? blog.words.say('common.changedMeanwhile') : `${why}.`;
      return onePage(comment, { problem: { field, text }, form }, null, blog);
    },
    blog.words,
    ['invalid', 'conflict'],
  );
}

/** @param {Comment} comment @param {URLSearchParams} form @param {AuthorBlog} blog */
function edit(comment, form, { content }) {
  const { html: _, revision: __, ...before } = comment;
  const text = (/** @type {string} */ name) => (form.get(name) ?? '').replace(/\r\n?/g, '\n');
  const changed = recordOf(editedFields, text);
  return content.saveComment({ ...before, ...changed }, { revision: form.get('revision') });
}

/**
 * Publishes a reply in the author's name, and approves the comment that it replies to.
 * @param {Comment} comment
 * @param {SignedInRequest} request
 * @param {AuthorBlog} blog
 */
async function reply(comment, { author: { id: author, name }, form }, { content, index }) {
  const { id, postId, replyTo } = comment;
  const markdown = (form.get('reply') ?? '').replace(/\r\n?/g, '\n');
  const parent = replyTo && index.comments(postId).has(replyTo) ? replyTo : id;
  const status = /** @type {const} */ ('approved');
  const input = { postId, replyTo: parent, author, name, markdown, status };
  await content.saveComment(input, { answers: comment });
}

/**
 * @param {SignedInRequest} request
 * @param {AuthorBlog} blog
 * @returns {Promise<Comment | null>}
 */
async function find({ author, params }, { store, index }) {
  const comment = await store.get('comment', params.id);
  if (!comment) return null;
  if (!mayModerate(author, comment, index))
    throw new LarderError('forbidden', 'This comment is on someone else’s post.', {
      word: ['comments.onOthersPost'],
    });
  return comment;
}

/**
 * @param {Comment} comment
 * @param {{ problem?: { field: string, text: string }, form?: URLSearchParams }} sent
 * @param {string | null} done
 * @param {AuthorBlog} blog
 */
const onePage = (comment, sent, done, blog) => ({
  view: 'admin/comment',
  model: presentOne(comment, sent, done, blog),
  page: { title: blog.words.say('comments.commentBy', { name: comment.name }) },
});

/** @param {URLSearchParams} given @returns {Section} */
const readSection = (given) => sections.find((each) => each === given.get('status')) ?? 'pending';

/** @param {URLSearchParams} query @returns {CommentPlace | undefined} */
function readPlace(query) {
  const [createdAt, id] = (query.get('before') ?? '').split(' ');
  return createdAt && id ? { createdAt, id } : undefined;
}
