import { LarderError } from '../base/errors.js';
import { generation } from '../base/revision.js';
/** @import { Kind, Store, StoredRecord } from './types.js' */

/**
 * @typedef {Store & { added: (kind: Kind) => StoredRecord[] }} Overlay  `added`: those that were created in memory
 */

/** Large fields that are not read again, to save memory. */
/** @type {Partial<Record<Kind, object>>} */
const LARGE = { post: { html: '' }, media: { bytes: Buffer.alloc(0) } };

/**
 * A store for dry runs: it reads from another store, and writes only to memory. Lists of comments lack what was
 * written.
 * @param {Store} below the other store
 * @returns {Overlay}
 */
export function overlay(below) {
  /** By kind and id; null for removed records. @type {Map<string, StoredRecord | null>} */
  const written = new Map();
  /** @type {Set<string>} */
  const created = new Set();
  const keyOf = (/** @type {Kind} */ kind, /** @type {string} */ id) => `${kind} ${id}`;

  /** @type {Store['get']} */
  const get = async (kind, id) => {
    const record = written.get(keyOf(kind, id));
    return record === undefined ? below.get(kind, id) : record;
  };

  /** @type {Store['write']} */
  async function write(writes) {
    /** Applied only if all writes succeed. @type {Map<string, StoredRecord | null>} */
    const staged = new Map();
    const revisions = [];
    for (const each of writes) {
      const { kind, revision } = each;
      const id = 'record' in each ? each.record.id : each.id;
      const key = keyOf(kind, id);
      const present = staged.has(key) ? staged.get(key) : await get(kind, id);
      if ((present?.revision ?? null) !== revision)
        throw new LarderError('conflict', 'The record has another revision');
      const next =
        'record' in each
          ? { ...each.record, ...LARGE[kind], revision: `${generation(revision) + 1}-` }
          : null;
      staged.set(key, next);
      if (present === null) created.add(key);
      revisions.push(next?.revision ?? null);
    }
    for (const [key, record] of staged) written.set(key, record);
    return revisions;
  }

  return {
    ...below,
    get,
    getMany: (kind, ids) => Promise.all(ids.map((id) => get(kind, id))),
    adoptActs: async () => {},
    async *all(kind, without, after) {
      for await (const record of below.all(kind, without, after)) {
        const here = written.get(keyOf(kind, record.id));
        if (here !== null) yield here ?? record;
      }
      yield* added(kind);
    },
    write,
    writeMany: async (puts) => void (await write(puts)),
    added,
  };

  /** @param {Kind} kind */
  function added(kind) {
    const start = keyOf(kind, '');
    return [...created]
      .filter((key) => key.startsWith(start))
      .flatMap((key) => written.get(key) ?? []);
  }
}
