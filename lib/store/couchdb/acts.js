import { isError, messageOf } from '../../base/errors.js';
import { fit } from '../record.js';
import { documentId } from './documents.js';
import { translate } from './errors.js';
import { writeOne } from './write.js';
/** @import { Clock } from '../../base/clock.js' */
/** @import { Log } from '../../base/log.js' */
/** @import { Act, Put, Removal } from '../types.js' */
/** @import { Sleep } from '../open.js' */
/** @import { Document } from './documents.js' */
/** @import { Database } from './store.js' */

/** Milliseconds: between two tries; in which acts may not be recorded yet; of a request; that a stop waits. */
const PAUSE = 2000;
const RECENT = 10 * 60_000;
const timeout = 30_000;
const CLOSE_WITHIN = 1000;
const REMEMBERED = 1000;
/** Documents in one request. */
const LOOK_AT = 500;
/** Where the last look ended; it is copied and backed up by nobody. */
const PLACE = '_local/larder-acts';

/** @typedef {(Put | Removal) & { follows?: boolean, acts?: Act[] }} Written */

/**
 * Records of acts. CouchDB has no transactions, so a document carries the acts that made it, and their records follow a
 * moment later. Whoever replaces the document before has read it, and its acts go on with the next revision; those that
 * a process left when it ended are found by the next one that looks.
 * @param {() => Database} database
 * @param {{ clock: Pick<Clock, 'now'>, sleep: Sleep, log: Log }} deps
 */
export function makeActs(database, { clock, sleep, log }) {
  /** Not recorded yet, by the document that carries them. @type {Map<string, Act[]>} */
  const carried = new Map();
  /** Ids of those that were recorded last. @type {Set<string>} */
  const recorded = new Set();
  /** @type {Set<Promise<void>>} */
  const recording = new Set();
  const closing = new AbortController();
  return { carry, follow, see, adopt, close };

  /**
   * @param {Written[]} writes
   * @returns {{ writes: Written[], acts: Act[] }} those of the document that decides carry the acts, if there is one
   */
  function carry(writes) {
    const deciding = writes.findLast(({ kind, follows }) => kind !== 'act' && !follows);
    const acts = writes.flatMap((write) =>
      isAct(write) ? [/** @type {Act} */ (write.record)] : [],
    );
    if (acts.length === 0 || !deciding) return { writes, acts: [] };
    const all = [...(carried.get(nameOf(deciding)) ?? []), ...acts];
    return {
      writes: writes.flatMap((write) =>
        isAct(write) ? [] : [write === deciding ? { ...write, acts: all } : write],
      ),
      acts: all,
    };
  }

  /** Records what the document that was written carries, in the background. @param {string} name @param {Act[]} acts */
  function follow(name, acts) {
    if (acts.length === 0) return;
    carried.set(name, acts);
    const work = record(acts).then(() => {
      if (carried.get(name) === acts) carried.delete(name);
    });
    recording.add(work);
    void work.finally(() => recording.delete(work));
  }

  /** A document was read. Whoever wrote it may have ended before its acts were recorded. @param {Document} document */
  function see({ _id, acts = [] }) {
    const isOpen = (/** @type {Act} */ { id, at }) =>
      !recorded.has(id) && clock.now() - Date.parse(at) < RECENT;
    if (!carried.has(_id) && acts.some(isOpen)) follow(_id, acts);
  }

  /** @param {Act[]} acts */
  async function record(acts) {
    for (const act of acts)
      for (;;)
        try {
          await writeUnlessThere(act);
          remember(act.id);
          break;
        } catch (error) {
          if (closing.signal.aborted) return;
          log.warn({ reason: messageOf(error) }, 'An act could not be recorded; retrying');
          await sleep(PAUSE, { ref: false, signal: closing.signal }).catch(() => {});
        }
  }

  /** @param {Act} record */
  async function writeUnlessThere(record) {
    try {
      await writeOne(database(), { kind: 'act', record, revision: null });
    } catch (error) {
      if (!isError(error, 'conflict')) throw error;
    }
  }

  /** @param {string} id */
  function remember(id) {
    recorded.add(id);
    if (recorded.size > REMEMBERED) recorded.delete([...recorded][0]);
  }

  /** Records what processes that have ended left. @returns {Promise<void>} */
  async function adopt() {
    const client = database();
    const place = await client.request({ path: PLACE });
    let { since = '0' } = place.status === 200 ? place.body : {};
    const began = since;
    for (let pending = 1; pending > 0 && !closing.signal.aborted;) {
      const query = { since, limit: LOOK_AT, include_docs: true, filter: '_selector' };
      const body = { selector: { acts: { $exists: true } } };
      const found = await client.request({
        path: '_changes',
        method: 'POST',
        query,
        body,
        timeout,
      });
      if (found.status !== 200) throw translate(client.place, found);
      for (const { doc } of found.body.results) await record(doc?.acts ?? []);
      since = found.body.last_seq;
      pending = found.body.pending ?? 0;
    }
    // Another process may have been faster.
    if (since !== began)
      await client.request({ path: PLACE, method: 'PUT', body: { ...place.body, since } });
  }

  /** Resolves when what was written is recorded, at the latest after a second. */
  async function close() {
    const late = sleep(CLOSE_WITHIN, { ref: false }).catch(() => {});
    await Promise.race([Promise.all(recording), late]);
    closing.abort();
  }
}

/** @param {Written} write @returns {write is Put} */
const isAct = (write) => write.kind === 'act' && 'record' in write;

/** @param {Written} write @returns {string} the document's _id */
export const nameOf = (write) =>
  documentId(write.kind, fit('removed' in write ? write.id : write.record.id));
