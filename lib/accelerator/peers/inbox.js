import { setImmediate } from 'node:timers/promises';
import { nodeOf } from '../writes/hybrid-clock.js';
/** @import { Clock } from '../../clock.js' */
/** @import { Writes } from '../writes/writes.js' */
/** @import { HybridClock } from '../writes/hybrid-clock.js' */
/** @import { Message } from './message.js' */
/** @import { WriteLog } from './write-log.js' */

/** Milliseconds for which the writes of a message may hold the process at a time. */
const SLICE = 10;

/**
 * Takes what peers send: each write once, and those of each node in their order, whatever is doubled, lost or late on the way.
 */
export class Inbox {
  #writes;
  #writeLog;
  #hybridClock;
  #clock;

  /** @param {{ writes: Writes, writeLog: WriteLog, hybridClock: HybridClock, clock: Pick<Clock, 'now'> }} deps */
  constructor({ writes, writeLog, hybridClock, clock }) {
    this.#writes = writes;
    this.#writeLog = writeLog;
    this.#hybridClock = hybridClock;
    this.#clock = clock;
  }

  /**
   * @param {Message} message
   * @throws {LarderError} `conflict` when a clock is more than a minute off; `invalid`
   */
  async receive({ clock, from, forgotten, writes }) {
    this.#hybridClock.compare(clock);
    for (const [node, version] of Object.entries(forgotten)) this.#startEmpty(node, version);
    let since = this.#clock.now();
    for (const write of writes) {
      const node = nodeOf(write.version);
      const position = this.#writeLog.position(node);
      // One that is there already, or one with a gap before it.
      if (write.version <= position || !(from[node] <= position)) continue;
      this.#writes.apply(write);
      this.#writeLog.append(write);
      if (this.#clock.now() - since < SLICE) continue;
      await setImmediate();
      since = this.#clock.now();
    }
  }

  /** What is older than writes that nobody has any longer may have been removed by one of them. @param {string} node @param {string} version */
  #startEmpty(node, version) {
    if (version <= this.#writeLog.position(node)) return;
    this.#writes.apply({ type: 'invalidate', selector: { prefixes: [''] }, version });
    this.#writeLog.skipTo({ [node]: version });
  }
}
