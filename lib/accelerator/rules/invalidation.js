import { valueOf } from './fields.js';

/**
 * What an unsafe request has changed by its response (RFC 9111 section 4.4).
 * @param {string} key
 * @param {readonly string[]} headers of the response
 * @param {string} host  that the origin was told
 * @returns {string[]} keys: its own, and those in Location and Content-Location, if they are of the same origin
 */
export function concernedBy(key, headers, host) {
  const base = `http://${host}`;
  const targets = ['location', 'content-location'].flatMap((name) => {
    const value = valueOf(headers, name);
    if (value === undefined || !URL.canParse(value, base + key)) return [];
    const { host: its, pathname, search } = new URL(value, base + key);
    return its === new URL(base).host ? [pathname + search] : [];
  });
  return [...new Set([key, ...targets])];
}
