import { X509Certificate } from 'node:crypto';
import { readFileSync, statSync } from 'node:fs';
import { createSecureContext } from 'node:tls';
import { LarderError, messageOf } from '../../base/errors.js';
/** @import { Server } from 'node:tls' */
/** @import { Clock } from '../../base/clock.js' */
/** @import { Log } from '../../base/log.js' */

/** Milliseconds between two looks at the files. Watching them would miss a link that is pointed elsewhere. */
const LOOK_EVERY = 10_000;

/** Milliseconds for a client to begin with TLS. */
const HANDSHAKE = 10_000;

/** @typedef {{ tlsCert: string, tlsKey: string }} TlsConfig  names of files in PEM */

/**
 * @param {TlsConfig} config
 * @returns {{ cert: Buffer, key: Buffer, handshakeTimeout: number }} options of a server
 * @throws {LarderError} `invalid` when a file cannot be read or used, or they do not belong together
 */
export function readCertificate({ tlsCert, tlsKey }) {
  try {
    const pair = { cert: readFileSync(tlsCert), key: readFileSync(tlsKey) };
    createSecureContext(pair);
    return { ...pair, handshakeTimeout: HANDSHAKE };
  } catch (cause) {
    const message = `TLS_CERT and TLS_KEY cannot be used: ${messageOf(cause)}`;
    throw new LarderError('invalid', message, { cause });
  }
}

/**
 * @param {TlsConfig} config
 * @returns {{ until: number | null, problem: string }} when the certificate in its file ends
 */
export function stateOf(config) {
  try {
    const { validTo } = new X509Certificate(readCertificate(config).cert);
    return { until: Date.parse(validTo), problem: '' };
  } catch (error) {
    return { until: null, problem: messageOf(error) };
  }
}

/**
 * Has new connections use the certificate anew when its files change. A broken one is logged, and the old one stays.
 * @param {Pick<Server, 'setSecureContext'>} server
 * @param {TlsConfig} config
 * @param {{ clock: Clock, log: Log }} deps
 * @returns {() => void} stops it
 */
export function followCertificate(server, config, { clock, log }) {
  let seen = stampOf(config);
  let cancel = clock.after(LOOK_EVERY, look);
  return () => cancel();

  function look() {
    cancel = clock.after(LOOK_EVERY, look);
    try {
      const stamp = stampOf(config);
      if (stamp === seen) return;
      seen = stamp;
      server.setSecureContext(readCertificate(config));
      log.info('The TLS certificate was renewed');
    } catch (error) {
      log.warn({ err: error }, 'The new TLS certificate cannot be used: the old one stays');
    }
  }
}

/** @param {TlsConfig} config @returns {string} another one when a file was replaced or written */
const stampOf = ({ tlsCert, tlsKey }) =>
  [tlsCert, tlsKey]
    .map((file) => statSync(file, { throwIfNoEntry: false }))
    .map((found) => (found ? `${found.ino} ${found.size} ${found.mtimeMs}` : 'none'))
    .join(', ');
