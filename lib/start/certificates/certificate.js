import { X509Certificate } from 'node:crypto';
import { readKey } from './jws.js';

/**
 * @typedef {object} Certificate
 * @property {string} pem  the key, and then the chain: as `cert` and `key` of a secure context
 * @property {string[]} names
 * @property {number} from
 * @property {number} until  both in milliseconds since 1970
 * @property {string | undefined} id  as RFC 9773 section 4.1 names it, if it can be named
 */

/** The extension authorityKeyIdentifier, up to its key: OID 2.5.29.35, OCTET STRING, SEQUENCE, [0]. */
const AUTHORITY_KEY = /0603551d23(?:0101ff)?04(..)30(..)80(..)/;

/**
 * @param {string} pem
 * @returns {Certificate}
 * @throws {Error} when it is none, or the key is of another one
 */
export function readCertificate(pem) {
  const x509 = new X509Certificate(firstOf(pem));
  if (!x509.checkPrivateKey(readKey(pem))) throw new Error('The key is of another certificate');
  const names = (x509.subjectAltName ?? '').split(', ');
  return {
    pem,
    names: names.flatMap((name) => (name.startsWith('DNS:') ? [name.slice(4).toLowerCase()] : [])),
    from: Date.parse(x509.validFrom),
    until: Date.parse(x509.validTo),
    id: idOf(x509),
  };
}

/** Node.js 20 reads what is before the chain as an error. @param {string} pem */
const firstOf = (pem) => pem.slice(Math.max(0, pem.indexOf('-----BEGIN CERTIFICATE-----')));

/** @param {X509Certificate} x509 */
function idOf({ raw, serialNumber }) {
  const hex = raw.toString('hex');
  const found = AUTHORITY_KEY.exec(hex);
  if (!found) return undefined;
  const start = found.index + found[0].length;
  const key = Buffer.from(hex.slice(start, start + 2 * parseInt(found[3], 16)), 'hex');
  const even = serialNumber.length % 2 ? `0${serialNumber}` : serialNumber;
  // As in DER, where a first byte from 80 on would be a sign.
  const serial = Buffer.from(parseInt(even.slice(0, 2), 16) > 0x7f ? `00${even}` : even, 'hex');
  return `${key.toString('base64url')}.${serial.toString('base64url')}`;
}
