import { setImmediate } from 'node:timers/promises';
import { digest } from '../../base/digest.js';
import { isError, LarderError } from '../../base/errors.js';
import { slugify } from '../../base/slug.js';
import { following, removal } from './writer.js';
/** @import { Clock } from '../../base/clock.js' */
/** @import { BlogIndex } from '../../changes/index/blog-index.js' */
/** @import { Media, Store } from '../../store/types.js' */
/** @import { Writer } from './writer.js' */

/**
 * Writes images and other files.
 * @param {object} deps
 * @param {Store} deps.store
 * @param {BlogIndex} deps.index
 * @param {Clock} deps.clock
 * @param {Writer} deps.writer
 */
export function createMediaWriter({ store, index, clock, writer }) {
  return { saveMedia, describeMedia, removeMedia };

  /**
   * Stores a file under its name and a digest of its bytes; the same file is stored once.
   * @param {Pick<Media, 'type' | 'bytes' | 'width' | 'height'> & Partial<Pick<Media, 'id' | 'by' | 'alt' |
   *   'createdAt'>> & { name: string }} file `id`: of a smaller size (lib/changes/index/picture-sizes.js)
   * @returns {Promise<Media>}
   */
  async function saveMedia({ name, by = '', alt = '', createdAt, ...file }) {
    const id = file.id ?? mediaId(name, file.bytes);
    await setImmediate();
    const present = await store.get('media', id);
    if (present) return present;
    const record = {
      ...file,
      id,
      size: file.bytes.length,
      by,
      alt,
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
   * Changes a file's alternative text.
   * @param {string} id
   * @param {string} alt plain text, or ''
   * @param {string} revision the one that the author saw
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
   * Deletes a file for good, with its smaller sizes. Its URL answers 404 from now on.
   * @param {string} id
   * @param {string} revision the one that the author saw
   * @throws {LarderError} `conflict`
   */
  async function removeMedia(id, revision) {
    const ids = index.picture(id)?.sizes.map((size) => size.id) ?? [];
    const sizes = (await store.getMany('media', ids, ['bytes'])).filter(Boolean);
    const writes = [{ id, revision }, ...sizes].map((media) => removal('media', media));
    await writer.write([writes[0], ...following(writes.slice(1))]);
  }
}

/**
 * @param {string} name of an uploaded file
 * @param {Buffer} bytes
 * @returns {string} the id under which it is stored
 */
export const mediaId = (name, bytes) => `${digest(bytes)}-${plainName(name)}`;

/** @param {string} name of an uploaded file @returns {string} usable in a URL, with all its endings */
const plainName = (name) => name.split('.').map(slugify).filter(Boolean).join('.') || 'file';
