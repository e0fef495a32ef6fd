import { mayEdit } from '../../people/rights.js';
import { newestFirst } from './post-filter.js';
import { presentRow as presentComment } from './moderation.js';
import { describeIn, presentRow } from './post-list.js';
/** @import { Author } from '../../people/rights.js' */
/** @import { Clock } from '../../base/clock.js' */
/** @import { BlogIndex } from '../../changes/index/blog-index.js' */
/** @import { Comment, Summary } from '../../store/types.js' */

/** Posts in each box; the lists of posts show the rest. */
export const ROWS_AT_MOST = 4;

/**
 * Drafts and scheduled posts: an author's own, or everyone's for editors.
 * @param {Author} author
 * @param {BlogIndex} index
 * @param {number} now in milliseconds since 1970
 */
export function presentWork(author, index, now) {
  const own = [...index.posts()].filter((post) => mayEdit(author, post));
  const drafts = newestFirst(own.filter((post) => index.stateOf(post) === 'draft'));
  const scheduled = own.filter((post) => index.stateOf(post) === 'scheduled').sort(byHour);
  return {
    drafts: presentBox('draft', drafts, index, now),
    scheduled: presentBox('scheduled', scheduled, index, now),
  };
}

/** Next one first. @param {Summary} a @param {Summary} b */
const byHour = (a, b) => ((a.publishedAt ?? '') < (b.publishedAt ?? '') ? -1 : 1);

/** @param {'draft' | 'scheduled'} state @param {Summary[]} posts @param {BlogIndex} index @param {number} now */
const presentBox = (state, posts, index, now) => ({
  count: posts.length.toLocaleString('en'),
  rows: posts.slice(0, ROWS_AT_MOST).map((post) => ({
    ...presentRow(post, index, describeIn(index, now)),
    isPage: post.type === 'page',
  })),
  any: posts.length > 0,
  more: posts.length > ROWS_AT_MOST && {
    url: `/admin/posts?state=${state}`,
    text: `and ${posts.length - ROWS_AT_MOST} more`,
  },
});

/**
 * Comments to act on: those that await approval, or the newest when none does.
 * @param {Comment[]} comments  a few of them
 * @param {{ status: 'pending' | 'approved', count: number }} of  `count`: of all with that status
 * @param {{ index: BlogIndex, clock: Clock }} blog
 */
export const presentLatest = (comments, { status, count }, blog) => ({
  status,
  isWaiting: status === 'pending',
  heading: status === 'pending' ? 'Awaiting approval' : 'Latest comments',
  count: count.toLocaleString('en'),
  url: `/admin/comments?status=${status}`,
  any: comments.length > 0,
  rows: comments.map((comment) => presentComment(comment, blog)),
});
