/** @import { Clock } from '../base/clock.js' */
/** @import { Log } from '../base/log.js' */

/** Milliseconds for which it is shown after the last such request. */
const SHOWN_FOR = 60 * 60 * 1000;

/** @param {string} address */
const sentence = (address) =>
  `A proxy at ${address} passes requests on, and is not trusted: all its readers count as one. If it is yours, set TRUST_PROXY to its address.`;

/**
 * Warns of a proxy whose X-Forwarded-For is not believed: once in the log, and on the dashboard while there are such
 * requests.
 * @param {{ clock: Clock, log: Log }} deps
 */
export function createProxyNotice({ clock, log }) {
  let address = '';
  let seenAt = -Infinity;
  return {
    /** @param {string} remote  the other end of the connection */
    onUntrusted(remote) {
      if (address === '') log.warn({ address: remote }, sentence(remote));
      address = remote;
      seenAt = clock.now();
    },

    /** @returns {string[]} a sentence, or none */
    list: () => (clock.now() - seenAt < SHOWN_FOR ? [sentence(address)] : []),
  };
}
