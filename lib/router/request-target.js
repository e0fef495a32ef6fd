/** @import { IncomingMessage } from 'node:http' */

/**
 * @param {string} target of a request line
 * @returns {string} its path, without query and fragment
 */
export function pathOfTarget(target) {
  const end = target.search(/[?#]/);
  return end < 0 ? target : target.slice(0, end);
}

/**
 * @param {string} target of a request line
 * @returns {string} its query with the question mark; '' when it has none
 */
export const queryOfTarget = (target) => (/\?[^#]*/.exec(target) ?? [''])[0];

/**
 * Turns the absolute form, as proxies get it (RFC 9112 section 3.2.2), into the usual one.
 * @param {string} target such as 'http://blog.example.org/tags'
 * @param {string[]} ownHosts with their ports, but for the scheme's own
 * @returns {{ target: string } | { error: 'badRequest' | 'misdirected' }}
 */
export function fromAbsoluteForm(target, ownHosts) {
  const [, origin = '', rest = ''] = /^(https?:\/\/[^/?#@]{1,300})([/?#].*)?$/i.exec(target) ?? [];
  if (!URL.canParse(origin)) return { error: 'badRequest' };
  if (!ownHosts.includes(new URL(origin).host)) return { error: 'misdirected' };
  return { target: rest.startsWith('/') ? rest : `/${rest}` };
}

/** RFC 9110 section 7.2: a name or an address (RFC 3986 section 3.2.2), and perhaps a port. */
const HOST = /^(?:\[[\da-f:.]+\]|(?:[\w.~!$&'()*+,;=-]|%[\da-f]{2})+)(?::\d*)?$/i;

/**
 * Tells whether requests name one host, as RFC 9112 section 3.2 wants it. Needs a server with `joinDuplicateHeaders`:
 * two Host headers are then one with a space in it, where Node would else show the first alone.
 * @returns {(request: IncomingMessage) => boolean}
 */
export function createHostCheck() {
  // A hit would pay for the pattern, and nearly all requests of a server name the same host.
  let lastGood = '';
  return ({ headers: { host }, httpVersion }) => {
    if (host === undefined) return httpVersion === '1.0';
    if (host === '' || (host !== lastGood && !HOST.test(host))) return false;
    lastGood = host;
    return true;
  };
}

/** @param {string} host a name, or an IP address @param {number} port @returns {string} */
export const originOf = (host, port) =>
  new URL(`http://${host.includes(':') ? `[${host}]` : host}:${port}`).origin;

/**
 * @param {Record<string, string | string[] | undefined>} params as a pattern took them
 * @returns {Record<string, string>} what a wildcard took keeps its encoded slashes, so that a file has one address
 */
export function joinParams(params) {
  /** @type {Record<string, string>} */
  const joined = {};
  for (const name in params) {
    const value = params[name] ?? '';
    joined[name] = Array.isArray(value) ? value.map(encodeSlashes).join('/') : value;
  }
  return joined;
}

/** @param {string} segment */
const encodeSlashes = (segment) => segment.replaceAll('/', '%2F');
