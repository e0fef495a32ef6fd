import { listComments, mayModerate } from '../../lib/comments/moderating.js';
import { LarderError } from '../../lib/errors.js';
import { lookUp } from '../../lib/look-up.js';
import { presentModeration, presentOne, statuses } from '../../lib/presenters/moderation.js';

/**
 * @typedef {import('../../lib/blog.js').AuthorAction} AuthorAction
 * @typedef {import('../../lib/blog.js').AuthorBlog} AuthorBlog
 * @typedef {import('../../lib/blog.js').AuthorRequest} AuthorRequest
 * @typedef {import('../../lib/blog.js').Author} Author
 * @typedef {import('../../lib/types.js').Comment} Comment
 */

const PER_PAGE = 25;

/** What the buttons do: the status that a comment gets, or null when it is removed. @type {Record<string, Comment['status'] | null>} */
const actions = { approve: 'approved', spam: 'spam', wait: 'pending', delete: null };

/** `GET /admin/comments` @type {AuthorAction} */
export async function list(request, blog) {
  const author = /** @type {Author} */ (request.author);
  const { query } = request;
  const status = readStatus(query);
  const page = { limit: PER_PAGE + 1, before: readPlace(query) };
  const found = await listComments(author, status, page, blog);
  return {
    view: 'admin/comments',
    model: await presentModeration({ author, status, found, perPage: PER_PAGE, query }, blog),
    page: { title: 'Comments' },
  };
}

/** `POST /admin/comments`: one comment by its own button, or all that were chosen. @type {AuthorAction} */
export async function moderate({ author: present, form }, blog) {
  const author = /** @type {Author} */ (present);
  const [own, id] = (form.get('one') ?? '').split(' ');
  const action = own || (form.get('action') ?? '');
  const wanted = lookUp(actions, action);
  if (wanted === undefined) throw new LarderError('badRequest', 'No such action');
  const ids = id ? [id] : form.getAll('id').slice(0, 4 * PER_PAGE);
  const known = await blog.store.getMany('comment', [...new Set(ids)]);
  const comments = known.filter((each) => each && mayModerate(author, each, blog.index));
  await blog.content.moderate(comments, wanted);
  const done = new URLSearchParams({
    status: readStatus(form),
    done: action,
    count: String(comments.length),
  });
  const moved = comments.filter(({ status }) => status !== wanted);
  if (wanted && moved.length > 0) done.set('undo', moved.map((each) => each.id).join(' '));
  return { redirect: `/admin/comments?${done}` };
}

/** `GET /admin/comments/:id`: to edit it, or to answer. @type {AuthorAction} */
export async function show(request, blog) {
  const comment = await find(request, blog);
  return comment && onePage(comment, {}, request.query.get('done'), blog);
}

/** `POST /admin/comments/:id` @type {AuthorAction} */
export async function save(request, blog) {
  const comment = await find(request, blog);
  if (!comment) return null;
  const { form } = request;
  const isReply = form.get('action') === 'reply';
  try {
    if (isReply) await reply(comment, request, blog);
    else await edit(comment, form, blog);
  } catch (error) {
    const isTheirs =
      error instanceof LarderError && (error.code === 'invalid' || error.code === 'conflict');
    if (!isTheirs) throw error;
    const field = isReply ? 'reply' : (error.field ?? 'general');
    const message =
      error.code === 'conflict'
        ? 'Someone else changed it meanwhile: look at it again'
        : error.message;
    const status = error.code === 'conflict' ? 409 : 422;
    return {
      ...onePage(comment, { problem: { field, text: `${message}.` }, form }, null, blog),
      status,
    };
  }
  const path = `/admin/comments/${encodeURIComponent(comment.id)}`;
  return { redirect: isReply ? `/admin/comments?done=reply&count=1` : `${path}?done=save` };
}

/** @param {Comment} comment @param {URLSearchParams} form @param {AuthorBlog} blog */
function edit(comment, form, { content }) {
  const { html: _, revision: __, ...before } = comment;
  const text = (/** @type {string} */ name) => (form.get(name) ?? '').replace(/\r\n?/g, '\n');
  const changed = { name: text('name'), url: text('url'), markdown: text('markdown') };
  return content.saveComment({ ...before, ...changed }, { revision: form.get('revision') });
}

/**
 * Answers in the author's name, for everyone to read at once; so what is answered must be there to read too.
 * @param {Comment} comment
 * @param {AuthorRequest} request
 * @param {AuthorBlog} blog
 */
async function reply(comment, { author, form }, { content, index }) {
  const { id, postId, replyTo } = comment;
  const markdown = (form.get('reply') ?? '').replace(/\r\n?/g, '\n');
  const name = /** @type {Author} */ (author).name;
  const parent = replyTo && index.comments(postId).has(replyTo) ? replyTo : id;
  const status = /** @type {const} */ ('approved');
  await content.saveComment({ postId, replyTo: parent, name, url: '', markdown, status });
  await content.moderate([comment], 'approved');
}

/**
 * @param {AuthorRequest} request
 * @param {AuthorBlog} blog
 * @returns {Promise<Comment | null>}
 */
async function find({ author, params }, { store, index }) {
  const comment = await store.get('comment', params.id);
  if (!comment) return null;
  if (!mayModerate(/** @type {Author} */ (author), comment, index))
    throw new LarderError('forbidden', 'This stands on somebody else’s post.');
  return comment;
}

/**
 * @param {Comment} comment
 * @param {{ problem?: { field: string, text: string }, form?: URLSearchParams }} sent
 * @param {string | null} done
 * @param {AuthorBlog} blog
 */
const onePage = (comment, sent, done, blog) => ({
  view: /** @type {const} */ ('admin/comment'),
  model: presentOne(comment, sent, done, blog),
  page: { title: `Comment by ${comment.name}` },
});

/** @param {URLSearchParams} given @returns {Comment['status']} */
const readStatus = (given) => statuses.find((each) => each === given.get('status')) ?? 'pending';

/** @param {URLSearchParams} query @returns {import('../../lib/types.js').CommentPlace | undefined} */
function readPlace(query) {
  const [createdAt, id] = (query.get('before') ?? '').split(' ');
  return createdAt && id ? { createdAt, id } : undefined;
}
