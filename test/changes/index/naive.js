import { foldCase } from '../../../lib/base/unicode.js';
/** @import { Layout } from '../../../lib/changes/index/blog-index.js' */
/** @import { Settings, Summary } from '../../../lib/store/types.js' */

/**
 * @typedef {object} Held  What a store would hold.
 * @property {Summary[]} posts
 * @property {Map<string, string>} comments  revisions of approved ones
 * @property {any[]} users
 * @property {any[]} pictures
 * @property {Settings} settings
 */

const DAY = 86_400_000;
/** @type {Record<string, Intl.DateTimeFormatOptions>} */
const styles = { full: { day: 'numeric', month: 'long', year: 'numeric' } };

/**
 * Answers the questions that pages ask as slowly and plainly as can be: from all posts, each time anew.
 * @param {Held} held
 * @param {number} now in milliseconds since 1970
 * @param {Omit<Layout, 'perPage'>} layout
 */
export function createNaive({ posts, comments, users, pictures, settings }, now, layout) {
  const { postsPerPage: perPage, timeZone } = settings;
  const { feedLength, sitemapLength, yearLength } = layout;
  const isPublic = (/** @type {Summary} */ { status, publishedAt }) =>
    status === 'published' && publishedAt !== null && Date.parse(publishedAt) <= now;
  const shown = posts
    .filter(isPublic)
    .sort((a, b) => (placeOf(a) < placeOf(b) ? -1 : 1))
    .map((post) => ({ ...post, year: yearOf(post) }));
  const all = shown.filter(({ type }) => type === 'post');
  const pages = shown.filter(({ type }) => type === 'page');
  const byId = (/** @type {string} */ id) => posts.find((post) => post.id === id);
  const user = (/** @type {string} */ id) => users.find((each) => each.id === id);
  const years = [...new Set(all.map(({ year }) => year))].sort();

  const daysOpen =
    settings.comments === 'off' ? Infinity : settings.commentsCloseAfterDays || Infinity;

  return {
    settings,
    /** When the next post becomes public, or closes to comments. */
    nextDue: () =>
      Math.min(
        ...posts
          .filter((post) => post.status === 'published' && !isPublic(post))
          .map(({ publishedAt }) => Date.parse(publishedAt ?? '')),
        ...all
          .map(({ publishedAt }) => Date.parse(publishedAt ?? '') + daysOpen * DAY)
          .filter((moment) => moment > now),
      ),
    users: { get: (/** @type {string} */ id) => pick(user(id), ['name']) },
    find(/** @type {string} */ type, /** @type {string} */ slug) {
      const [post] = posts
        .filter((each) => each.type === type && each.slug === slug)
        .sort((a, b) => (a.id < b.id ? -1 : 1));
      return post && isPublic(post) ? pick(post, ['id', 'type', 'revision']) : null;
    },
    front: (/** @type {string} */ list) => newestOf(listOf(list), perPage, mentions),
    count: (/** @type {string} */ list) => listOf(list)?.length ?? 0,
    page: (/** @type {string} */ list, /** @type {number} */ number) =>
      fullPageOf(listOf(list) ?? [], number, perPage, mentions),
    newest: (/** @type {string} */ list) => mentions(listOf(list)?.slice(-feedLength)),
    neighbours({ id = '' }) {
      const place = all.findIndex((post) => post.id === id);
      return { older: linkTo(all[place - 1]), newer: linkTo(all[place + 1]) };
    },
    related({ id = '' }, /** @type {string} */ tag) {
      const of = listOf(`tag:${tag}`) ?? [];
      const place = of.findIndex((post) => post.id === id);
      return [of[place - 1], of[place + 1], of[place - 2], of[place + 2]].flatMap(
        (post) => linkTo(post) ?? [],
      );
    },
    commentCount: (/** @type {string} */ id) =>
      [...comments.keys()].filter((comment) => comment.startsWith(`${id}:`)).length,
    commenting({ id = '' }) {
      const post = byId(id);
      if (settings.comments === 'off') return 'off';
      const age = now - Date.parse(post?.publishedAt ?? '');
      return post?.commentsClosed || age >= daysOpen * DAY ? 'closed' : 'open';
    },
    date: (/** @type {string} */ style, /** @type {string} */ iso) =>
      new Date(iso).toLocaleDateString('en-GB', { ...styles[style], timeZone }),
    tags() {
      const names = [...new Set(all.flatMap(({ tags }) => tags))];
      return names.map((name) => ({ name, count: listOf(`tag:${name}`)?.length }));
    },
    picture(/** @type {string} */ id) {
      const { width, height } = pictures.find((each) => each.id === id) ?? {};
      const sizes = pictures
        .filter((each) => each.id.startsWith(`${id}.`))
        .map((each) => ({ id: each.id, width: each.width }))
        .sort((a, b) => a.width - b.width || (a.id < b.id ? -1 : 1));
      return width ? { id, width, height, sizes } : null;
    },
    ownPicture(/** @type {'logo' | 'logoDark' | 'icon'} */ name) {
      const path = name === 'logoDark' ? settings.appearance.logoDark : settings[name];
      const isThere = pictures.some(({ id }) => id === 'x-jar.png');
      return path === '/media/x-jar.png' && isThere ? path : '';
    },
    hasPicture: (/** @type {string} */ id) => pictures.some((each) => each.id === id),
    profile: (/** @type {string} */ id) => pick(user(id), ['name', 'about', 'picture']) ?? null,
    description: (/** @type {string} */ tag) =>
      settings.tagDescriptions.find((each) => foldCase(each.tag) === foldCase(tag))?.text ?? '',
    years: () =>
      years
        .map((year) => ({ year, count: all.filter((post) => post.year === year).length }))
        .reverse(),
    yearFront: (/** @type {string} */ year) => frontOf(listOfYear(year), yearLength, lines),
    yearPage: (/** @type {string} */ year, /** @type {number} */ number) =>
      pageOf(listOfYear(year) ?? [], number, yearLength, lines),
    yearNeighbours(/** @type {string} */ year) {
      const place = years.indexOf(year);
      return { older: years[place - 1], newer: years[place + 1] };
    },
    isNamed: all.length < 2 * yearLength,
    sitemapParts: () => Math.max(1, Math.ceil(all.length / sitemapLength)),
    sitemap(/** @type {number} */ number) {
      const end = number * sitemapLength;
      const part = all.slice(end - sitemapLength, end);
      if (number > 1 && part.length === 0) return null;
      return [...(number === 1 ? pages : []), ...part]
        .filter(({ noindex }) => !noindex)
        .map((post) => ({
          ...pick(post, ['type', 'slug', 'canonicalUrl']),
          modifiedAt: [post.updatedAt, post.publishedAt ?? ''].sort()[1],
        }));
    },
  };

  /** @param {Summary} post */
  function yearOf({ publishedAt }) {
    return new Date(publishedAt ?? '').toLocaleDateString('en', { year: 'numeric', timeZone });
  }

  /** @param {string} list @returns {typeof all | null} oldest first; null if there is no such list */
  function listOf(list) {
    if (list === 'all') return all;
    const [kind, name] = list.split(':');
    const of = all.filter(({ tags, author, coAuthors = [] }) =>
      (kind === 'tag' ? tags : [author, ...coAuthors]).includes(name),
    );
    return of.length > 0 ? of : null;
  }

  /** @param {string} year @returns {typeof all | null} */
  function listOfYear(year) {
    const of = all.filter((post) => post.year === year);
    return of.length > 0 ? of : null;
  }
}

/** @param {Summary[] | null} of @param {number} size @param {(posts: Summary[]) => any} shown */
const frontOf = (of, size, shown) =>
  of && {
    posts: shown(of.slice(firstOfFront(of, size))),
    pages: firstOfFront(of, size) / size,
    length: of.length,
  };

/** @param {Summary[] | null} of @param {number} size @param {(posts: Summary[]) => any} shown */
const newestOf = (of, size, shown) =>
  of && { posts: shown(of.slice(-size)), pages: fullPages(of, size) };

/** @param {Summary[]} of @param {number} number @param {number} size @param {(posts: Summary[]) => any} shown */
const fullPageOf = (of, number, size, shown) => ({
  posts: number <= fullPages(of, size) ? shown(of.slice((number - 1) * size, number * size)) : [],
  isNext: fullPages(of, size) > 0 && number === fullPages(of, size) + 1,
});

/** As many as hold all but the newest. @param {unknown[]} of @param {number} size */
function fullPages({ length }, size) {
  let pages = 0;
  while (length - pages * size > size) pages += 1;
  return pages;
}

/** @param {Summary[]} of @param {number} number @param {number} size @param {(posts: Summary[]) => any} shown */
function pageOf(of, number, size, shown) {
  const [first, end] = [firstOfFront(of, size), number * size];
  return {
    posts: end <= first ? shown(of.slice(end - size, end)) : [],
    isNext: first > 0 && end - size === first,
  };
}

/** Of 2P posts or more, all but the newest P to 2P−1 are on numbered pages. @param {unknown[]} of @param {number} size */
function firstOfFront({ length }, size) {
  let first = 0;
  while (length - first >= 2 * size) first += size;
  return first;
}

/** @param {Summary[]} posts newest last */
const lines = (posts) =>
  posts.map((post) => pick(post, ['type', 'slug', 'title', 'publishedAt'])).reverse();

/** @param {Summary} post */
const placeOf = ({ publishedAt, id }) => `${publishedAt} ${id}`;

/** @param {Summary | undefined} post */
const linkTo = (post) => pick(post, ['type', 'slug', 'title']) ?? null;

/** @param {Summary[] | undefined} posts newest last */
const mentions = (posts) =>
  posts?.map((post) => pick(post, ['id', 'type', 'revision'])).reverse() ?? null;

/** @param {any} record @param {string[]} fields */
const pick = (record, fields) =>
  record && Object.fromEntries(fields.map((field) => [field, record[field]]));
