import { createHash, randomBytes as systemRandom } from 'node:crypto';

/** @typedef {(size: number) => Buffer} RandomBytes */

/** @type {RandomBytes} */
export const randomBytes = systemRandom;

/** @param {RandomBytes} random @returns {string} 43 characters, 256 bits */
export const newToken = (random) => random(32).toString('base64url');

/**
 * What the store keeps of a token. No salt and no slow hash: there is nothing to guess in 256 random bits.
 * @param {string} token
 * @returns {string} 64 characters
 */
export const hashOf = (token) => createHash('sha256').update(token).digest('hex');
