import { Attempts, networkOf } from '../base/attempts.js';
import { limits } from '../base/limits.js';
/** @import { Clock } from '../base/clock.js' */
/** @import { LarderError } from '../base/errors.js' */

/**
 * Limits sign-in attempts. Strangers are counted by account and by network; a known device or session is counted on its
 * own, so that strangers cannot lock it out.
 */
export class Throttle {
  #byAccount;
  #byKnown;
  #byAddress;
  #tokensByAddress;

  /** @param {{ clock: Clock }} deps */
  constructor({ clock }) {
    this.#byAccount = new Attempts({ clock, ...limits.account });
    this.#byKnown = new Attempts({ clock, ...limits.known });
    this.#byAddress = new Attempts({ clock, ...limits.address });
    this.#tokensByAddress = new Attempts({ clock, ...limits.token });
  }

  /**
   * Counts an attempt before its outcome is known.
   * @param {string} account
   * @param {string} address
   * @param {string} known the id of a device or session of this account, else ''
   * @throws {LarderError} `tooMany`
   */
  attempt(account, address, known) {
    if (known) {
      this.#byKnown.take(`${account} ${known}`);
      return;
    }
    const network = networkOf(address);
    this.#byAccount.check(account);
    this.#byAddress.check(network);
    this.#byAccount.count(account);
    this.#byAddress.count(network);
  }

  /**
   * To be called when an attempt has succeeded, with what it was counted by.
   * @param {string} account
   * @param {string} address
   * @param {string} known
   */
  succeed(account, address, known) {
    if (known) return this.#byKnown.forget(`${account} ${known}`);
    this.#byAccount.forget(account);
    // Only this attempt: signing in to one's own account must not reset the count of attempts on others.
    this.#byAddress.forgive(networkOf(address));
  }

  /**
   * Counts an invalid token.
   * @param {string} address
   * @throws {LarderError} `tooMany`
   */
  badToken(address) {
    this.#tokensByAddress.take(networkOf(address));
  }
}
