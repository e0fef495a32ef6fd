import { createHash, randomBytes as systemRandom } from 'node:crypto';

/** @typedef {(size: number) => Buffer} RandomBytes */

/** @type {RandomBytes} */
export const randomBytes = systemRandom;

/** @param {RandomBytes} random @returns {string} 43 characters, 256 bits */
export const newToken = (random) => random(32).toString('base64url');

/**
 * The hash under which the store keeps a token. It needs neither salt nor a slow hash: 256 random bits cannot be
 * guessed.
 * @param {string} token
 * @returns {string} 64 characters
 */
export const hashOf = (token) => createHash('sha256').update(token).digest('hex');
