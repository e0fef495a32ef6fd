import { once } from 'node:events';
import { COMMENT_AT_MOST } from './content/validate-comment.js';
import { LarderError } from './errors.js';
import { readFiles } from './media/multipart.js';
import { LARGEST_FILE } from './media/types.js';
import { readBody } from './read-body.js';

/** @typedef {import('express').RequestHandler} Handler */
/** @typedef {import('express').Request} Request */
/** @typedef {import('express').Response} Response */
/** @typedef {import('express').NextFunction} Next */

/** Bytes. A text has at most 5 MB; in a form each of its bytes may take three. */
const SMALL = 16 * 1024;
/** A comment, each of whose code units may take nine bytes (`%E4%B8%80`); and the names of fields, and what it answers. */
const READERS = 9 * COMMENT_AT_MOST + 1024;
const LARGEST_FORM = 16 * 1024 * 1024;
const LARGEST_JSON = 8 * 1024 * 1024;
/** What waits for no other upload: a picture that a browser has made small shall not stand behind a film. */
const SMALL_UPLOAD = 1024 * 1024;

const FORM = 'application/x-www-form-urlencoded';
const JSON_TYPE = 'application/json';
const MULTIPART = 'multipart/form-data';

/** Reads a form of a few fields, such as one for signing in. */
export const smallForm = [raw(FORM, SMALL), readForm];

/** Reads a form that a reader fills in: a comment. */
export const readerForm = [raw(FORM, READERS), readForm];

/** Reads a form with a text in it. */
export const form = [raw(FORM, LARGEST_FORM), readForm];

/** Reads JSON. */
export const json = [raw(JSON_TYPE, LARGEST_JSON), readJson];

/** Reads JSON or a form with a text in it, whichever was sent. */
export const formOrJson = [
  raw([FORM, JSON_TYPE], LARGEST_FORM),
  /** @type {Handler} */
  (request, response, next) =>
    (request.is(JSON_TYPE) ? readJson : readForm)(request, response, next),
];

/** Reads a form that carries files, when its turn has come. */
export const files = [expects(MULTIPART), inTurn, takeFiles];

/** Reads one file, whatever it says it is, when its turn has come. */
export const file = [inTurn, takeFile];

/**
 * Large files are received and kept one after the other, with readers served in between. Of one that waits nothing
 * is read, so that it fills no memory; its sender is held back by TCP.
 * @param {Request} request
 * @param {Response} response
 * @param {Next} next
 */
function inTurn({ uploads, socket, headers }, response, next) {
  if (!uploads || Number(headers['content-length'] ?? Infinity) <= SMALL_UPLOAD) return next();
  const { timeout = 0 } = socket;
  // No byte moves on a connection that waits, which is not to be taken for one that is dead.
  socket.setTimeout(0);
  void uploads.run(async () => {
    if (response.closed) return;
    socket.setTimeout(timeout);
    const answered = once(response, 'close');
    next();
    await answered;
  });
}

/** @param {Request} request @param {Response} response @param {Next} next */
async function takeFiles(request, response, next) {
  Object.assign(request, await readFiles(request, response));
  next();
}

/** @param {Request} request @param {Response} response @param {Next} next */
async function takeFile(request, response, next) {
  request.files = [{ name: '', bytes: await readBody(request, response, LARGEST_FILE) }];
  next();
}

/**
 * @param {string | string[]} type
 * @param {number} limit in bytes, also after decompression
 * @returns {Handler}
 */
function raw(type, limit) {
  const expected = expects(type);
  return (request, response, next) =>
    expected(request, response, async (error) => {
      if (error) return next(error);
      try {
        /** @type {any} */ (request).body = await readBody(request, response, limit);
        next();
      } catch (problem) {
        next(problem);
      }
    });
}

/** @param {string | string[]} type @returns {Handler} refuses a body of another one */
function expects(type) {
  const types = [type].flat();
  return (request, _response, next) => {
    const hasBody =
      request.headers['transfer-encoding'] !== undefined ||
      Number(request.headers['content-length']) > 0;
    if (!hasBody || request.is(types)) return next();
    next(
      new LarderError('unsupported', `The body must be ${types.join(' or ')}`, {
        headers: ['Accept-Post', types.join(', ')],
      }),
    );
  };
}

/** @param {import('express').Request} request @param {unknown} _response @param {() => void} next */
function readForm(request, _response, next) {
  request.form = new URLSearchParams(pairs(decode(request.body)));
  next();
}

/** @param {import('express').Request} request @param {unknown} _response @param {() => void} next */
function readJson(request, _response, next) {
  const text = decode(request.body);
  if (text === '') throw new LarderError('badRequest', 'A body of JSON is missing');
  try {
    request.json = JSON.parse(text);
  } catch (error) {
    const { message } = /** @type {Error} */ (error);
    throw new LarderError('badRequest', `The body is no JSON: ${message}`, { cause: error });
  }
  next();
}

/** @param {unknown} body @returns {string} */
function decode(body) {
  if (!Buffer.isBuffer(body)) return '';
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(body);
  } catch (error) {
    throw new LarderError('badRequest', 'The body is no valid UTF-8', { cause: error });
  }
}

/**
 * The fields of a form. URLSearchParams would put U+FFFD where the bytes are no UTF-8, and a word would be lost.
 * @param {string} text
 * @returns {[string, string][]}
 */
function pairs(text) {
  try {
    return text
      .split('&')
      .filter(Boolean)
      .map((pair) => {
        const [name, ...value] = pair.replaceAll('+', ' ').split('=');
        return [decodeURIComponent(name), decodeURIComponent(value.join('='))];
      });
  } catch (error) {
    throw new LarderError('badRequest', 'The form is no valid UTF-8', { cause: error });
  }
}
