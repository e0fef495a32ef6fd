/** Tags of DER (X.690). */
export const [BOOLEAN, INTEGER, BITS, OCTETS, OID, UTC_TIME, SEQUENCE, SET] = [
  ...[0x01, 0x02, 0x03, 0x04, 0x06, 0x17, 0x30, 0x31],
];

/** @param {number} tag @param {Buffer[]} parts @returns {Buffer} a value in DER */
export function der(tag, ...parts) {
  const body = Buffer.concat(parts);
  return Buffer.concat([Buffer.of(tag), lengthOf(body.length), body]);
}

/** @param {number} length */
function lengthOf(length) {
  if (length < 0x80) return Buffer.of(length);
  const bytes = Buffer.from(length.toString(16).replace(/^(..)*.$/, '0$&'), 'hex');
  return Buffer.concat([Buffer.of(0x80 | bytes.length), bytes]);
}
