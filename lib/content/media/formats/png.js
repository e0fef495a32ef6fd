import { ByteBuilder } from '../byte-builder.js';
import { checkDimensions, checkParts, damaged } from '../file-info.js';
import { orientationIn, orientationTiff, turned } from './exif.js';
/** @import { LarderError } from '../../../base/errors.js' */
/** @import { FileInfo } from '../file-info.js' */

/**
 * The chunks that make the picture (PNG, third edition, section 11). Text, time, private ones and the rest of EXIF are
 * left out. One that is critical and unknown makes a picture that no browser shows.
 */
const stored = new Set(
  'IHDR PLTE IDAT IEND tRNS cHRM gAMA iCCP sBIT sRGB cICP mDCV cLLI bKGD hIST pHYs sPLT acTL fcTL fdAT'.split(
    ' ',
  ),
);

/** Length, name and checksum. */
const AROUND = 12;

/**
 * Keeps what makes the picture, and which side is up. Where EXIF comes after the pixels, browsers do not read it.
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
  let [hasPixels, orientation] = [false, 0];
  for (let at = 8, parts = 1; at + AROUND <= bytes.length; parts++) {
    checkParts('PNG', parts);
    const name = bytes.toString('latin1', at + 4, at + 8);
    const end = at + AROUND + bytes.readUInt32BE(at);
    const isCritical = /^[A-Z]/.test(name);
    if (end > bytes.length || (isCritical && !stored.has(name))) break;
    if (stored.has(name)) picture.keep(at, end);
    hasPixels ||= name === 'IDAT';
    if (name === 'eXIf' && !hasPixels && orientation === 0) {
      orientation = orientationIn(bytes.subarray(at + 8, end - 4));
      if (orientation > 0) picture.put(orientationChunk(orientation));
    }
    if (name === 'IEND' && hasPixels) {
      const size = turned({ width, height }, orientation);
      return { type: 'image/png', extension: 'png', ...size, bytes: picture.done() };
    }
    at = end;
  }
  throw damaged('PNG');
}

/** @param {number} orientation @returns {Buffer} an eXIf chunk that says nothing else */
function orientationChunk(orientation) {
  const named = Buffer.concat([Buffer.from('eXIf'), orientationTiff(orientation)]);
  const [length, checksum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(named.length - 4);
  checksum.writeUInt32BE(crc32(named));
  return Buffer.concat([length, named, checksum]);
}

/** PNG, annex D; that of `node:zlib` is not in Node.js 20.0. @param {Buffer} bytes */
function crc32(bytes) {
  let crc = 0xffffffff;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit++) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0);
  }
  return ~crc >>> 0;
}
