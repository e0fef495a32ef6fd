/**
 * Header fields as a flat list: name, value, name, value, in the order and the case in which they came.
 */

/** Fields of one connection (RFC 9110 section 7.6.1), and those that a proxy answers itself (section 11.7). */
const HOP_BY_HOP = new Set([
  ...['connection', 'keep-alive', 'te', 'trailer', 'transfer-encoding', 'upgrade'],
  ...['proxy-authenticate', 'proxy-authentication-info', 'proxy-authorization', 'proxy-connection'],
]);

/** RFC 9110 section 5.6.2. */
const TOKEN = /^[!#$%&'*+\-.^`|~\w]+$/;
/** What no value has (section 5.5). */
const NOT_IN_VALUES = /[^\t\x20-\x7e\x80-\xff]/;

/** @param {string} name @param {string} value @returns {boolean} whether they can be sent as they are */
export const isField = (name, value) => TOKEN.test(name) && !NOT_IN_VALUES.test(value);

/**
 * @param {readonly string[]} fields
 * @param {string} name in lower case
 * @returns {string | undefined} the values of all its lines, as one list (RFC 9110 section 5.3)
 */
export function valueOf(fields, name) {
  let value;
  for (let i = 0; i < fields.length; i += 2) {
    if (fields[i].length !== name.length || fields[i].toLowerCase() !== name) continue;
    value = value === undefined ? fields[i + 1] : `${value}, ${fields[i + 1]}`;
  }
  return value;
}

/**
 * @param {string | undefined} list separated by commas
 * @returns {string[]} its members in lower case, such as field names
 */
export const membersOf = (list = '') =>
  list
    .split(',')
    .map((each) => each.trim().toLowerCase())
    .filter(Boolean);

/**
 * @param {readonly string[]} fields
 * @param {(name: string) => boolean} isDropped is given names in lower case
 * @returns {string[]} the others
 */
export function without(fields, isDropped) {
  const stored = [];
  for (let i = 0; i < fields.length; i += 2)
    if (!isDropped(fields[i].toLowerCase())) stored.push(fields[i], fields[i + 1]);
  return stored;
}

/** @param {string} name in lower case @returns {boolean} whether it is of one connection, in every message */
export const isOfConnection = (name) => HOP_BY_HOP.has(name);

/**
 * @param {readonly string[]} fields of a message
 * @returns {string[]} those that a proxy passes on: without the fields of the connection, and those that Connection
 *   names
 */
export function endToEnd(fields) {
  const named = new Set(membersOf(valueOf(fields, 'connection')));
  return without(fields, (name) => isOfConnection(name) || named.has(name));
}
