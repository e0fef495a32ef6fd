import { domainToASCII } from 'node:url';

/** RFC 5321, section 4.5.3.1: characters of a path without its brackets, and of what stands before the @. */
const LONGEST = 254;
const LONGEST_NAME = 64;

/**
 * @param {string} typed  anything
 * @returns {string} trimmed, its domain in lower case and in ASCII; '' when it is no address that mail goes to. It has
 *   neither blanks nor control characters, so that no line of a mail can be slipped in with it
 */
export function normaliseEmail(typed) {
  const email = typed.length > 4 * LONGEST ? '' : typed.trim();
  const [, name = '', host = ''] = ADDRESS.exec(email) ?? [];
  const domain = domainToASCII(host).toLowerCase();
  const fits = DOMAIN.test(domain) && name.length <= LONGEST_NAME;
  const whole = `${name}@${domain}`;
  return fits && whole.length <= LONGEST ? whole : '';
}

const ADDRESS =
  /^((?!\.)(?:(?!\.\.)[^\s@<>()[\]\\,;:"\p{C}])+(?<!\.))@([^\s@<>()[\]\\,;:"\p{C}]+)$/u;
const DOMAIN = /^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z](?:[a-z0-9-]*[a-z0-9])$/;
