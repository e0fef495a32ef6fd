import { der, INTEGER, OID, SEQUENCE, UTC_TIME } from './der.js';
import { SIGNED_BY, signedBy } from './signing-request.js';
/** @import { KeyObject } from 'node:crypto' */

const [VERSION, EXTENSIONS] = [0xa0, 0xa3];

/**
 * @param {object} content
 * @param {Buffer} content.publicKey  in DER
 * @param {number} content.from
 * @param {number} content.until  both in milliseconds since 1970, before 2050
 * @param {Buffer[]} content.extensions
 * @param {Buffer} content.serial
 * @param {KeyObject} by  the key that signs it
 * @returns {string} a certificate without a subject (RFC 5280 section 4.1), in PEM
 */
export function writeCertificate({ publicKey, from, until, extensions, serial }, by) {
  const content = der(
    SEQUENCE,
    der(VERSION, der(INTEGER, Buffer.of(2))),
    der(INTEGER, serial),
    der(SEQUENCE, der(OID, SIGNED_BY)),
    der(SEQUENCE),
    der(SEQUENCE, timeOf(from), timeOf(until)),
    der(SEQUENCE),
    publicKey,
    der(EXTENSIONS, der(SEQUENCE, ...extensions)),
  );
  const lines = signedBy(by, content)
    .toString('base64')
    .replace(/.{1,64}/g, '$&\n');
  return `-----BEGIN CERTIFICATE-----\n${lines}-----END CERTIFICATE-----\n`;
}

/** @param {number} at */
const timeOf = (at) =>
  der(UTC_TIME, Buffer.from(`${new Date(at).toISOString().slice(2, 19).replace(/[-:T]/g, '')}Z`));
