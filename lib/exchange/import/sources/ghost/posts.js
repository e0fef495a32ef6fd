import { postToHtml } from '../../../../markup/markdown.js';
import { LarderError, messageOf } from '../../../../base/errors.js';
import { htmlText } from '../../html/text.js';
import { readDate } from '../../shared/dates.js';
import { hiddenInText } from '../../shared/hidden.js';
import { uuidOfPath } from '../../shared/identity.js';
import { plainCards } from './html-cards.js';
import { lexicalToHtml } from './lexical.js';
import { mobiledocToHtml } from './mobiledoc.js';
import { keyOf, text } from './tables.js';
/** @import { SourcePost } from '../source.js' */
/** @import { Row, Tables } from './tables.js' */

/** In an export, the address of the blog. */
export const HOME = '__GHOST_URL__';

/** What the visibility of a post is, or lacks, that everybody may read. @type {Set<unknown>} */
const FOR_ALL = new Set(['', 'public', undefined, null]);

/** Cards that no page shows. */
const EMAIL = /"type":"email(-cta)?"|\["email(-cta)?",/;

/** @param {Row} post @returns {string} the same in every export of that blog */
export const idOf = (post) =>
  uuidOfPath(`ghost\n${text(post.uuid) || keyOf(post.id) || text(post.slug) || text(post.title)}`);

/** @param {Row} post */
export const isPage = ({ type, page }) => type === 'page' || page === 1 || page === true;

/** @param {Row} post @returns {string} how messages call it */
export const nameOf = (post) =>
  `${isPage(post) ? 'page' : 'post'} “${(text(post.title) || text(post.slug)).slice(0, 60) || 'without a title'}”`;

/**
 * @param {Row} post
 * @param {Tables} tables
 * @returns {SourcePost}
 * @throws {LarderError} `invalid` when it cannot be taken
 */
export function readPost(post, tables) {
  /** @type {string[]} */
  const warnings = [];
  const html = htmlOf(post, warnings);
  const hidden = hiddenInText(`${html}\n${editedHtmlOf(post)}`);
  const status = statusOf(post, tables, hidden, warnings);
  const { createdAt, updatedAt, ...times } = timesOf(post, status, warnings);
  const writtenAt = times.publishedAt ?? createdAt;
  if (text(post.codeinjection_head) || text(post.codeinjection_foot))
    warnings.push('the code injected into its page is not imported');
  return {
    id: idOf(post),
    ...times,
    excerpt: text(post.custom_excerpt).trim(),
    description:
      text((tables.metas.get(keyOf(post.id)) ?? post).meta_description).trim() || undefined,
    canonicalUrl: text(post.canonical_url).trim() || undefined,
    commentsClosed: false,
    tags: tagsOf(post, tables, warnings),
    ...authorsOf(post, tables),
    ifNew: { createdAt: createdAt ?? writtenAt, updatedAt: updatedAt ?? writtenAt },
    comments: [],
    isUndated: status === 'published' && times.publishedAt === null,
    hidesPart: post.status !== 'draft' && hidden.length > 0,
    warnings: [...new Set(warnings)],
    text: (context) => htmlText({ html, cover: coverOf(post, tables) }, context),
  };
}

/**
 * @param {Row} post
 * @param {Tables} tables
 * @param {string[]} hidden the marks by which a part of its text is hidden
 * @param {string[]} warnings
 * @returns {'draft' | 'published'}
 */
function statusOf(post, { settings, metas }, hidden, warnings) {
  const { id, status, visibility } = post;
  if (status !== 'published' && status !== 'scheduled' && status !== 'sent') return 'draft';
  const isForMail = isYes(post.email_only ?? metas.get(keyOf(id))?.email_only);
  const why = [
    ...(status === 'sent' || isForMail ? ['it went out by e-mail alone, and is a draft here'] : []),
    ...(FOR_ALL.has(visibility) ? [] : ['it was for members alone, and is a draft here']),
    ...(isYes(settings.get('is_private'))
      ? ['the whole blog was behind a password; it is a draft here']
      : []),
    ...hidden,
  ];
  warnings.push(...why);
  return why.length > 0 ? 'draft' : 'published';
}

/** @param {unknown} value as a database has it */
const isYes = (value) => value !== undefined && /^(true|1)$/.test(String(value));

/** @param {Row} post @param {'draft' | 'published'} status @param {string[]} warnings */
function timesOf(post, status, warnings) {
  const createdAt = dateOf(post.created_at, warnings);
  const updatedAt = dateOf(post.updated_at, warnings);
  const publishedAt = post.status === 'draft' ? undefined : dateOf(post.published_at, warnings);
  const isDated = publishedAt !== undefined;
  if (status === 'published' && !isDated) warnings.push('it has no date, and is a draft here');
  return {
    status: isDated ? status : /** @type {const} */ ('draft'),
    publishedAt: publishedAt ?? null,
    createdAt,
    updatedAt,
  };
}

/** @param {unknown} value @param {string[]} warnings @returns {string | undefined} */
function dateOf(value, warnings) {
  if ((typeof value !== 'string' && typeof value !== 'number') || value === '') return undefined;
  try {
    return readDate(value, 'UTC');
  } catch (error) {
    warnings.push(messageOf(error));
    return undefined;
  }
}

/** @param {Row} post @param {string[]} warnings */
function htmlOf(post, warnings) {
  const warn = (/** @type {string} */ sentence) => void warnings.push(sentence);
  /** @type {[unknown, (source: string) => string][]} */
  const forms = [
    [post.html, (html) => plainCards(html, warn)],
    [post.lexical, (source) => lexicalToHtml(parse(source), warn)],
    [post.mobiledoc, (source) => mobiledocToHtml(parse(source), warn)],
    [post.markdown, postToHtml],
    [post.plaintext, postToHtml],
  ];
  const isInHtml = text(post.html).trim() !== '';
  if (isInHtml && EMAIL.test(text(post.lexical) || text(post.mobiledoc)))
    warn('its text for e-mail alone is not imported');
  const [source, read] = forms.find(([value]) => text(value).trim()) ?? ['', () => ''];
  return read(text(source)).replaceAll(`${HOME}/`, '/').replaceAll(HOME, '/');
}

/**
 * @param {Row} post
 * @returns {string} what its editor has, from which its HTML was made, and which may know more of who sees it
 */
function editedHtmlOf({ html, lexical, mobiledoc }) {
  if (!text(html).trim()) return '';
  try {
    if (text(lexical)) return lexicalToHtml(parse(text(lexical)), () => {});
    return text(mobiledoc) ? mobiledocToHtml(parse(text(mobiledoc)), () => {}) : '';
  } catch (error) {
    // Its HTML is taken; what cannot be read hides nothing more.
    if (!(error instanceof LarderError)) throw error;
    return '';
  }
}

/** @param {string} source */
function parse(source) {
  try {
    return JSON.parse(source);
  } catch {
    throw new LarderError('invalid', 'its text cannot be read');
  }
}

/** @param {Row} post @param {Tables} tables @param {string[]} warnings */
function tagsOf(post, { tags, tagsOf: ids }, warnings) {
  const rows = (ids.get(keyOf(post.id)) ?? [])
    .map((id) => tags.get(id))
    .filter((row) => row !== undefined);
  const isInternal = (/** @type {Row} */ { name, visibility }) =>
    visibility === 'internal' || text(name).startsWith('#');
  const left = rows.filter(isInternal).map(({ name }) => text(name));
  if (left.length > 0)
    warnings.push(`its internal tags are left out: ${left.join(', ').slice(0, 500)}`);
  return rows.filter((row) => !isInternal(row)).map(({ name }) => text(name));
}

/** @param {Row} post @param {Tables} tables @returns {{ author: string, coAuthors: string[] }} */
function authorsOf(post, { users, authorsOf: known }) {
  const ids = known.get(keyOf(post.id)) ?? [keyOf(post.author_id)];
  const names = ids.flatMap((id) => text(users.get(id)?.name) || []);
  const [author = '', ...coAuthors] = new Set(names);
  return { author, coAuthors };
}

/** @param {Row} post @param {Tables} tables */
function coverOf(post, { metas }) {
  const url = text(post.feature_image) || text(post.image);
  if (!url) return null;
  const meta = metas.get(keyOf(post.id)) ?? post;
  return {
    url: url.replaceAll(`${HOME}/`, '/'),
    alt: text(meta.feature_image_alt),
    caption: text(meta.feature_image_caption).replace(/<[^<>]*>/g, ''),
  };
}
