import { LarderError } from '../../base/errors.js';

/** Bytes. */
const LONGEST_KEY = 2048;

/** Those, and lone surrogates, cannot be in a request line, a log or a file’s name as they are. */
const UNSEEN = /[\p{Cc}\p{Cs}]/u;

/**
 * @param {string} encoded as it stands in the request's target
 * @returns {string} decoded once
 * @throws {LarderError} `badRequest`, `uriTooLong`
 */
export function readKey(encoded) {
  if (/[?#]/.test(encoded))
    throw new LarderError('badRequest', 'Percent-encode the key: ? is %3F in it');
  try {
    return checkKey(decodeURIComponent(encoded));
  } catch (cause) {
    if (cause instanceof LarderError) throw cause;
    throw new LarderError('badRequest', 'The key is not percent-encoded UTF-8', { cause });
  }
}

/**
 * @param {unknown} key
 * @returns {string}
 * @throws {LarderError} `badRequest`, `uriTooLong`
 */
export function checkKey(key) {
  if (typeof key !== 'string' || key === '' || UNSEEN.test(key))
    throw new LarderError('badRequest', 'A key is a text without control characters');
  if (Buffer.byteLength(key) > LONGEST_KEY)
    throw new LarderError('uriTooLong', `A key can have at most ${LONGEST_KEY} bytes`);
  return key;
}
