import { ByteBuilder } from '../byte-builder.js';
import { checkDimensions, damaged } from '../file-info.js';
/** @import { LarderError } from '../../../base/errors.js' */
/** @import { FileInfo } from '../file-info.js' */

const EXTENSION = 0x21;
const IMAGE = 0x2c;
const TRAILER = 0x3b;
const CONTROL = 0xf9;
const APPLICATION = 0xff;

/** What tells how often to play it. */
const loops = new Set(['NETSCAPE2.0', 'ANIMEXTS1.0']);

/**
 * Keeps the frames, their timing and the loop; comments and all other extensions are left out (GIF89a).
 * @param {Buffer} bytes
 * @returns {FileInfo | null} null: it is no GIF
 * @throws {LarderError} `invalid`
 */
export function readGif(bytes) {
  if (!/^GIF8[79]a$/.test(bytes.toString('latin1', 0, 6))) return null;
  if (bytes.length < 13) throw damaged('GIF');
  const [width, height] = [bytes.readUInt16LE(6), bytes.readUInt16LE(8)];
  checkDimensions('GIF', width, height);
  const picture = new ByteBuilder(bytes);
  let at = 13 + tableLength(bytes[10]);
  picture.keep(0, at);
  for (let hasFrame = false; ;) {
    const [kind, label] = [bytes[at], bytes[at + 1]];
    if (kind === TRAILER && hasFrame) break;
    const start = kind === IMAGE ? endOfFrameHead(bytes, at) : at + 2;
    if (kind !== IMAGE && kind !== EXTENSION) throw damaged('GIF');
    const end = endOfBlocks(bytes, start);
    if (kind === IMAGE || label === CONTROL || isLoop(bytes, at)) picture.keep(at, end);
    hasFrame ||= kind === IMAGE;
    at = end;
  }
  picture.keep(at, at + 1);
  return { type: 'image/gif', extension: 'gif', width, height, bytes: picture.done() };
}

/** @param {number} flags @returns {number} bytes of a table of colours */
const tableLength = (flags) => (flags & 0x80 ? 3 * 2 ** ((flags & 7) + 1) : 0);

/** @param {Buffer} bytes @param {number} at @returns {number} where its blocks of data begin */
function endOfFrameHead(bytes, at) {
  if (at + 11 > bytes.length) throw damaged('GIF');
  checkDimensions('GIF', bytes.readUInt16LE(at + 5), bytes.readUInt16LE(at + 7));
  return at + 10 + tableLength(bytes[at + 9]) + 1;
}

/** @param {Buffer} bytes @param {number} start @returns {number} where what follows the blocks begins */
function endOfBlocks(bytes, start) {
  let at = start;
  while (at < bytes.length && bytes[at] !== 0) at += bytes[at] + 1;
  if (at >= bytes.length) throw damaged('GIF');
  return at + 1;
}

/** @param {Buffer} bytes @param {number} at */
const isLoop = (bytes, at) =>
  bytes[at + 1] === APPLICATION &&
  bytes[at + 2] === 11 &&
  loops.has(bytes.toString('latin1', at + 3, at + 14));
