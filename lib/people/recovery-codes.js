import { hashOf } from './secrets.js';
import { fromBase32, toBase32, verifyCode } from './totp.js';
/** @import { SecondFactor, User } from '../store/types.js' */
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

/** @param {User} user @returns {string[]} hashes of the unused ones; they were the second factor's alone before */
export const recoveryCodesOf = ({ recoveryCodes, secondFactor }) =>
  recoveryCodes ?? secondFactor?.recoveryCodes ?? [];

/**
 * @param {User} user
 * @param {string[]} codes  as they are shown
 * @returns {Partial<User>} what changes
 */
export const withRecoveryCodes = (user, codes) => withHashes(user, codes.map(hashed));

/** @param {User} user @returns {Partial<User>} what changes; a passkey needs the codes too */
export const withoutSecondFactor = (user) => ({
  secondFactor: undefined,
  recoveryCodes: user.passkeys?.length ? recoveryCodesOf(user) : undefined,
});

/**
 * @param {string} secret
 * @param {string} code the first code of the app, which shows that it has the secret
 * @param {number} now in milliseconds since 1970
 * @returns {SecondFactor | null} null when the code is wrong
 */
export function begin(secret, code, now) {
  const lastStep = verifyCode(fromBase32(secret), code, now, 0);
  return lastStep === null ? null : { secret, lastStep };
}

/**
 * @param {User} user
 * @param {string} code  of the app, or a recovery code
 * @param {number} now in milliseconds since 1970
 * @returns {Partial<User> | null} what changes: that code is used up; null when it is wrong
 */
export function use(user, code, now) {
  const factor = user.secondFactor;
  const step = factor && verifyCode(fromBase32(factor.secret), code, now, factor.lastStep);
  return step ? { secondFactor: { ...factor, lastStep: step } } : useRecoveryCode(user, code);
}

/** @param {User} user @param {string} code @returns {Partial<User> | null} as those of `use` */
export function useRecoveryCode(user, code) {
  const codes = recoveryCodesOf(user);
  const left = codes.filter((each) => each !== hashed(code));
  return left.length < codes.length ? withHashes(user, left) : null;
}

/** @param {User} user @param {string[]} recoveryCodes @returns {Partial<User>} */
function withHashes({ secondFactor }, recoveryCodes) {
  if (!secondFactor?.recoveryCodes) return { recoveryCodes };
  const { recoveryCodes: _, ...factor } = secondFactor;
  return { recoveryCodes, secondFactor: factor };
}

/** @param {string} code as typed */
const hashed = (code) => hashOf(code.toLowerCase().replace(/[^a-z2-7]/g, ''));
