const HEAD = 'Exif\0\0';
/**
 * Of the shortest TIFF: byte order, mark, place of the first directory; the directory's count; one entry; the next
 * directory.
 */
const TIFF_LENGTH = 8 + 2 + 12 + 4;
const ORIENTATION = 0x0112;
const SHORT = 3;

/** From this orientation on, a picture is shown lying on its side. */
const ON_ITS_SIDE = 5;

/**
 * @param {{ width: number, height: number }} size as it is stored
 * @param {number} orientation
 * @returns {{ width: number, height: number }} as it is shown
 */
export const turned = ({ width, height }, orientation) =>
  orientation >= ON_ITS_SIDE ? { width: height, height: width } : { width, height };

/**
 * @param {Buffer} part of a JPEG's APP1
 * @returns {number} 1 to 8: which side is up; 0 when it does not say
 */
export const orientationOf = (part) =>
  part.toString('latin1', 0, HEAD.length) === HEAD ? orientationIn(part.subarray(HEAD.length)) : 0;

/**
 * @param {Buffer} tiff what EXIF is written in
 * @returns {number} 1 to 8: which side is up; 0 when it does not say
 */
export function orientationIn(tiff) {
  if (tiff.length < TIFF_LENGTH) return 0;
  const order = tiff.toString('latin1', 0, 2);
  if (order !== 'II' && order !== 'MM') return 0;
  const short = (/** @type {number} */ at) =>
    order === 'II' ? tiff.readUInt16LE(at) : tiff.readUInt16BE(at);
  const start = order === 'II' ? tiff.readUInt32LE(4) : tiff.readUInt32BE(4);
  if (start + 2 > tiff.length) return 0;
  const count = short(start);
  for (let entry = 0, at = start + 2; entry < count && at + 12 <= tiff.length; entry++, at += 12) {
    if (short(at) !== ORIENTATION || short(at + 2) !== SHORT) continue;
    const value = short(at + 8);
    return value <= 8 ? value : 0;
  }
  return 0;
}

/**
 * @param {number} orientation
 * @returns {Buffer} EXIF that says nothing else
 */
export function orientationTiff(orientation) {
  const tiff = Buffer.alloc(TIFF_LENGTH);
  tiff.write('MM\0*', 'latin1');
  tiff.writeUInt32BE(8, 4);
  tiff.writeUInt16BE(1, 8);
  tiff.writeUInt16BE(ORIENTATION, 10);
  tiff.writeUInt16BE(SHORT, 12);
  tiff.writeUInt32BE(1, 14);
  tiff.writeUInt16BE(orientation, 18);
  return tiff;
}

/**
 * @param {number} orientation
 * @returns {Buffer} an APP1 segment of a JPEG that says nothing else
 */
export function orientationSegment(orientation) {
  const head = Buffer.from('\xff\xe1\0\0', 'latin1');
  head.writeUInt16BE(2 + HEAD.length + TIFF_LENGTH, 2);
  return Buffer.concat([head, Buffer.from(HEAD, 'latin1'), orientationTiff(orientation)]);
}
