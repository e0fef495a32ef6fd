import { canonicalPath, decodedPath } from '../paths.js';

/**
 * @param {string} address an old permalink or alias: a path, or a whole address
 * @returns {string | null} the path under which requests for it come, decoded; null when there is none
 *   (a pattern such as `/:year/:title/`, the front page, or an address that differs by its query alone)
 */
export function formerPathOf(address) {
  if (/(^|\/):[a-z_]+/i.test(address.replace(/^[a-z]+:\/\//i, '')) || /\?[^#?]*=/.test(address))
    return null;
  const [path] = address
    .trim()
    .replace(/^(https?:)?\/\/[^/?#]*/i, '')
    .split(/[?#]/, 1);
  const known = canonicalPath(`/${path}`.replace(/\/{2,}/g, '/').replace(/(.)\/$/, '$1'));
  if (known === null || known === '/' || known.length > 1000 || /\/\.\.?(\/|$)/.test(known))
    return null;
  return decodedPath(known);
}
