import { createHash } from 'node:crypto';

/**
 * @param {string | Buffer} data
 * @returns {string} 16 characters that can stand in a file name or an address (96 bits of SHA-256)
 */
export const digest = (data) => createHash('sha256').update(data).digest('base64url').slice(0, 16);
