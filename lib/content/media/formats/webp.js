import { ByteBuilder } from '../byte-builder.js';
import { checkDimensions, checkParts, damaged } from '../file-info.js';
/** @import { LarderError } from '../../../base/errors.js' */
/** @import { FileInfo } from '../file-info.js' */

/** The chunks that make the picture (RFC 9649); EXIF, XMP and unknown ones are left out. */
const stored = new Set(['VP8X', 'VP8 ', 'VP8L', 'ALPH', 'ANIM', 'ANMF', 'ICCP']);
/** Flags of VP8X that tell of EXIF and XMP. */
const METADATA = 0x0c;

/**
 * @param {Buffer} bytes
 * @returns {FileInfo | null} null: it is no WebP
 * @throws {LarderError} `invalid`
 */
export function readWebp(bytes) {
  if (bytes.toString('latin1', 0, 4) !== 'RIFF') return null;
  if (bytes.toString('latin1', 8, 12) !== 'WEBP') return null;
  const fileEnd = 8 + bytes.readUInt32LE(4);
  if (fileEnd > bytes.length) throw damaged('WebP');
  const picture = new ByteBuilder(bytes);
  picture.keep(0, 12);
  /** @type {{ width: number, height: number } | null} */
  let size = null;
  let [hasPixels, flags] = [false, -1];
  for (let at = 12, parts = 1; at < fileEnd; parts++) {
    checkParts('WebP', parts);
    if (at + 8 > fileEnd) throw damaged('WebP');
    const name = bytes.toString('latin1', at, at + 4);
    const end = at + 8 + bytes.readUInt32LE(at + 4);
    // Each begins at an even place.
    const next = end + (end % 2);
    if (next > fileEnd) throw damaged('WebP');
    const found = sizeIn(name, bytes.subarray(at + 8, end));
    if (found) checkDimensions('WebP', found.width, found.height);
    size ??= found;
    hasPixels ||= name === 'VP8 ' || name === 'VP8L' || name === 'ANMF';
    if (stored.has(name)) {
      const place = picture.keep(at, next);
      if (name === 'VP8X') flags = place + 8;
    }
    at = next;
  }
  if (!size || !hasPixels) throw damaged('WebP');
  const clean = picture.done();
  clean.writeUInt32LE(clean.length - 8, 4);
  if (flags >= 0) clean[flags] &= ~METADATA;
  return { type: 'image/webp', extension: 'webp', ...size, bytes: clean };
}

/**
 * @param {string} name
 * @param {Buffer} part
 * @returns {{ width: number, height: number } | null} null: this kind of chunk does not say
 */
function sizeIn(name, part) {
  if (name === 'VP8X') {
    if (part.length < 10) throw damaged('WebP');
    return { width: part.readUIntLE(4, 3) + 1, height: part.readUIntLE(7, 3) + 1 };
  }
  if (name === 'ANMF') {
    if (part.length < 24) throw damaged('WebP');
    return { width: part.readUIntLE(6, 3) + 1, height: part.readUIntLE(9, 3) + 1 };
  }
  if (name === 'VP8 ') {
    if (part.length < 10 || part.readUIntBE(3, 3) !== 0x9d012a) throw damaged('WebP');
    return { width: part.readUInt16LE(6) & 0x3fff, height: part.readUInt16LE(8) & 0x3fff };
  }
  if (name !== 'VP8L') return null;
  if (part.length < 5 || part[0] !== 0x2f) throw damaged('WebP');
  const bits = part.readUInt32LE(1);
  return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 };
}
