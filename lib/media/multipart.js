import { Busboy } from '@fastify/busboy';
import { LarderError } from '../errors.js';
import { drain, inviteBody, refuseDeclared, tooLarge } from '../read-body.js';
import { LARGEST_FILE } from './types.js';

/**
 * @typedef {{ name: string, bytes: Buffer | null }} SentFile  bytes null: it is larger than is taken
 */

/** What one form may carry. */
const MOST_FILES = 50;
const LARGEST_FORM = 3 * LARGEST_FILE + 1024 * 1024;
const MOST_FIELDS = 20;
const LARGEST_FIELD = 16 * 1024;

/**
 * Reads a form that carries files (RFC 7578). One that is too large by itself is passed over; a form that is too
 * large as a whole is refused, the rest unread.
 * @param {import('node:http').IncomingMessage} request
 * @param {import('node:http').ServerResponse} response
 * @returns {Promise<{ files: SentFile[], form: URLSearchParams }>}
 * @throws {LarderError} `tooLarge` or `badRequest`
 */
export async function readFiles(request, response) {
  refuseDeclared(request, LARGEST_FORM);
  const form = new URLSearchParams();
  /** @type {SentFile[]} */
  const files = [];
  const parser = createParser(request.headers);
  /** @type {Error | null} */
  let wrong = null;
  const finished = new Promise((resolve) => {
    parser.on('finish', resolve);
    parser.on('error', (cause) => resolve((wrong ??= notReadable(cause))));
  });
  parser.on('field', (name, value) => form.append(name, value));
  parser.on('filesLimit', () => (wrong ??= tooMany()));
  parser.on('file', (_field, stream, name = '') => gather(stream, name, files));
  let length = 0;
  inviteBody(request, response);
  try {
    await drain(request, null, (chunk) => {
      length += chunk.length;
      if (length > LARGEST_FORM) throw tooLarge(LARGEST_FORM);
      if (wrong) throw wrong;
      parser.write(chunk);
    });
    parser.end();
    await finished;
  } finally {
    parser.destroy();
  }
  if (wrong) throw wrong;
  // A field for files that was left empty is sent as a file without a name.
  return { form, files: files.filter(({ name, bytes }) => name !== '' || bytes?.length !== 0) };
}

/** @param {import('node:http').IncomingHttpHeaders} headers */
function createParser(headers) {
  const limits = {
    ...{ fileSize: LARGEST_FILE, files: MOST_FILES },
    ...{ fields: MOST_FIELDS, fieldSize: LARGEST_FIELD, headerPairs: 20, headerSize: 8 * 1024 },
  };
  try {
    const kept = /** @type {import('@fastify/busboy').BusboyHeaders} */ (headers);
    return new Busboy({ headers: kept, limits });
  } catch (error) {
    throw notReadable(error);
  }
}

/**
 * @param {import('@fastify/busboy').BusboyFileStream} stream
 * @param {string} name
 * @param {SentFile[]} files
 */
function gather(stream, name, files) {
  /** @type {Buffer[]} */
  let chunks = [];
  /** @type {SentFile} */
  const file = { name, bytes: null };
  files.push(file);
  stream.on('data', (chunk) => chunks.push(chunk));
  stream.on('limit', () => (chunks = []));
  stream.on('end', () => {
    if (!stream.truncated) file.bytes = Buffer.concat(chunks);
    chunks = [];
  });
  // The parser tells the same of the whole form.
  stream.on('error', () => {});
}

/** @param {unknown} cause */
const notReadable = (cause) =>
  new LarderError('badRequest', 'The form with the files is not whole', { cause });

const tooMany = () =>
  new LarderError('tooLarge', `A form may carry ${MOST_FILES} files at once, and no more`);
