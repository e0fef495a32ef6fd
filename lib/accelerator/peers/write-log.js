import { nodeOf, timeOf } from '../writes/hybrid-clock.js';
/** @import { Clock } from '../../clock.js' */
/** @import { VersionedWrite } from '../types.js' */

/**
 * @typedef {Record<string, string>} Positions  by node: the version of its last write that is known, and with it all before (a
 *   version vector)
 *
 * @typedef {object} Batch  What a peer lacks, as far as it fits.
 * @property {Positions} from  by node: the batch has all its writes after this version, up to its last one in the batch
 * @property {Positions} forgotten  by node: writes up to this version are lacking too, and are no longer here
 * @property {VersionedWrite[]} writes  those of each node in their order
 */

/** What a log may hold: some minutes of many writes. */
const MAX_WRITES = 10_000;
const MAX_BYTES = 16 * 1024 * 1024;
/** What a batch may hold; a larger write is a batch of its own. */
const BATCH_WRITES = 256;
const BATCH_BYTES = 1024 * 1024;
/** Bytes of a put that peers are told of as a removal, since it would take the place of all others. */
export const LARGEST_PUT = MAX_BYTES / 2;

/** Milliseconds after which a write that a peer still lacks is passed on to it by any node, not only by the one that took it. */
const GRACE = 2000;
/** Milliseconds in which another node may still have what this one has forgotten of a third one. */
const LONG_GRACE = 60_000;
/** Nodes whose positions are known: each start makes another one, if it then takes a write. */
const NODES = 200;

/**
 * The latest writes of all nodes, in the order of their arrival, and the position in the writes of each node (van Renesse et al.:
 * Efficient Reconciliation and Flow Control for Anti-Entropy Protocols, LADIS 2008). When the bodies take too much
 * memory, the oldest puts become removals: who lacks them loses these entries alone. When there are too many
 * writes, the oldest are forgotten: who lacks them must start empty.
 */
export class WriteLog {
  /** @type {VersionedWrite[]} */
  #writes = [];
  /** How many were forgotten: the number of the first in `#writes`. */
  #first = 0;
  #bytes = 0;
  /** The number of the first write that may still be a put. */
  #firstPut = 0;
  /** The node that wrote last is the last. @type {Map<string, string>} */
  #positions = new Map();
  /** @type {Map<string, { version: string, at: number }>} */
  #forgotten = new Map();
  #clock;
  #node;
  #maxWrites;

  /**
   * @param {{ clock: Pick<Clock, 'now'>, node: string, maxWrites?: number }} deps  `node`: this one, whose writes are passed on
   *   at once
   */
  constructor({ clock, node, maxWrites = MAX_WRITES }) {
    this.#clock = clock;
    this.#node = node;
    this.#maxWrites = maxWrites;
  }

  /** How many writes there ever were, those that are forgotten included. */
  get end() {
    return this.#first + this.#writes.length;
  }

  /** @param {string} node @returns {string} '' when nothing is known of it */
  position(node) {
    return this.#positions.get(node) ?? '';
  }

  /** @returns {Positions} */
  positions() {
    return Object.fromEntries(this.#positions);
  }

  /** @param {VersionedWrite} write  the next one of its node */
  append(write) {
    this.#setPosition(nodeOf(write.version), write.version);
    this.#writes.push(write);
    this.#bytes += sizeOf(write);
    this.#shrink();
  }

  /**
   * Moves forward without the writes in between.
   * @param {Positions} positions
   */
  skipTo(positions) {
    for (const [node, version] of Object.entries(positions)) {
      if (version <= this.position(node)) continue;
      this.#setPosition(node, version);
      this.#forget(node, version);
    }
  }

  /**
   * @param {Positions} positions  of a peer
   * @param {number} start  the number of a write before which the peer has all
   * @returns {Batch & { start: number }}  `start`: the number before which it has all, as far as was looked
   */
  lackedBy(positions, start) {
    const now = this.#clock.now();
    const isDue = (/** @type {string} */ node, /** @type {number} */ at) =>
      node === this.#node || (at <= now && this.#positions.has(node));
    /** @type {Positions} */
    const forgotten = {};
    // Their later writes wait, since nothing may be left out.
    const waiting = new Set();
    for (const [node, { version, at }] of this.#forgotten) {
      if (version <= (positions[node] ?? '')) continue;
      if (isDue(node, at + LONG_GRACE)) forgotten[node] = version;
      else waiting.add(node);
    }
    const known = { ...positions, ...forgotten };
    /** @type {Batch} */
    const batch = { from: {}, forgotten, writes: [] };
    let next = Math.max(start, this.#first);
    let bytes = 0;
    for (let at = next; at < this.end; at++) {
      const write = this.#writes[at - this.#first];
      const { version } = write;
      const node = nodeOf(version);
      if (version <= (known[node] ?? '')) {
        if (at === next) next++;
        continue;
      }
      if (waiting.has(node) || !isDue(node, timeOf(version) + GRACE)) continue;
      bytes += sizeOf(write);
      if (batch.writes.length === BATCH_WRITES || (batch.writes.length > 0 && bytes > BATCH_BYTES))
        break;
      batch.from[node] ??= known[node] ?? '';
      batch.writes.push(write);
    }
    return { ...batch, start: next };
  }

  /**
   * @param {string} version
   * @returns {{ count: number, oldest: string | undefined }} this node's own writes after this version
   */
  ownAfter(version) {
    const own = this.#writes.filter(
      (write) => write.version > version && nodeOf(write.version) === this.#node,
    );
    return { count: own.length, oldest: own[0]?.version };
  }

  #shrink() {
    for (; this.#bytes > MAX_BYTES && this.#firstPut < this.end; this.#firstPut++) {
      const at = this.#firstPut - this.#first;
      const write = this.#writes[at];
      if (write?.type !== 'put') continue;
      this.#writes[at] = withoutBody(write);
      this.#bytes += sizeOf(this.#writes[at]) - sizeOf(write);
    }
    if (this.#writes.length <= this.#maxWrites && this.#bytes <= MAX_BYTES) return;
    // A tenth at once, since each time all others move.
    for (const write of this.#writes.splice(0, Math.ceil(this.#writes.length / 10))) {
      this.#forget(nodeOf(write.version), write.version);
      this.#bytes -= sizeOf(write);
      this.#first++;
    }
  }

  /** @param {string} node @param {string} version */
  #setPosition(node, version) {
    this.#positions.delete(node);
    this.#positions.set(node, version);
    if (this.#positions.size <= NODES) return;
    const [oldest] = this.#positions.keys();
    this.#positions.delete(oldest);
    this.#forgotten.delete(oldest);
  }

  /** @param {string} node @param {string} version */
  #forget(node, version) {
    if (version <= (this.#forgotten.get(node)?.version ?? '')) return;
    this.#forgotten.set(node, { version, at: this.#clock.now() });
  }
}

/** @param {VersionedWrite & { type: 'put' }} write @returns {VersionedWrite} who lacks it must not keep an older one */
const withoutBody = ({ entry: { key }, version }) => ({ type: 'remove', key, version });

/** @param {VersionedWrite} write @returns {VersionedWrite} as peers are told of it */
export const forPeers = (write) =>
  write.type === 'put' && sizeOf(write) > LARGEST_PUT ? withoutBody(write) : write;

/** Bytes that each write takes besides its texts and bodies. */
const OVERHEAD = 300;

/** @param {VersionedWrite} write @returns {number} bytes, nearly */
function sizeOf(write) {
  if (write.type === 'put')
    return write.entry.variants.reduce(
      (sum, { headers, body }) => sum + body.length + headers.join('').length,
      OVERHEAD + write.entry.key.length,
    );
  if (write.type === 'remove') return OVERHEAD + write.key.length;
  return OVERHEAD + JSON.stringify(write).length;
}
