import { Attempts, networkOf } from '../base/attempts.js';
import { limits } from '../base/limits.js';
/** @import { Clock } from '../base/clock.js' */
/** @import { LarderError } from '../base/errors.js' */

/** @typedef {ReturnType<typeof createThrottle>} Throttle */

/**
 * Limits sign-in attempts. Strangers are counted by account and by network; a known device or session is counted on its
 * own, so that strangers cannot lock it out.
 * @param {{ clock: Clock }} deps
 */
export function createThrottle({ clock }) {
  const byAccount = new Attempts({ clock, ...limits.account });
  const byKnown = new Attempts({ clock, ...limits.known });
  const byAddress = new Attempts({ clock, ...limits.address });
  const tokensByAddress = new Attempts({ clock, ...limits.token });
  return { attempt, succeed, badToken };

  /**
   * Counts an attempt before its outcome is known.
   * @param {string} account
   * @param {string} address
   * @param {string} known the id of a device or session of this account, else ''
   * @throws {LarderError} `tooMany`
   */
  function attempt(account, address, known) {
    if (known) {
      byKnown.take(`${account} ${known}`);
      return;
    }
    const network = networkOf(address);
    byAccount.check(account);
    byAddress.check(network);
    byAccount.count(account);
    byAddress.count(network);
  }

  /**
   * To be called when an attempt has succeeded, with what it was counted by.
   * @param {string} account
   * @param {string} address
   * @param {string} known
   */
  function succeed(account, address, known) {
    if (known) return byKnown.forget(`${account} ${known}`);
    byAccount.forget(account);
    // Only this attempt: signing in to one's own account must not reset the count of attempts on others.
    byAddress.forgive(networkOf(address));
  }

  /**
   * Counts an invalid token.
   * @param {string} address
   * @throws {LarderError} `tooMany`
   */
  function badToken(address) {
    tokensByAddress.take(networkOf(address));
  }
}
