import { canonicalPath, decodedPath } from '../../../base/paths.js';

/** The host of addresses without one. */
const NOWHERE = 'http://nowhere.invalid';

/**
 * @param {string} address an old permalink or alias: a path or a URL
 * @returns {string | null} the path of requests for it, decoded; null when there is none
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

/** Recognises the URLs of the imported blog. */
export class OldSite {
  #hosts;
  #roots;
  #tagPaths;

  /**
   * @param {string[]} [addresses] base URLs of the blog
   * @param {Map<string, string>} [tagPaths] from the end of a path, such as 'category/salt', to a tag
   */
  constructor(addresses = [], tagPaths = new Map()) {
    const urls = addresses.filter((address) => URL.canParse(address)).map((url) => new URL(url));
    this.#hosts = new Set(urls.map(hostOf));
    this.#roots = new Set(['/', ...urls.map(({ pathname }) => pathname.replace(/\/?$/, '/'))]);
    this.#tagPaths = tagPaths;
  }

  /** @param {string} address @returns {URL | null} null when it is on another site */
  own(address) {
    if (!URL.canParse(address, NOWHERE) || /^[#?]/.test(address)) return null;
    const url = new URL(address, NOWHERE);
    const isOwn = url.origin === NOWHERE ? address.startsWith('/') : this.#hosts.has(hostOf(url));
    return isOwn ? url : null;
  }

  /**
   * @param {string} address
   * @returns {string | null} its path, decoded, when it is on this blog and not its front page
   */
  pathOf(address) {
    const url = this.own(address);
    return url && url.search === '' ? formerPathOf(url.pathname) : null;
  }

  /** @param {URL} url @returns {boolean} whether it is the front page, with or without a query */
  isRoot({ pathname }) {
    return this.#roots.has(pathname);
  }

  /** @param {URL} url @returns {string | undefined} the tag whose page it is */
  tagAt({ pathname }) {
    const [, kind, slug] = /\/(tag|category)\/(?:.*\/)?([^/]+)\/?$/.exec(pathname) ?? [];
    return kind && this.#tagPaths.get(`${kind}/${decoded(slug)}`);
  }
}

/** @param {URL} url @returns {string} */
export const hostOf = ({ host }) => host.replace(/^www\./, '');

/** @param {string} text perhaps percent-encoded @returns {string} */
export function decoded(text) {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
