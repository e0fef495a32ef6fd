import { endToEnd } from '../rules/fields.js';
/** @import { IncomingMessage as Request, ServerResponse as Response } from 'node:http' */

/**
 * Links that Node.js accepts: on others, the time that its own pattern takes doubles with each parameter. Here, no
 * character fits two places.
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

/**
 * @param {Request} request
 * @param {Response} response
 * @returns {(status: number, headers: string[]) => void} passes interim responses on (RFC 9110 section 15.2)
 */
export const interimTo =
  ({ httpVersion }, response) =>
  (status, headers) => {
    if (response.headersSent || httpVersion !== '1.1') return;
    if (status === 102) response.writeProcessing();
    if (status === 103) response.writeEarlyHints(hintsOf(headers));
  };
