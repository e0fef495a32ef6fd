import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { COMMENT_AT_MOST } from '../content/validate-comment.js';
import { isError, LarderError } from '../base/errors.js';
import { parseForm } from './form-fields.js';
import { LARGEST_FILES_FORM, readFiles, saveFile } from '../content/media/multipart.js';
import { LARGEST_IMPORT } from '../exchange/jobs/imports.js';
import { fileName } from '../content/media/names.js';
import { LARGEST_FILE } from '../content/media/types.js';
import { hasBody } from '../responses/negotiation.js';
import { parseJson } from '../base/parse-json.js';
import { formatSize } from '../base/sizes.js';
import { readBody, receive } from '../http/read-body.js';
/** @import { Request, Response } from 'express' */
/** @import { Clock } from '../base/clock.js' */
/** @import { Imports } from '../exchange/jobs/imports.js' */
/** @import { SubscriberImport } from '../mail/import-job.js' */
/** @import { UploadQueue } from '../http/upload-queue.js' */

/**
 * @typedef {{ uploads: UploadQueue }} Uploading
 * @typedef {{ receive: Imports['receive'] }} Importing
 */

/** Bytes. A post has at most 5 MB; percent-encoded, each byte may take three. */
const SMALL = 16 * 1024;
/** A comment, each of whose code units may take nine bytes (`%E4%B8%80`), plus field names and the id it replies to. */
const READERS = 9 * COMMENT_AT_MOST + 1024;
const MEDIUM = 256 * 1024;
const LARGEST_FORM = 16 * 1024 * 1024;
const LARGEST_JSON = 8 * 1024 * 1024;

/** Of subscribers: some millions. */
const LARGEST_LIST = 512 * 1024 * 1024;

const FORM = 'application/x-www-form-urlencoded';
const JSON_TYPE = 'application/json';
const MESSAGE = 'message/rfc822';
const MULTIPART = 'multipart/form-data';

/** Reads a small form, such as the one for signing in. */
export const smallForm = [raw(FORM, SMALL), readForm];

/** Reads a reader's form: a comment. */
export const readerForm = [raw(FORM, READERS), readForm];

/** Reads a form with many fields: the settings. */
export const mediumForm = [raw(FORM, MEDIUM), readForm];

/** Reads a form with the text of a post. */
export const form = [large(FORM, LARGEST_FORM), readForm];

/** Reads JSON. */
export const json = [large(JSON_TYPE, LARGEST_JSON), readJson];

/** Reads JSON, or a report of a mail server as text. */
export const report = [raw([JSON_TYPE, MESSAGE], MEDIUM), readReport];

/** Reads a form with files. */
export const files = [expects(MULTIPART), takeFiles];

/** Reads a form with a file to be imported, which may be large. */
export const importFile = [expects(MULTIPART), takeImport];

/** Writes the one file of a form to the disk; who takes it deletes its folder. */
export const listFile = [expects(MULTIPART), takeList];

/** Reads one file as the body, whatever its Content-Type, unless that says that it is in a form. */
export const file = [refusesForms, takeFile];

/** @param {Request} request @param {Response} response @param {Uploading} services */
async function takeFiles(request, response, { uploads }) {
  const upload = await uploads.take(request, response, LARGEST_FILES_FORM, ownerOf(request));
  Object.assign(request, await readFiles(request.headers, upload.chunks()));
}

/** @param {Request} request @param {Response} response @param {{ imports: Importing, clock: Clock }} services */
async function takeImport(request, response, { imports, clock }) {
  const limit = LARGEST_IMPORT;
  try {
    await imports.receive((folder, onName) => {
      const pathOf = (/** @type {string} */ sent) => {
        const name = nameOf(sent);
        onName(name);
        return join(folder, name);
      };
      return saveFile(request.headers, pathOf, (sink) =>
        receive(request, response, { limit, clock }, sink),
      );
    });
  } catch (error) {
    if (!isError(error, 'tooLarge') || error.cause) throw error;
    throw new LarderError(
      'tooLarge',
      `The file is larger than ${formatSize(limit)}. Import it on the server: node app.js import PATH`,
    );
  }
}

/**
 * @param {Request} request
 * @param {Response} response
 * @param {{ subscriberImport: Pick<SubscriberImport, 'makeFolder'>, clock: Clock }} services
 */
async function takeList(request, response, { subscriberImport, clock }) {
  const folder = await subscriberImport.makeFolder();
  const path = join(folder, 'list.csv');
  try {
    await saveFile(
      request.headers,
      () => path,
      (sink) => receive(request, response, { limit: LARGEST_LIST, clock }, sink),
    );
  } catch (error) {
    await rm(folder, { recursive: true, force: true });
    throw error;
  }
  request.files = [{ name: path, bytes: null }];
}

/** @param {string} name as it was sent @returns {string} for a file of ours */
function nameOf(name) {
  const [, extension = 'txt'] = /\.(\w{1,8})$/.exec(name) ?? [];
  return fileName(name, extension.toLowerCase());
}

/** @param {Request} request @param {Response} response @param {Uploading} services */
async function takeFile(request, response, { uploads }) {
  const bytes = await takeWhole(request, response, uploads, LARGEST_FILE);
  request.files = [{ name: '', bytes }];
}

/**
 * @param {Request} request
 * @param {Response} response
 * @param {UploadQueue} uploads
 * @param {number} limit in bytes
 */
async function takeWhole(request, response, uploads, limit) {
  const upload = await uploads.take(request, response, limit, ownerOf(request));
  const chunks = [];
  for await (const chunk of upload.chunks()) chunks.push(chunk);
  return Buffer.concat(chunks);
}

/** @param {Request} request */
const ownerOf = ({ author }) => author?.id;

/**
 * As `raw`, of what many of at once would not fit into memory.
 * @param {string} type
 * @param {number} limit in bytes, also after decompression
 * @returns {(request: Request, response: Response, services: Uploading) => Promise<void>}
 */
function large(type, limit) {
  const expected = expects(type);
  return async (request, response, { uploads }) => {
    expected(request);
    request.body = await takeWhole(request, response, uploads, limit);
  };
}

/**
 * @param {string | string[]} type
 * @param {number} limit in bytes, also after decompression
 * @returns {(request: Request, response: Response, services: { clock: Clock }) => Promise<void>}
 */
function raw(type, limit) {
  const expected = expects(type);
  return async (request, response, services) => {
    expected(request);
    request.body = await readBody(request, response, { limit, clock: services.clock });
  };
}

/** @param {string | string[]} type @returns {(request: Request) => void} refuses bodies of another type */
function expects(type) {
  const types = [type].flat();
  return (request) => {
    if (hasBody(request) && !request.is(types))
      throw new LarderError('unsupported', `The body must be ${types.join(' or ')}`, {
        headers: ['Accept-Post', types.join(', ')],
      });
  };
}

/** @param {Request} request */
function refusesForms(request) {
  if (request.is(MULTIPART))
    throw new LarderError(
      'unsupported',
      'Send the file itself, not a form: curl --data-binary @FILE',
    );
}

/** @param {Request} request */
function readForm(request) {
  request.form = parseForm(request.body);
}

/** @param {Request} request */
function readReport(request) {
  request.json = request.is(MESSAGE) ? request.body.toString('latin1') : parseJson(request.body);
}

/** @param {Request} request */
function readJson(request) {
  request.json = parseJson(request.body);
}
