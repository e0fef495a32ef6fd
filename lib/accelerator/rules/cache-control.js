import { remembering } from '../../base/remembering.js';

/** Cache-Control (RFC 9111 section 5.2) and CDN-Cache-Control (RFC 9213). */

/** Members of a list; a comma inside a quoted string separates nothing. */
const MEMBER = /(?:[^,"]|"(?:[^"\\]|\\.)*"?)+/g;
const DIRECTIVE = /^([\w!#$%&'*+.^`|~-]+)(?:=(.*))?$/s;

/** Seconds; a greater number is taken as this one (RFC 9111 section 1.2.2). */
const LONGEST = 2 ** 31;

/**
 * A member of a structured field's dictionary (RFC 8941 section 3.2), without inner lists: a key, a bare item,
 * parameters.
 */
const KEY = '[a-z*][a-z\\d_.*-]*';
const ITEM =
  '-?\\d{1,15}(?:\\.\\d{1,3})?|"(?:[^"\\\\]|\\\\["\\\\])*"|[A-Za-z*][\\w!#$%&\'*+.^`|~:/-]*|:[A-Za-z\\d+/=]*:|\\?[01]';
const DICTIONARY_MEMBER = new RegExp(`^(${KEY})(?:=(${ITEM}))?(?:; *${KEY}(?:=(?:${ITEM}))?)*$`);

/** Directives whose argument is a number of seconds. */
const TIMES = ['max-age', 's-maxage', 'stale-while-revalidate', 'stale-if-error'];

/** The directives of a message. */
export class Directives {
  /** Of each name the arguments, '' where there is none. @type {Map<string, string[]>} */
  #byName = new Map();

  /** @param {[name: string, argument: string][]} [members] names in lower case */
  constructor(members = []) {
    for (const [name, argument] of members) {
      const same = this.#byName.get(name);
      if (same) same.push(argument);
      else this.#byName.set(name, [argument]);
    }
  }

  /** @param {string} name @returns {boolean} */
  has(name) {
    return this.#byName.has(name);
  }

  /**
   * @param {string} name
   * @returns {boolean} whether it is there without fields, so that it concerns the whole response
   */
  isUnqualified(name) {
    return this.#byName.get(name)?.includes('') ?? false;
  }

  /** @param {string} name @returns {string[]} the fields, in lower case, to which it is limited */
  fields(name) {
    return (this.#byName.get(name) ?? []).flatMap((list) =>
      list
        .split(',')
        .map((each) => each.trim().toLowerCase())
        .filter(Boolean),
    );
  }

  /**
   * @param {string} name
   * @returns {number | undefined} seconds, by its first occurrence; 0 when the argument is no number, so that a
   *   response with it is stale (RFC 9111 section 4.2.1)
   */
  seconds(name) {
    const argument = this.#byName.get(name)?.[0];
    if (argument === undefined) return undefined;
    return /^\d+$/.test(argument) ? Math.min(Number(argument), LONGEST) : 0;
  }
}

const NONE = new Directives();

/**
 * @param {string | undefined} text the value of Cache-Control
 * @returns {Directives}
 */
export const parseCacheControl = (text) => (text ? parse(text) : NONE);

const parse = remembering(
  (text) =>
    new Directives(
      (text.match(MEMBER) ?? []).flatMap((member) => {
        const [, name, argument = ''] = DIRECTIVE.exec(member.trim()) ?? [];
        return name ? [[name.toLowerCase(), unquoted(argument)]] : [];
      }),
    ),
);

/**
 * @param {string | undefined} text the value of CDN-Cache-Control
 * @returns {Directives | null} null when it is absent, empty or no structured dictionary: Cache-Control applies then
 *   (RFC 9213 section 2.2)
 */
export function parseTargeted(text) {
  if (!text) return null;
  const members = text.match(MEMBER) ?? [];
  /** @type {[string, string][]} */
  const directives = [];
  for (const member of members) {
    const [whole, name, item = '?1'] = DICTIONARY_MEMBER.exec(member.trim()) ?? [];
    if (!whole || (TIMES.includes(name) && !/^\d+$/.test(item))) return null;
    if (item !== '?0') directives.push([name, item === '?1' ? '' : unquoted(item)]);
  }
  return members.length > 0 ? new Directives(directives) : null;
}

/** @param {string} argument */
const unquoted = (argument) =>
  argument.startsWith('"') ? argument.slice(1, -1).replace(/\\(.)/gs, '$1') : argument;
