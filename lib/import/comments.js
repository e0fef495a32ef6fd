import { digestOf } from './last-import.js';

/** @typedef {import('../types.js').Comment} Comment */

/** What an import gives a comment, and a moderator may change. */
const FIELDS = /** @type {const} */ ([
  ...['replyTo', 'name', 'url', 'markdown', 'status', 'createdAt'],
]);

/** @param {Omit<Comment, 'html'>} comment */
const digestOfComment = (comment) => digestOf(FIELDS.map((field) => comment[field]));

/**
 * Takes a comment, unless it was changed or deleted here since the last import.
 * @param {Omit<Comment, 'html' | 'revision'>} comment
 * @param {Comment | null} present as it stands
 * @param {string} name of the post, for messages
 * @param {import('./run.js').Run} run
 * @returns {Promise<boolean>} whether it is new here
 */
export async function takeComment(comment, present, name, { content, last, keep }) {
  const key = `comment:${comment.id}`;
  const given = digestOfComment(comment);
  const here = present && digestOfComment(present);
  const verdict = await last.judge(key, {
    ...{ here, given, isSame: here === given },
    unrecorded: () =>
      present !== null ||
      last.wasThereAt(comment.postId, comment.createdAt) ||
      content.store.get('trashedComment', comment.id),
  });
  if (verdict === 'write') {
    const saved = await content.saveComment(comment, { revision: present?.revision ?? null });
    await last.remember(key, given, digestOfComment(saved));
    return present === null;
  }
  const whose = `the comment of ${comment.name.slice(0, 60)} (${comment.createdAt.slice(0, 10)})`;
  if (verdict === 'deleted') keep(name, `${whose} was deleted here, and stays so`);
  if (verdict === 'edited') keep(name, `${whose} was changed here, and stays as it is`);
  if (verdict === 'conflict')
    keep(name, `${whose} was changed here and there: it stays as it is here`);
  if (verdict === 'same') await last.agree(key, given, here ?? '');
  else if (!last.knows(key)) await last.remember(key, given, '');
  return false;
}
