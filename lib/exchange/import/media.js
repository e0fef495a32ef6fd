import { readFile, stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { mediaId } from '../../content/writing/media.js';
import { LarderError } from '../../base/errors.js';
import { inspect } from '../../content/media/inspect.js';
import { originalOf } from '../../changes/index/picture-sizes.js';
import { fileName } from '../../content/media/names.js';
import { isDrawing, isPicture, LARGEST_FILE } from '../../content/media/types.js';
import { textsOf } from '../../store/text-fields.js';
import { digestOf, laterTexts } from './last-import.js';
import { looksLikeImage } from './shared/file-names.js';
/** @import { FileInfo } from '../../content/media/file-info.js' */
/** @import { Texts } from '../../store/text-fields.js' */
/** @import { Run } from './run.js' */
/** @import { Taken } from './sources/source.js' */
/** @import { Source, SourceMedia } from './sources/source.js' */

/** Imports the images and other files that texts refer to, each once. */
export class MediaImporter {
  /** How many were imported. */
  count = 0;
  /** The addresses in texts, to the paths here. @type {Map<string, string>} */
  found = new Map();
  /** By their real paths. @type {Map<string, Promise<Taken>>} */
  #taken = new Map();
  /** @type {Set<string>} */
  #asked = new Set();
  #findFile;
  #run;

  /** @param {Source['findFile']} findFile @param {Run} run */
  constructor(findFile, run) {
    this.#findFile = findFile;
    this.#run = run;
  }

  /**
   * @param {string} address as in the text
   * @param {string} [from] the file of that text
   * @returns {Promise<Taken | null>} null when there is no such file
   */
  async take(address, from = '') {
    this.#asked.add(address);
    const path = await this.#findFile(address, from);
    if (!path) return null;
    const taken = this.#taken.get(path) ?? this.#save(path);
    this.#taken.set(path, taken);
    this.#run.others.delete(path);
    this.#run.seen.add(path);
    const result = await taken;
    if ('path' in result) this.found.set(address, result.path);
    return result;
  }

  /** @param {string} address @returns {boolean} whether it was requested before, and its result reported */
  wasAsked(address) {
    return this.#asked.has(address);
  }

  /**
   * Stores a file, unless it was imported before and then deleted here.
   * @param {string} path a real path
   * @returns {Promise<Taken>}
   */
  async #save(path) {
    const { content, last, keep, warn } = this.#run;
    const name = basename(path);
    const read = await readMedia(path);
    if ('reason' in read) return read;
    const { extension, isPartial, ...found } = read;
    if (isPartial) warn(name, 'the HTML within this SVG is left out: check what it shows');
    const id = mediaId(fileName(name, extension), found.bytes);
    const key = `media:${id}`;
    const isHere = (await content.store.get('media', id)) !== null;
    const unrecorded = () => last.isNamed(id);
    const sides = { here: isHere ? '' : null, given: '', isSame: isHere, unrecorded };
    const verdict = await last.judge(key, sides);
    if (verdict === 'write') {
      const media = await content.saveMedia({ ...found, name: fileName(name, extension) });
      const problem = await this.#run.resize(media, content);
      if (problem) warn(name, problem);
      this.count += 1;
    }
    if (verdict === 'deleted') keep(name, 'it was deleted here and stays deleted');
    await last.remember(key, '', '');
    return { path: `/media/${id}` };
  }
}

/** @param {string} path a real path @returns {Promise<FileInfo & { isPartial: boolean } | { reason: string }>} */
async function readMedia(path) {
  const { size } = await stat(path);
  if (size > LARGEST_FILE) return { reason: `it is larger than ${LARGEST_FILE / 1024 / 1024} MB` };
  try {
    const bytes = await readFile(path);
    const found = inspect(bytes, looksLikeImage(path) ? '' : path);
    const isPartial = isDrawing(found.type) && bytes.includes('<foreignObject');
    if (isPicture(found.type) || !looksLikeImage(path)) return { ...found, isPartial };
  } catch (error) {
    if (!(error instanceof LarderError)) throw error;
    if (error.code === 'invalid' || !looksLikeImage(path))
      return { reason: error.message[0].toLowerCase() + error.message.slice(1) };
  }
  return { reason: 'it is not a PNG, JPEG, GIF, WebP, AVIF or SVG image' };
}

/** @param {Texts<'media'>} texts */
function digestOfTexts(texts) {
  const later = laterTexts('media', texts);
  return digestOf(later.length > 0 ? [texts.alt, ...later] : texts.alt);
}

/**
 * Stores a file of a Larder export under its old name, unless it or its description was changed here.
 * @param {SourceMedia} media
 * @param {Run} run
 * @throws {LarderError} `invalid` when its name does not match its bytes
 */
export async function restoreMedia({ id, ...file }, { content, last, keep }) {
  const key = `media:${id}`;
  const present = await content.store.get('media', id);
  const texts = textsOf('media', { ...present, ...file });
  const given = digestOfTexts(texts);
  const here = present && digestOfTexts(present);
  const verdict = await last.judge(key, {
    here,
    given,
    isSame: here === given,
    unrecorded: () => present !== null || last.isNamed(id),
  });
  if (verdict === 'deleted') keep(`media/${id}`, 'it was deleted here and stays deleted');
  if (verdict === 'edited' || verdict === 'conflict')
    keep(`media/${id}`, 'its description was changed here and is kept');
  if (verdict !== 'write' && verdict !== 'same')
    return void ((await last.knows(key)) || (await last.remember(key, given, '')));
  if (present) await content.describeMedia(id, texts, present.revision);
  // Its bytes never change: its name contains their digest.
  const saved = await content.saveMedia({ ...file, ...texts, ...(originalOf(id) && { id }) });
  if (saved.id !== id)
    throw new LarderError('invalid', `its bytes have changed; it is now ${saved.id}`);
  await last.remember(key, given, given);
}
