import { mayEdit } from '../../people/rights.js';
import { newestFirst } from './post-filter.js';
import { presentRow as presentComment } from './moderation.js';
import { describeIn, presentRow } from './post-list.js';
/** @import { Author } from '../../people/rights.js' */
/** @import { Words } from '../../base/words.js' */
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
 * @param {Words} words
 */
export function presentWork(author, index, now, words) {
  const own = [...index.posts()].filter((post) => mayEdit(author, post));
  const drafts = newestFirst(own.filter((post) => index.stateOf(post) === 'draft'));
  const scheduled = own.filter((post) => index.stateOf(post) === 'scheduled').sort(byHour);
  return {
    drafts: presentBox('draft', drafts, index, now, words),
    scheduled: presentBox('scheduled', scheduled, index, now, words),
  };
}

/** Next one first. @param {Summary} a @param {Summary} b */
const byHour = (a, b) => ((a.publishedAt ?? '') < (b.publishedAt ?? '') ? -1 : 1);

/**
 * @param {'draft' | 'scheduled'} state
 * @param {Summary[]} posts
 * @param {BlogIndex} index
 * @param {number} now
 * @param {Words} words
 */
const presentBox = (state, posts, index, now, words) => ({
  count: words.number(posts.length),
  rows: posts.slice(0, ROWS_AT_MOST).map((post) => ({
    ...presentRow(post, index, describeIn(index, now, words), words),
    isPage: post.type === 'page',
  })),
  any: posts.length > 0,
  more: posts.length > ROWS_AT_MOST && {
    url: `/admin/posts?state=${state}`,
    text: words.say('common.andMore', { count: posts.length - ROWS_AT_MOST }),
  },
});

/**
 * Comments to act on: those that await approval, or the newest when none does.
 * @param {Comment[]} comments  a few of them
 * @param {{ status: 'pending' | 'approved', count: number }} of  `count`: of all with that status
 * @param {{ index: BlogIndex, clock: Clock, words: Words }} blog
 */
export const presentLatest = (comments, { status, count }, blog) => ({
  status,
  isWaiting: status === 'pending',
  heading:
    status === 'pending'
      ? blog.words.say('comments.awaitingApproval')
      : blog.words.say('comments.latestComments'),
  count: blog.words.number(count),
  url: `/admin/comments?status=${status}`,
  any: comments.length > 0,
  rows: comments.map((comment) => presentComment(comment, blog)),
});
