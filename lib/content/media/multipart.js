import { createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { Busboy } from '@fastify/busboy';
import { LarderError } from '../../base/errors.js';
import { LARGEST_FILE } from './types.js';
/** @import { IncomingHttpHeaders } from 'node:http' */
/** @import { BusboyFileStream, BusboyHeaders } from '@fastify/busboy' */

/**
 * @typedef {{ name: string, bytes: Buffer | null, sizes?: Buffer[] }} SentFile  `bytes` null: the file is too large;
 * `sizes`: smaller ones of the same picture, sent after it in fields of this name
 */

/** Limits of one form. */
const MOST_FILES = 50;
export const LARGEST_FILES_FORM = 3 * LARGEST_FILE + 1024 * 1024;
const MOST_FIELDS = 20;
/** Also those that are neither a file nor a field. */
const MOST_PARTS = MOST_FILES + MOST_FIELDS;
const LARGEST_FIELD = 16 * 1024;

/**
 * Reads a form with files (RFC 7578). Files that are too large are skipped.
 * @param {IncomingHttpHeaders} headers
 * @param {AsyncIterable<Buffer>} chunks of the body
 * @returns {Promise<{ files: SentFile[], form: URLSearchParams }>}
 * @throws {LarderError} `tooLarge` or `badRequest`
 */
export async function readFiles(headers, chunks) {
  const form = new URLSearchParams();
  /** @type {SentFile[]} */
  const files = [];
  const parser = createParser(headers);
  /** @type {Error | null} */
  let wrong = null;
  const finished = new Promise((resolve) => {
    parser.on('finish', resolve);
    parser.on('error', (cause) => resolve((wrong ??= notReadable(cause))));
  });
  parser.on('field', (name, value) => form.append(name, value));
  parser.on('filesLimit', () => (wrong ??= tooMany(MOST_FILES, 'files')));
  parser.on('fieldsLimit', () => (wrong ??= tooMany(MOST_FIELDS, 'fields')));
  parser.on('partsLimit', () => (wrong ??= tooMany(MOST_PARTS, 'parts')));
  parser.on('file', (field, stream, name = '') => gather(field, stream, name, files));
  try {
    for await (const chunk of chunks) {
      if (wrong) throw wrong;
      parser.write(chunk);
    }
    parser.end();
    await finished;
  } finally {
    parser.destroy();
  }
  if (wrong) throw wrong;
  // A field for files that was left empty is sent as a file without a name.
  return { form, files: files.filter(({ name, bytes }) => name !== '' || bytes?.length !== 0) };
}

/**
 * Writes the one file of a form to the disk, as it comes.
 * @param {IncomingHttpHeaders} headers
 * @param {(name: string) => string} pathOf  where to write the file, which is created, by the name that the client gave
 * @param {(sink: (chunk: Buffer) => Promise<void>) => Promise<void>} receive  passes on the body; the next chunk waits
 *   for the promise
 * @throws {LarderError} `invalid` without a file, `badRequest`; errors of the disk; and what `receive` throws
 */
export async function saveFile(headers, pathOf, receive) {
  const parser = createParser(headers, { fileSize: Infinity, files: 1 });
  /** @type {Promise<void> | undefined} */
  let saved;
  /** @type {Promise<never>} */
  const failed = new Promise((_resolve, reject) => {
    parser.on('error', (cause) => reject(notReadable(cause)));
    parser.on('partsLimit', () => reject(tooMany(MOST_PARTS, 'parts')));
    parser.on('file', (_field, stream, name = '') => {
      if (name === '') return void stream.resume();
      saved = pipeline(stream, createWriteStream(pathOf(name), { flags: 'wx', mode: 0o600 }));
      saved.catch(reject);
    });
  });
  failed.catch(() => {});
  const write = (/** @type {Buffer} */ chunk) =>
    new Promise((resolve) => parser.write(chunk, 'binary', resolve));
  try {
    await receive((chunk) => Promise.race([failed, write(chunk)]));
    const finished = new Promise((resolve) => parser.on('finish', resolve));
    parser.end();
    await Promise.race([failed, finished]);
    if (!saved)
      throw new LarderError('invalid', 'No file selected', { word: ['common.noFileSelected'] });
    await saved;
  } finally {
    parser.destroy();
  }
}

/** @param {IncomingHttpHeaders} headers @param {{ fileSize: number, files: number }} [largest] */
function createParser(headers, largest = { fileSize: LARGEST_FILE, files: MOST_FILES }) {
  const limits = {
    ...largest,
    fields: MOST_FIELDS,
    parts: MOST_PARTS,
    fieldSize: LARGEST_FIELD,
    headerPairs: 20,
    headerSize: 8 * 1024,
  };
  try {
    const stored = /** @type {BusboyHeaders} */ (headers);
    return new Busboy({ headers: stored, limits });
  } catch (error) {
    throw notReadable(error);
  }
}

/**
 * @param {string} field
 * @param {BusboyFileStream} stream
 * @param {string} name
 * @param {SentFile[]} files
 */
function gather(field, stream, name, files) {
  /** @type {Buffer[]} */
  let chunks = [];
  /** @type {SentFile} */
  const file = { name, bytes: null };
  const picture = field === 'sizes' ? files.at(-1) : undefined;
  if (!picture) files.push(file);
  stream.on('data', (chunk) => chunks.push(chunk));
  stream.on('limit', () => (chunks = []));
  stream.on('end', () => {
    if (!stream.truncated) file.bytes = Buffer.concat(chunks);
    if (picture && file.bytes) (picture.sizes ??= []).push(file.bytes);
    chunks = [];
  });
  // The parser reports the same error for the whole form.
  stream.on('error', () => {});
}

/** @param {unknown} cause */
const notReadable = (cause) => new LarderError('badRequest', 'The upload is incomplete', { cause });

/** @param {number} most @param {string} what */
const tooMany = (most, what) =>
  new LarderError('tooLarge', `A form can have at most ${most} ${what}`);
