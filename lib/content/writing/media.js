import { setImmediate } from 'node:timers/promises';
import { digest } from '../../util/digest.js';
import { isError, LarderError } from '../../errors.js';
import { slugify } from '../../util/slug.js';
import { removal } from './writer.js';
/** @import { Clock } from '../../clock.js' */
/** @import { Media, Store } from '../../types.js' */
/** @import { Writer } from './writer.js' */

/**
 * Writes images and other files.
 * @param {object} deps
 * @param {Store} deps.store
 * @param {Clock} deps.clock
 * @param {Writer} deps.writer
 */
export function createMediaWriter({ store, clock, writer }) {
  return { saveMedia, describeMedia, removeMedia };

  /**
   * Keeps a file under a name that tells its bytes; the same bytes under the same name are kept once.
   * @param {Pick<Media, 'type' | 'bytes' | 'width' | 'height'> & Partial<Pick<Media, 'by' | 'alt' | 'createdAt'>> & { name: string }} file
   * @returns {Promise<Media>}
   */
  async function saveMedia({ name, by = '', alt = '', createdAt, ...file }) {
    const id = mediaId(name, file.bytes);
    await setImmediate();
    const present = await store.get('media', id);
    if (present) return present;
    const record = {
      ...{ id, ...file, size: file.bytes.length, by, alt },
      createdAt: createdAt ?? new Date(clock.now()).toISOString(),
    };
    try {
      return await writer.put('media', record, null);
    } catch (error) {
      // Someone uploaded the same at the same moment.
      const theirs = isError(error, 'conflict') ? await store.get('media', id) : null;
      if (!theirs) throw error;
      return theirs;
    }
  }

  /**
   * Says what a file shows.
   * @param {string} id
   * @param {string} alt plain text, or ''
   * @param {string} revision the one that was seen
   * @returns {Promise<Media>}
   * @throws {LarderError} `notFound` or `conflict`
   */
  async function describeMedia(id, alt, revision) {
    const media = await store.get('media', id);
    if (!media) throw new LarderError('notFound', `There is no file ${id}`);
    if (media.alt === alt) return media;
    return writer.put('media', { ...media, alt }, revision);
  }

  /**
   * Removes a file for good. Its address answers 404 from now on.
   * @param {string} id
   * @param {string} revision the one that was seen
   * @throws {LarderError} `conflict`
   */
  async function removeMedia(id, revision) {
    await writer.write([removal('media', { id, revision })]);
  }
}

/**
 * @param {string} name of a file as it came
 * @param {Buffer} bytes
 * @returns {string} under which it is kept
 */
export const mediaId = (name, bytes) => `${digest(bytes)}-${plainName(name)}`;

/** @param {string} name of a file as it came @returns {string} what can stand in an address */
function plainName(name) {
  const dot = name.lastIndexOf('.');
  if (dot <= 0) return slugify(name) || 'file';
  const extension = name
    .slice(dot)
    .toLowerCase()
    .replace(/[^.a-z0-9]/g, '');
  return `${slugify(name.slice(0, dot)) || 'file'}${extension}`;
}
