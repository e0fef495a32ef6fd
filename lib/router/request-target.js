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
 * Turns a request target in absolute form (RFC 9112 section 3.2.2) into the origin form.
 * @param {string} target such as 'http://blog.example.org/tags'
 * @param {string[]} ownHosts with ports, except default ones
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
 * Checks that requests have exactly one valid Host (RFC 9112 section 3.2). The server needs `joinDuplicateHeaders`: two Host
 * headers then become one with a space in it; otherwise Node would drop the second.
 * @returns {(request: IncomingMessage) => boolean}
 */
export function createHostCheck() {
  // Saves hits the regular expression: nearly all requests have the same Host.
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
 * @param {Record<string, string | string[] | undefined>} params as the pattern matched them
 * @returns {Record<string, string>} wildcards joined by slashes, with encoded slashes kept encoded, so that each file has one URL
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
