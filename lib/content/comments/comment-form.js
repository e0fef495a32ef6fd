import { createHash } from 'node:crypto';
import { textNames, textsThat } from '../../store/text-fields.js';
import { shapes } from '../shapes.js';
import { collectProblems } from '../validate.js';
import { validateComment } from '../validate-comment.js';
import { keysOf, recordOf } from '../../base/record-of.js';
/** @import { Texts } from '../../store/text-fields.js' */
/** @import { Comment } from '../../store/types.js' */

/**
 * @typedef {typeof fieldNames[number]} FieldName
 * @typedef {Record<FieldName, string>} CommentForm  the form as it was sent
 * @typedef {Partial<Record<FieldName, [key: string, values?: Record<string, string | number>]>>} Problems  what is
 *   wrong with each invalid field, in words/en.json
 */

const fieldNames = /** @type {const} */ (['name', ...textNames('comment'), 'markdown', 'replyTo']);

/** A honeypot: people do not see this field. Most who fill it in are bots; some are browsers that fill in too much. */
const TRAP = 'subject';

/** Comments with more links than the first number wait for approval; more than the second are refused. */
export const LINKS_UNSEEN = 2;
const LINKS_AT_MOST = 10;

/** What fits wherever something else does not, so that each check has its turn. */
const harmless = { ...recordOf(fieldNames, () => ''), name: 'x', markdown: 'x' };

/** @param {URLSearchParams} form @returns {boolean} whether more was filled in than people see */
export const isTrapped = (form) => (form.get(TRAP) ?? '') !== '';

/**
 * @param {URLSearchParams} form if a field was sent twice, the first counts
 * @returns {CommentForm}
 */
export const readCommentForm = (form) => recordOf(fieldNames, (name) => tidy(form.get(name) ?? ''));

/**
 * @param {CommentForm} typed
 * @param {string} postId
 * @returns {{ input: Pick<Comment, 'name' | 'markdown'> & Texts<'comment'>, problems: Problems }}
 */
export function validateCommentForm(typed, postId) {
  const status = /** @type {const} */ ('pending');
  const addresses = textNames('comment', ({ is }) => is === 'address');
  const whole = recordOf(addresses, (name) => wholeAddress(typed[name]));
  const typedComment = { ...typed, ...whole, postId, status, replyTo: '' };
  const { valid, problems } = collectProblems(validateComment, typedComment, harmless);
  const { postId: _, status: __, replyTo: ___, ...input } = valid;
  const found = keysOf(problems).map((field) => [field, sayProblem[field]?.(typed)]);
  return { input, problems: Object.fromEntries(found) };
}

const { name: nameShape, markdown: markdownShape } = shapes.comment;

/** What those who write see of it, by field. @type {Record<string, (typed: CommentForm) => Problems[FieldName]>} */
const sayProblem = {
  name: ({ name }) =>
    name.trim().length > nameShape.maxLength
      ? ['nameLong', { most: String(nameShape.maxLength) }]
      : ['nameMissing'],
  ...Object.fromEntries(
    textsThat('comment').map(([name, { asked }]) => [name, () => [asked?.wrong]]),
  ),
  markdown: ({ markdown }) =>
    markdown.length > markdownShape.maxLength
      ? ['commentLong', { most: String(markdownShape.maxLength) }]
      : ['commentEmpty'],
};

/**
 * @param {string} html of a comment
 * @returns {{ count: number, problem: Problems['markdown'] }} number of links; what is wrong when there are too many
 */
export function checkLinks(html) {
  const count = html.split('<a ').length - 1;
  const isMuch = count > LINKS_AT_MOST;
  return {
    count,
    problem: isMuch ? ['commentLinks', { most: LINKS_AT_MOST, found: count }] : undefined,
  };
}

/**
 * The same text by the same name in the same place has the same id, so that it is stored once, however often it is sent
 * and whichever process receives it.
 * @param {Pick<Comment, 'postId' | 'replyTo' | 'name' | 'markdown'>} comment
 * @returns {string} with a UUID of version 8 (RFC 9562, section 5.8), made from a SHA-256
 */
export function idOf({ postId, replyTo, name, markdown }) {
  const parts = JSON.stringify([postId, replyTo, name, markdown.trim()]);
  const bytes = createHash('sha256').update(parts).digest();
  bytes[6] = (bytes[6] & 0x0f) | 0x80;
  bytes[8] = (bytes[8] & 0x3f) | 0x80;
  const hex = bytes.toString('hex', 0, 16);
  return `${postId}:${hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')}`;
}

/** @param {string} text @returns {string} lines end with LF; without control characters */
const tidy = (text) =>
  text
    .toWellFormed()
    .replace(/\r\n?/g, '\n')
    .replace(/[^\P{Cc}\t\n]/gu, '');

/**
 * @param {string} typed
 * @returns {string} with https:// added where the scheme is missing, normalised; unchanged when it is not
 * a web address
 */
function wholeAddress(typed) {
  const text = typed.trim();
  // It is refused anyway, and what follows would take its time.
  if (text.length > shapes.comment.url.maxLength) return text;
  const isBare = /^[^\s/:@][^\s/:@.]*\.[^\s/:@]+(\/\S*)?$/.test(text);
  const address = isBare ? `https://${text}` : text;
  if (!/^https?:\/\/\S+$/i.test(address) || !URL.canParse(address)) return text;
  const url = new URL(address);
  // With credentials before the host, an address can pass for another (https://example.org@evil.example).
  url.username = '';
  url.password = '';
  return url.href;
}
