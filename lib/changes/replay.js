import { generation } from '../base/revision.js';
/** @import { Kind, Summaries } from '../store/types.js' */

/** Keys whose changes cannot be seen in the summaries: uploaded files, the machine's fonts, and the engine's source. */
const notReplayed = /^(media:|(fonts|source)$)/;

/** @param {string} key @returns {boolean} whether a start tells when it was touched while nobody ran */
export const isReplayed = (key) => !notReplayed.test(key);

/**
 * @typedef {Pick<Summaries, 'posts' | 'comments' | 'users' | 'pictures' | 'settings'>} Held  the records from which
 *   pages are made
 */

/** @type {[Kind, (held: Held) => { id: string, revision?: string }[]][]} */
const records = [
  ['settings', ({ settings }) => (settings ? [settings] : [])],
  ['user', ({ users }) => users],
  ['media', ({ pictures }) => pictures],
  ['post', ({ posts }) => posts],
  ['comment', ({ comments }) => comments],
];

/**
 * @param {Held} earlier
 * @param {Held} now
 * @returns {{ kind: Kind, id: string, revision: string | undefined }[]} records that were added, changed and removed;
 *   the latter without a revision
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
 * @returns {boolean} whether any record is older than before: then an older copy of the database was restored
 */
export const isRolledBack = (earlier, now) =>
  records.some(([, of]) => {
    const before = revisions(of(earlier));
    return of(now).some(({ id, revision }) => generation(revision) < generation(before.get(id)));
  });

/** @param {{ id: string, revision?: string }[]} records */
const revisions = (records) => new Map(records.map(({ id, revision }) => [id, revision]));
