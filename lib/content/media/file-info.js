import { LarderError } from '../../base/errors.js';
import { LARGEST_SIDE, MOST_PIXELS } from './types.js';

/**
 * @typedef {object} FileInfo  A file's type and size, detected from its content.
 * @property {string} type  a media type
 * @property {string} extension
 * @property {number | null} width  in pixels, as it is shown
 * @property {number | null} height
 * @property {Buffer} bytes  of the file, without metadata about its author and data after its end
 */

/**
 * @param {string} kind such as “JPEG”
 * @returns {LarderError}
 */
export const damaged = (kind) =>
  new LarderError('invalid', `The ${kind} is cut short or damaged`, { field: 'file' });

/** Limit of parts of one file: pictures have some thousands, and each takes time, however short it is. */
const MOST_PARTS = 100_000;

/**
 * @param {string} kind
 * @param {number} parts met so far
 * @throws {LarderError} `invalid` when there are too many
 */
export function checkParts(kind, parts) {
  if (parts > MOST_PARTS) throw damaged(kind);
}

/**
 * @param {string} kind
 * @param {number} width
 * @param {number} height
 * @throws {LarderError} `invalid` when the size is impossible, or too large for browsers to decode
 */
export function checkDimensions(kind, width, height) {
  if (width < 1 || height < 1) throw damaged(kind);
  if (width <= LARGEST_SIDE && height <= LARGEST_SIDE && width * height <= MOST_PIXELS) return;
  throw new LarderError(
    'invalid',
    `The ${kind} has ${width} × ${height} pixels. The limits are ${LARGEST_SIDE} a side and ${MOST_PIXELS / 1e6} million in total`,
    { field: 'file' },
  );
}
