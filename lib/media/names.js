import { slugify } from '../util/slug.js';

/** Bytes in UTF-8: leaves room for the digest, within the limits of file systems. */
const LONGEST_STEM = 120;

/**
 * Makes a file's name usable in a URL, with the extension of its real type.
 * @param {string} name as sent by the client; may be anything
 * @param {string} extension without the dot
 * @returns {string}
 */
export function fileName(name, extension) {
  const last = name.slice(-1000).split(/[\\/]/).at(-1) ?? '';
  const stem = slugify(last.replace(/(?<=.)\.[^.]*$/, ''));
  return `${shorten(stem) || 'file'}.${extension}`;
}

/** @param {string} stem @returns {string} */
function shorten(stem) {
  let short = '';
  for (const letter of stem) {
    if (Buffer.byteLength(short + letter) > LONGEST_STEM) break;
    short += letter;
  }
  return short.replace(/-$/, '');
}
