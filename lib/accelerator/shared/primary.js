import { LarderError } from '../../base/errors.js';
import { unlessExpired } from '../control/put-response.js';
import { ResponseStore } from '../store/response-store.js';
import { ReportedEtags } from '../writes/reported-etags.js';
import { Versions } from '../writes/versions.js';
import { Writes } from '../writes/writes.js';
import { ownWrite } from './own-body.js';
/** @import { Clock } from '../../base/clock.js' */
/** @import { Calls, Functions } from '../../base/threads/calls.js' */
/** @import { StoredEntry, Write } from '../types.js' */

/**
 * @typedef {{ calls: Pick<Calls, 'call' | 'notify'> }} Member  a worker
 *
 * @typedef {(from: null, name: 'take', writes: Write[]) => Promise<number[][]>} Insist  Has each worker take them;
 *   resolves when none serves without them.
 */

/** Bytes that a new worker is reported before it has to answer, and those of an entry besides its body. */
const AT_ONCE = 1024 * 1024;
const ENTRY = 1024;

/** @typedef {ReturnType<typeof createPrimaryWrites>} PrimaryWrites */

/**
 * What the workers of one accelerator share, in their primary process: it puts all writes in one order, has what was
 * put and reported for those to come, and decides whether a conditional write may be done.
 * @param {{ maxBytes: number, hasOrigin?: boolean, insist: Insist, clock: Clock }} deps  `maxBytes` of what was put
 */
export function createPrimaryWrites({ maxBytes, hasOrigin = true, insist, clock }) {
  /** Keys that have given way. @type {string[]} */
  const evicted = [];
  /** Bytes of the bodies that some worker does not have yet. */
  let waiting = 0;
  const onEvicted = (/** @type {string} */ key) => void evicted.push(key);
  const store = new ResponseStore({ maxBytes, onEvicted });
  // Without an origin nobody asks for what it reported.
  const reported = new ReportedEtags({ clock, atMost: hasOrigin ? undefined : 1 });
  const versions = new Versions({ clock, node: 'primary-' });
  const writes = new Writes({ versions, store, reported });
  return { functionsFor, commit };

  /** @param {Member} member @returns {Functions} that this worker may call */
  function functionsFor(member) {
    return {
      find: (key) => store.hit(key),
      commit: (write, expected) => commit(write, expected),
      catchUp: () => notifyAll(member),
    };
  }

  /**
   * As `Shared.commit`.
   * @param {Write} write
   * @param {string} expected  the version of what must be there; '0': nothing; '': whatever is there
   * @returns {Promise<{ isChanged: boolean, before: boolean, count: number }>} when no worker serves without it
   * @throws {LarderError} `noSpace`, `unavailable`
   */
  async function commit(write, expected) {
    const { key = '' } = write.type === 'put' ? write.entry : { key: '', ...write };
    const present = store.peek(key);
    const isThere = unlessExpired(present, clock.now()) !== undefined;
    const isChanged = expected !== '' && expected !== (present?.version ?? '0');
    if (isChanged) return { isChanged, before: false, count: 0 };
    const bytes = write.type === 'put' ? write.entry.variants[0].body.length : 0;
    if (bytes > 0 && waiting > store.maxBytes)
      throw new LarderError('unavailable', 'Too much is being put');
    const own = writes.take(ownWrite(write));
    if (write.type === 'put' && own === 0)
      throw new LarderError('noSpace', 'The cache has no room for it');
    waiting += bytes;
    const removals = evicted
      .splice(0)
      .map((key) => ({ type: /** @type {const} */ ('remove'), key }));
    const counts = await insist(null, 'take', [write, ...removals]);
    waiting -= bytes;
    const count = Math.max(own, ...counts.map(([first]) => first));
    return { isChanged, before: isThere || (write.type === 'remove' && count > 0), count };
  }

  /**
   * Sends a new worker what was put and reported, each as it is at that moment, since it hears of all writes meanwhile.
   * @param {Member} member
   */
  async function notifyAll({ calls }) {
    const keys = store.find({ prefixes: [''] });
    await inPieces(keys, (key) => {
      const entry = store.peek(key);
      if (entry) calls.notify('take', [{ type: 'put', entry }]);
      return ENTRY + (entry?.variants[0].body.length ?? 0);
    });
    await inPieces(reported.find({ prefixes: [''] }), (url) => {
      const etag = reported.get(url)?.etag;
      if (etag !== undefined) calls.notify('take', [{ type: 'etag', url, new: etag }]);
      return ENTRY;
    });

    /** @param {Iterable<string>} names @param {(name: string) => number} notify  returns bytes */
    async function inPieces(names, notify) {
      let bytes = 0;
      for (const name of names) {
        bytes += notify(name);
        if (bytes < AT_ONCE) continue;
        await calls.call('take', []);
        bytes = 0;
      }
    }
  }
}
