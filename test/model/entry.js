import { brotliDecompressSync, gunzipSync } from 'node:zlib';
/** @import { Entry } from '../../lib/responses/entry.js' */

/** @param {Entry | null} entry */
export function bodyOf(entry) {
  for (const [encoding, representation] of Object.entries(entry?.encodings ?? {}))
    if (representation) return decode(encoding, representation.body).toString('latin1');
  return '';
}

/** What says when it was rendered, and what is for networks. */
const left = ['Last-Modified', 'CDN-Cache-Control', 'xkey'];

/** @param {Entry} entry @returns {string} without those */
export function headersOf({ contentType, headers }) {
  const own = headers.filter((_, place) => !left.includes(headers[place - (place % 2)]));
  return [contentType, ...own].join('\n');
}

/** @param {string | undefined} encoding @param {Buffer} body */
export function decode(encoding, body) {
  if (encoding === 'gzip') return gunzipSync(body);
  return encoding === 'br' ? brotliDecompressSync(body) : body;
}

/** @param {string} key @returns {string} without the post or page it is about; a setting keeps its name */
export const kindOf = (key) => (key.startsWith('setting:') ? key : key.split(':')[0]);
