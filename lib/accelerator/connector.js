import { buildConnector } from 'undici';

/**
 * How undici connects. While its first connection is open already, undici 6 still compiles its parser, and if the other side ends
 * meanwhile, it does not notice: the request would never be answered. The end of a paused socket waits until undici reads from it.
 * @param {number} timeout in milliseconds
 * @param {string} [servername] that the certificate is asked for; default: as undici does
 * @returns {buildConnector.connector}
 */
export function createConnector(timeout, servername) {
  const connect = buildConnector({ timeout });
  return (options, callback) =>
    connect(servername ? { ...options, servername } : options, (...outcome) => {
      outcome[1]?.pause();
      callback(...outcome);
    });
}
