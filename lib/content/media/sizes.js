import { setImmediate } from 'node:timers/promises';
import { LarderError } from '../../base/errors.js';
import { mailSizeOf, sizeId, widthsFor } from '../../changes/index/picture-sizes.js';
/** @import { Content } from '../content.js' */
/** @import { Log } from '../../base/log.js' */
/** @import { Media, Store } from '../../store/types.js' */
/** @import { FileInfo } from './file-info.js' */
/** @import { Resize } from './resize.js' */

/** The most for one picture. */
const MOST = 3;
const SMALLER = /^image\/(webp|jpeg|png)$/;

/** Bytes of the beginning in which a film says that it is one: only its first frame would be left. */
const BEGINNING = 65_536;
const FILMS = ['acTL', 'ANIM', 'avis'];

/**
 * Stores smaller sizes of a picture. What does not fit it is left out: the picture itself is stored in any case.
 * @param {Omit<Media, 'bytes'>} media
 * @param {Buffer[]} files
 * @param {Pick<Content, 'inspectMedia' | 'saveMedia'>} content
 * @returns {Promise<string>} '', or a sentence about what was left out
 */
export async function saveSizes(media, files, content) {
  let count = 0;
  for (const bytes of files.slice(0, MOST)) {
    const found = await content.inspectMedia(bytes).catch(orNull);
    if (!found || !fits(found, media)) continue;
    const { extension: _, ...file } = found;
    // Inspecting a large file takes a while, and so does storing it.
    await setImmediate();
    await content.saveMedia({ ...file, id: sizeId(media.id, found), name: '', by: media.by });
    count += 1;
  }
  return count === files.length ? '' : 'Smaller sizes that do not fit the picture were left out';
}

/** @param {unknown} error @returns {null} */
function orNull(error) {
  if (error instanceof LarderError) return null;
  throw error;
}

/**
 * @param {FileInfo} size
 * @param {Omit<Media, 'bytes'>} media
 * @returns {boolean} whether it has the same shape, as whole pixels allow
 */
const fits = ({ type, width, height }, media) =>
  SMALLER.test(type) &&
  widthsFor(media).includes(width ?? 0) &&
  Math.abs((height ?? 0) - ((media.height ?? 0) * (width ?? 0)) / (media.width ?? 1)) <= 1;

/**
 * Makes the smaller sizes of a picture where no browser does, if sharp is there.
 * @param {Media} media
 * @param {Pick<Content, 'inspectMedia' | 'saveMedia' | 'index'>} content
 * @param {Resize} resize
 * @returns {Promise<string>} '', or a sentence about why there are none: the picture is stored in any case
 */
export async function makeSizes(media, content, resize) {
  const widths = widthsFor(media);
  const isDone = Boolean(content.index.picture(media.id)?.sizes.length);
  if (widths.length === 0 || isDone || isFilm(media)) return '';
  let files;
  try {
    files = await resize(media.bytes, widths);
  } catch (error) {
    return `Smaller sizes could not be made: ${String(error).slice(0, 200)}`;
  }
  return saveSizes(media, files, content);
}

/**
 * Makes the JPEG of a picture that mails show, if sharp is there.
 * @param {string} id
 * @param {{ store: Store, content: Pick<Content, 'inspectMedia' | 'saveMedia'>, resize: Resize, log: Log }} deps
 */
export async function makeMailSize(id, { store, content, resize, log }) {
  const media = await store.get('media', id);
  const size = media && mailSizeOf(media);
  if (!size || isFilm(media)) return;
  try {
    const [bytes] = await resize(media.bytes, [size.width], 'jpeg');
    if (!bytes) return;
    const { extension: _, ...file } = await content.inspectMedia(bytes);
    await content.saveMedia({ ...file, id: size.id, name: '', by: media.by });
  } catch (error) {
    log.warn({ err: error, file: id }, 'A picture could not be made smaller for mails');
  }
}

/** @param {Pick<Media, 'bytes'>} media */
function isFilm({ bytes }) {
  const head = bytes.subarray(0, BEGINNING);
  return FILMS.some((mark) => head.includes(mark));
}
