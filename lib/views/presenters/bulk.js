import { sayError } from './errors.js';
/** @import { Words } from '../../base/words.js' */
/** @import { ManyPosts } from '../../content/jobs/many-posts.js' */
/** @import { BulkAction } from '../../content/writing/bulk.js' */

/**
 * What is said of each action: while it goes on, of the posts it has changed, of those it did not need to change.
 * @type {Record<BulkAction, { doing: string, done: string, same: string }>}
 */
const texts = {
  publish: {
    doing: 'bulkPublishing',
    done: 'bulkPublished',
    same: 'bulkPublishedSame',
  },
  unpublish: {
    doing: 'bulkUnpublishing',
    done: 'bulkUnpublished',
    same: 'bulkUnpublishedSame',
  },
  tag: {
    doing: 'bulkTagging',
    done: 'bulkTagged',
    same: 'bulkTaggedSame',
  },
  untag: {
    doing: 'bulkUntagging',
    done: 'bulkUntagged',
    same: 'bulkUntaggedSame',
  },
  delete: {
    doing: 'bulkDeleting',
    done: 'bulkDeleted',
    same: 'bulkRestoredSame',
  },
  restore: {
    doing: 'bulkRestoring',
    done: 'bulkRestored',
    same: 'bulkRestoredSame',
  },
  revert: {
    doing: 'bulkUndoing',
    done: 'bulkUndone',
    same: 'bulkUndoneSame',
  },
};

const nouns = {
  post: { some: 'nPosts', none: 'noPosts' },
  page: { some: 'nPages', none: 'noPages' },
};

/**
 * @param {ManyPosts} job
 * @param {string} list  the query of the list
 * @param {Words} words
 */
export function presentBulk({ id, action, tag, type, total, ...result }, list, words) {
  const { done, changed, same, failed, failures, isOver, later, problem, undoes } = result;
  const { doing, done: said, same: unchanged } = texts[action];
  const say = (/** @type {number} */ count) => words.say(nouns[type].some, { count });
  if (!isOver)
    return {
      isBusy: true,
      text: words.say(doing, { tag }),
      progress: { done, total, count: words.say('amountOf', { amount: done, whole: say(total) }) },
      problem: null,
      undo: null,
      hasFailed: false,
    };
  const posts = changed === 0 ? words.say(nouns[type].none) : say(changed);
  const sentences = [
    words.say(said, { tag, posts }),
    later > 0 && words.say('bulkLater', { count: later }),
    same > 0 && words.say(unchanged, { count: same }),
    failures > 0 && words.say('bulkFailed', { count: failures }),
  ];
  return {
    isBusy: false,
    progress: null,
    text: sentences.filter(Boolean).join(' '),
    failed,
    hasFailed: failed.length > 0,
    more: failures > failed.length && {
      text: words.say('andMore', { count: failures - failed.length }),
    },
    problem:
      done < total &&
      `${words.say('bulkNotTried', { count: total - done })} ${problem?.message ? `${sayError(problem, words)}.` : words.say('wentWrong')}`,
    undo: (undoes ? done < total : changed > 0 && action !== 'restore') && {
      id: undoes || id,
      list,
    },
  };
}
