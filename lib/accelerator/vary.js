import { membersOf, valueOf } from './fields.js';
/** @import { IncomingHttpHeaders } from 'node:http' */
/** @import { StoredResponse } from './types.js' */

/** Stands for a field that the request does not have: an empty one may mean something else. No field's value can contain it. */
const ABSENT = '\0';

/** Lists whose members weigh by their q alone (RFC 9110 section 12.5), in any order and case. */
const UNORDERED = new Set(['accept-language', 'accept-encoding', 'accept-charset']);

/**
 * @param {readonly string[]} fields of a response
 * @returns {string[]} the request's fields that Vary names, in lower case; with `*` among them no request ever matches
 */
export const varyOf = (fields) => membersOf(valueOf(fields, 'vary'));

/**
 * The request's fields that Vary names, normalised (RFC 9111 section 4.1).
 * @param {readonly string[]} fields of the response
 * @param {IncomingHttpHeaders} request
 * @returns {Record<string, string>}
 */
export const variedBy = (fields, request) =>
  Object.fromEntries(varyOf(fields).map((name) => [name, normalised(name, request[name])]));

/**
 * @param {StoredResponse} response
 * @param {IncomingHttpHeaders} request
 * @returns {boolean} whether the fields that Vary names are those of the request that it answered (RFC 9111 section 4.1)
 */
export function matchesRequest({ varied }, request) {
  for (const name in varied) if (varied[name] !== normalised(name, request[name])) return false;
  return true;
}

/** @param {string} name @param {string | string[] | undefined} value */
function normalised(name, value) {
  if (value === undefined) return ABSENT;
  const members = String(value)
    .split(',')
    .map((each) => each.trim());
  if (!UNORDERED.has(name)) return members.join(',');
  return members
    .map((each) => each.toLowerCase().replace(/\s/g, ''))
    .sort()
    .join(',');
}
