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
    doing: 'bulk.publishing',
    done: 'bulk.published',
    same: 'bulk.publishedSame',
  },
  unpublish: {
    doing: 'bulk.unpublishing',
    done: 'bulk.unpublished',
    same: 'bulk.unpublishedSame',
  },
  tag: {
    doing: 'bulk.tagging',
    done: 'bulk.tagged',
    same: 'bulk.taggedSame',
  },
  untag: {
    doing: 'bulk.untagging',
    done: 'bulk.untagged',
    same: 'bulk.untaggedSame',
  },
  delete: {
    doing: 'bulk.deleting',
    done: 'bulk.deleted',
    same: 'bulk.restoredSame',
  },
  restore: {
    doing: 'bulk.restoring',
    done: 'bulk.restored',
    same: 'bulk.restoredSame',
  },
  revert: {
    doing: 'bulk.undoing',
    done: 'bulk.undone',
    same: 'bulk.undoneSame',
  },
};

const nouns = {
  post: { some: 'common.nPosts', none: 'common.noPosts' },
  page: { some: 'common.nPages', none: 'common.noPages' },
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
      progress: {
        done,
        total,
        count: words.say('progress.amountOf', { amount: done, whole: say(total) }),
      },
      problem: null,
      undo: null,
      hasFailed: false,
    };
  const posts = changed === 0 ? words.say(nouns[type].none) : say(changed);
  const sentences = [
    words.say(said, { tag, posts }),
    later > 0 && words.say('bulk.later', { count: later }),
    same > 0 && words.say(unchanged, { count: same }),
    failures > 0 && words.say('bulk.failed', { count: failures }),
  ];
  return {
    isBusy: false,
    progress: null,
    text: sentences.filter(Boolean).join(' '),
    failed,
    hasFailed: failed.length > 0,
    more: failures > failed.length && {
      text: words.say('common.andMore', { count: failures - failed.length }),
    },
    problem:
      done < total &&
      `${words.say('bulk.notTried', { count: total - done })} ${problem?.message ? `${sayError(problem, words)}.` : words.say('common.wentWrong')}`,
    undo: (undoes ? done < total : changed > 0 && action !== 'restore') && {
      id: undoes || id,
      list,
    },
  };
}
