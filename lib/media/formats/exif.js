const HEAD = 'Exif\0\0';
/** Of a TIFF file: byte order, mark, place of the first directory; the directory's count; one entry; the next directory. */
const TIFF_LENGTH = 8 + 2 + 12 + 4;
const SEGMENT_LENGTH = 4 + HEAD.length + TIFF_LENGTH;
const ORIENTATION = 0x0112;
const SHORT = 3;

/**
 * @param {Buffer} part of a JPEG's APP1
 * @returns {number} 1 to 8: which side is up; 0 when it does not say
 */
export function orientationOf(part) {
  if (part.length + 4 < SEGMENT_LENGTH || part.toString('latin1', 0, 6) !== HEAD) return 0;
  const tiff = part.subarray(HEAD.length);
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
 * @returns {Buffer} an APP1 segment of a JPEG that says nothing else
 */
export function orientationSegment(orientation) {
  const segment = Buffer.alloc(SEGMENT_LENGTH);
  segment.writeUInt16BE(0xffe1, 0);
  segment.writeUInt16BE(SEGMENT_LENGTH - 2, 2);
  segment.write(`${HEAD}MM\0*`, 4, 'latin1');
  const tiff = segment.subarray(4 + HEAD.length);
  tiff.writeUInt32BE(8, 4);
  tiff.writeUInt16BE(1, 8);
  tiff.writeUInt16BE(ORIENTATION, 10);
  tiff.writeUInt16BE(SHORT, 12);
  tiff.writeUInt32BE(1, 14);
  tiff.writeUInt16BE(orientation, 18);
  return segment;
}
