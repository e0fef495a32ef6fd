import { shownKinds } from '../../changes/changes.js';
import { isError, withOutcome } from '../../base/errors.js';
/** @import { Changes, Own } from '../../changes/changes.js' */
/** @import { Actor, createActs, Done } from '../acts.js' */
/** @import { LarderError } from '../../base/errors.js' */
/** @import { FeedChange, Kind, Put, Removal, Store, StoredRecord } from '../../store/types.js' */

/** How often a write that met another one is tried. */
const TRIES = 5;

/**
 * @typedef {object} Writer
 * @property {(actor: Actor) => Writer} as  what writes what they do, and that they did it
 * @property {(done: Done) => Put[]} note  what is written with what was done; nothing while nobody acts
 * @property {(writes: (Put | Removal)[], by?: Own, done?: Done | null) => Promise<(string | null)[]>} write
 * @property {<T extends StoredRecord>(kind: Kind, record: T, revision: string | null, done?: Done | null) =>
 *   Promise<T & { revision: string }>} put
 */

/**
 * The one place where content is written. It writes to the store and then tells `changes`, which clears the affected
 * pages before the author gets an answer.
 * @param {object} deps
 * @param {Store} deps.store
 * @param {Changes} deps.changes
 * @param {ReturnType<typeof createActs>} deps.acts
 * @param {(changes: FeedChange[]) => Promise<void>} [deps.acknowledge]  resolves when the other workers have cleared
 *   what changed
 * @param {Actor | null} [deps.actor]  who acts
 * @returns {Writer}
 */
export function createWriter({ store, changes, acts, acknowledge, actor = null }) {
  return {
    as: (other) => createWriter({ store, changes, acts, acknowledge, actor: other }),
    note: (done) => (actor ? [acts.put(actor, done)] : []),
    write,
    put,
  };

  /**
   * @param {(Put | Removal)[]} writes in this order; all or none, if the store supports that. If not, one of them
   * decides: those before it have no effect without it, and those after it are marked `follows`
   * @param {Own} [by]
   * @param {Done | null} [done] what it is as an act, unless the writes say so
   * @returns {Promise<(string | null)[]>} the new revisions; null for a removal, '' for a write that was not made
   * @throws {LarderError} `conflict`, `unavailable`
   */
  async function write(writes, by = 'here', done) {
    if (writes.length === 0) return [];
    const expected = writes.map((write) => changes.expect(write.kind, idOf(write), by));
    try {
      const noted = by === 'here' ? actsOf(writes, done) : [];
      const revisions = await store.write([...writes, ...following(noted)]);
      if (noted.length > 0) acts.remember(noted);
      writes.forEach((write, place) => {
        const revision = revisions[place];
        if (revision === '') return;
        const isRemoved = 'removed' in write;
        const record = isRemoved ? null : { ...write.record, revision: revision ?? '' };
        const latest = isRemoved ? write.revision : revision;
        changes.apply(write.kind, idOf(write), record, latest, by);
      });
      if (acknowledge) await onceSaved(acknowledge(shownOf(writes, revisions)));
      await changes.grace;
      if (changes.recovery) await changes.recovery;
      return revisions;
    } finally {
      for (const end of expected) end();
    }
  }

  /**
   * Writes one record.
   * @template {StoredRecord} T
   * @param {Kind} kind
   * @param {T} record
   * @param {string | null} revision that it replaces; null for a new one
   * @param {Done | null} [done]
   * @returns {Promise<T & { revision: string }>}
   * @throws {LarderError} `conflict`, `unavailable`
   */
  async function put(kind, record, revision, done) {
    const [written] = await write([{ kind, record, revision }], 'here', done);
    return { ...record, revision: written ?? '' };
  }

  /** @param {(Put | Removal)[]} writes @param {Done | null} [done] @returns {Put[]} */
  function actsOf(writes, done) {
    if (done === null || !actor) return [];
    return done ? [acts.put(actor, done)] : acts.ofWrites(actor, writes);
  }
}

/** @template T @param {Promise<T>} work after a write @returns {Promise<T>} */
export const onceSaved = (work) =>
  work.catch((error) => {
    throw withOutcome(error, 'saved');
  });

/**
 * @param {(Put | Removal)[]} writes
 * @param {(string | null)[]} revisions
 * @returns {FeedChange[]} what readers may see of them
 */
const shownOf = (writes, revisions) =>
  writes.flatMap((write, place) => {
    const { kind } = write;
    const revision = revisions[place];
    return revision === '' || !shownKinds.has(kind) ? [] : [{ kind, id: idOf(write), revision }];
  });

/** @param {Put | Removal} write @returns {string} */
const idOf = (write) => ('removed' in write ? write.id : write.record.id);

/**
 * @param {Kind} kind
 * @param {{ id: string, revision?: string }} record as it was read
 * @returns {Removal}
 */
export const removal = (kind, { id, revision = '' }) => ({ kind, id, revision, removed: true });

/**
 * @template {Put | Removal} T
 * @param {T[]} writes
 * @returns {T[]} the same, marked as following from the writes before them
 */
export const following = (writes) => writes.map((write) => ({ ...write, follows: true }));

/**
 * @template T
 * @param {() => Promise<T>} write reads what it changes, and is made again when it met another write
 * @returns {Promise<T>}
 */
export async function again(write) {
  for (let tries = TRIES; ; tries--)
    try {
      return await write();
    } catch (error) {
      if (tries <= 1 || !isError(error, 'conflict')) throw error;
    }
}

/**
 * Of something of which it is no matter who has written it.
 * @param {Promise<unknown>} written
 */
export const settle = (written) =>
  written.catch((error) => {
    if (!isError(error, 'conflict')) throw error;
  });
