import { LarderError } from '../errors.js';
import { readAvif } from './formats/avif.js';
import { readGif } from './formats/gif.js';
import { readJpeg } from './formats/jpeg.js';
import { readPdf, readPlayed, readZip } from './formats/files.js';
import { readPng } from './formats/png.js';
import { readText } from './formats/texts.js';
import { readWebp } from './formats/webp.js';
import { ALLOWED, LARGEST_FILE } from './types.js';
/** @import { FileInfo } from './file-info.js' */

/** Text comes last: it has no magic bytes. @type {((bytes: Buffer) => FileInfo | null)[]} */
const readers = [
  ...[readPng, readJpeg, readGif, readWebp, readAvif],
  ...[readPdf, readPlayed, readZip, readText],
];

/** Names of pictures that browsers show. */
const PICTURE = /\.(png|apng|jpe?g|jfif|gif|webp|avif|svg)$/i;

/**
 * Detects what a file is from its bytes, never from its name, and removes metadata about its author (place, camera,
 * comments) and data after its end. Nothing is decoded or decompressed, so a small file cannot become
 * a large one.
 * @param {Buffer} bytes
 * @param {string} [name] as uploaded: a file with the name of a picture must be one
 * @returns {FileInfo}
 * @throws {LarderError} `tooLarge`, `unsupported`, or `invalid`: with a sentence for its author
 */
export function inspect(bytes, name = '') {
  if (bytes.length > LARGEST_FILE) throw tooLarge();
  if (bytes.length === 0) throw new LarderError('invalid', 'The file is empty', { field: 'file' });
  for (const read of readers) {
    const found = read(bytes);
    if (!found) continue;
    if (PICTURE.test(name) && !found.type.startsWith('image/'))
      throw new LarderError('unsupported', 'The file is named like an image but is not one', {
        field: 'file',
      });
    return found;
  }
  throw new LarderError('unsupported', `Unsupported file type. Supported: ${ALLOWED}`, {
    field: 'file',
  });
}

/** @returns {LarderError} */
export const tooLarge = () =>
  new LarderError(
    'tooLarge',
    `The file is larger than ${LARGEST_FILE / 1024 / 1024} MB, the limit`,
    { field: 'file' },
  );
