import { slugify } from '../../base/slug.js';

/** Bytes in UTF-8: leave room for the digest, within the limits of file systems. */
const LONGEST_STEM = 120;
const LONGEST_ENDING = 24;
/** Of one name. */
const MOST_ENDINGS = 3;

/** Text without blanks in which there is a letter, or a part of an archive: `1.2` is a number and `Dr. Who` a name. */
const ENDING = /^(?:[^\s\p{L}]*\p{L}\S*|\d{3})$/u;
/** Endings that are put behind others, which then stay: `a.tar.gz`, `a.7z.001`. */
const ADDED = /^(?:gz|bz2|xz|zst|lz|lz4|lzma|br|z|asc|sig|gpg|sha\d{1,3}|md5|\d{3})$/;

/**
 * @param {string} name of a file, as sent by the client; may be anything
 * @returns {string} its ending, usable in a URL and without the first dot, such as `epub` or `tar.gz`; '' when it has
 *   none
 */
export const endingOf = (name) => split(name).endings.map(slugify).join('.');

/**
 * Makes a file's name usable in a URL.
 * @param {string} name as sent by the client; may be anything
 * @param {string} extension without the first dot: takes the place of the name's own ending
 * @returns {string}
 */
export const fileName = (name, extension) =>
  `${shorten(slugify(split(name).stem)) || 'file'}.${extension}`;

/** The digest in front of a name, and a hyphen. */
const DIGEST = 17;

/** @param {string} id of a file @returns {string} its name */
export const nameOf = (id) => id.slice(DIGEST);

/** @param {string} name @returns {{ stem: string, endings: string[] }} as they were sent */
function split(name) {
  const parts = (name.slice(-1000).split(/[\\/]/).at(-1) ?? '').split('.');
  /** @type {string[]} */
  const endings = [];
  do {
    const part = parts.at(-1) ?? '';
    const isWhole = parts.length === 1 || (parts.length === 2 && parts[0] === '');
    if (isWhole || !ENDING.test(part) || !isShort(slugify(part))) break;
    endings.unshift(part);
    parts.pop();
  } while (ADDED.test(endings[0].toLowerCase()) && endings.length < MOST_ENDINGS);
  return { stem: parts.join('.'), endings };
}

/** @param {string} ending */
const isShort = (ending) => ending !== '' && Buffer.byteLength(ending) <= LONGEST_ENDING;

/** @param {string} stem @returns {string} */
function shorten(stem) {
  let short = '';
  for (const letter of stem) {
    if (Buffer.byteLength(short + letter) > LONGEST_STEM) break;
    short += letter;
  }
  return short.replace(/-$/, '');
}
