import { LarderError } from '../base/errors.js';
import { canonicalPath } from '../base/paths.js';
import { beforeComposing, normalise } from '../base/unicode.js';
import { isSlug, RESERVED_PAGE_SLUGS, SLUG_AT_MOST } from '../base/slug.js';
import { postFields, postFieldsThat } from '../store/fields.js';
import { textsThat } from '../store/text-fields.js';
import { shapes } from './shapes.js';
/** @import { Cover, PlainPost } from '../store/types.js' */
/** @import { TextField, TextKind, Texts } from '../store/text-fields.js' */
/** @import { Schema, Further, FurtherInput, PostField } from '../store/fields.js' */

const shape = shapes.post;
const YEARS = { first: 1000, last: 9999 };

/**
 * Checks a post and normalises it for storage.
 * @template {Omit<PlainPost, 'html' | 'teaser' | 'words' | 'rendered'> & FurtherInput} T
 * @param {T} post
 * @returns {Omit<T, PostField> & Further}  without further fields that hold nothing
 * @throws {LarderError} `invalid`, with the field
 */
export function validatePost(post) {
  const title = checkLine(post.title, 'title', shape.title);
  checkSlug(post.slug, 'slug');
  const isFree = post.type !== 'page' || !RESERVED_PAGE_SLUGS.has(post.slug);
  check(isFree, 'slug', `“${post.slug}” is reserved`);
  const { maxLength } = shape.markdown;
  const isShort = Buffer.byteLength(post.markdown) <= maxLength;
  check(isShort, 'markdown', `The text can have at most ${maxLength / 1e6} MB`);
  const excerpt = checkLine(post.excerpt, 'excerpt', shape.excerpt);
  const isStatus = shape.status.enum.includes(post.status);
  check(isStatus, 'status', 'Status must be draft or published');
  const hasDate = post.status === 'draft' || post.publishedAt !== null;
  check(hasDate, 'publishedAt', 'A published post must have a date');
  const plain = Object.entries(post).filter(([name]) => !Object.hasOwn(postFields, name));
  return {
    .../** @type {Omit<T, PostField>} */ (Object.fromEntries(plain)),
    title,
    excerpt,
    markdown: post.markdown.toWellFormed(),
    tags: validateTags(post.tags),
    publishedAt: post.publishedAt && validateTime(post.publishedAt, 'publishedAt'),
    createdAt: validateTime(post.createdAt, 'createdAt'),
    updatedAt: validateTime(post.updatedAt, 'updatedAt'),
    ...validateFurther(post),
  };
}

/** @param {FurtherInput & { author: string }} post @returns {Further} */
function validateFurther(post) {
  const checked = postFieldsThat().map(([name, field]) => {
    const given = post[name];
    const { is, schema = {}, problem = '' } = field;
    /** @type {(given: any, name: string, schema: any, problem: string, post: any) => unknown} */
    const read = readers[is];
    return [name, given ? read(given, name, schema, problem, post) : undefined];
  });
  return Object.fromEntries(checked.filter(([, value]) => value));
}

/** @param {Cover} cover @returns {Cover} */
function validateCover({ src, alt = '' }) {
  const { maxLength } = shape.cover.properties.src;
  const isAddress =
    src?.length <= maxLength &&
    /^(\/media\/|https?:\/\/)[^\s"<>]+$/.test(src) &&
    URL.canParse(src, 'http://localhost');
  check(isAddress, 'cover', 'The cover must be a file of this blog, or an http or https URL');
  return { src: src.toWellFormed(), alt: checkLine(alt, 'cover', shapes.media.alt) };
}

/**
 * @param {string[]} tags
 * @param {string} [field]
 * @returns {string[]} trimmed, without duplicates
 * @throws {LarderError} `invalid`, with the field
 */
export function validateTags(tags, field = 'tags') {
  const input = tags.filter((tag) => tag.trim() !== '');
  const { maxItems, items } = shape.tags;
  check(input.length <= maxItems, field, `A post can have at most ${maxItems} tags`);
  const sentence = `A tag can have at most ${items.maxLength} characters and cannot be only dots`;
  const clean = input.map((tag) => {
    const line = plainLine(tag, items.maxLength, (text) => plainText(text).replace(/\s+/g, ' '));
    check(line !== null && line !== '.' && line !== '..', field, sentence);
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
 * @returns {string} composed (NFC), without control characters, those that turn the direction of what follows,
 *   noncharacters, or lone surrogates
 */
export const plainText = (text) =>
  normalise(text)
    .replace(/[\u202a-\u202e\p{Noncharacter_Code_Point}]/gu, '')
    .replace(/[\p{Cc}\u2028\u2029]+/gu, ' ');

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

/**
 * @param {string} text
 * @param {string} field
 * @param {{ minLength?: number, maxLength: number }} shape
 * @param {(text: string) => string} [plain]
 * @returns {string} see `plainLine`
 * @throws {LarderError} `invalid`, with the field
 */
export function checkLine(text, field, { minLength = 0, maxLength }, plain) {
  const line = plainLine(text, maxLength, plain);
  check(line !== null, field, `The ${field} can have at most ${maxLength} characters`);
  check(line.length >= minLength, field, `A ${field} is required`);
  return line;
}

/** @param {string} text @param {number} atMost in characters @returns {boolean} */
export function isWebAddress(text, atMost) {
  if (text.length > atMost || !/^https?:\/\/[^\s]+$/i.test(text)) return false;
  return URL.canParse(text);
}

/** @param {string} text @param {number} atMost in characters @returns {boolean} whether it writes to or calls people */
export const isContact = (text, atMost) =>
  text.length <= atMost &&
  /^(?:mailto:[^\s"<>@]+@[^\s"<>@]+|tel:\+?[\d().-]+(?:;[\w=.+-]+)*)$/i.test(text);

/**
 * @param {string} path
 * @param {string} field
 * @param {{ maxLength: number }} shape
 * @returns {string} trimmed; '' stays
 * @throws {LarderError} `invalid`, with the field, when it is not the path of an upload
 */
export function checkUpload(path, field, { maxLength }) {
  const input = path.trim();
  const isPath = /^\/media\/[^\s/"<>]+$/.test(input) && canonicalPath(input) !== null;
  const isUpload = isPath && input.length <= maxLength;
  check(input === '' || isUpload, field, 'Enter the URL of an upload, such as /media/…');
  return input;
}

/**
 * @param {string} text
 * @param {string} field
 * @param {{ maxLength?: number }} shape
 * @returns {string} without white space around it
 * @throws {LarderError} `invalid`, with the field
 */
export function checkParagraphs(text, field, { maxLength = Infinity }) {
  check(text.length <= maxLength, field, `Use at most ${maxLength} characters`);
  return text.replace(/\r\n?/g, '\n').toWellFormed().trim();
}

/**
 * @param {string} text
 * @param {string} field
 * @param {{ maxLength: number }} shape
 * @param {string} sentence  what is said of one that is none
 * @returns {string} trimmed; '' stays
 * @throws {LarderError} `invalid`, with the field
 */
function checkAddress(text, field, { maxLength }, sentence) {
  const address = text.trim();
  check(address === '' || isWebAddress(address, maxLength), field, sentence);
  return address;
}

/**
 * By what they are.
 * @type {Record<TextField['is'], (text: string, name: string, schema: TextField['schema'], problem: string) => string>}
 */
const textReaders = {
  line: (text, name, schema) => checkLine(text, name, schema),
  paragraphs: checkParagraphs,
  address: checkAddress,
  upload: checkUpload,
};

/** What is stored of what is given, by what it is; what is false is not. */
const readers = {
  ...textReaders,
  tick: Boolean,
  picture: validateCover,
  /** @type {(people: string[], name: string, schema: Schema, problem: string, post: { author: string }) => unknown} */
  people(people, _name, _schema, _problem, { author }) {
    const others = new Set(people.filter((id) => id !== author));
    return others.size > 0 && [...others];
  },
};

/**
 * @template {TextKind} K
 * @param {K} kind
 * @param {Partial<Texts<K>>} typed
 * @returns {Texts<K>} as they are stored; '' where there is nothing
 * @throws {LarderError} `invalid`, with the field
 */
export const checkTexts = (kind, typed) =>
  /** @type {any} */ (
    Object.fromEntries(
      textsThat(kind).map(([name, { is, schema, problem = '' }]) => [
        name,
        textReaders[is](typed[name] ?? '', name, schema, problem),
      ]),
    )
  );

/** @param {unknown} text @param {string} field @throws {LarderError} `invalid`, with the field */
export function checkSlug(text, field) {
  const sentence = `Use only lower-case letters, digits and hyphens, at most ${SLUG_AT_MOST}`;
  check(isSlug(text), field, sentence);
}

/**
 * @template {object} T
 * @template R
 * @param {(input: T) => R} validate throws `invalid`, with the first field that does not fit
 * @param {T} input
 * @param {Partial<T>} harmless what fits wherever something else does not, so that each check has its turn
 * @returns {{ valid: R, problems: Partial<Record<keyof T, string>> }} a sentence for each field that does not fit
 * @throws what is no problem of these fields
 */
export function collectProblems(validate, input, harmless) {
  /** @type {Partial<Record<keyof T, string>>} */
  const problems = {};
  for (let tried = input; ;) {
    try {
      return { valid: validate(tried), problems };
    } catch (error) {
      if (!(error instanceof LarderError)) throw error;
      const field = /** @type {keyof T} */ (error.field?.split('.')[0]);
      if (!Object.hasOwn(harmless, field) || problems[field]) throw error;
      problems[field] = error.message;
      tried = { ...tried, [field]: harmless[field] };
    }
  }
}

/**
 * @param {boolean} holds
 * @param {string} field
 * @param {string} sentence
 * @returns {asserts holds}
 * @throws {LarderError} `invalid`, with the field
 */
export function check(holds, field, sentence) {
  if (!holds) throw new LarderError('invalid', sentence, { field });
}
