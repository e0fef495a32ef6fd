import { steady } from '../../base/clock.js';
/** @import { Clock } from '../../base/clock.js' */

/** Milliseconds between two mails to one recipient. */
const MINUTE = 60_000;
/** How many comments one mail quotes; further ones are only counted. */
const QUOTED_AT_MOST = 10;

/**
 * @template N
 * @typedef {{ quoted: N[], count: number }} Digest
 */

/**
 * Sends each recipient at most one mail a minute: the first notification goes out at once, later ones are collected
 * into a single mail.
 * @template N
 */
export class Digests {
  /**
   * When each recipient was last written to, and what has come since.
   * @type {Map<string, { at: number, waiting: Digest<N> | null }>}
   */
  #recipients = new Map();
  /** @type {Set<() => void>} */
  #timers = new Set();
  #send;
  #clock;
  #now;

  /**
   * @param {object} deps
   * @param {(recipient: string, digest: Digest<N>) => void} deps.send
   * @param {Clock} deps.clock
   */
  constructor({ send, clock }) {
    this.#send = send;
    this.#clock = clock;
    this.#now = steady(clock);
  }

  /** @param {string} recipient an address @param {N} notice */
  add(recipient, notice) {
    const now = this.#now();
    const known = this.#recipients.get(recipient);
    if (known?.waiting) {
      known.waiting.count++;
      if (known.waiting.quoted.length < QUOTED_AT_MOST) known.waiting.quoted.push(notice);
      return;
    }
    const digest = { quoted: [notice], count: 1 };
    const wait = known ? known.at + MINUTE - now : 0;
    if (wait <= 0) return this.#sendNow(recipient, digest);
    this.#recipients.set(recipient, { at: now, waiting: digest });
    const cancel = this.#clock.after(wait, () => {
      this.#timers.delete(cancel);
      this.#sendNow(recipient, digest);
    });
    this.#timers.add(cancel);
  }

  /** Sends what is still waiting. */
  close() {
    for (const cancel of this.#timers) cancel();
    this.#timers.clear();
    for (const [recipient, { waiting }] of this.#recipients)
      if (waiting) this.#sendNow(recipient, waiting);
  }

  /** @param {string} recipient @param {Digest<N>} digest */
  #sendNow(recipient, digest) {
    this.#recipients.set(recipient, { at: this.#now(), waiting: null });
    this.#send(recipient, digest);
  }
}
