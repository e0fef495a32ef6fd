import { createHash } from 'node:crypto';
import { normalise } from '../../../base/unicode.js';

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[1-8][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/i;

/** @param {unknown} id @returns {id is string} */
export const isUuid = (id) => typeof id === 'string' && UUID.test(id);

/**
 * The same file has the same id in every run, so that importing it again finds its post.
 * @param {string} path of a file, relative to the imported folder, with forward slashes
 * @returns {string} a UUID of version 8 (RFC 9562, section 5.8), made from a SHA-256
 */
export function uuidOfPath(path) {
  const bytes = createHash('sha256')
    .update(`larder import\n${normalise(path)}`)
    .digest();
  bytes[6] = (bytes[6] & 0x0f) | 0x80;
  bytes[8] = (bytes[8] & 0x3f) | 0x80;
  const hex = bytes.toString('hex', 0, 16);
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}
