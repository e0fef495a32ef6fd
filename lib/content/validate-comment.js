import { beforeComposing, isVisible, UNSEEN } from '../base/unicode.js';
import { textsThat } from '../store/text-fields.js';
import { shapes } from './shapes.js';
import { check, checkLine, checkTexts, plainText } from './validate.js';
/** @import { LarderError } from '../base/errors.js' */
/** @import { Texts } from '../store/text-fields.js' */
/** @import { PlainComment } from '../store/types.js' */

const shape = shapes.comment;
const MARKDOWN_AT_MOST = shape.markdown.maxLength;

/** The longest of all that a comment consists of, before a name is composed. In UTF-16 code units. */
export const COMMENT_AT_MOST = textsThat('comment').reduce(
  (sum, [, { is, schema }]) =>
    sum + (is === 'address' ? schema.maxLength : beforeComposing(schema.maxLength)),
  beforeComposing(shape.name.maxLength) + MARKDOWN_AT_MOST,
);

/** These join letters and emoji between two characters; anywhere else they are just invisible. */
const JOINER = '(?:\\u200c|\\u200d|\\ufe0e|\\ufe0f)';
const UNSEEN_BUT_JOINERS = new RegExp(`(?!${JOINER})${UNSEEN.source}`, 'gu');
const JOINERS_AT_A_BEGINNING = new RegExp(`(^|\\s)${JOINER}+`, 'gu');
const TOO_MANY_JOINERS = new RegExp(`(${JOINER}{2})${JOINER}+`, 'gu');
/** No script needs more marks on one letter. */
const TOO_MANY_MARKS = /(\p{M}{4})\p{M}+/gu;

/**
 * Checks a comment and normalises it for storage.
 * @template {Omit<PlainComment, 'id' | 'html' | 'createdAt'> & Partial<Texts<'comment'>>} T
 * @param {T} comment
 * @returns {T & Texts<'comment'>}
 * @throws {LarderError} `invalid`, with the field
 */
export function validateComment(comment) {
  const name = checkLine(comment.name, 'name', shape.name, plainName);
  check(isVisible(name), 'name', 'A name is required');
  const texts = checkTexts('comment', comment);
  const isShort = comment.markdown.length <= MARKDOWN_AT_MOST;
  check(isShort, 'markdown', `A comment can have at most ${MARKDOWN_AT_MOST} characters`);
  const markdown = comment.markdown.toWellFormed();
  check(isVisible(markdown), 'markdown', 'A comment cannot be empty');
  const { replyTo, postId, status } = comment;
  const isNear = replyTo === '' || replyTo.startsWith(`${postId}:`);
  check(isNear, 'replyTo', 'A reply must be to a comment on the same post');
  const isStatus = shape.status.enum.includes(status);
  check(isStatus, 'status', 'Status must be pending, approved or spam');
  return { ...comment, name, ...texts, markdown };
}

/**
 * @param {string} text
 * @returns {string} its visible part: without bidirectional controls and invisible characters, and with no
 * more marks on a letter than a language may need
 */
export const plainName = (text) =>
  plainText(text)
    .replace(UNSEEN_BUT_JOINERS, '')
    .replace(TOO_MANY_MARKS, '$1')
    .replace(TOO_MANY_JOINERS, '$1')
    .replace(/\s+/gu, ' ')
    .replace(JOINERS_AT_A_BEGINNING, '$1')
    .replace(/(?<![\u200c\u200d])[\u200c\u200d]+(?=\s|$)/gu, '')
    .trim();
