import { setImmediate } from 'node:timers/promises';
import { digest } from '../../base/digest.js';
import { isError, LarderError } from '../../base/errors.js';
import { textNames, textsOf } from '../../store/text-fields.js';
import { slugify } from '../../base/slug.js';
import { createInspector } from '../media/inspect-apart.js';
import { following, removal } from './writer.js';
/** @import { Texts } from '../../store/text-fields.js' */
/** @import { TextWork } from '../../markup/text-work.js' */
/** @import { Clock } from '../../base/clock.js' */
/** @import { BlogIndex } from '../../changes/index/blog-index.js' */
/** @import { Job, Media, Put, Store } from '../../store/types.js' */
/** @import { Jobs, Work } from '../jobs/jobs.js' */
/** @import { Writer } from './writer.js' */

const REMOVING = 'removingFiles';

/** @typedef {Job & { deleted: number }} Removing */

/**
 * Writes images and other files.
 * @param {object} deps
 * @param {Store} deps.store
 * @param {BlogIndex} deps.index
 * @param {Jobs} deps.jobs
 * @param {Clock} deps.clock
 * @param {Writer} deps.writer
 * @param {Pick<TextWork, 'inThread'>} deps.texts
 */
export function createMediaWriter({ store, index, jobs, clock, writer, texts }) {
  jobs.define(REMOVING, removeEach);
  return {
    inspectMedia: createInspector(texts),
    saveMedia,
    describeMedia,
    removeMedia,
    removeManyMedia,
    removingMedia,
  };

  /**
   * Stores a file under its name and a digest of its bytes; the same file is stored once.
   * @param {Pick<Media, 'type' | 'bytes' | 'width' | 'height'> & Partial<Pick<Media, 'id' | 'by' | 'createdAt'> &
   *   Texts<'media'>> & { name: string }} file `id`: of a smaller size (lib/changes/index/picture-sizes.js)
   * @returns {Promise<Media>}
   */
  async function saveMedia({ name, by = '', createdAt, ...file }) {
    const id = file.id ?? mediaId(name, file.bytes);
    await setImmediate();
    const present = await store.get('media', id);
    if (present) return present;
    const record = {
      ...file,
      ...textsOf('media', file),
      id,
      size: file.bytes.length,
      by,
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
   * Changes what is said of a file.
   * @param {string} id
   * @param {Partial<Texts<'media'>>} texts  missing ones stay as they are
   * @param {string} revision the one that the author saw
   * @returns {Promise<Media>}
   * @throws {LarderError} `notFound` or `conflict`
   */
  async function describeMedia(id, texts, revision) {
    const media = await store.get('media', id);
    if (!media) throw new LarderError('notFound', `There is no file ${id}`);
    const after = { ...media, ...texts };
    if (textNames('media').every((name) => media[name] === after[name])) return media;
    return writer.put('media', after, revision);
  }

  /**
   * Deletes a file for good, with its smaller sizes. Its URL answers 404 from now on.
   * @param {string} id
   * @param {string} revision the one that the author saw
   * @throws {LarderError} `conflict`
   */
  function removeMedia(id, revision) {
    return removeBy(writer, id, revision);
  }

  /** @param {Writer} by @param {string} id @param {string} revision */
  async function removeBy(by, id, revision) {
    const ids = index.pictures.withMailSize(id)?.sizes.map((size) => size.id) ?? [];
    const sizes = (await store.getMany('media', ids, ['bytes'])).filter(Boolean);
    const writes = [{ id, revision }, ...sizes].map((media) => removal('media', media));
    await by.write([writes[0], ...following(writes.slice(1))]);
  }

  /**
   * Deletes files for good, as a job. Those that were changed since stay.
   * @param {{ id: string, revision?: string }[]} files as they were read
   * @param {string} by a user's id
   * @returns {Promise<{ job: Removing, ended: Promise<void> } | null>} null: others of theirs are being
   *   deleted
   */
  async function removeManyMedia(files, by) {
    const id = `${REMOVING}:${by}`;
    const known = await store.get('job', `${id}:files`);
    const listed = files.map(({ id, revision }) => ({ id, revision }));
    /** @type {Put} */
    const list = {
      kind: 'job',
      record: { id: `${id}:files`, files: listed },
      revision: known?.revision ?? null,
    };
    const about = { id, name: REMOVING, by, total: files.length, deleted: 0 };
    const started = await jobs.begin(about, [list]);
    return started && { ...started, job: /** @type {Removing} */ (started.job) };
  }

  /** @param {string} by a user's id @returns {Promise<Removing | null>} the last one of theirs */
  async function removingMedia(by) {
    return /** @type {Removing | null} */ (await jobs.find(`${REMOVING}:${by}`));
  }

  /** @type {Work} */
  async function* removeEach(job) {
    const removing = /** @type {Removing} */ (job);
    const { files } = await store.get('job', `${job.id}:files`);
    const by = writer.as({ user: job.by, via: 'job' });
    while (job.done < job.total) {
      const { id, revision } = files[job.done];
      try {
        await removeBy(by, id, revision);
      } catch (error) {
        if (!isError(error, 'conflict')) throw error;
      }
      if (!(await store.getMany('media', [id], ['bytes']))[0]) removing.deleted++;
      job.done++;
      yield;
    }
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
