import { dayIn, hoursBetween } from '../base/time-zones.js';
import { paging } from './index/public-lists.js';
import { etagOf } from '../responses/entry.js';
import { pathOf, readingMinutes } from './index/blog-index.js';
import { modifiedAt } from './index/public-lists.js';
import { encodedPath } from '../base/paths.js';
import { equal } from '../base/equal.js';
import { keysOf } from '../base/record-of.js';
import { foldCase } from '../base/unicode.js';
import { pageNames } from '../store/fields.js';
import { derive, derivedSettings } from './derived-settings.js';
import { appearanceOf, defaultAppearance } from './index/appearance.js';
import * as keys from './keys.js';
/** @import { Spares } from '../cache/cache-manager.js' */
/** @import { Layout } from './index/blog-index.js' */
/** @import { Move, Paging } from './index/public-lists.js' */
/** @import { Entry } from '../responses/entry.js' */
/** @import { Appearance, Settings, Summary } from '../store/types.js' */
/** @import { CommentEffect, Effect, MediaEffect, PostEffect, SettingsEffect, UserEffect } from './effects.js' */

/**
 * The rules of invalidation: for each thing that pages show, the keys that a change of a post touches. Exactly
 * the pages that depend on a touched key are cleared.
 * @type {Record<string, (effect: PostEffect, layout: Layout) => string[]>}
 */
export const postRules = {
  text: (effect) => either(effect, textDiffers, keys.text),

  entry: (effect) => either(effect, entryDiffers, keys.entry),

  card: (effect) => either(effect, cardDiffers, keys.card),

  link: (effect) => either(effect, linkDiffers, keys.link),

  vacant: ({ before, after }) =>
    after?.type === 'page' && after.slug !== (before?.type === 'page' ? before.slug : undefined)
      ? [keys.vacant(after.slug)]
      : [],

  commenting: ({ before, after, commenting }) =>
    before && after && commenting ? [keys.commenting(after.id)] : [],

  neighbours: (effect) => effect.neighbours.map(keys.neighbours),

  related: ({ related }) => related.map(({ id, tag }) => keys.related(id, tag)),

  front: ({ moves }, { perPage }) =>
    moves.filter((move) => frontMoved(move, perPage)).map(({ list }) => keys.front(list)),

  page: ({ moves }, { perPage }) =>
    moves.flatMap((move) =>
      pagesMoved(move, perPage, paging.lists).map((number) => keys.page(move.list, number)),
    ),

  count: ({ moves }) =>
    moves
      .filter(({ lengthBefore, lengthAfter }) => lengthBefore !== lengthAfter)
      .map(({ list }) => keys.count(list)),

  newest: ({ moves }, { feedLength }) =>
    moves.filter((move) => newestMoved(move, feedLength)).map(({ list }) => keys.newest(list)),

  tagCounts: ({ moves }) => (moves.some(tagCountChanged) ? [keys.tagCounts] : []),

  yearCounts: ({ year }) => (year.before === year.after ? [] : [keys.yearCounts]),

  yearNeighbours: ({ yearNeighbours }) => yearNeighbours.map(keys.yearNeighbours),

  yearFront: (effect, { yearLength }) =>
    yearMoves(effect)
      .filter((move) => yearFrontMoved(move, yearLength))
      .map(({ list }) => keys.yearFront(list)),

  yearPage: (effect, { yearLength }) =>
    yearMoves(effect).flatMap((move) =>
      pagesMoved(move, yearLength, paging.years).map((number) => keys.yearPage(move.list, number)),
    ),

  sitemap: (effect, { sitemapLength }) =>
    sitemapPartsTouched(effect, sitemapLength).map(keys.sitemap),

  sitemapParts: ({ moves }, { sitemapLength }) =>
    moves.some((move) => sitemapGrew(move, sitemapLength)) ? [keys.sitemapParts] : [],
};

/**
 * The same for a post whose path another one has taken, or given back.
 * @type {Record<string, (post: Summary) => string[]>}
 */
export const pathRules = {
  link: ({ id, type, slug }) => [keys.link(id), ...(type === 'page' ? [keys.vacant(slug)] : [])],
};

/**
 * The same for a comment.
 * @type {Record<string, (effect: CommentEffect) => string[]>}
 */
export const commentRules = {
  comments: ({ postId, shown }) => (shown ? [keys.comments(postId)] : []),
  commentCount: ({ postId, counted }) => (counted ? [keys.commentCount(postId)] : []),
};

/**
 * The same for posts that have become too old for comments.
 * @type {Record<string, (ids: string[]) => string[]>}
 */
export const closingRules = {
  commenting: (ids) => ids.map(keys.commenting),
};

/**
 * The same for the settings.
 * @type {Record<string, (effect: SettingsEffect, layout: Layout) => string[]>}
 */
export const settingsRules = {
  setting: ({ changed }) => changed.map(keys.setting),

  derived: ({ before, after, pictures }) =>
    derivedSettings
      .filter((name) => derive[name](before, pictures) !== derive[name](after, pictures))
      .map(keys.derived),

  appearance: ({ before, after }) => appearanceChanged(before, after).map(keys.appearance),

  themeSwitch: ({ before, after }) => switchesChanged(before, after).map(keys.themeSwitch),

  description: ({ before, after }) => descriptionsChanged(before, after).map(keys.description),

  // Which dates move, entries know to the millisecond (`sparedByZone`).
  hour: ({ before, after }) => hoursBetween(before.timeZone, after.timeZone).map(keys.hour),

  words({ before, after }) {
    const names = wordsChanged(before, after);
    return names.length > 0 ? [keys.words, ...names.map(keys.word)] : [];
  },

  front: ({ lengths, before, after }) =>
    lengths
      .filter(([, length]) => startOf(length, before) !== startOf(length, after))
      .map(([list]) => keys.front(list)),

  page: ({ lengths, before, after }) =>
    lengths.flatMap(([list, length]) => {
      const { pages } = paging.lists;
      const counts = [before, after].map(({ postsPerPage }) => pages(length, postsPerPage));
      const isSame = before.postsPerPage === after.postsPerPage;
      return isSame ? [] : range(1, Math.max(...counts)).map((number) => keys.page(list, number));
    }),

  yearCounts: ({ years }) => (yearsMoved(years).length > 0 ? [keys.yearCounts] : []),

  yearNeighbours: ({ years: { before, after } }) =>
    before.size === after.size && [...after.keys()].every((year) => before.has(year))
      ? []
      : [...after.keys()].map(keys.yearNeighbours),

  yearFront: ({ years }) => yearsShifted(years).map(keys.yearFront),

  yearPage: ({ years }, { yearLength }) =>
    yearsShifted(years).flatMap((year) => {
      const lengths = [years.before, years.after].map((lists) => lists.get(year)?.length ?? 0);
      const pages = paging.years.pages(Math.max(...lengths), yearLength);
      return range(1, pages).map((number) => keys.yearPage(year, number));
    }),

  commenting: ({ commenting }) => commenting.map(keys.commenting),
};

/**
 * The same for a user.
 * @type {Record<string, (effect: UserEffect) => string[]>}
 */
export const userRules = {
  author: ({ id, renamed }) => (renamed ? [keys.author(id)] : []),
  profile: ({ id, described }) => (described ? [keys.profile(id)] : []),
};

/**
 * The same for a file. Its name contains a digest of its bytes, so this process never changes them: only removals
 * count. Changes from the feed may have been made with a database tool, which can change them.
 * @type {Record<string, (effect: MediaEffect) => string[]>}
 */
export const mediaRules = {
  media: ({ id, mayDiffer }) => (mayDiffer ? [keys.media(id)] : []),
  absent: ({ id, exists }) => (exists ? [keys.absent(id)] : []),
  picture: ({ shown }) => shown.map(keys.picture),
  pictureThere: ({ id, cameOrWent }) => (cameOrWent ? [keys.pictureThere(id)] : []),
  derived: ({ cameOrWent, derives }) => (cameOrWent ? derives.map(keys.derived) : []),
  theme: ({ id }) => (id.endsWith('.zip') ? [keys.theme(id)] : []),
};

/** All rules, by the kind of change. */
const rules = {
  post: postRules,
  path: pathRules,
  comment: commentRules,
  closing: closingRules,
  settings: settingsRules,
  user: userRules,
  media: mediaRules,
};

/**
 * @param {Effect} effect
 * @returns {{ keys: Set<string>, spares?: Spares<Entry> }} all keys that it touches; `spares`: which entries may stay
 *   although they depend on one
 */
export function invalidatedBy({ of, effect, layout }) {
  const keys = new Set(Object.values(rules[of]).flatMap((rule) => rule(effect, layout)));
  if (of === 'settings') return { keys, spares: sparedBySettings(effect) };
  return of === 'media' && effect.mayDiffer && effect.file
    ? { keys, spares: sparedByMedia(effect.file) }
    : { keys };
}

/**
 * @param {SettingsEffect} effect
 * @returns {(key: string, entry: { moments?: readonly number[], words?: string }) => boolean} whether a page is still
 *   the same although the key was touched
 */
function sparedBySettings(effect) {
  const [byZone, byWords] = [sparedByZone(effect), sparedByWords(effect)];
  return (key, entry) => byZone(key, entry) || byWords(key, entry);
}

/**
 * Of the owner's words, a page shows some.
 * @param {SettingsEffect} effect
 * @returns {(key: string, entry: { words?: string }) => boolean}
 */
function sparedByWords({ before, after }) {
  const changed = wordsChanged(before, after).map((key) => ` ${key} `);
  return (key, { words }) =>
    key === keys.words && words !== undefined && !changed.some((each) => words.includes(each));
}

/**
 * Another time zone changes some dates, but not others.
 * @param {SettingsEffect} effect
 * @returns {(key: string, entry: { moments?: readonly number[] }) => boolean}
 */
function sparedByZone({ before, after }) {
  if (before.timeZone === after.timeZone) return () => false;
  const [dayBefore, dayAfter] = [dayIn(before.timeZone), dayIn(after.timeZone)];
  /** @type {Map<number, boolean>} */
  const known = new Map();
  const moves = (/** @type {number} */ moment) => {
    if (!known.has(moment)) known.set(moment, dayBefore(moment) !== dayAfter(moment));
    return known.get(moment);
  };
  const timeZone = keys.setting('timeZone');
  return (key, { moments }) => key === timeZone && moments !== undefined && !moments.some(moves);
}

/**
 * For a file reported by the feed, only its description may have changed.
 * @param {{ bytes: Buffer, type: string }} file its current content
 * @returns {Spares<Entry>} whether an entry has exactly this content
 */
function sparedByMedia({ bytes, type }) {
  // Whether it is a download depends on its width.
  if (type === 'image/svg+xml') return () => false;
  const etag = etagOf(bytes);
  return (_key, entry) => entry.etag === etag && entry.contentType === type;
}

/**
 * @param {PostEffect} effect
 * @param {(before: Summary, after: Summary, effect: PostEffect) => boolean} differs
 * @param {(id: string) => string} key
 */
function either(effect, differs, key) {
  const { before, after } = effect;
  if (before && after) return differs(before, after, effect) ? [key(after.id)] : [];
  return [before, after].flatMap((each) => (each ? key(each.id) : []));
}

/** @param {Summary} before @param {Summary} after */
const linkDiffers = (before, after) => before.title !== after.title || before.slug !== after.slug;

/** @param {Summary} before @param {Summary} after @param {PostEffect} effect */
const textDiffers = (before, after, effect) =>
  entryDiffers(before, after, effect) ||
  minutesDiffer(before, after) ||
  pageNames.some((name) => before[name] !== after[name]);

/** @param {Summary} before @param {Summary} after @param {PostEffect} effect */
const entryDiffers = (before, after, effect) =>
  teaserDiffers(before, after, effect) ||
  before.cover?.alt !== after.cover?.alt ||
  before.updatedAt !== after.updatedAt ||
  after.textDigest === undefined ||
  before.textDigest !== after.textDigest;

/** @param {Summary} before @param {Summary} after */
const lineDiffers = (before, after) =>
  linkDiffers(before, after) || before.publishedAt !== after.publishedAt;

/** @param {Summary} before @param {Summary} after @param {PostEffect} effect */
const cardDiffers = (before, after, effect) =>
  teaserDiffers(before, after, effect) || minutesDiffer(before, after);

/** @param {Summary} before @param {Summary} after @param {PostEffect} effect */
const teaserDiffers = (before, after, { byline = false }) =>
  byline ||
  lineDiffers(before, after) ||
  before.teaserDigest !== after.teaserDigest ||
  before.cover?.src !== after.cover?.src ||
  before.tags.join('\n') !== after.tags.join('\n');

/** @param {Summary} before @param {Summary} after */
const minutesDiffer = (before, after) =>
  readingMinutes(before.words) !== readingMinutes(after.words);

/** @param {Move} move @param {number} perPage */
function frontMoved(move, perPage) {
  const [was, is] = [move.lengthBefore, move.lengthAfter].map((length) =>
    paging.lists.pages(length, perPage),
  );
  return was !== is || newestMoved(move, perPage);
}

/** @param {Move} move @param {number} perPage */
const yearFrontMoved = ({ highest, lengthAfter }, perPage) =>
  highest >= paging.years.start(lengthAfter, perPage);

/** @param {Move} move @param {number} perPage @param {Paging} paging @returns {number[]} */
function pagesMoved({ lowest, highest, lengthBefore, lengthAfter }, perPage, { pages }) {
  const [fewer, more] = [lengthBefore, lengthAfter]
    .map((length) => pages(length, perPage))
    .sort((a, b) => a - b);
  const numberOf = (/** @type {number} */ position) => Math.floor(position / perPage) + 1;
  const moved = range(numberOf(lowest), Math.min(numberOf(highest), more));
  // When the list gets shorter, its last pages disappear.
  return [...moved, ...range(fewer + 1, more)];
}

/** @param {Move} move @param {number} count */
const newestMoved = ({ lowest, highest, lengthBefore, lengthAfter }, count) =>
  (highest === Infinity ? lowest : highest) >= Math.max(lengthBefore, lengthAfter) - count;

/** @param {number} length @param {{ postsPerPage: number }} settings */
const startOf = (length, { postsPerPage }) => paging.lists.start(length, postsPerPage);

/** @param {PostEffect} effect @returns {PostEffect['yearMoves']} those that a reader sees */
const yearMoves = ({ before, after, yearMoves }) =>
  before && after && !lineDiffers(before, after) ? [] : yearMoves;

/**
 * @param {SettingsEffect['years']} years
 * @returns {string[]} those that have other posts than before: in another time zone, some at their ends
 */
const yearsShifted = ({ before, after }) =>
  [...new Set([...before.keys(), ...after.keys()])].filter((year) => {
    const [was, is] = [before.get(year), after.get(year)];
    return was?.length !== is?.length || was?.at(0)?.id !== is?.at(0)?.id;
  });

/**
 * @param {SettingsEffect['years']} years
 * @returns {string[]} those whose number of posts has changed
 */
const yearsMoved = ({ before, after }) =>
  [...new Set([...before.keys(), ...after.keys()])].filter(
    (year) => before.get(year)?.length !== after.get(year)?.length,
  );

/** @param {Settings} before @param {Settings} after @returns {string[]} tags */
function descriptionsChanged(before, after) {
  const [was, is] = [before, after].map(
    ({ tagDescriptions }) => new Map(tagDescriptions.map(({ tag, text }) => [foldCase(tag), text])),
  );
  return [...new Set([...was.keys(), ...is.keys()])].filter((tag) => was.get(tag) !== is.get(tag));
}

/**
 * @param {Settings} before
 * @param {Settings} after
 * @returns {string[]} keys of words; of plurals, of their forms
 */
function wordsChanged({ words: was }, { words: is }) {
  return Object.keys({ ...was, ...is }).filter((name) => was[name] !== is[name]);
}

/** @param {Settings} before @param {Settings} after @returns {(keyof Appearance)[]} */
function appearanceChanged(before, after) {
  const [was, is] = [before, after].map(appearanceOf);
  return keysOf(defaultAppearance).filter((name) => !equal(was[name], is[name]));
}

/** @param {Settings} before @param {Settings} after @returns {string[]} names of switches */
function switchesChanged(before, after) {
  const [was, is] = [before, after].map((settings) => appearanceOf(settings).switches);
  return Object.keys({ ...was, ...is }).filter((name) => was[name] !== is[name]);
}

/** @param {Move} move */
const tagCountChanged = ({ list, lengthBefore, lengthAfter }) =>
  list.startsWith('tag:') && lengthBefore !== lengthAfter;

/** @param {PostEffect} effect @param {number} size @returns {number[]} */
function sitemapPartsTouched({ before, after, moves, position }, size) {
  const post = before ?? after;
  if (!post) return [];
  const [was, is] = [before, after].map(sitemapLine);
  // Pages are sorted by dates that only a database tool can change.
  const isSame = was === is && before?.publishedAt === after?.publishedAt;
  if (post.type === 'page') return isSame || was + is === '' ? [] : [1];
  const move = moves.find(({ list }) => list === 'all');
  if (!move) return was === is ? [] : [partOf(position, size)];
  const last = Math.max(move.lengthBefore, move.lengthAfter) - 1;
  const parts = range(partOf(move.lowest, size), partOf(Math.min(move.highest, last), size));
  // Others move only from part to part; a part of hidden posts alone is a page all the same.
  const isMoved = parts.length > 1 || sitemapGrew(move, size);
  return was + is === '' && !isMoved ? [] : parts;
}

/** @param {Summary | null | undefined} post @returns {string} what the sitemap shows of it; '': nothing */
const sitemapLine = (post) =>
  post && !post.noindex && mayBeCanonical(post)
    ? `${post.slug} ${modifiedAt(post)} ${post.canonicalUrl ?? ''}`
    : '';

/** Whether it is at its canonical URL, as far as the path says. @param {Summary} post @returns {boolean} */
const mayBeCanonical = (post) => post.canonicalUrl?.endsWith(encodedPath(pathOf(post))) ?? true;

/** @param {Move} move @param {number} size */
const sitemapGrew = ({ list, lengthBefore, lengthAfter }, size) =>
  list === 'all' && partOf(lengthBefore - 1, size) !== partOf(lengthAfter - 1, size);

/** @param {number} position @param {number} size */
const partOf = (position, size) => Math.floor(Math.max(0, position) / size) + 1;

/** @param {number} first @param {number} last @returns {number[]} inclusive */
const range = (first, last) =>
  Array.from({ length: Math.max(0, last - first + 1) }, (_, offset) => first + offset);
