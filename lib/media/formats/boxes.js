import { checkParts, damaged } from '../found.js';

/**
 * @typedef {object} Box  Of ISO base media, on which AVIF and MP4 are built (ISO/IEC 14496-12, section 4.2).
 * @property {string} type  four characters
 * @property {number} start  of the whole box
 * @property {number} body  where what is in it begins
 * @property {number} end
 */

/**
 * @param {string} kind of the file, for the error
 * @param {Buffer} bytes
 * @param {number} [start]
 * @param {number} [end]
 * @param {Set<string>} [known] the types that there may be: at any other, the file is over
 * @returns {Generator<Box>} one after the other
 * @throws {import('../../errors.js').LarderError} `invalid` when one reaches beyond the end
 */
export function* boxes(kind, bytes, start = 0, end = bytes.length, known) {
  for (let at = start, parts = 1; at < end; parts++) {
    checkParts(kind, parts);
    const type = at + 8 <= end ? bytes.toString('latin1', at + 4, at + 8) : '';
    if (known && !known.has(type)) return;
    if (type === '') throw damaged(kind);
    const box = { type, start: at, ...extentOf(kind, bytes, at, end) };
    if (box.body > box.end || box.end > end) throw damaged(kind);
    yield box;
    at = box.end;
  }
}

/** @param {string} kind @param {Buffer} bytes @param {number} at @param {number} end */
function extentOf(kind, bytes, at, end) {
  const size = bytes.readUInt32BE(at);
  if (size === 0) return { body: at + 8, end };
  if (size !== 1) return { body: at + 8, end: at + size };
  if (at + 16 > end) throw damaged(kind);
  return { body: at + 16, end: at + Number(bytes.readBigUInt64BE(at + 8)) };
}

/** What may stand at the top of a file. */
export const topBoxes = new Set(
  'ftyp meta mdat moov moof mfra sidx ssix styp pdin prft free skip wide udta uuid'.split(' '),
);

/**
 * @param {Buffer} bytes
 * @returns {string[]} the brands of its first box; none when it is not one of these files
 */
export function brandsOf(bytes) {
  if (bytes.length < 16 || bytes.toString('latin1', 4, 8) !== 'ftyp') return [];
  const end = Math.min(bytes.readUInt32BE(0), bytes.length, 512);
  const names = bytes.toString('latin1', 8, end).match(/[^]{4}/g) ?? [];
  // The second is a version.
  return names.filter((_, place) => place !== 1);
}
