import { describe, LarderError } from '../errors.js';
import { saveUpload, mediaUrl } from './uploads.js';
import { tooLarge } from './inspect.js';
/** @import { Content } from '../content/content.js' */
/** @import { Media, Post, Store } from '../types.js' */
/** @import { SentFile } from './multipart.js' */

/**
 * @typedef {Omit<Media, 'bytes'>} MediaFacts
 * @typedef {{ file: string, media: Media } | { file: string, problem: LarderError }} SavedUpload  `file`: its name as it was sent
 */

/** Characters of an uploaded file's name that are shown in messages. */
const LONGEST_NAME = 120;

/**
 * Stores the valid files of an upload, and returns an error for each of the others.
 * @param {SentFile[]} files
 * @param {string} by a user's id
 * @param {Content} content
 * @returns {Promise<SavedUpload[]>} in the same order
 */
export async function saveUploads(files, by, content) {
  /** @type {SavedUpload[]} */
  const kept = [];
  for (const { name, bytes } of files) {
    const file = readable(name);
    try {
      if (bytes === null) throw tooLarge();
      kept.push({ file, media: await saveUpload({ name, bytes }, by, content) });
    } catch (problem) {
      if (!(problem instanceof LarderError) || describe(problem).status >= 500) throw problem;
      kept.push({ file, problem });
    }
  }
  return kept;
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
 * @returns {Promise<MediaFacts[]>} all files without their bytes, newest first
 */
export async function newestFirst(store) {
  /** @type {MediaFacts[]} */
  const all = [];
  for await (const media of store.all('media')) all.push(media);
  return all.sort((a, b) => {
    if (a.createdAt !== b.createdAt) return a.createdAt < b.createdAt ? 1 : -1;
    return a.id < b.id ? -1 : 1;
  });
}

/**
 * Finds the posts that use a file, by reading every text.
 * @param {string} id of a file
 * @param {Store} store
 * @returns {Promise<Pick<Post, 'id' | 'type' | 'slug' | 'title'>[]>} posts and pages that refer to it
 */
export async function textsWith(id, store) {
  const names = [id, mediaUrl(id).slice('/media/'.length)];
  const found = [];
  for await (const { id: post, type, slug, title, markdown, cover } of store.all('post'))
    if (names.some((name) => markdown.includes(name) || cover?.src.includes(name)))
      found.push({ id: post, type, slug, title });
  return found;
}
