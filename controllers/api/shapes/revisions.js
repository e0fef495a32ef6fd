import { isError, LarderError } from '../../../lib/base/errors.js';
/** @import { IncomingHttpHeaders as Headers } from 'node:http' */

const STRONG_TAG = /(?<!W\/)"([\x21\x23-\x7e\x80-\xff]*)"/g;

/** @param {string} [revision] @returns {string} a strong entity tag (RFC 9110 section 8.8.3) */
export const etagOf = (revision = '0') => `"${revision}"`;

/**
 * @param {Headers} headers
 * @param {string} [revision] the current one
 * @throws {LarderError} `preconditionRequired` without If-Match, `preconditionFailed` with that of another revision
 */
export function requireMatch(headers, revision = '0') {
  const input = headers['if-match'];
  if (input === undefined)
    throw new LarderError('preconditionRequired', 'Send If-Match with the ETag you last read');
  const tags = Array.from(input.matchAll(STRONG_TAG), ([, tag]) => tag);
  if (input.trim() !== '*' && !tags.includes(revision)) throw changedMeanwhile();
}

/**
 * @param {Headers} headers
 * @param {string} [revision]
 * @returns {boolean} whether the client already has this revision
 */
export function isKnown(headers, revision = '0') {
  const input = headers['if-none-match'];
  if (input === undefined) return false;
  return input.trim() === '*' || input.includes(etagOf(revision));
}

/**
 * @template T
 * @param {Promise<T>} write of a record whose revision was just checked
 * @returns {Promise<T>}
 * @throws {LarderError} `preconditionFailed` when it has changed in between
 */
export async function withoutRace(write) {
  try {
    return await write;
  } catch (error) {
    if (!isError(error, 'conflict')) throw error;
    const isAddress = error.details?.kind === 'address';
    if (isAddress || error.field === 'slug') throw error;
    throw changedMeanwhile();
  }
}

const changedMeanwhile = () =>
  new LarderError('preconditionFailed', 'It was changed since you read it: read it again');
