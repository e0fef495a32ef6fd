import { ByteBuilder } from '../byte-builder.js';
import { checkDimensions, checkParts, damaged } from '../file-info.js';
/** @import { LarderError } from '../../errors.js' */
/** @import { FileInfo } from '../file-info.js' */

/**
 * The chunks that make the picture (PNG, third edition, section 11). Text, time, EXIF and private ones are left out.
 * One that is critical and unknown makes a picture that no browser shows.
 */
const kept = new Set(
  'IHDR PLTE IDAT IEND tRNS cHRM gAMA iCCP sBIT sRGB cICP mDCV cLLI bKGD hIST pHYs sPLT acTL fcTL fdAT'.split(
    ' ',
  ),
);

/** Length, name and checksum. */
const AROUND = 12;

/**
 * @param {Buffer} bytes
 * @returns {FileInfo | null} null: it is no PNG
 * @throws {LarderError} `invalid`
 */
export function readPng(bytes) {
  if (bytes.toString('latin1', 0, 8) !== '\x89PNG\r\n\x1a\n') return null;
  const isHeaded = bytes.length >= 33 && bytes.toString('latin1', 8, 16) === '\0\0\0\rIHDR';
  if (!isHeaded) throw damaged('PNG');
  const [width, height] = [bytes.readUInt32BE(16), bytes.readUInt32BE(20)];
  checkDimensions('PNG', width, height);
  const picture = new ByteBuilder(bytes);
  picture.keep(0, 8);
  let hasPixels = false;
  for (let at = 8, parts = 1; at + AROUND <= bytes.length; parts++) {
    checkParts('PNG', parts);
    const name = bytes.toString('latin1', at + 4, at + 8);
    const end = at + AROUND + bytes.readUInt32BE(at);
    const isCritical = /^[A-Z]/.test(name);
    if (end > bytes.length || (isCritical && !kept.has(name))) break;
    if (kept.has(name)) picture.keep(at, end);
    hasPixels ||= name === 'IDAT';
    if (name === 'IEND' && hasPixels)
      return { type: 'image/png', extension: 'png', width, height, bytes: picture.done() };
    at = end;
  }
  throw damaged('PNG');
}
