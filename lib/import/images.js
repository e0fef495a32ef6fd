/**
 * @typedef {object} ImageFacts
 * @property {string} type a media type
 * @property {string} extension
 * @property {number | null} width in pixels
 * @property {number | null} height
 */

/** @type {((bytes: Buffer) => ImageFacts | null)[]} */
const READERS = [readPng, readGif, readJpeg, readWebp, readAvif];

/**
 * Tells by its bytes, whatever its name, whether a file is an image that every browser shows.
 * @param {Buffer} bytes
 * @returns {ImageFacts | null} null when it is not a PNG, JPEG, GIF, WebP or AVIF
 */
export function imageFacts(bytes) {
  for (const read of READERS) {
    const facts = read(bytes);
    if (facts) return facts;
  }
  return null;
}

/** @param {Buffer} bytes */
function readPng(bytes) {
  if (bytes.length < 24 || bytes.toString('latin1', 0, 8) !== '\x89PNG\r\n\x1a\n') return null;
  return facts('png', bytes.readUInt32BE(16), bytes.readUInt32BE(20));
}

/** @param {Buffer} bytes */
function readGif(bytes) {
  if (bytes.length < 10 || !/^GIF8[79]a$/.test(bytes.toString('latin1', 0, 6))) return null;
  return facts('gif', bytes.readUInt16LE(6), bytes.readUInt16LE(8));
}

/** Its size stands in the first frame header (ITU T.81, B.2.2). @param {Buffer} bytes */
function readJpeg(bytes) {
  if (bytes.length < 4 || bytes.readUInt16BE(0) !== 0xffd8 || bytes[2] !== 0xff) return null;
  for (let at = 2; at + 9 <= bytes.length && bytes[at] === 0xff;) {
    const marker = bytes[at + 1];
    const isFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
    if (isFrame)
      return facts('jpg', bytes.readUInt16BE(at + 7), bytes.readUInt16BE(at + 5), 'jpeg');
    const isAlone = marker === 0xff || marker === 0x01 || (marker >= 0xd0 && marker <= 0xd7);
    at += marker === 0xff ? 1 : isAlone ? 2 : 2 + bytes.readUInt16BE(at + 2);
  }
  return facts('jpg', null, null, 'jpeg');
}

/** Three kinds of first chunk, each with its size in another form (RFC 9649). @param {Buffer} bytes */
function readWebp(bytes) {
  if (bytes.length < 30 || bytes.toString('latin1', 0, 4) !== 'RIFF') return null;
  if (bytes.toString('latin1', 8, 12) !== 'WEBP') return null;
  const kind = bytes.toString('latin1', 12, 16);
  if (kind === 'VP8X')
    return facts('webp', bytes.readUIntLE(24, 3) + 1, bytes.readUIntLE(27, 3) + 1);
  if (kind === 'VP8 ')
    return facts('webp', bytes.readUInt16LE(26) & 0x3fff, bytes.readUInt16LE(28) & 0x3fff);
  if (kind !== 'VP8L') return facts('webp', null, null);
  const bits = bytes.readUInt32LE(21);
  return facts('webp', (bits & 0x3fff) + 1, ((bits >>> 14) & 0x3fff) + 1);
}

/** Its size stands in the first `ispe` box (ISO/IEC 23008-12, 6.5.3). @param {Buffer} bytes */
function readAvif(bytes) {
  if (bytes.length < 16 || bytes.toString('latin1', 4, 8) !== 'ftyp') return null;
  const brands = bytes.toString('latin1', 8, Math.min(bytes.readUInt32BE(0), 64));
  if (!/avi[fs]/.test(brands)) return null;
  const at = bytes.subarray(0, 4096).indexOf('ispe', 0, 'latin1');
  if (at < 0 || at + 16 > bytes.length) return facts('avif', null, null);
  return facts('avif', bytes.readUInt32BE(at + 8), bytes.readUInt32BE(at + 12));
}

/**
 * @param {string} extension
 * @param {number | null} width
 * @param {number | null} height
 * @param {string} [subtype]
 * @returns {ImageFacts}
 */
const facts = (extension, width, height, subtype = extension) => ({
  type: `image/${subtype}`,
  extension,
  width: width || null,
  height: height || null,
});
