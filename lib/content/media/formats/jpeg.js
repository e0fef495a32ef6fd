import { ByteBuilder } from '../byte-builder.js';
import { checkDimensions, checkParts, damaged } from '../file-info.js';
import { orientationOf, orientationSegment, turned } from './exif.js';
/** @import { LarderError } from '../../../base/errors.js' */
/** @import { FileInfo } from '../file-info.js' */

const SOS = 0xda;
const EOI = 0xd9;
const APP0 = 0xe0;
const APP1 = 0xe1;
const APP2 = 0xe2;
const APP14 = 0xee;
const APP15 = 0xef;
const COMMENT = 0xfe;

/**
 * Keeps what makes the picture, its colour profile, and which side is up (ITU T.81, annex B).
 * @param {Buffer} bytes
 * @returns {FileInfo | null} null: it is no JPEG
 * @throws {LarderError} `invalid`
 */
export function readJpeg(bytes) {
  if (bytes.length < 4 || bytes.readUIntBE(0, 3) !== 0xffd8ff) return null;
  const picture = new ByteBuilder(bytes);
  picture.keep(0, 2);
  let [width, height, orientation] = [0, 0, 0];
  let hasScan = false;
  for (let at = 2, parts = 1; ; parts++) {
    checkParts('JPEG', parts);
    const marker = markerAt(bytes, at);
    if (marker === EOI) {
      if (!hasScan) throw damaged('JPEG');
      picture.keep(at, at + 2);
      break;
    }
    const end = endOf(bytes, at);
    const part = bytes.subarray(at + 4, end);
    if (marker === APP1 && orientation === 0) {
      orientation = orientationOf(part);
      if (orientation > 0) picture.put(orientationSegment(orientation));
    } else if (marker === APP0 && startsWith(part, 'JFIF\0') && part.length >= 14) {
      picture.put(withoutThumbnail(part));
    } else if (isOfPicture(marker, part)) picture.keep(at, end);
    if (isFrame(marker)) {
      if (part.length < 6) throw damaged('JPEG');
      [height, width] = [part.readUInt16BE(1), part.readUInt16BE(3)];
      checkDimensions('JPEG', width, height);
    }
    at = end;
    if (marker !== SOS) continue;
    if (width === 0) throw damaged('JPEG');
    hasScan = true;
    at = endOfScan(bytes, end);
    picture.keep(end, at);
  }
  const size = turned({ width, height }, orientation);
  return { type: 'image/jpeg', extension: 'jpg', ...size, bytes: picture.done() };
}

/** @param {Buffer} bytes @param {number} at */
function markerAt(bytes, at) {
  if (at + 2 > bytes.length || bytes[at] !== 0xff) throw damaged('JPEG');
  return bytes[at + 1];
}

/** @param {Buffer} bytes @param {number} at where a segment begins @returns {number} where it ends */
function endOf(bytes, at) {
  if (at + 4 > bytes.length || bytes[at + 1] < 0xc0) throw damaged('JPEG');
  const end = at + 2 + bytes.readUInt16BE(at + 2);
  if (end < at + 4 || end > bytes.length) throw damaged('JPEG');
  return end;
}

/**
 * @param {Buffer} bytes
 * @param {number} start
 * @returns {number} where the next marker stands that is no part of the scan
 */
function endOfScan(bytes, start) {
  for (let at = start; at + 1 < bytes.length; at++) {
    if (bytes[at] !== 0xff) continue;
    const next = bytes[at + 1];
    const isOfScan = next === 0 || next === 0xff || (next >= 0xd0 && next <= 0xd7);
    if (!isOfScan) return at;
  }
  throw damaged('JPEG');
}

/** @param {number} marker */
const isFrame = (marker) =>
  marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);

/** @param {number} marker @param {Buffer} part */
function isOfPicture(marker, part) {
  if (marker === APP2) return startsWith(part, 'ICC_PROFILE\0');
  if (marker === APP14) return startsWith(part, 'Adobe');
  return marker !== COMMENT && (marker < APP0 || marker > APP15);
}

/** @param {Buffer} part of JFIF @returns {Buffer} a segment */
function withoutThumbnail(part) {
  const head = Buffer.from([0xff, APP0, 0, 16]);
  return Buffer.concat([head, part.subarray(0, 12), Buffer.alloc(2)]);
}

/** @param {Buffer} part @param {string} text */
const startsWith = (part, text) => part.toString('latin1', 0, text.length) === text;
