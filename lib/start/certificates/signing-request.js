import { createPublicKey, sign } from 'node:crypto';
import { BITS, der, INTEGER, OCTETS, OID, SEQUENCE, SET } from './der.js';
/** @import { KeyObject } from 'node:crypto' */

const [ATTRIBUTES, DNS_NAME] = [0xa0, 0x82];

/** Encoded: 1.2.840.113549.1.9.14, 2.5.29.17, and 1.2.840.10045.4.3.2 (ECDSA with SHA-256). */
const EXTENSION_REQUEST = Buffer.from('2a864886f70d01090e', 'hex');
const SUBJECT_ALT_NAME = Buffer.from('551d11', 'hex');
export const SIGNED_BY = Buffer.from('2a8648ce3d040302', 'hex');

/**
 * A request for a certificate (RFC 2986, PKCS #10), without a subject: names are in subjectAltName alone.
 * @param {KeyObject} key  private, of the curve P-256
 * @param {string[]} names of hosts, in ASCII
 * @returns {Buffer} in DER
 */
export function signingRequest(key, names) {
  const extensions = der(SET, der(SEQUENCE, altNamesOf(names)));
  const info = der(
    SEQUENCE,
    der(INTEGER, Buffer.of(0)),
    der(SEQUENCE),
    createPublicKey(key).export({ type: 'spki', format: 'der' }),
    der(ATTRIBUTES, der(SEQUENCE, der(OID, EXTENSION_REQUEST), extensions)),
  );
  return signedBy(key, info);
}

/** @param {string[]} names @returns {Buffer} the extension that has them (RFC 5280 section 4.2.1.6) */
export function altNamesOf(names) {
  const list = der(SEQUENCE, ...names.map((name) => der(DNS_NAME, Buffer.from(name))));
  return der(SEQUENCE, der(OID, SUBJECT_ALT_NAME), der(OCTETS, list));
}

/** @param {KeyObject} key  private @param {Buffer} content @returns {Buffer} with its signature */
export function signedBy(key, content) {
  const signature = Buffer.concat([Buffer.of(0), sign('sha256', content, key)]);
  return der(SEQUENCE, content, der(SEQUENCE, der(OID, SIGNED_BY)), der(BITS, signature));
}
