import { shapes } from '../../content/shapes.js';
import { isWebAddress } from '../../content/validate.js';
import { LarderError } from '../../base/errors.js';
import { commentMarkdown } from './html/comment-text.js';
import { recordOf } from '../../base/record-of.js';
import { textFields, textNames } from '../../store/text-fields.js';
import { digestOf, laterTexts } from './last-import.js';
import { shorten } from './shared/plain.js';
/** @import { BlogIndex } from '../../changes/index/blog-index.js' */
/** @import { Comment } from '../../store/types.js' */
/** @import { Run } from './run.js' */
/** @import { SourceComment, Thread } from './sources/source.js' */

const NAME = shapes.comment.name.maxLength;
const TEXT = shapes.comment.markdown.maxLength;

/** Fields that an import sets and a moderator may change. */
const FIELDS = /** @type {const} */ ([
  ...['replyTo', 'name', 'url', 'markdown', 'status', 'createdAt'],
]);

/** @param {Omit<Comment, 'html'>} comment */
const digestOfComment = ({ author, ...comment }) =>
  digestOf([
    ...FIELDS.map((field) => comment[field]),
    // There are records from before comments had authors.
    ...(author ? [author] : []),
    ...laterTexts('comment', comment),
  ]);

/**
 * Imports the comments of a post, unless the post was deleted here.
 * @param {string} name of the post, for messages
 * @param {Thread} thread
 * @param {Run} run
 * @returns {Promise<number>} how many were new
 */
export async function importComments(name, { postId, comments }, run) {
  const { content, last } = run;
  const wasHere = last.hadPost(postId) || (await last.knows(`post:${postId}`));
  if (wasHere && !content.index.post(postId)) return 0;
  const ids = comments.map((comment) => (comment instanceof LarderError ? '' : comment.id));
  const present = await content.store.getMany('comment', ids);
  let taken = 0;
  for (const [at, comment] of comments.entries())
    await run.attempt(name, async () => {
      if (comment instanceof LarderError) throw comment;
      const { users } = content.index;
      const input = inputOf(comment, postId, present[at], users, (text) => run.warn(name, text));
      if (await importComment(input, present[at], name, run)) taken += 1;
    });
  return taken;
}

/**
 * @param {SourceComment} comment
 * @param {string} postId
 * @param {Comment | null} present
 * @param {BlogIndex['users']} users
 * @param {(text: string) => void} warn
 * @returns {Omit<Comment, 'html' | 'revision'>}
 */
function inputOf({ html = '', ...comment }, postId, present, users, warn) {
  const { id, replyTo, name, status, createdAt = present?.createdAt } = comment;
  const { author = present?.author ?? '' } = comment;
  const markdown = comment.markdown ?? commentMarkdown(html);
  if (markdown.length > TEXT) warn(`a comment is cut after ${TEXT} characters`);
  return {
    id,
    postId,
    replyTo,
    status,
    markdown: markdown.slice(0, TEXT),
    createdAt: /** @type {string} */ (createdAt),
    ...((author === present?.author || users.has(author)) && { author }),
    name: name.slice(0, NAME).toWellFormed().trim() || 'Anonymous',
    ...recordOf(textNames('comment'), (each) => {
      const { is, schema } = textFields.comment[each];
      const text = comment[each] ?? present?.[each] ?? '';
      if (is === 'address') return isWebAddress(text, schema.maxLength) ? text : '';
      return shorten(text, schema, `${each} of a comment`, warn);
    }),
  };
}

/**
 * Imports a comment, unless it was changed or deleted here since the last import.
 * @param {Omit<Comment, 'html' | 'revision'>} comment
 * @param {Comment | null} present the stored one
 * @param {string} name of the post, for messages
 * @param {Run} run
 * @returns {Promise<boolean>} whether it was new
 */
async function importComment(comment, present, name, { content, last, keep }) {
  const key = `comment:${comment.id}`;
  const given = digestOfComment(comment);
  const here = present && digestOfComment(present);
  const verdict = await last.judge(key, {
    here,
    given,
    isSame: here === given,
    unrecorded: async () =>
      present !== null ||
      (await last.wasThereAt(comment.postId, comment.createdAt)) ||
      content.store.get('trashedComment', comment.id),
  });
  if (verdict === 'write') {
    const saved = await content.saveComment(comment, { revision: present?.revision ?? null });
    await last.remember(key, given, digestOfComment(saved));
    return present === null;
  }
  const by = `${comment.name.slice(0, 60)} (${comment.createdAt.slice(0, 10)})`;
  if (verdict === 'deleted') keep(name, `the comment by ${by} was deleted here and stays deleted`);
  if (verdict === 'edited')
    keep(name, `the comment by ${by} was changed here and is kept as it is`);
  if (verdict === 'conflict')
    keep(name, `the comment by ${by} was changed both here and there: the version here is kept`);
  if (verdict === 'same') await last.agree(key, given, here ?? '');
  else if (!(await last.knows(key))) await last.remember(key, given, '');
  return false;
}
