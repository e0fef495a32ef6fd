/**
 * Counts by name as one text, as statistics keep them of each page: JSON with thousands of names more takes several
 * times as long to read.
 *
 * @typedef {Record<string, number>} Counts
 */

/** In no name of a site or country. */
const BETWEEN = '|';

/** @param {[name: string, count: number][]} counts @returns {string} */
export function pack(counts) {
  let packed = '';
  for (const [name, count] of counts)
    packed += `${packed === '' ? '' : BETWEEN}${name}${BETWEEN}${count}`;
  return packed;
}

/** @param {string} packed @returns {Counts} */
export function unpack(packed) {
  const parts = packed === '' ? [] : packed.split(BETWEEN);
  /** @type {[string, number][]} */
  const entries = [];
  for (let at = 0; at < parts.length; at += 2) entries.push([parts[at], Number(parts[at + 1])]);
  return Object.fromEntries(entries);
}
