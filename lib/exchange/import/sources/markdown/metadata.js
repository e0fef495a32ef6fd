import { messageOf } from '../../../../base/errors.js';
import { shapes } from '../../../../content/shapes.js';
import { inputsOf, pageNames, postFieldsThat } from '../../../../store/fields.js';
import { slugify } from '../../../../base/slug.js';
import { readDate, shownDate } from '../../shared/dates.js';
import { hiddenByMetadata } from '../../shared/hidden.js';
import { isUuid } from '../../shared/identity.js';
import { formerPathOf } from '../../shared/old-site.js';
import { plain } from '../../shared/plain.js';
import { recordIn } from '../../shared/read-data.js';
import { readCover } from './cover.js';
import { textOf, textsOf } from './sites/site.js';
import { usualName } from './lektor.js';
/** @import { Field, FurtherInput } from '../../../../store/fields.js' */
/** @import { LarderError } from '../../../../base/errors.js' */

/** @typedef {Record<string, unknown>} Raw front matter, of whatever generator */

/**
 * @typedef {object} Metadata  What a file says about its post.
 * @property {string} [id] of our own export
 * @property {'post' | 'page'} type
 * @property {boolean} isTyped whether it says so
 * @property {string} slug as wanted; '' when only the title can give one
 * @property {string} title '' when only the text can give one
 * @property {string} excerpt
 * @property {FurtherInput} further
 * @property {string[]} tags as written
 * @property {string} author a name, or ''
 * @property {string[]} coAuthors names
 * @property {{ address: string, alt: string } | null} cover as it is written
 * @property {'draft' | 'published'} status
 * @property {unknown} date as it is written, in the file or in its name; undefined when nothing says one
 * @property {string} [publishedAt]
 * @property {boolean} [commentsClosed]
 * @property {string} [updatedAt]
 * @property {string} [createdAt]
 * @property {string[]} formerPaths
 * @property {string} separator what ends the teaser, if not `<!-- more -->`
 * @property {string[]} warnings
 */

/**
 * Reads the front matter of Larder, Hexo, Jekyll and Hugo.
 * @param {Raw} raw
 * @param {object} from
 * @param {string} from.file relative to the imported folder
 * @param {string} from.timeZone of the blog
 * @param {(date: unknown) => string} [from.zoneOf] of its source, for a date without one; '' if that does not say
 * @param {boolean} [from.prefersNames] the date in the file's name counts more than that in the file
 * @param {boolean} [from.isExport] then all is taken word for word
 * @param {(time: string) => boolean} [from.hasPassed] of a time in ISO 8601
 * @returns {Metadata}
 */
export function readMetadata(
  raw,
  { file, timeZone, zoneOf = () => '', prefersNames, isExport = false, hasPassed = () => true },
) {
  /** @type {string[]} */
  const warnings = [];
  const warn = (/** @type {string} */ warning) => void warnings.push(warning);
  const name = readName(file);
  const isOwn = isExport && (raw.status === 'draft' || raw.status === 'published');
  const { given, until, created } = datesOf(raw, isOwn);
  const named = isOwn ? undefined : (name.date ?? dateInPath(raw, file));
  const dates = [prefersNames ? name.date : undefined, given, named].filter(isSet);
  const date = dates.find(isDate);
  const isUnread = dates.length > 0 && date === undefined;
  if (date !== dates[0]) warn(unusable(shownDate(dates[0]).slice(0, 60), isUnread));
  const own = { isHidden: raw.status === 'draft', reasons: [] };
  const { isHidden, reasons } = isOwn ? own : hiddenByMetadata(raw, file, isOver);
  reasons.forEach(warn);
  const shownFrom = isOwn ? undefined : optionalDate(until);
  const isEmbargoed = shownFrom !== undefined && !hasPassed(shownFrom);
  const publishedAt = later(optionalDate(date), isEmbargoed ? shownFrom : undefined);
  return {
    id: isUuid(raw.id) ? raw.id.toLowerCase() : undefined,
    ...typeOf(raw),
    slug: slugify(lastSegment(textOf(raw.slug))) || slugify(name.slug),
    title: textOf(raw.title),
    ...readSearch(raw, isExport),
    tags: readTags(raw, name.date !== undefined),
    ...readAuthors(raw),
    cover: readCover(raw),
    status: isHidden || isUnread ? 'draft' : 'published',
    date,
    publishedAt,
    commentsClosed: isYes(raw.commentsClosed) || isNo(raw.comments),
    updatedAt: optionalDate(raw.updated ?? raw.lastmod ?? raw.last_modified_at ?? raw.modified),
    createdAt: optionalDate(created),
    formerPaths: isExport ? textsOf(raw.aliases) : readFormerPaths(raw, warn),
    separator: textOf(raw.excerpt_separator),
    warnings,
  };

  /** @param {unknown} value that ends a post; what cannot be read may have passed */
  function isOver(value) {
    const end = optionalDate(value);
    if (end === undefined || hasPassed(end)) return true;
    warn(`it is to end on ${end.slice(0, 10)} there; here it stays public`);
    return false;
  }

  /** @param {unknown} value */
  function optionalDate(value) {
    try {
      return isSet(value) ? readDate(value, zoneOf(value) || timeZone) : undefined;
    } catch (error) {
      warn(`${messageOf(error)}; it is left out`);
      return undefined;
    }
  }
}

/** Before them, generators that know them hide a post, whatever else is its date. */
const UNTIL =
  /^(publishdate|pubdate(time)?|publishedat|publishedon|publishon|published|releasedate|embargo(ed)?until|publish(at|after)|scheduled?(for|at|date|on)?|availablefrom|golive(at|on|date)?|datepublished|(visible|public)from|releaseat)$/;

/**
 * @param {Raw} raw
 * @param {boolean} isOwn of an export of Larder
 * @returns {{ given: unknown, until: unknown, created: unknown }} its date; when it becomes public, if that is said of
 *   its own; and when it was begun
 */
function datesOf(raw, isOwn) {
  if (isOwn) return { given: raw.date, until: undefined, created: raw.created };
  const named = (/** @type {RegExp} */ pattern) =>
    fieldOf(raw, pattern, (value) => value instanceof Date || /\d{4}/.test(textOf(value)));
  // MkDocs has several dates in one field.
  const date = Object(raw.date).created ?? raw.date;
  const input = isSet(date) && !FROM_FILE.test(textOf(date)) ? date : named(DATE);
  const [until, created] = [named(UNTIL), named(CREATED)];
  return { given: input ?? until ?? created, until, created };
}

/**
 * @param {Raw} raw
 * @param {RegExp} name in lower case without hyphens
 * @param {(value: unknown) => boolean} [fits]
 * @returns {unknown}
 */
const fieldOf = (raw, name, fits = () => true) =>
  Object.entries(raw).find(
    ([each, value]) => name.test(each.toLowerCase().replace(/[-_]/g, '')) && fits(value),
  )?.[1];

/** By which Eleventy takes the date from the file, or from its history. */
const FROM_FILE = /^(git )?(last modified|created)$/i;

const DATE = /^(datetime|posted(at|on)?|postdate|timestamp)$/;
const CREATED = /^(created(at|on|date)?|creationdate|datecreated)$/;

/** @param {string | undefined} one @param {string | undefined} other @returns {string | undefined} */
const later = (one, other) => (one && other && other > one ? other : (one ?? other));

/** @param {unknown} value */
const isSet = (value) => value !== undefined && value !== null && value !== '';

/** @param {string} path */
const lastSegment = (path) => path.split('/').filter(Boolean).at(-1) ?? '';

/**
 * @param {string} file
 * @returns {{ slug: string, date?: string }} what its name says: `2012-03-04-hello.md`, `hello/index.md`; '' for
 *   `index.md` alone
 */
function readName(file) {
  const segments = usualName(file).split('/');
  const own = (segments.pop() ?? '').replace(/\.(md|markdown|mdx|html?)$/i, '');
  const [isIndex, day, language] =
    /^(?:(\d{4}-\d{1,2}-\d{1,2})[-_ ])?_?index(?:\.([a-z]{2,3}(?:-[a-z]{2,4})?))?$/i.exec(own) ??
    [];
  let folder = isIndex === undefined ? '' : (segments.pop() ?? '');
  // A folder named after a day has no name of its own without its year.
  while (/^\d{1,2}(-\d{1,2}){0,2}$/.test(folder) && segments.length > 0)
    folder = `${segments.pop()}-${folder}`;
  const name = isIndex === undefined ? own : [folder, folder && language].filter(Boolean).join('-');
  const [, date = day, rest] = /^(\d{4}-\d{1,2}-\d{1,2})(?:[-_ ]+([^-_ ].*)?)?$/s.exec(name) ?? [];
  if (!date) return { slug: name };
  return { date, slug: !rest || /^\d{1,2}$/.test(rest) ? name : rest };
}

/** A date in a path: `2012/03/04`, `2012-03-04`, `20120304`. */
const DATE_IN_PATH = /(?<!\d)(\d{4})(?:([-/._])(\d{1,2})\2(\d{1,2})|(\d{2})(\d{2}))(?!\d)/g;

/** @param {Raw} raw @param {string} file @returns {string | undefined} the day that its address or its folders say */
function dateInPath({ path, permalink, url }, file) {
  for (const each of [path, permalink, url, file])
    for (const [, year, , month, day, month2, day2] of textOf(each).matchAll(DATE_IN_PATH)) {
      const date = `${year}-${month ?? month2}-${day ?? day2}`;
      if (year > '1989' && year < '2100' && isDate(date)) return date;
    }
  return undefined;
}

/** @param {unknown} value */
function isDate(value) {
  try {
    return Boolean(readDate(value, 'UTC'));
  } catch {
    return false;
  }
}

/** @param {Raw} raw @returns {Pick<Metadata, 'type' | 'isTyped'>} */
function typeOf({ type, layout }) {
  const said = [textOf(type), textOf(layout)].map((each) => each.toLowerCase());
  const isPage = said.includes('page');
  return {
    type: isPage ? 'page' : 'post',
    isTyped: isPage || said.some((each) => /^posts?$/.test(each)),
  };
}

/** @param {unknown} value */
const isYes = (value) => value === true || /^(true|yes)$/i.test(textOf(value));

/** @param {unknown} value */
const isNo = (value) => value === false || /^(false|no)$/i.test(textOf(value));

/**
 * What represents the post in lists, and for search engines. A description alone is both.
 * @param {Raw} raw
 * @param {boolean} isExport which has all that the post has
 */
function readSearch(raw, isExport) {
  const read = isExport ? textOf : plainText;
  const description = read(raw.description);
  const excerpt = isExport ? raw.excerpt : textOf(raw.summary) || textOf(raw.excerpt) || undefined;
  /** @type {FurtherInput} */
  const found = readFurther(raw, read);
  if (excerpt !== undefined) found.description = description;
  if (/\bnoindex\b/i.test(String(raw.robots))) found.noindex = true;
  const absent = isExport ? inputsOf({}, pageNames) : {};
  return {
    excerpt: excerpt === undefined ? description : read(excerpt),
    further: { ...absent, ...whatHolds(found) },
  };
}

/**
 * The further fields that have a name in front matter.
 * @param {Raw} raw
 * @param {(value: unknown) => string} read  plain text
 * @returns {FurtherInput}
 */
const readFurther = (raw, read) =>
  Object.fromEntries(
    postFieldsThat(({ frontMatter }) => frontMatter).map(([name, { is, ...field }]) => {
      const value = fieldOf(raw, namesOf(field));
      if (is === 'tick') return [name, isYes(value)];
      return [name, is === 'line' ? read(value) : textOf(value)];
    }),
  );

/** @param {Pick<Field, 'frontMatter' | 'alsoRead'>} field */
const namesOf = ({ frontMatter = '', alsoRead }) =>
  new RegExp(`^${frontMatter.replaceAll('_', '')}$${alsoRead ? `|${alsoRead.source}` : ''}`);

/** @param {FurtherInput} fields */
const whatHolds = (fields) =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value));

/** @param {unknown} value */
function plainText(value) {
  const written = textOf(value).slice(0, 10 * shapes.post.excerpt.maxLength);
  return /&[#\w]+;/.test(written) ? plain(written) : written.replace(/<\/?[a-z][^<>]*>/gi, '');
}

/** @param {Raw} raw @param {boolean} isJekyll where one line of words is several tags */
function readTags(raw, isJekyll) {
  const { tags, categories } = recordIn(raw.taxonomies);
  const lists = [raw.tags, raw.tag, raw.categories, raw.category, tags, categories];
  return lists.flatMap((list, place) => {
    if (typeof list !== 'string') return textsOf(list);
    if (list.includes(',') && place !== 3) return list.split(',');
    return isJekyll && place !== 3 ? list.split(/\s+/) : [list];
  });
}

/** @param {Raw} raw @returns {{ author: string, coAuthors: string[] }} */
function readAuthors({ author: one, authors: all }) {
  // Pelican separates them by commas, or by semicolons when the names have commas.
  const list = typeof all === 'string' ? all.split(all.includes(';') ? ';' : ',') : all;
  const [author = '', ...coAuthors] = new Set([one, list].flat().map(nameOf).filter(Boolean));
  return { author, coAuthors };
}

/** @param {unknown} author a name, or an object with one */
function nameOf(author) {
  if (author !== null && typeof author === 'object')
    return textOf(/** @type {Raw} */ (author).name);
  return textOf(author).replace(/\s+/g, ' ');
}

/** @param {string} date @param {boolean} isUnread  none of its dates can be used */
const unusable = (date, isUnread) =>
  isUnread
    ? `its date “${date}” cannot be used, so it is a draft here: enter a date, such as 2012-03-04 17:05, and publish it`
    : `its date “${date}” cannot be used; the one in its name is used`;

/** @param {Raw} raw @param {(warning: string) => void} warn @returns {string[]} those besides its own */
function readFormerPaths(raw, warn) {
  const addresses = [raw.aliases, raw.alias, raw.redirect_from].flatMap(textsOf);
  const paths = addresses.flatMap((address) => {
    const path = formerPathOf(address);
    if (path === null) warn(`its old URL “${address.slice(0, 80)}” cannot be kept`);
    return path ?? [];
  });
  return [...new Set(paths)];
}
