import { mayEdit } from '../accounts/rights.js';
import { byChange, presentRow } from './post-list.js';

/**
 * @typedef {import('../types.js').Summary} Summary
 * @typedef {import('../blog.js').Author} Author
 */

/** Of each kind; the lists of posts have the rest. */
const ROWS_AT_MOST = 4;

/**
 * What an author has under way: their own drafts and scheduled posts; everyone's for an editor.
 * @param {Author} author
 * @param {import('../index/blog-index.js').BlogIndex} index
 */
export function presentWork(author, index) {
  const own = [...index.posts()].filter((post) => mayEdit(author, post));
  const drafts = own.filter((post) => index.stateOf(post) === 'draft').sort(byChange);
  const scheduled = own.filter((post) => index.stateOf(post) === 'scheduled').sort(byHour);
  return {
    drafts: presentBox('draft', drafts, index),
    scheduled: presentBox('scheduled', scheduled, index),
  };
}

/** The next one first. @param {Summary} a @param {Summary} b */
const byHour = (a, b) => ((a.publishedAt ?? '') < (b.publishedAt ?? '') ? -1 : 1);

/** @param {'draft' | 'scheduled'} state @param {Summary[]} posts @param {import('../index/blog-index.js').BlogIndex} index */
const presentBox = (state, posts, index) => ({
  count: posts.length.toLocaleString('en'),
  rows: posts
    .slice(0, ROWS_AT_MOST)
    .map((post) => ({ ...presentRow(post, index), isPage: post.type === 'page' })),
  any: posts.length > 0,
  more: posts.length > ROWS_AT_MOST && {
    url: `/admin/posts?state=${state}`,
    text: `and ${posts.length - ROWS_AT_MOST} more`,
  },
});
