import { isError } from '../../../../base/errors.js';
import { decoded } from '../../shared/old-site.js';
import { readText } from './files.js';
/** @import { FileLinks } from './file-links.js' */
/** @import { Folder } from './files.js' */

const URLS = /https?:\/\/(?:www\.)?([\w.-]{3,100}(?::\d{1,5})?)(\/[\w%./~@-]{2,300})/g;

/** So many links to other posts must there be, and such a share of all that lead to a host. */
const LEAST = 3;
const LEAST_SHARE = 0.2;

/**
 * Finds the host of the old site by the links of its texts, since settings often do not say it: most of those that end
 * with the name of another post lead there.
 * @param {Folder} folder
 * @param {FileLinks} links
 * @returns {Promise<string>} '' when it is not known
 */
export async function findOwnHost({ root, files }, links) {
  /**
   * The distinct paths on each host, and of these the ones of other posts.
   * @type {Map<string, { all: Set<string>, posts: Set<string> }>}
   */
  const hosts = new Map();
  for (const file of files) {
    const { text } = await readText(root, file).catch((error) => {
      if (!isError(error, 'invalid')) throw error;
      return { text: '' };
    });
    const own = links.find(`/${file}`, file);
    for (const [, host, path] of text.matchAll(URLS)) {
      const found = hosts.get(host) ?? { all: new Set(), posts: new Set() };
      hosts.set(host, found);
      if (found.all.has(path)) continue;
      found.all.add(path);
      const post = links.find(decoded(path), file);
      // A post about a page elsewhere often has the name of that page.
      if (post && post !== own) found.posts.add(path);
    }
  }
  const likely = [...hosts].filter(
    ([, { all, posts }]) => posts.size >= LEAST && posts.size >= LEAST_SHARE * all.size,
  );
  const [best] = likely.sort(([, a], [, b]) => b.posts.size - a.posts.size);
  return best?.[0] ?? '';
}
