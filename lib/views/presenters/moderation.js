import { shapes } from '../../content/shapes.js';
import { presentFields } from './fields.js';
import { textNames, textsThat } from '../../store/text-fields.js';
import { countComments } from '../../people/moderation.js';
import { RETENTION_DAYS } from '../../content/trash.js';
import { sayNear } from '../../base/time-zones.js';
import { lookUp } from '../../base/look-up.js';
import { editorPath } from './editor.js';
import { urlOf } from './posts.js';
/** @import { Author } from '../../people/rights.js' */
/** @import { FieldRow } from './fields.js' */
/** @import { Words } from '../../base/words.js' */
/** @import { Clock } from '../../base/clock.js' */
/** @import { BlogIndex } from '../../changes/index/blog-index.js' */
/** @import { Comment, Store, TrashedComment } from '../../store/types.js' */

/**
 * @typedef {typeof sections[number]} Section
 * @typedef {{ index: BlogIndex, store: Store, clock: Clock, words: Words }} Blog
 */

/** Of a comment, on its page. */
export const editedFields = /** @type {const} */ (['name', ...textNames('comment'), 'markdown']);

/** In the order of the page: what waits comes first. */
export const sections = /** @type {const} */ (['pending', 'approved', 'spam', 'trash']);

/** @type {Record<Section, string>} */
const names = {
  pending: 'comments.awaitingApproval',
  approved: 'comments.approved',
  spam: 'comments.spam',
  trash: 'nav.trash',
};

/** @type {Record<Section, string>} */
const emptiness = {
  pending: 'comments.noneHeld',
  approved: 'comments.noneApproved',
  spam: 'comments.noSpam',
  trash: 'trash.empty',
};

/** What there will be. @type {Partial<Record<Section, string>>} */
const abouts = {
  pending: 'comments.heldAbout',
  approved: 'comments.approvedAbout',
  spam: 'comments.spamAbout',
};

/** What each button did. @type {Record<string, string>} */
const sentences = {
  approve: 'comments.nApproved',
  spam: 'comments.nSpam',
  wait: 'comments.nHeld',
  delete: 'comments.nDeleted',
  restore: 'comments.nRestored',
  gone: 'comments.nothingChanged',
  reply: 'comments.replyPublished',
};

/** The button that puts comments back into a section. @type {Record<Section, string>} */
const undoing = { pending: 'wait', approved: 'approve', spam: 'spam', trash: 'delete' };

/**
 * The page on which comments are moderated.
 * @param {object} work
 * @param {Author} work.author
 * @param {Section} work.section
 * @param {Comment[] | TrashedComment[]} work.found newest first, one more than a page has when there are more
 * @param {number} work.perPage
 * @param {URLSearchParams} work.query
 * @param {Blog} blog
 */
export async function presentModeration({ author, section, found, perPage, query }, blog) {
  const rows = found.slice(0, perPage).map((each) => presentRow(each, blog));
  const isAll = query.get('all') === '1';
  const before = query.get('before');
  const page = { status: section, ...(before && { before }) };
  const isTrash = section === 'trash';
  return {
    status: section,
    states: await Promise.all(sections.map((each) => presentSection(each, section, author, blog))),
    ...presentDone(query, section, blog),
    comments: rows.map((row) => ({ ...row, chosen: isAll })),
    any: rows.length > 0,
    empty: rows.length === 0 && {
      text: before ? blog.words.say('comments.noMore') : blog.words.say(emptiness[section]),
      about: before || isTrash ? '' : blog.words.say(abouts[section] ?? ''),
    },
    all: {
      url: `/admin/comments?${new URLSearchParams({ ...page, ...(!isAll && { all: '1' }) })}#chosen`,
      text: isAll ? blog.words.say('choosing.none') : blog.words.say('choosing.allOnThisPage'),
    },
    trash: isTrash && { days: RETENTION_DAYS },
    mayApprove: section !== 'approved' && !isTrash,
    maySpam: section !== 'spam' && !isTrash,
    pager: (before || found.length > perPage) && {
      first: before ? `/admin/comments?status=${section}` : null,
      next:
        found.length > perPage
          ? `/admin/comments?${new URLSearchParams({ status: section, before: placeOf(found[perPage - 1]) })}`
          : null,
    },
  };
}

/** @param {Comment | TrashedComment} last of a page @returns {string} where the next one begins */
const placeOf = (last) => `${'removedAt' in last ? last.removedAt : last.createdAt} ${last.id}`;

/**
 * @param {Section} section
 * @param {Section} present the one that is shown
 * @param {Author} author
 * @param {Blog} blog
 */
async function presentSection(section, present, author, blog) {
  // Nobody has to do anything about the trash, and it would have to be read to be counted.
  const count = section === 'trash' ? null : await countComments(author, section, blog);
  return {
    url: `/admin/comments?status=${section}`,
    name: blog.words.say(names[section]),
    count: count === null ? undefined : blog.words.number(count),
    current: section === present,
  };
}

const { name, markdown } = shapes.comment;
const required = '';

/** @type {Record<string, FieldRow>} */
const rows = {
  reply: {
    is: 'paragraphs',
    id: 'reply-text',
    label: 'comments.replyHint',
    schema: markdown,
    attributes: { required },
  },
  name: { is: 'line', schema: name, attributes: { autocomplete: 'off', required } },
  ...Object.fromEntries(textsThat('comment')),
  markdown: {
    is: 'paragraphs',
    label: 'editor.textInMarkdown',
    schema: markdown,
    attributes: { required },
  },
};

/**
 * One comment, to be edited or answered.
 * @param {Comment} comment
 * @param {{ problem?: { field: string, text: string }, form?: URLSearchParams }} sent
 * @param {string | null} done
 * @param {Blog} blog
 */
export function presentOne(comment, { problem, form }, done, blog) {
  const { words } = blog;
  const isReply = form?.get('action') === 'reply';
  const sent = form && Object.fromEntries(form);
  const typed = { ...comment, ...(!isReply && sent), reply: sent?.reply };
  const problems = problem ? { [problem.field]: problem.text } : {};
  const field = presentFields(rows, typed, problems, words);
  return {
    said: done === 'save' ? { text: words.say('common.changesSaved'), link: null } : null,
    comment: presentRow(comment, blog),
    revision: comment.revision,
    reply: field.reply,
    fields: editedFields.map((name) => field[name]),
    general: problems.general,
    replyLabel:
      comment.status === 'approved'
        ? words.say('comments.publishReply')
        : words.say('comments.approveAndReply'),
    listUrl: `/admin/comments?status=${comment.status}`,
    listName: words.say(names[comment.status]),
  };
}

/** @param {Comment | TrashedComment} record @param {Pick<Blog, 'index' | 'clock' | 'words'>} blog */
export function presentRow(record, { index, clock, words }) {
  const say = (/** @type {string} */ iso) =>
    sayNear(iso, index.settings.timeZone, clock.now(), words);
  const [trashed, comment] = 'removedAt' in record ? [record, record.comment] : [null, record];
  const { id, postId, replyTo, name, url, html, status, createdAt } = comment;
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
    when: say(createdAt),
    state: words.say(names[status]),
    isReply: replyTo !== '',
    post: post && {
      title: post.title,
      url: isPublic
        ? urlOf(post) + (status === 'approved' ? `#comment-${own}` : '')
        : editorPath(post),
    },
    trashed: trashed && {
      when: say(trashed.removedAt),
      by: index.users.get(trashed.by)?.name ?? '',
    },
    mayApprove: status !== 'approved',
    maySpam: status !== 'spam',
  };
}

/** @param {string} url @returns {string} what of it tells most */
const hostOf = (url) => (URL.canParse(url) ? new URL(url).host : url);

/**
 * What was done, with what undoes it.
 * @param {URLSearchParams} query
 * @param {Section} section that one is back at
 * @param {{ words: Words }} blog
 */
export function presentDone(query, section, { words }) {
  const done = query.get('done') ?? '';
  const sentence = lookUp(sentences, done);
  const count = query.get('count') ?? '';
  if (!sentence || !/^\d{1,4}$/.test(count)) return { done: null };
  if (count === '0' && done !== 'gone')
    return { done: { text: words.say('comments.noneSelected'), undo: null } };
  const undo = query.get('undo')?.split(' ') ?? [];
  const text = words.say(sentence, { count: Number(count) });
  const action = done === 'delete' ? 'restore' : undoing[section];
  return { done: { text, undo: undo.length > 0 && { ids: undo, action } } };
}
