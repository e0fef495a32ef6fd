import { foldCase, normalise } from './unicode.js';

/** Nothing of it would be encoded, or composed. */
const PLAIN = /^[\w.!~*'()/-]*$/;

/** Ends the links of a mail that lead to the blog, so that it is known who comes by it. */
export const BY_MAIL = '?ref=mail';

/**
 * Brings a path into the one form under which it is known: each segment decoded, composed (NFC) and encoded anew.
 * @param {string} path as it stands in a request line, without a query
 * @returns {string | null} null when it is malformed
 */
export function canonicalPath(path) {
  if (PLAIN.test(path)) return path;
  try {
    return path
      .split('/')
      .map((segment) => encodeURIComponent(normalise(decodeURIComponent(segment))))
      .join('/');
  } catch {
    return null;
  }
}

/** @param {string} path canonical @returns {string} decoded, as addresses are stored */
export const decodedPath = (path) => path.split('/').map(decodeURIComponent).join('/');

/** @param {string} path decoded, of segments without a slash in them @returns {string} canonical */
export const encodedPath = (path) =>
  PLAIN.test(path) ? path : path.split('/').map(encodeURIComponent).join('/');

/** The feeds of the whole blog; those of tags and authors have the same names below their pages. */
export const feedPaths = { atom: '/atomfeed', rss: '/rss.xml', json: '/feed.json' };

/** @param {string} id @returns {string} the page of an author */
export const authorPath = (id) => `/author/${encodeURIComponent(id)}`;

/** @param {string} tag @returns {string} its page */
export const tagPath = (tag) => `/tag/${encodeURIComponent(tag)}`;

/**
 * @param {string} tag
 * @returns {string} the path under which a redirect of its pages is kept, whatever the letter case; decoded
 */
export const tagAddress = (tag) => `/tag/${foldCase(tag)}`;

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
 * @param {string} url of a link, as people write it
 * @param {string} baseUrl of the blog
 * @returns {string | null} the canonical path of the page here to which it leads; null: it leads elsewhere
 */
export function pathOfLink(url, baseUrl) {
  const ownName = baseUrl.replace(/^https?:/, '');
  const bare = url.replace(/^https?:/i, '');
  const isOwn = bare.slice(0, ownName.length).toLowerCase() === ownName.toLowerCase();
  const [path] = (isOwn ? bare.slice(ownName.length) : url).split('#', 1);
  if (path !== '' && !/^\/(?!\/)/.test(path)) return null;
  return canonicalPath(path.replace(/\/$/, '') || '/');
}

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
