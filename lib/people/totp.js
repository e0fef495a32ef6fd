import { createHmac } from 'node:crypto';

/** Time-based one-time passwords (RFC 6238), as all authenticator apps support them: SHA-1, 6 digits, 30 s. */
const PERIOD = 30_000;
const DIGITS = 6;
/** Steps by which a phone's clock may be off, either way (RFC 6238 section 5.2). */
const DRIFT = 1;

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/**
 * @param {Buffer} secret
 * @param {number} step the count of periods since 1970
 * @param {{ digits?: number, algorithm?: string }} [options]
 * @returns {string} the code (RFC 4226 section 5.3)
 */
export function codeAt(secret, step, { digits = DIGITS, algorithm = 'sha1' } = {}) {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const mac = createHmac(algorithm, secret).update(counter).digest();
  const offset = mac[mac.length - 1] & 0xf;
  const number = mac.readUInt32BE(offset) & 0x7fffffff;
  return String(number % 10 ** digits).padStart(digits, '0');
}

/** @param {number} now in milliseconds since 1970 @returns {number} */
export const stepAt = (now) => Math.floor(now / PERIOD);

/**
 * @param {Buffer} secret
 * @param {string} code as typed
 * @param {number} now in milliseconds since 1970
 * @param {number} lastStep the step of the last code used: codes of this step and earlier ones are refused
 * @returns {number | null} the step of the code; null when it is wrong
 */
export function verifyCode(secret, code, now, lastStep) {
  const typed = code.replace(/\s/g, '');
  const present = stepAt(now);
  // A last step in the future is from before the clock was set back: it would lock the user out until then.
  const last = lastStep > present + DRIFT ? 0 : lastStep;
  for (let step = present - DRIFT; step <= present + DRIFT; step++)
    if (step > last && codeAt(secret, step) === typed) return step;
  return null;
}

/**
 * @param {string} secret in base 32
 * @param {{ blog: string, user: string }} names
 * @returns {string} what an authenticator app reads from a QR code
 */
export function otpauthUri(secret, { blog, user }) {
  const issuer = encodeURIComponent(blog);
  return `otpauth://totp/${issuer}:${encodeURIComponent(user)}?secret=${secret}&issuer=${issuer}`;
}

/** @param {Buffer} bytes @returns {string} base 32 (RFC 4648 section 6) without padding */
export function toBase32(bytes) {
  const bits = Array.from(bytes, (byte) => byte.toString(2).padStart(8, '0')).join('');
  const groups = bits.match(/.{1,5}/g) ?? [];
  return groups.map((group) => ALPHABET[parseInt(group.padEnd(5, '0'), 2)]).join('');
}

/** @param {string} text base 32 without padding @returns {Buffer} */
export function fromBase32(text) {
  const bits = Array.from(text, (letter) =>
    ALPHABET.indexOf(letter).toString(2).padStart(5, '0'),
  ).join('');
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => parseInt(byte, 2)));
}
