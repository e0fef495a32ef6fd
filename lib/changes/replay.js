import { generation } from '../util/revision.js';
/** @import { Kind, Summaries } from '../types.js' */

/**
 * @typedef {Pick<Summaries, 'posts' | 'comments' | 'users' | 'settings'>} Held  what pages are made from
 */

/** @type {[Kind, (held: Held) => { id: string, revision?: string }[]][]} */
const records = [
  ['settings', ({ settings }) => (settings ? [settings] : [])],
  ['user', ({ users }) => users],
  ['post', ({ posts }) => posts],
  ['comment', ({ comments }) => comments],
];

/**
 * @param {Held} earlier
 * @param {Held} now
 * @returns {{ kind: Kind, id: string, revision: string | undefined }[]} what has come, changed and gone since; without a
 *   revision what has gone
 */
export function differences(earlier, now) {
  return records.flatMap(([kind, of]) => {
    const before = revisions(of(earlier));
    const after = revisions(of(now));
    const ids = new Set([...before.keys(), ...after.keys()]);
    return [...ids]
      .filter((id) => before.get(id) !== after.get(id))
      .map((id) => ({ kind, id, revision: after.get(id) }));
  });
}

/**
 * @param {Held} earlier
 * @param {Held} now
 * @returns {boolean} whether any record is older than it was: someone has put a former database back
 */
export const isRolledBack = (earlier, now) =>
  records.some(([, of]) => {
    const before = revisions(of(earlier));
    return of(now).some(({ id, revision }) => generation(revision) < generation(before.get(id)));
  });

/** @param {{ id: string, revision?: string }[]} records */
const revisions = (records) => new Map(records.map(({ id, revision }) => [id, revision]));
