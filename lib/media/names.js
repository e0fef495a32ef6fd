import { slugify } from '../util/slug.js';

/** In UTF-8, so that with all that is put around it the name fits into every file system. */
const LONGEST_STEM = 120;

/**
 * The name under which a file is kept: its own, as far as it can stand in an address, with the ending of what it is.
 * @param {string} name anything: as a browser or a program sent it
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
