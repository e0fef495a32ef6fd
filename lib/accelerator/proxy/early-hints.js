import { endToEnd } from '../rules/fields.js';

/**
 * Links that Node.js accepts: on others, the time that its own pattern takes doubles with each parameter. Here, no character fits two
 * places.
 */
const LINK = /^<[^<>\s]*>(?: *; *[^;"\s=,]+(?:=(?:"[^;"\s=,]*"|[^;"\s=,]*))?)*$/;

/**
 * @param {string[]} fields of a 103 (RFC 8297)
 * @returns {Record<string, string[]>} for `writeEarlyHints`
 */
export function hintsOf(fields) {
  /** @type {Record<string, string[]>} */
  const hints = Object.create(null);
  const passed = endToEnd(fields);
  for (let i = 0; i < passed.length; i += 2) {
    const name = passed[i].toLowerCase();
    const value = passed[i + 1];
    if (name !== 'link' || LINK.test(value)) (hints[name] ??= []).push(value);
  }
  return hints;
}
