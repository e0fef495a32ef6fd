import { LarderError } from '../errors.js';
import { beforeComposing, normalise } from '../util/unicode.js';
import { isSlug, RESERVED_PAGE_SLUGS } from '../util/slug.js';
/** @import { Post } from '../types.js' */

export const TITLE_AT_MOST = 300;
export const EXCERPT_AT_MOST = 2000;
const MARKDOWN_AT_MOST = 5_000_000;
export const TAGS_AT_MOST = 50;
export const TAG_AT_MOST = 80;
const YEARS = { first: 1000, last: 9999 };

/**
 * Checks a post and normalises it for storage.
 * @template {Omit<Post, 'html' | 'teaser' | 'words' | 'rendered'>} T
 * @param {T} post
 * @returns {T}
 * @throws {LarderError} `invalid`, with the field
 */
export function validatePost(post) {
  const title = plainLine(post.title, TITLE_AT_MOST);
  check(title !== '', 'title', 'A title is required');
  check(title !== null, 'title', `The title can have at most ${TITLE_AT_MOST} characters`);
  check(isSlug(post.slug), 'slug', 'Use only lower-case letters, digits and hyphens, at most 80');
  const isFree = post.type !== 'page' || !RESERVED_PAGE_SLUGS.has(post.slug);
  check(isFree, 'slug', `“${post.slug}” is reserved`);
  const isShort = Buffer.byteLength(post.markdown) <= MARKDOWN_AT_MOST;
  check(isShort, 'markdown', `The text can have at most ${MARKDOWN_AT_MOST / 1e6} MB`);
  const excerpt = plainLine(post.excerpt, EXCERPT_AT_MOST);
  check(excerpt !== null, 'excerpt', `The excerpt can have at most ${EXCERPT_AT_MOST} characters`);
  check(
    ['draft', 'published'].includes(post.status),
    'status',
    'Status must be draft or published',
  );
  const hasDate = post.status === 'draft' || post.publishedAt !== null;
  check(hasDate, 'publishedAt', 'A published post must have a date');
  return {
    ...post,
    title,
    excerpt,
    markdown: post.markdown.toWellFormed(),
    tags: validateTags(post.tags),
    publishedAt: post.publishedAt && validateTime(post.publishedAt, 'publishedAt'),
    createdAt: validateTime(post.createdAt, 'createdAt'),
    updatedAt: validateTime(post.updatedAt, 'updatedAt'),
  };
}

/**
 * @param {string[]} tags
 * @returns {string[]} trimmed, without duplicates
 */
function validateTags(tags) {
  const given = tags.filter((tag) => tag.trim() !== '');
  check(given.length <= TAGS_AT_MOST, 'tags', `A post can have at most ${TAGS_AT_MOST} tags`);
  const clean = given.map((tag) => {
    const line = plainLine(tag, TAG_AT_MOST, (text) => plainText(text).replace(/\s+/g, ' '));
    const isTag = line !== null && line !== '.' && line !== '..';
    check(
      isTag,
      'tags',
      `A tag can have at most ${TAG_AT_MOST} characters and cannot be only dots`,
    );
    return line;
  });
  return [...new Set(clean.filter(Boolean))];
}

/**
 * @param {string} text an ISO 8601 time with a zone
 * @param {string} field
 * @returns {string} the same time in UTC with milliseconds
 */
function validateTime(text, field) {
  const time = new Date(text);
  const isTime = !Number.isNaN(time.getTime());
  check(isTime, field, `“${text.slice(0, 40)}” is not a valid date`);
  const year = time.getUTCFullYear();
  const isNear = year >= YEARS.first && year <= YEARS.last;
  check(isNear, field, `The date must be between the years ${YEARS.first} and ${YEARS.last}`);
  return time.toISOString();
}

/**
 * @param {string} text
 * @returns {string} composed (NFC), without control characters or lone surrogates
 */
export const plainText = (text) => normalise(text).replace(/[\p{Cc}\u2028\u2029]+/gu, ' ');

/**
 * @param {string} text
 * @param {number} atMost in UTF-16 code units
 * @param {(text: string) => string} [plain] normalises it; not called when the text is far too long
 * @returns {string | null} one trimmed line; null when it is too long
 */
export function plainLine(text, atMost, plain = plainText) {
  if (text.length > beforeComposing(atMost)) return null;
  const line = plain(text).trim();
  return line.length <= atMost ? line : null;
}

/** @param {boolean} holds @param {string} field @param {string} sentence @returns {asserts holds} */
function check(holds, field, sentence) {
  if (!holds) throw new LarderError('invalid', sentence, { field });
}
