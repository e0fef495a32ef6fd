import { LarderError } from '../errors.js';
import { plainText } from './validate.js';

const NAME_AT_MOST = 100;
const URL_AT_MOST = 500;
const MARKDOWN_AT_MOST = 20_000;

/**
 * Checks what people give for a comment and brings it into the form that is stored.
 * @template {Omit<import('../types.js').Comment, 'id' | 'html' | 'createdAt'>} T
 * @param {T} comment
 * @returns {T}
 * @throws {LarderError} `invalid`, with the field
 */
export function validateComment(comment) {
  const name = plainText(comment.name).trim();
  check(name.length > 0, 'name', 'A name is needed');
  check(name.length <= NAME_AT_MOST, 'name', `A name has at most ${NAME_AT_MOST} characters`);
  const url = comment.url.trim();
  check(url === '' || isWebAddress(url), 'url', 'An address begins with http:// or https://');
  const markdown = comment.markdown.toWellFormed();
  check(markdown.trim().length > 0, 'markdown', 'A comment needs a text');
  const isShort = markdown.length <= MARKDOWN_AT_MOST;
  check(isShort, 'markdown', `A comment has at most ${MARKDOWN_AT_MOST} characters`);
  const { replyTo, postId, status } = comment;
  const isNear = replyTo === '' || replyTo.startsWith(`${postId}:`);
  check(isNear, 'replyTo', 'A reply is to a comment on the same post');
  const isStatus = ['pending', 'approved', 'spam'].includes(status);
  check(isStatus, 'status', 'A status is pending, approved or spam');
  return { ...comment, name, url, markdown };
}

/** @param {string} text @returns {boolean} */
export function isWebAddress(text) {
  if (text.length > URL_AT_MOST || !/^https?:\/\/[^\s]+$/i.test(text)) return false;
  return URL.canParse(text);
}

/** @param {boolean} holds @param {string} field @param {string} sentence */
function check(holds, field, sentence) {
  if (!holds) throw new LarderError('invalid', sentence, { field });
}
