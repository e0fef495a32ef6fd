import { counted } from './words.js';
/** @import { BulkReport } from '../../content/bulk-results.js' */
/** @import { BulkAction } from '../../content/writing/bulk.js' */

/**
 * What is said of each action: while it goes on, of the posts it has changed, of those it did not need to change, of
 * those it could not change.
 * @type {Record<BulkAction, { doing: string, done: string, same: string }>}
 */
const words = {
  publish: { doing: 'Publishing', done: '# published', same: 'published or scheduled already' },
  unpublish: { doing: 'Making drafts', done: '# made a draft', same: 'a draft already' },
  tag: { doing: 'Adding “$”', done: '# tagged “$”', same: 'tagged already' },
  untag: { doing: 'Removing “$”', done: '“$” removed from #', same: 'without it already' },
  delete: { doing: 'Deleting', done: '# moved to the trash', same: '' },
  restore: { doing: 'Restoring', done: '# restored', same: 'there already' },
  revert: { doing: 'Undoing', done: '# changed back', same: 'as before already' },
};

/**
 * @param {BulkReport} report
 * @param {string} list  the query of the list
 */
export function presentBulk({ id, action, tag, type, total, ...result }, list) {
  const { done, changed, same, failed, failures, isOver, later = 0, problem, undoes } = result;
  const fill = (/** @type {string} */ text) => text.replace('$', () => tag);
  const number = (/** @type {number} */ count) => count.toLocaleString('en');
  if (!isOver)
    return {
      isBusy: true,
      text: `${fill(words[action].doing)}…`,
      progress: { done, total, count: `${number(done)} of ${counted(total, type)}` },
      ...{ problem: null, undo: null, hasFailed: false },
    };
  const what = changed === 0 ? `No ${type}s` : counted(changed, type);
  const sentences = [
    `${fill(words[action].done.replace('#', what))}.`,
    later > 0 && `${number(later)} of them at a later date.`,
    same > 0 && `${number(same)} ${same === 1 ? 'was' : 'were'} ${words[action].same}.`,
    failures > 0 && `${number(failures)} could not be${failed.length > 0 ? ':' : '.'}`,
  ];
  return {
    isBusy: false,
    progress: null,
    text: sentences.filter(Boolean).join(' '),
    failed,
    hasFailed: failed.length > 0,
    more: failures > failed.length && { text: `and ${number(failures - failed.length)} more` },
    problem:
      done < total &&
      `${number(total - done)} ${total - done === 1 ? 'was' : 'were'} not tried: ${problem ?? 'it was interrupted'}.`,
    undo: (undoes ? done < total : changed > 0 && action !== 'restore') && {
      id: undoes ?? id,
      list,
    },
  };
}
