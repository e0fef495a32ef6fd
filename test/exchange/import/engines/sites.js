/** What other engines have made of small sites: types. */

/**
 * @typedef {object} Site
 * @property {string} name
 * @property {Record<string, string>} config  files of settings
 * @property {[path: string, frontMatter: string, addresses: string[], date: string | null][]} posts  the addresses at which the
 *   engine has put each, and the date that it shows; an engine that puts it elsewhere in another time zone has been run in both
 */
export {};
