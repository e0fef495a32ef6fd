import { hashOf } from './secrets.js';
import { fromBase32, toBase32, verifyCode } from './totp.js';
/** @import { SecondFactor } from '../store/types.js' */
/** @import { RandomBytes } from './secrets.js' */

const RECOVERY_CODES = 10;

/** @param {RandomBytes} random @returns {string} in base 32, 160 bits (RFC 4226 section 4) */
export const newSecret = (random) => toBase32(random(20));

/** @param {RandomBytes} random @returns {string[]} codes of 80 bits, each valid once */
export const newRecoveryCodes = (random) =>
  Array.from(
    { length: RECOVERY_CODES },
    () => toBase32(random(10)).toLowerCase().match(/.{4}/g)?.join('-') ?? '',
  );

/**
 * @param {string} secret
 * @param {string} code the first code of the app, which shows that it has the secret
 * @param {string[]} recoveryCodes
 * @param {number} now in milliseconds since 1970
 * @returns {SecondFactor | null} null when the code is wrong
 */
export function begin(secret, code, recoveryCodes, now) {
  const lastStep = verifyCode(fromBase32(secret), code, now, 0);
  return lastStep === null ? null : { secret, lastStep, recoveryCodes: recoveryCodes.map(hashed) };
}

/**
 * @param {SecondFactor} factor
 * @param {string} code of the app, or a recovery code
 * @param {number} now in milliseconds since 1970
 * @returns {SecondFactor | null} with that code used up; null when the code is wrong
 */
export function use(factor, code, now) {
  const step = verifyCode(fromBase32(factor.secret), code, now, factor.lastStep);
  if (step !== null) return { ...factor, lastStep: step };
  const recoveryCodes = factor.recoveryCodes.filter((each) => each !== hashed(code));
  return recoveryCodes.length < factor.recoveryCodes.length ? { ...factor, recoveryCodes } : null;
}

/** @param {string} code as typed */
const hashed = (code) => hashOf(code.toLowerCase().replace(/[^a-z2-7]/g, ''));
