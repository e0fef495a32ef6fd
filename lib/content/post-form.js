import { inputsOf, namesThat, postFields } from '../store/fields.js';
import { collectProblems, validatePost } from './validate.js';
import { authorsOf } from '../changes/index/public-lists.js';
import { recordOf } from '../base/record-of.js';
import { isSlug, slugify } from '../base/slug.js';
import { LarderError } from '../base/errors.js';
import { fromLocal, toLocal } from '../base/time-zones.js';
/** @import { Post, Version } from '../store/types.js' */
/** @import { FurtherInput, PostField, PostFields } from '../store/fields.js' */
/** @import { Content } from './content.js' */

/**
 * @typedef {typeof fieldNames[number]} FieldName
 * @typedef {Record<FieldName, string>} Fields  of the form, as typed
 * @typedef {Partial<Record<FieldName | 'sendByEmail', string>>} Problems  an error message for each invalid field
 * @typedef {Pick<Post, 'title' | 'slug' | 'tags' | 'excerpt' | 'publishedAt' | 'markdown'>} Text
 * @typedef {Partial<Pick<Post, 'author' | 'commentsClosed'>> & FurtherInput} Details
 *
 * @typedef {{ [F in PostField]: PostFields[F] extends { hasControl: true } ? F : never }[PostField]} ControlledField
 */

/** Further fields with a control of their own name. */
const controlled = /** @type {ControlledField[]} */ (namesThat(({ hasControl }) => hasControl));

export const fieldNames = /** @type {const} */ ([
  'title',
  'slug',
  'tags',
  'authors',
  'excerpt',
  'date',
  'cover',
  'coverAlt',
  ...controlled,
  'commentsClosed',
  'markdown',
]);

/** Of a post. */
const MOST_AUTHORS = 20;

/** Characters, of all fields but the text. */
const LONGEST_FIELD = 20_000;

/** The value of a checked checkbox; an unchecked one sends nothing. */
export const TICKED = 'on';

/** Names of post fields that are named differently in the form. @type {Record<string, FieldName>} */
const formNames = { publishedAt: 'date' };

/** Valid values that replace invalid ones, so that the remaining fields are checked too. */
const harmless = {
  title: 'x',
  slug: 'x',
  tags: [],
  excerpt: '',
  markdown: '',
  cover: null,
  ...inputsOf({}, controlled),
  publishedAt: null,
};

/**
 * @param {URLSearchParams} form
 * @returns {Fields}
 * @throws {LarderError} `tooLarge` when a field other than the text is far too long: checking it, and
 * showing it again, would be costly
 */
export function fieldsOfForm(form) {
  const fields = recordOf(fieldNames, (name) => form.get(name) ?? '');
  const long = fieldNames.find(
    (name) => name !== 'markdown' && fields[name].length > LONGEST_FIELD,
  );
  if (long) throw new LarderError('tooLarge', `The field “${long}” is too long`);
  return fields;
}

/**
 * @param {Text & Details} post
 * @param {string} timeZone
 * @returns {Fields}
 */
export const fieldsOfPost = (post, timeZone) => ({
  title: post.title,
  slug: post.slug,
  tags: post.tags.join(', '),
  authors: authorsOf({ author: '', ...post }).join(', '),
  excerpt: post.excerpt,
  date: toLocal(post.publishedAt, timeZone),
  cover: post.cover?.src ?? '',
  coverAlt: post.cover?.alt ?? '',
  ...recordOf(controlled, (name) => asTyped(post[name])),
  commentsClosed: post.commentsClosed ? TICKED : '',
  markdown: post.markdown,
});

/** What versions do not record, or earlier ones did not. @param {Post} post @returns {Details} */
const unrecorded = ({ coAuthors, cover, commentsClosed }) => ({ coAuthors, cover, commentsClosed });

/** @param {string | boolean | undefined} value */
const asTyped = (value) => (value === true ? TICKED : value || '');

/**
 * @param {Version} version
 * @param {Post} post  of which it is, and whose are the fields that versions do not record
 * @param {string} timeZone
 * @returns {Fields}
 */
export const fieldsOfVersion = (version, post, timeZone) =>
  fieldsOfPost({ ...unrecorded(post), ...version }, timeZone);

/**
 * Turns the form's fields into those of a post.
 * @param {Fields} fields
 * @param {object} place
 * @param {string} place.id
 * @param {'post' | 'page'} place.type
 * @param {Post | null} place.before
 * @param {string} place.timeZone
 * @param {Content} place.content
 * @returns {{ input: Text & Details, problems: Problems }}
 */
export function inputOf(fields, { id, type, before, timeZone, content }) {
  const { title, excerpt, markdown } = fields;
  const tags = fields.tags.split(/[,\n]/);
  const slug = chooseSlug(fields, { id, type, before, content });
  const date = readDate(fields.date, before?.publishedAt ?? null, timeZone);
  const commentsClosed = fields.commentsClosed === TICKED;
  const src = fields.cover.trim();
  const cover = src ? { src, alt: fields.coverAlt } : null;
  const written = { title, slug, tags, excerpt, markdown, ...(type === 'post' && { cover }) };
  const input = { ...written, ...furtherIn(fields), publishedAt: date.value, commentsClosed };
  const problems = { ...problemsOf({ ...input, id, type }), ...date.problem };
  const suggestion = slugify(slug);
  if (problems.slug && !isSlug(slug) && suggestion) problems.slug += `. How about “${suggestion}”?`;
  return { input, problems };
}

/** @param {Fields} fields @returns {FurtherInput} those of the rows, not yet checked */
export const furtherIn = (fields) =>
  /** @type {any} */ (
    recordOf(controlled, (name) =>
      postFields[name].is === 'tick' ? fields[name] === TICKED : fields[name],
    )
  );

/**
 * @param {string} typed  sign-in names or names, separated by commas
 * @param {ReadonlyMap<string, { name: string }>} users
 * @returns {{ value?: { author: string, coAuthors: string[] }, problem?: Problems }} neither when nothing was typed
 */
export function readAuthors(typed, users) {
  const names = [...new Set(typed.split(/[,\n]/).map((name) => name.trim()))].filter(Boolean);
  if (names.length === 0) return {};
  if (names.length > MOST_AUTHORS)
    return { problem: { authors: `At most ${MOST_AUTHORS} authors` } };
  const ids = [];
  for (const name of names) {
    const found = users.has(name) ? [name] : idsOfName(name, users);
    if (found.length === 0) return { problem: { authors: `There is nobody called “${name}”` } };
    if (found.length > 1)
      return { problem: { authors: `Several people are called “${name}”: ${found.join(', ')}` } };
    ids.push(found[0]);
  }
  const [author, ...coAuthors] = new Set(ids);
  return { value: { author, coAuthors } };
}

/** @param {string} wanted @param {ReadonlyMap<string, { name: string }>} users */
const idsOfName = (wanted, users) =>
  [...users].flatMap(([id, { name }]) => (name.toLowerCase() === wanted.toLowerCase() ? id : []));

/**
 * @param {unknown} error
 * @returns {Problems | null} when it concerns one field of the form, else null
 */
export function problemOfError(error) {
  if (!(error instanceof LarderError) || !error.field) return null;
  const name = formNames[error.field] ?? error.field;
  return fieldNames.some((known) => known === name) ? { [name]: error.message } : null;
}

/**
 * The slug as typed; if empty, one made from the title. The slug of a draft that was never public follows its
 * title, until an author chooses another.
 * @param {Fields} fields
 * @param {{ id: string, type: 'post' | 'page', before: Post | null, content: Content }} place
 */
function chooseSlug({ title, slug: typed }, { id, type, before, content }) {
  const slug = typed.trim();
  if (slug === '') return content.freeSlug({ id, type, title });
  if (slug !== before?.slug || before.status !== 'draft' || before.publishedAt) return slug;
  const stem = slugify(before.title) || type;
  const isOwnChoice = slug.replace(/-\d+$/, '') !== stem && slug !== stem;
  return isOwnChoice || title === before.title ? slug : content.freeSlug({ id, type, title });
}

/**
 * @param {string} typed
 * @param {string | null} present kept, with its seconds, if the field was not changed
 * @param {string} timeZone
 * @returns {{ value: string | null, problem: Problems }}
 */
function readDate(typed, present, timeZone) {
  const text = typed.trim();
  if (text === '') return { value: null, problem: {} };
  if (text === toLocal(present, timeZone)) return { value: present, problem: {} };
  const value = fromLocal(text, timeZone);
  if (value) return { value, problem: {} };
  return {
    value,
    problem: { date: `“${text.slice(0, 40)}” is not a valid date. Enter it like 2026-11-21 14:05` },
  };
}

/** @param {Text & Details & Pick<Post, 'id' | 'type' | 'commentsClosed'>} input */
function problemsOf(input) {
  const epoch = new Date(0).toISOString();
  const status = /** @type {const} */ ('draft');
  const rest = { author: '', status, createdAt: epoch, updatedAt: epoch };
  const { problems } = collectProblems(validatePost, { ...rest, ...input }, harmless);
  return Object.fromEntries(
    Object.entries(problems).map(([field, problem]) => [formNames[field] ?? field, problem]),
  );
}
