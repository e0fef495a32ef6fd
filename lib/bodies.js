import express from 'express';
import { LarderError } from './errors.js';

/** @typedef {import('express').RequestHandler} Handler */

/** Bytes. A text has at most 5 MB; in a form each of its bytes may take three. */
const SMALL = 16 * 1024;
const LARGEST_FORM = 16 * 1024 * 1024;
const LARGEST_JSON = 8 * 1024 * 1024;

const FORM = 'application/x-www-form-urlencoded';
const JSON_TYPE = 'application/json';

/** Reads a form of a few fields, such as one for signing in. */
export const smallForm = [raw(FORM, SMALL), readForm];

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

/**
 * @param {string | string[]} type
 * @param {number} limit in bytes, also after decompression
 * @returns {Handler}
 */
function raw(type, limit) {
  const read = express.raw({ type, limit });
  return (request, response, next) => {
    const hasBody =
      request.headers['transfer-encoding'] !== undefined ||
      Number(request.headers['content-length']) > 0;
    if (hasBody && !request.is([type].flat()))
      return next(
        new LarderError('unsupported', `The body must be ${[type].flat().join(' or ')}`, {
          headers: ['Accept-Post', [type].flat().join(', ')],
        }),
      );
    // Where there is nothing to read, nothing was set either.
    /** @type {any} */ (request).body = undefined;
    return read(request, response, (/** @type {any} */ error) => next(error && translate(error)));
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

/** @param {any} error of body-parser, with a status @returns {unknown} */
function translate(error) {
  if (error.status === 413)
    return new LarderError('tooLarge', 'The body is larger than is taken here', { cause: error });
  if (error.status === 415)
    return new LarderError('unsupported', `${error.message}`, { cause: error });
  if (error.status < 500) return new LarderError('badRequest', error.message, { cause: error });
  return error;
}
