import { LarderError } from '../../base/errors.js';
import { readAvif, readHeic } from './formats/avif.js';
import { readGif } from './formats/gif.js';
import { readJpeg } from './formats/jpeg.js';
import { readPdf, readPlayed, readZip } from './formats/files.js';
import { readPng } from './formats/png.js';
import { readText } from './formats/texts.js';
import { readWebp } from './formats/webp.js';
import { asDownload } from './downloads.js';
import { endingOf } from './names.js';
import { isDownload, isPicture, LARGEST_FILE, UNKNOWN } from './types.js';
/** @import { FileInfo } from './file-info.js' */

/** Text comes last: it has no magic bytes. @type {((bytes: Buffer) => FileInfo | null)[]} */
const readers = [
  ...[readPng, readJpeg, readGif, readWebp, readAvif],
  ...[readHeic, readPdf, readPlayed, readZip, readText],
];

/** Names of pictures that browsers show. */
const PICTURE = /\.(png|apng|jpe?g|jfif|gif|webp|avif|svg)$/i;

/** Endings of sound and film: several belong to one type. */
const PLAYED = /^(?:mp[234]|m4[abv]|og[agmv]|opus|spx|web[am])$/;

/**
 * Detects what a file is, and removes metadata about its author (place, camera, comments) and data after its end from
 * pictures. Nothing is decoded or decompressed, so a small file cannot become a large one.
 *
 * What browsers show (pictures, sound and film) is detected from its bytes, never from its name. All else is kept as it
 * is, under its own ending, and offered for saving alone: no type is refused. What would run in a browser or on a
 * server has the ending of its bytes instead, `txt` or `bin`.
 * @param {Buffer} bytes
 * @param {string} [name] as uploaded: without it a file that is not recognised has the ending `bin`
 * @returns {FileInfo}
 * @throws {LarderError} with a sentence for its author: `tooLarge` above 20 MB; `invalid` when it is empty, or a
 *   picture, PDF or ZIP that is cut short, damaged or has too many pixels; `unsupported` when its name is that of a
 *   picture, and it is none
 */
export function inspect(bytes, name = '') {
  if (bytes.length > LARGEST_FILE) throw tooLarge();
  if (bytes.length === 0) throw new LarderError('invalid', 'The file is empty', { field: 'file' });
  const found = read(bytes);
  if (isPicture(found.type)) return found;
  if (PICTURE.test(name))
    throw new LarderError('unsupported', 'The file is named like an image but is not one', {
      field: 'file',
    });
  if (isDownload(found)) return { ...found, ...asDownload(name, found) };
  const own = endingOf(name);
  return PLAYED.test(own) ? { ...found, extension: own } : found;
}

/** The same in a thread. @type {(bytes: Uint8Array, name: string) => FileInfo} */
export const inspectCopy = (bytes, name) => inspect(bufferOf(bytes), name);

/** @param {Uint8Array} bytes  as they come from another thread @returns {Buffer} of the same memory */
export const bufferOf = ({ buffer, byteOffset, byteLength }) =>
  Buffer.from(buffer, byteOffset, byteLength);

/** @param {Buffer} bytes @returns {FileInfo} */
function read(bytes) {
  for (const reader of readers) {
    const found = reader(bytes);
    if (found) return found;
  }
  return { type: UNKNOWN, extension: 'bin', width: null, height: null, bytes };
}

/** @returns {LarderError} */
export const tooLarge = () =>
  new LarderError(
    'tooLarge',
    `The file is larger than ${LARGEST_FILE / 1024 / 1024} MB, the limit`,
    { field: 'file' },
  );
