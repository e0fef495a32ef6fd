import { Attempts, networkOf } from './attempts.js';
/** @import { Clock } from '../clock.js' */
/** @import { LarderError } from '../errors.js' */

/**
 * Attempts that cost no waiting, and the milliseconds that one has to wait at most: an account's owner must not be
 * locked out for long by others. A token cannot be guessed; whoever shows many bad ones only makes work.
 */
const LIMITS = {
  account: { free: 10, longestWait: 60_000 },
  known: { free: 10, longestWait: 60_000 },
  address: { free: 10, longestWait: 15 * 60_000 },
  token: { free: 200, longestWait: 60_000 },
};

/**
 * Makes those wait who try too often: strangers by the account that they try and by the network that they come from, and what
 * is known already by itself alone, so that no stranger can keep it out.
 */
export class Throttle {
  #byAccount;
  #byKnown;
  #byAddress;
  #tokensByAddress;

  /** @param {{ clock: Clock }} deps */
  constructor({ clock }) {
    this.#byAccount = new Attempts({ clock, ...LIMITS.account });
    this.#byKnown = new Attempts({ clock, ...LIMITS.known });
    this.#byAddress = new Attempts({ clock, ...LIMITS.address });
    this.#tokensByAddress = new Attempts({ clock, ...LIMITS.token });
  }

  /**
   * Counts an attempt before it is known how it ends.
   * @param {string} account
   * @param {string} address
   * @param {string} known the id of a device or session of this account's, where there is one; else ''
   * @returns {() => void} to be called when it was right
   * @throws {LarderError} `tooMany`
   */
  attempt(account, address, known) {
    if (known) {
      const key = `${account} ${known}`;
      this.#byKnown.check(key);
      this.#byKnown.count(key);
      return () => this.#byKnown.forget(key);
    }
    const network = networkOf(address);
    this.#byAccount.check(account);
    this.#byAddress.check(network);
    this.#byAccount.count(account);
    this.#byAddress.count(network);
    return () => {
      this.#byAccount.forget(account);
      // Only its own attempt: an account of one's own must not wash off those on others.
      this.#byAddress.forgive(network);
    };
  }

  /**
   * Counts a token that is no good.
   * @param {string} address
   * @throws {LarderError} `tooMany`
   */
  badToken(address) {
    const network = networkOf(address);
    this.#tokensByAddress.check(network);
    this.#tokensByAddress.count(network);
  }
}
