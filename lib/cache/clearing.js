import { frontStart, pageCount } from '../index/post-list.js';
import { readingMinutes } from '../content/reading-time.js';
import * as keys from './dependencies.js';

/**
 * @typedef {import('../types.js').Summary} Summary
 * @typedef {import('../index/blog-index.js').PostEffect} PostEffect
 * @typedef {import('../index/blog-index.js').Move} Move
 * @typedef {ReturnType<import('../index/blog-index.js').BlogIndex['setComment']>} CommentEffect
 */

/**
 * The rules of clearing: for each thing that pages show, the keys that a change of a post touches. A page
 * that depends on a touched key is cleared, and no other. What every page shows (settings, an author's
 * name) has no key: it clears everything.
 * @type {Record<string, (effect: PostEffect, perPage: number) => string[]>}
 */
export const postRules = {
  text: (effect) => either(effect, () => true, keys.text),

  card: (effect) => either(effect, cardDiffers, keys.card),

  link: (effect) => either(effect, linkDiffers, keys.link),

  neighbours: (effect) => effect.neighbours.map(keys.neighbours),

  front: ({ moves }, perPage) =>
    moves.filter((move) => frontMoved(move, perPage)).map(({ list }) => keys.front(list)),

  page: ({ moves }, perPage) =>
    moves.flatMap((move) =>
      pagesMoved(move, perPage).map((number) => keys.page(move.list, number)),
    ),

  newest: ({ moves }) => moves.filter(newestMoved).map(({ list }) => keys.newest(list)),

  tagCounts: ({ moves }) => (moves.some(tagCountChanged) ? [keys.tagCounts] : []),

  yearCounts: ({ year }) => (year.before === year.after ? [] : [keys.yearCounts]),

  years: ({ yearsChanged }) => (yearsChanged ? [keys.years] : []),

  year: ({ before, after, year }) => {
    const same = before && after && year.before === year.after && !lineDiffers(before, after);
    return same ? [] : [year.before, year.after].flatMap((each) => (each ? keys.year(each) : []));
  },

  sitemap: (effect) => sitemapPartsTouched(effect).map(keys.sitemap),

  sitemapParts: ({ moves }) => (moves.some(sitemapGrew) ? [keys.sitemapParts] : []),
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
 * @param {PostEffect} effect
 * @param {number} perPage posts a page
 * @returns {Set<string>} every key that it touches
 */
export const touchedByPost = (effect, perPage) =>
  new Set(Object.values(postRules).flatMap((rule) => rule(effect, perPage)));

/**
 * @param {CommentEffect} effect
 * @returns {Set<string>}
 */
export const touchedByComment = (effect) =>
  new Set(Object.values(commentRules).flatMap((rule) => rule(effect)));

/**
 * @param {PostEffect} effect
 * @param {(before: Summary, after: Summary) => boolean} differs
 * @param {(id: string) => string} key
 */
function either({ before, after }, differs, key) {
  if (before && after) return differs(before, after) ? [key(after.id)] : [];
  return [before, after].flatMap((each) => (each ? key(each.id) : []));
}

/** @param {Summary} before @param {Summary} after */
const linkDiffers = (before, after) => before.title !== after.title || before.slug !== after.slug;

/** @param {Summary} before @param {Summary} after */
const lineDiffers = (before, after) =>
  linkDiffers(before, after) || before.publishedAt !== after.publishedAt;

/** @param {Summary} before @param {Summary} after */
const cardDiffers = (before, after) =>
  lineDiffers(before, after) ||
  before.teaserDigest !== after.teaserDigest ||
  before.author !== after.author ||
  before.tags.join('\n') !== after.tags.join('\n') ||
  readingMinutes(before.words) !== readingMinutes(after.words);

/** @param {Move} move @param {number} perPage */
const frontMoved = ({ highest, lengthAfter }, perPage) =>
  highest >= frontStart(lengthAfter, perPage);

/** @param {Move} move @param {number} perPage @returns {number[]} */
function pagesMoved({ lowest, highest, lengthBefore, lengthAfter }, perPage) {
  const first = Math.floor(lowest / perPage) + 1;
  const last = Math.min(
    Math.floor(highest / perPage) + 1,
    pageCount(Math.max(lengthBefore, lengthAfter), perPage),
  );
  return range(first, last);
}

/** @param {Move} move */
const newestMoved = ({ lowest, highest, lengthBefore, lengthAfter }) =>
  (highest === Infinity ? lowest : highest) >=
  Math.max(lengthBefore, lengthAfter) - keys.FEED_LENGTH;

/** @param {Move} move */
const tagCountChanged = ({ list, lengthBefore, lengthAfter }) =>
  list !== 'all' && lengthBefore !== lengthAfter;

/** @param {PostEffect} effect @returns {number[]} */
function sitemapPartsTouched({ before, after, moves, position }) {
  const post = before ?? after;
  if (!post) return [];
  if (post.type === 'page') return [1];
  const move = moves.find(({ list }) => list === 'all');
  const { lowest, highest, length } = move
    ? { ...move, length: Math.max(move.lengthBefore, move.lengthAfter) }
    : { lowest: position, highest: position, length: Infinity };
  return range(partOf(lowest), partOf(Math.min(highest, length - 1)));
}

/** @param {Move} move */
const sitemapGrew = ({ list, lengthBefore, lengthAfter }) =>
  list === 'all' && partOf(lengthBefore - 1) !== partOf(lengthAfter - 1);

/** @param {number} position */
const partOf = (position) => Math.floor(Math.max(0, position) / keys.SITEMAP_LENGTH) + 1;

/** @param {number} first @param {number} last @returns {number[]} both included */
const range = (first, last) =>
  Array.from({ length: Math.max(0, last - first + 1) }, (_, offset) => first + offset);
