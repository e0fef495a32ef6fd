import { constants } from 'node:os';
import { stopwatch } from '../../base/clock.js';
import { startTaskProcess } from '../../base/task-process.js';
import { Semaphore } from '../../base/semaphore.js';
import { lazy } from '../../base/lazy.js';
import { MOST_PIXELS } from './types.js';

/** How files are written, by format. @type {Record<Format, (picture: any) => any>} */
const writers = {
  webp: (picture) => picture.webp({ quality: 75 }),
  jpeg: (picture) => picture.flatten({ background: '#fff' }).jpeg({ quality: 80 }),
};
/** Of one size. It does not end all that a decoder does. */
const SECONDS_AT_MOST = 20;
/** Of a picture, in milliseconds, with the time that it waits for others: a client is waiting for the answer. */
const PICTURE_AT_MOST = 40_000;
const WAITING_AT_MOST = 10;

/** Pixels of an AVIF: to decode one takes 24 bytes for each, where a PNG takes 4. */
const MOST_PIXELS_OF_AVIF = 16_000_000;

/** @typedef {(input: Buffer | object, options?: object) => any} Sharp  the package of this name, if it is installed */
/**
 * @typedef {'webp' | 'jpeg'} Format
 *
 * @typedef {(bytes: Buffer, widths: number[], format?: Format) => Promise<Buffer[]>} Resize  pictures of these widths,
 *   in WebP unless told otherwise; none without sharp
 */

/** In a variable, since it may not be there. */
const PACKAGE = 'sharp';

/** @returns {boolean} whether sharp is installed; it is not loaded for that */
export function hasSharp() {
  try {
    return Boolean(import.meta.resolve(PACKAGE));
  } catch {
    return false;
  }
}

/** @type {() => Promise<Sharp | null>} */
export const loadSharp = lazy(() =>
  import(PACKAGE).then(
    (module) => module.default,
    () => null,
  ),
);

/**
 * Decodes in this process: for those that serve nobody.
 * @param {Buffer} bytes
 * @param {number[]} widths
 * @param {Format} [format]
 * @param {() => Promise<Sharp | null>} [load]
 * @returns {Promise<Buffer[]>}
 */
export async function resizeHere(bytes, widths, format = 'webp', load = loadSharp) {
  const sharp = await load();
  // ISO/IEC 14496-12: the box that such a file begins with.
  const isAvif = bytes.toString('latin1', 4, 8) === 'ftyp';
  const limitInputPixels = isAvif ? MOST_PIXELS_OF_AVIF : MOST_PIXELS;
  const files = [];
  for (const width of sharp ? widths : [])
    files.push(
      await writers[format](
        sharp?.(bytes, { limitInputPixels })
          .timeout({ seconds: SECONDS_AT_MOST })
          .rotate()
          .resize({ width }),
      ).toBuffer(),
    );
  return files;
}

/**
 * Decodes in a process for each picture, one at a time: a picture of a few kilobytes can take half a gigabyte of
 * memory, and a fault in a decoder ends the process. Readers go first.
 * @param {object} [options]
 * @param {URL} [options.file]  the process: see resize-process.js
 * @param {number} [options.atMost]  milliseconds until a picture is given up
 * @param {() => boolean} [options.isThere]  whether sharp is installed
 * @param {() => number} [options.now]  milliseconds
 * @returns {Resize} rejects when too many wait, when the process ends without an answer, and with what sharp says
 */
export function createResizer({
  file = new URL('resize-process.js', import.meta.url),
  atMost = PICTURE_AT_MOST,
  isThere = hasSharp,
  now = stopwatch,
} = {}) {
  const semaphore = new Semaphore(1);
  return async (bytes, widths, format) => {
    if (!isThere()) return [];
    if (semaphore.waiting >= WAITING_AT_MOST) throw new Error('too many pictures are waiting');
    const end = now() + atMost;
    return semaphore.run(() => runProcess(file, end - now(), { bytes, widths, format }));
  };
}

/**
 * @param {URL} file
 * @param {number} left  milliseconds
 * @param {{ bytes: Buffer, widths: number[], format?: Format }} task
 * @returns {Promise<Buffer[]>}
 */
async function runProcess(file, left, task) {
  if (left < 1) throw new Error('others before it took too long');
  const child = startTaskProcess(file, task, {
    priority: constants.priority.PRIORITY_LOW,
    timeout: Math.ceil(left),
  });
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code, signal) => reject(new Error(`the process ended: ${signal ?? code}`)));
    child.once(
      'message',
      (/** @type {{ files: Uint8Array[], error?: string }} */ { files, error }) =>
        error ? reject(new Error(error)) : resolve(files.map((each) => Buffer.from(each))),
    );
  });
}
