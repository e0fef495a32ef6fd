import { brotliDecompressSync, gunzipSync } from 'node:zlib';
/** @import { Entry } from '../../lib/responses/entry.js' */

/** @param {Entry | null} entry */
export function bodyOf(entry) {
  for (const [encoding, representation] of Object.entries(entry?.encodings ?? {}))
    if (representation) return decode(encoding, representation.body).toString('latin1');
  return '';
}

/** @param {Entry} entry @returns {string} without what says when it was rendered */
export function headersOf({ contentType, headers }) {
  const isDate = (/** @type {number} */ place) => headers[place - (place % 2)] === 'Last-Modified';
  return [contentType, ...headers.filter((_, place) => !isDate(place))].join('\n');
}

/** @param {string | undefined} encoding @param {Buffer} body */
export function decode(encoding, body) {
  if (encoding === 'gzip') return gunzipSync(body);
  return encoding === 'br' ? brotliDecompressSync(body) : body;
}

/** @param {string} key @returns {string} without the post or page it is about; a setting keeps its name */
export const kindOf = (key) => (key.startsWith('setting:') ? key : key.split(':')[0]);
