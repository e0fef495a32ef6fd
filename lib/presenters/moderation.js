import { countComments } from '../comments/moderating.js';
import { sayTime } from '../editor/local-time.js';
import { lookUp } from '../look-up.js';
import { editorPath } from './editor.js';
import { urlOf } from './posts.js';
import { counted } from './words.js';

/**
 * @typedef {import('../types.js').Comment} Comment
 * @typedef {import('../blog.js').AuthorBlog} AuthorBlog
 * @typedef {import('../blog.js').Author} Author
 */

/** In the order of the page: what waits comes first. */
export const statuses = /** @type {const} */ (['pending', 'approved', 'spam']);

/** @type {Record<Comment['status'], string>} */
const names = { pending: 'Waiting', approved: 'Approved', spam: 'Spam' };

/** @type {Record<Comment['status'], string>} */
const emptiness = {
  pending: 'Nothing waits for you.',
  approved: 'Readers see no comments yet.',
  spam: 'There is no spam.',
};

/** What each button did. @type {Record<string, (text: string) => string>} */
const sentences = {
  approve: (text) => `${text} approved. Readers see it from now on.`,
  spam: (text) => `${text} put with the spam. Readers do not see it.`,
  wait: (text) => `${text} put back with those that wait. Readers do not see it.`,
  delete: (text) => `${text} deleted for good.`,
  reply: () => 'Your answer is published.',
};

/** From where a button takes back what another has done. @type {Record<Comment['status'], string>} */
const undoing = { pending: 'wait', approved: 'approve', spam: 'spam' };

/**
 * The page on which comments are moderated.
 * @param {object} work
 * @param {Author} work.author
 * @param {Comment['status']} work.status
 * @param {Comment[]} work.found newest first, one more than a page has when there are more
 * @param {number} work.perPage
 * @param {URLSearchParams} work.query
 * @param {AuthorBlog} blog
 */
export async function presentModeration({ author, status, found, perPage, query }, blog) {
  const counts = await Promise.all(statuses.map((each) => countComments(author, each, blog)));
  const comments = found.slice(0, perPage);
  const last = comments.at(-1);
  const isAll = query.get('all') === '1';
  const before = query.get('before');
  const page = { status, ...(before && { before }) };
  return {
    status,
    states: statuses.map((each, place) => ({
      url: `/admin/comments?status=${each}`,
      name: names[each],
      count: counts[place].toLocaleString('en'),
      current: each === status,
    })),
    ...presentDone(query, status),
    comments: comments.map((comment) => ({ ...presentRow(comment, blog), chosen: isAll })),
    any: comments.length > 0,
    empty: comments.length === 0 && (before ? 'There are no more.' : emptiness[status]),
    all: {
      url: `/admin/comments?${new URLSearchParams({ ...page, ...(!isAll && { all: '1' }) })}#chosen`,
      text: isAll ? 'Choose none' : 'Choose all on this page',
    },
    mayApprove: status !== 'approved',
    maySpam: status !== 'spam',
    pager: (before || found.length > perPage) && {
      first: before ? `/admin/comments?status=${status}` : null,
      next:
        last && found.length > perPage
          ? `/admin/comments?${new URLSearchParams({ status, before: `${last.createdAt} ${last.id}` })}`
          : null,
    },
  };
}

/**
 * One comment, to be edited or answered.
 * @param {Comment} comment
 * @param {{ problem?: { field: string, text: string }, form?: URLSearchParams }} sent
 * @param {string | null} done
 * @param {AuthorBlog} blog
 */
export function presentOne(comment, { problem, form }, done, blog) {
  const typed = (/** @type {'name' | 'url' | 'markdown'} */ name) =>
    form && form.get('action') !== 'reply' ? (form.get(name) ?? '') : comment[name];
  return {
    said: done === 'save' ? { text: 'The change is saved.', link: null } : null,
    comment: presentRow(comment, blog),
    revision: comment.revision,
    fields: { name: typed('name'), url: typed('url'), markdown: typed('markdown') },
    reply: form?.get('reply') ?? '',
    replyLabel: comment.status === 'approved' ? 'Publish the answer' : 'Approve and answer',
    problem: problem && { [problem.field]: problem.text },
    listUrl: `/admin/comments?status=${comment.status}`,
    listName: names[comment.status],
  };
}

/** @param {Comment} comment @param {AuthorBlog} blog */
function presentRow({ id, postId, replyTo, name, url, html, status, createdAt }, { index }) {
  const post = index.post(postId);
  const isPublic = post !== undefined && index.isPublic(post);
  const own = id.slice(id.indexOf(':') + 1);
  return {
    id,
    own,
    path: `/admin/comments/${encodeURIComponent(id)}`,
    name,
    host: hostOf(url),
    url,
    html,
    when: sayTime(createdAt, index.settings.timeZone),
    state: names[status],
    isReply: replyTo !== '',
    post: post && {
      title: post.title,
      url: isPublic
        ? urlOf(post) + (status === 'approved' ? `#comment-${own}` : '')
        : editorPath(post),
    },
    mayApprove: status !== 'approved',
    maySpam: status !== 'spam',
  };
}

/** @param {string} url @returns {string} what of it tells most */
const hostOf = (url) => (URL.canParse(url) ? new URL(url).host : url);

/** @param {URLSearchParams} query @param {Comment['status']} status of the list that one is back at */
function presentDone(query, status) {
  const sentence = lookUp(sentences, query.get('done') ?? '');
  const count = query.get('count') ?? '';
  if (!sentence || !/^\d{1,4}$/.test(count)) return { done: null };
  if (count === '0')
    return { done: { text: 'No comment was chosen, so nothing was done.', undo: null } };
  const undo = query.get('undo')?.split(' ') ?? [];
  const text = sentence(counted(Number(count), 'comment'));
  return { done: { text, undo: undo.length > 0 && { ids: undo, action: undoing[status] } } };
}
