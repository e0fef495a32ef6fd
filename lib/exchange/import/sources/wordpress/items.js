import { htmlText } from '../../html/text.js';
import { readDate } from '../../shared/dates.js';
import { LarderError, messageOf } from '../../../../base/errors.js';
import { hiddenByMeta, hiddenInText } from '../../shared/hidden.js';
import { looksLikeImage } from '../../shared/file-names.js';
import { plain } from '../../shared/plain.js';
import { takeBlocks } from './blocks.js';
import { readComments } from './comments.js';
import { allOf, metaOf, textOf } from './xml.js';
import { idOf, numberOf } from './scan.js';
import { takeFootnotes, takePatterns } from './patterns.js';
import { takeCode, takeShortcodes } from './shortcodes.js';
/** @import { SourcePost } from '../source.js' */
/** @import { Scan } from './scan.js' */
/** @import { Node } from './xml.js' */

/**
 * What the statuses of WordPress become, and what is said of it.
 * @type {Map<string, { status: 'draft' | 'published', warning?: string }>}
 */
const STATUSES = new Map([
  ['publish', { status: 'published' }],
  ['future', { status: 'published' }],
  ['draft', { status: 'draft' }],
  ['pending', { status: 'draft', warning: 'it waited for a review there, and is a draft here' }],
  ['private', { status: 'draft', warning: 'it was private, and is a draft here' }],
]);

/**
 * @param {Node} item a post or a page
 * @param {Scan} known
 * @param {string} timeZone of the blog
 * @returns {SourcePost}
 * @throws {LarderError} `invalid` when it cannot be taken
 */
export function readItem(item, known, timeZone) {
  if (item.isCut)
    throw new LarderError(
      'invalid',
      'its end is missing, or it is longer than 5.5 million characters',
    );
  const written = textOf(item, 'wp:status') || 'publish';
  const meaning = STATUSES.get(written);
  const id = idOf(item);
  /** @type {string[]} */
  const warnings = [];
  if (meaning?.warning) warnings.push(meaning.warning);
  if (!meaning)
    warnings.push(`its status “${written.slice(0, 40)}” is not known; it is a draft here`);
  const { comments, warnings: left } = readComments(item, id, timeZone);
  warnings.push(...left);
  const isSecret = textOf(item, 'wp:post_password') !== '';
  if (isSecret) warnings.push('it had a password, and is a draft here');
  if (textOf(item, 'wp:is_sticky') === '1')
    warnings.push('it was sticky there; here posts are sorted by date');
  const times = readTimes(item, timeZone, warnings);
  const { html, hidden } = readContent(item, known, warnings);
  const marks = [...hidden, ...restrictions(item)];
  const isOpen = marks.length === 0 && !isSecret && times.isDated;
  const status = isOpen ? (meaning?.status ?? 'draft') : 'draft';
  if (meaning?.status === 'published') warnings.push(...marks);
  const cover = known.attachments.get(metaOf(item, '_thumbnail_id'));
  const { publishedAt, updatedAt } = times;
  const writtenAt = times.createdAt ?? undefined;
  return {
    id,
    status,
    publishedAt,
    excerpt: plain(textOf(item, 'excerpt:encoded')),
    ...readSearch(item),
    commentsClosed: textOf(item, 'wp:comment_status') === 'closed',
    tags: readTags(item),
    author: readAuthor(item, known),
    ifNew: { createdAt: writtenAt, updatedAt: updatedAt ?? writtenAt },
    comments: comments.map((comment) => ({
      ...comment,
      createdAt: comment.createdAt ?? writtenAt,
    })),
    isUndated: meaning?.status === 'published' && !times.isDated,
    hidesPart: meaning?.status === 'published' && hidden.length > 0,
    warnings: [...new Set(warnings)],
    text: (context) => htmlText({ html, cover: cover ? { ...cover, caption: '' } : null }, context),
  };
}

/** What Yoast and Rank Math say to search engines. @param {Node} item */
function readSearch(item) {
  const [description, canonicalUrl] = [
    ['_yoast_wpseo_metadesc', 'rank_math_description'],
    ['_yoast_wpseo_canonical', 'rank_math_canonical_url'],
  ].map((keys) => keys.map((key) => metaOf(item, key)).find(Boolean));
  const isLeftOut =
    metaOf(item, '_yoast_wpseo_meta-robots-noindex') === '1' ||
    metaOf(item, 'rank_math_robots').includes('"noindex"');
  return {
    // Their variables, such as %%excerpt%% and %sitename%, repeat other fields.
    description: description && !/%\w+%/.test(description) ? plain(description) : undefined,
    canonicalUrl,
    noindex: isLeftOut || undefined,
  };
}

/** @param {Node} item @returns {string[]} what plug-ins keep of who may see it */
const restrictions = (item) =>
  allOf(item, 'wp:postmeta').flatMap(
    (meta) => hiddenByMeta(textOf(meta, 'wp:meta_key'), textOf(meta, 'wp:meta_value')) ?? [],
  );

/**
 * @param {Node} item
 * @param {Scan} known
 * @param {string[]} warnings
 * @returns {{ html: string, hidden: string[] }} `hidden`: the marks by which a part of it is hidden
 */
function readContent(item, { attachments, patterns }, warnings) {
  const content = item.children.find(({ name }) => name === 'content:encoded');
  const number = numberOf(item);
  const typed = (content?.text ?? '').replace(/\r\n?/g, '\n');
  const text = takeFootnotes(
    takePatterns(typed, patterns, (warning) => warnings.push(warning)),
    metaOf(item, 'footnotes'),
  );
  if (/<!--\s*nextpage\s*-->/.test(text)) warnings.push('its pages are joined into one here');
  const plain = takeCode(text);
  const html = takeShortcodes(plain, {
    pictures: (ids) =>
      ids
        ? ids.flatMap((id) => attachments.get(id) ?? [])
        : [...attachments.values()].filter(
            ({ parent, url }) => parent === number && looksLikeImage(url),
          ),
    warn: (warning) => warnings.push(warning),
  });
  return {
    html: takeBlocks(html, (warning) => warnings.push(warning)),
    hidden: hiddenInText(`${plain}\n${textOf(item, 'excerpt:encoded')}`, { hasShortcodes: true }),
  };
}

/** @param {Node} item @returns {string[]} names of tags and categories alike */
function readTags(item) {
  const terms = allOf(item, 'category').filter(
    ({ attributes }) =>
      /^(category|post_tag|tag)$/.test(attributes.domain ?? '') &&
      attributes.nicename !== 'uncategorized',
  );
  return [...new Set(terms.map(({ text }) => plain(text)))];
}

/** @param {Node} item @param {Scan} known */
function readAuthor(item, { authors }) {
  const login = textOf(item, 'dc:creator');
  return authors.get(login) ?? login;
}

/** @param {Node} item @param {string} timeZone @param {string[]} warnings */
function readTimes(item, timeZone, warnings) {
  try {
    const publishedAt =
      timeOf(item, 'wp:post_date', timeZone) ?? dateOf(textOf(item, 'pubDate'), 'UTC');
    const updatedAt = timeOf(item, 'wp:post_modified', timeZone) ?? undefined;
    const isDraft = /draft|pending/.test(textOf(item, 'wp:status'));
    if (isDraft) return { publishedAt: null, createdAt: publishedAt, updatedAt, isDated: false };
    if (!publishedAt) warnings.push('it has no date, and is a draft here');
    return { publishedAt, createdAt: publishedAt, updatedAt, isDated: publishedAt !== null };
  } catch (error) {
    warnings.push(`${messageOf(error)}; it is a draft here`);
    return { publishedAt: null, createdAt: null, updatedAt: undefined, isDated: false };
  }
}

/**
 * A draft has zeros for its time in Greenwich, and its local time says when it was begun.
 * @param {Node} item
 * @param {string} name
 * @param {string} timeZone
 */
const timeOf = (item, name, timeZone) =>
  dateOf(textOf(item, `${name}_gmt`), 'UTC') ?? dateOf(textOf(item, name), timeZone);

/**
 * @param {string} text
 * @param {string} timeZone
 * @returns {string | null} null when none is given
 */
const dateOf = (text, timeZone) => (/^$|^0000|-0001/.test(text) ? null : readDate(text, timeZone));
