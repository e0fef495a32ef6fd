/** The fields that decide about a stored answer, if there is one of a request. */
const DECISIVE = [
  ...['host', 'connection', 'te', 'accept-encoding'],
  ...['if-none-match', 'if-modified-since'],
];

/** Those with which a request is not simple: it has a body, or asks for something else than a whole stored answer. */
const NOT_SIMPLE = [
  ...['content-length', 'transfer-encoding', 'expect', 'upgrade', 'proxy-connection'],
  ...['authorization', 'cache-control', 'range', 'if-range'],
  ...['if-match', 'if-unmodified-since'],
];

/**
 * @typedef {object} KnownFields
 * @property {Map<string, number>} places  by name: first those that are fieldValues, then the decisive ones; -1: with
 *   it, a request is not simple
 * @property {number} first  the place of the first decisive one
 * @property {(string | undefined)[]} none  the values of all of them in a request without any
 */

/**
 * @param {string[]} recorded  names of fields whose values are passed on
 * @param {string[]} notSimple  of further ones with which a request is not simple
 * @returns {KnownFields}
 */
export function knownFields(recorded, notSimple) {
  const valued = [...recorded, ...DECISIVE];
  const places = new Map(valued.map((name, place) => [name, place]));
  for (const name of [...NOT_SIMPLE, ...notSimple]) places.set(name, -1);
  return { places, first: recorded.length, none: valued.map(() => undefined) };
}
