import { valueOf } from './fields.js';

/**
 * A string of a structured field (RFC 8941 section 3.3.3), or one that does not end, so that nothing is looked at
 * twice.
 */
const STRING = /"((?:[^"\\]|\\["\\])*)("?)/g;

/** Groups of one response, and their length: at least 32 of each are to be supported (RFC 9875 section 2). */
const MOST = 256;
const LONGEST = 32;

/**
 * @param {readonly string[]} headers of a response
 * @param {'cache-groups' | 'cache-group-invalidation'} [name]
 * @returns {string[]} groups (RFC 9875), each a text of its own: as a part of the field, it would keep all of that in
 *   memory
 */
export const groupsOf = (headers, name = 'cache-groups') =>
  [...(valueOf(headers, name) ?? '').matchAll(STRING)]
    .flatMap(([, group, end]) => (end ? [group.replace(/\\(.)/g, '$1')] : []))
    .filter((group) => group.length <= LONGEST)
    .slice(0, MOST)
    .map((group) => Buffer.from(group, 'latin1').toString('latin1'));
