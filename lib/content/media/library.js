import { describe, LarderError } from '../../base/errors.js';
import { saveUpload } from './uploads.js';
import { originalOf } from '../../changes/index/picture-sizes.js';
import { endingOf } from './names.js';
import { tooLarge } from './inspect.js';
import { isDownload } from './types.js';
import { saveSizes } from './sizes.js';
/** @import { Content } from '../content.js' */
/** @import { Media, Store } from '../../store/types.js' */
/** @import { SentFile } from './multipart.js' */

/**
 * @typedef {Omit<Media, 'bytes'>} MediaFacts
 * @typedef {{ file: string, media: Media, note: string } | { file: string, problem: LarderError }} SavedUpload  `file`:
 * its name as it was sent; `note`: '' or what was not stored of it
 */

/** Characters of an uploaded file's name that are shown in messages. */
const LONGEST_NAME = 120;

/**
 * Stores the valid files of an upload, and returns an error for each of the others.
 * @param {SentFile[]} files
 * @param {string} by a user's id
 * @param {Content} content
 * @param {(media: { by: string }) => boolean} mayChange  whether they may give smaller sizes to a file that is there
 *   already
 * @returns {Promise<SavedUpload[]>} in the same order
 */
export async function saveUploads(files, by, content, mayChange) {
  /** @type {SavedUpload[]} */
  const stored = [];
  for (const { name, bytes, sizes = [] } of files) {
    const file = readable(name);
    try {
      if (bytes === null) throw tooLarge();
      const media = await saveUpload({ name, bytes }, by, content);
      const sizesNote = mayChange(media) ? await saveSizes(media, sizes, content) : '';
      const note = sizesNote || renamed(name, media);
      stored.push({ file, media, note });
    } catch (problem) {
      if (!(problem instanceof LarderError) || describe(problem).status >= 500) throw problem;
      stored.push({ file, problem });
    }
  }
  return stored;
}

/**
 * @param {string} name as it was sent
 * @param {Media} media
 * @returns {string} '', or a sentence about an ending that was not kept
 */
function renamed(name, { id, type }) {
  const ending = endingOf(name);
  if (!isDownload({ type, width: null }) || ending === '' || id.endsWith(`.${ending}`)) return '';
  return `Files that browsers or servers run keep no ending such as .${ending}`;
}

/** @param {string} name @returns {string} without bidirectional controls */
function readable(name) {
  const plain = name
    .toWellFormed()
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, ' ')
    .trim();
  return [...plain].slice(0, LONGEST_NAME).join('') || 'A file without a name';
}

/**
 * @param {Store} store
 * @returns {Promise<MediaFacts[]>} all files without their bytes and without smaller sizes, newest first
 */
export async function newestFirst(store) {
  /** @type {MediaFacts[]} */
  const all = [];
  for await (const media of store.all('media')) if (!originalOf(media.id)) all.push(media);
  return all.sort((a, b) => {
    if (a.createdAt !== b.createdAt) return a.createdAt < b.createdAt ? 1 : -1;
    return a.id < b.id ? -1 : 1;
  });
}
