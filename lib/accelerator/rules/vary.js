import { remembering } from '../../base/remembering.js';
import { membersOf, valueOf } from './fields.js';
/** @import { IncomingHttpHeaders } from 'node:http' */
/** @import { StoredResponse } from '../types.js' */

/**
 * Stands for a field that the request does not have: an empty one may mean something else. No field's value can contain
 * it.
 */
const ABSENT = '\0';

/** Lists whose members weigh by their q alone (RFC 9110 section 12.5), in any order and case. */
const UNORDERED = new Set(['accept-language', 'accept-encoding', 'accept-charset']);

/**
 * @param {readonly string[]} fields of a response
 * @returns {string[]} the request's fields that Vary names, each once, in lower case; with `*` among them no request
 *   ever matches
 */
export const varyOf = (fields) => [...new Set(membersOf(valueOf(fields, 'vary')))];

/**
 * @param {readonly string[]} fields of a response
 * @param {readonly string[]} names of fields of a request, in lower case
 * @returns {string[]} those that Vary does not name
 */
export function notVariedBy(fields, names) {
  if (names.length === 0) return [];
  const varied = new Set(varyOf(fields));
  return names.filter((name) => !varied.has(name));
}

/**
 * The request's fields that Vary names, normalised (RFC 9111 section 4.1).
 * @param {readonly string[]} fields of the response
 * @param {IncomingHttpHeaders} request
 * @returns {Record<string, string>}
 */
export const variedBy = (fields, request) =>
  Object.fromEntries(varyOf(fields).map((name) => [name, normalised(name, request[name])]));

/**
 * @param {Pick<StoredResponse, 'varied'>} response
 * @param {IncomingHttpHeaders} request
 * @returns {boolean} whether the fields that Vary names are those of the request that it answered (RFC 9111 section
 *   4.1)
 */
export function matchesRequest({ varied }, request) {
  for (const name in varied) if (varied[name] !== normalised(name, request[name])) return false;
  return true;
}

/** @param {string} name @param {string | string[] | undefined} input */
function normalised(name, input) {
  if (input === undefined) return ABSENT;
  return UNORDERED.has(name) ? sorted(String(input)) : spaceless(String(input));
}

const spaceless = remembering((list) => membersIn(list).join(','));

const sorted = remembering((list) =>
  membersIn(list.toLowerCase().replace(/\s/g, '')).sort().join(','),
);

/** @param {string} list */
const membersIn = (list) => list.split(',').map((each) => each.trim());

/**
 * Whether another client may get another representation, with an entity tag of its own. Another encoding is no harm:
 * the client that has the one that is known can use it.
 * @param {StoredResponse} variant
 */
export const isNegotiated = ({ varied }) =>
  Object.keys(varied).some((name) => name !== 'accept-encoding');
