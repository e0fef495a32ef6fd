import { createHmac, timingSafeEqual } from 'node:crypto';
import { secretKey } from './secret-key.js';
/** @import { Clock } from '../base/clock.js' */
/** @import { Store } from '../store/types.js' */
/** @import { RandomBytes } from './secrets.js' */

/** Milliseconds for which a challenge is good. */
const LASTS = 5 * 60_000;
/** Of the record with the key, among the tokens. */
const ID = 'passkeys';
const NONCE = 16;
const TIME = 6;
const SIGNATURE = 32;

/**
 * Challenges for passkeys. They carry their end and a signature with a key in the store, so that nothing is kept for
 * those that nobody answers, and every process knows those of the others.
 * @param {object} deps
 * @param {Store} deps.store
 * @param {Clock} deps.clock
 * @param {RandomBytes} deps.random
 */
export function createChallenges({ store, clock, random }) {
  return { make, endOf };

  /** @param {string} purpose @returns {Promise<string>} base64url */
  async function make(purpose) {
    const end = Buffer.alloc(TIME);
    end.writeUIntBE(clock.now() + LASTS, 0, TIME);
    const start = Buffer.concat([random(NONCE), end]);
    return Buffer.concat([start, await sign(start, purpose)]).toString('base64url');
  }

  /**
   * @param {string} challenge  may be anything
   * @param {string} purpose
   * @returns {Promise<number>} when it ends, in milliseconds since 1970; 0 when it is not good, or no longer
   */
  async function endOf(challenge, purpose) {
    const bytes = Buffer.from(challenge, 'base64url');
    if (bytes.length !== NONCE + TIME + SIGNATURE) return 0;
    const start = bytes.subarray(0, NONCE + TIME);
    const isOurs = timingSafeEqual(await sign(start, purpose), bytes.subarray(NONCE + TIME));
    const end = start.readUIntBE(NONCE, TIME);
    const left = end - clock.now();
    return isOurs && left > 0 && left <= LASTS ? end : 0;
  }

  /** @param {Buffer} start @param {string} purpose */
  async function sign(start, purpose) {
    return createHmac('sha256', await secretKey(store, ID, random))
      .update(start)
      .update(purpose)
      .digest();
  }
}
