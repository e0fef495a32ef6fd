import { shapes } from '../../content/shapes.js';
import { tagPath } from '../../base/paths.js';
import { foldCase } from '../../base/unicode.js';
import { paginate } from './pager.js';
/** @import { Retagging } from '../../content/writing/tags.js' */
/** @import { Words } from '../../base/words.js' */
/** @import { BlogIndex } from '../../changes/index/blog-index.js' */
/** @import { Tag } from '../../changes/index/tag-names.js' */

const PAGE_SIZE = 100;
/** Tags that are offered while one is typed. */
const OFFERED = 8;

/** @param {string} tag @returns {string} */
export const tagAdminPath = (tag) => `/admin/tags/${encodeURIComponent(tag)}`;

/**
 * One page of all tags, by name.
 * @param {URLSearchParams} query `q` a part of the name, `page`
 * @param {{ index: BlogIndex, words: Words }} blog
 */
export function presentTags(query, { index, words }) {
  const q = (query.get('q') ?? '').trim().slice(0, shapes.post.tags.items.maxLength);
  const wanted = foldCase(q);
  const all = index.tagNames.all();
  const found = all.filter(({ name }) => foldCase(name).includes(wanted));
  const collator = new Intl.Collator(words.language, { numeric: true });
  found.sort((a, b) => collator.compare(a.name, b.name));
  const link = (/** @type {number} */ number) =>
    `/admin/tags?${new URLSearchParams({ ...(q && { q }), page: String(number) })}`;
  const { shown, pager } = paginate(found, query.get('page'), PAGE_SIZE, link, words);
  return {
    q,
    text: words.say('common.nTags', { count: found.length }),
    tags: shown.map((tag) => presentTag(tag, index, words)),
    none: found.length === 0 && {
      text: all.length === 0 ? words.say('tags.none') : words.say('tags.nothingFound'),
      all: all.length > 0,
    },
    pager,
  };
}

/**
 * @param {Tag} tag
 * @param {BlogIndex} index
 * @param {Words} words
 */
export function presentTag({ name, others, count }, index, words) {
  const spellings = [name, ...others];
  const shown = spellings.filter((each) => index.lists.tags.has(each));
  const published = shown.reduce((sum, each) => sum + (index.lists.tags.get(each)?.length ?? 0), 0);
  return {
    name,
    path: tagAdminPath(name),
    listUrl: `/admin/posts?${new URLSearchParams({ tag: name })}`,
    count: words.say('common.nPosts', { count }),
    published:
      count > published &&
      (published > 0
        ? words.say('tags.published', { count: published })
        : words.say('tags.notPublished')),
    others: others.length > 0 && { text: others.join(', ') },
    publicUrl: shown.length > 0 ? tagPath(shown[0]) : null,
    description: index.description(name),
  };
}

/** @param {Retagging | null} work @param {Words} words */
export function presentRetagging(work, words) {
  if (!work || (work.isOver && !work.problem)) return null;
  const { from, to, done, total, isOver } = work;
  const change = to ? `“${from}” → “${to}”` : `“${from}”`;
  const whole = words.say('common.nPosts', { count: total });
  const amount = words.say('progress.amountOf', { amount: Math.min(done, total), whole });
  return isOver
    ? { text: words.say('tags.interrupted', { change, amount }) }
    : { text: words.say('tags.changing', { change, amount }), isBusy: true };
}

/**
 * @param {string} start of a tag, as typed
 * @param {BlogIndex} index
 * @returns {string[]} tags that begin with it, most used first
 */
export function offeredTags(start, index) {
  const wanted = foldCase(start.trim().slice(0, shapes.post.tags.items.maxLength));
  if (wanted === '') return [];
  return index.tagNames
    .all()
    .filter(({ name }) => foldCase(name).startsWith(wanted))
    .sort((a, b) => b.count - a.count || (a.name < b.name ? -1 : 1))
    .slice(0, OFFERED)
    .map(({ name }) => name);
}
