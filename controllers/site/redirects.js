import { LarderError } from '../../lib/errors.js';
import { decodedPath, tagAddress, tagPath } from '../../lib/util/paths.js';
import { urlOf } from '../../lib/views/presenters/posts.js';
/** @import { BlogIndex } from '../../lib/index/blog-index.js' */
/** @import { Redirect, UncachedAction } from '../types.js' */

/** Where other blogs have their feeds. */
const usualFeeds = new Map([
  ...['/feed', '/atom.xml', '/feed.xml', '/index.xml'].map(to('/atomfeed')),
  ...['/rss', '/feed.rss', '/index.rss'].map(to('/rss.xml')),
]);

/** @param {string} path @returns {Redirect | null} */
function usualFeed(path) {
  const redirect = usualFeeds.get(path);
  return redirect === undefined ? null : { redirect, status: 301 };
}

/** @param {string} target @returns {(path: string) => [string, string]} */
function to(target) {
  return (path) => [path, target];
}

/**
 * @param {string} path
 * @param {BlogIndex} index
 * @returns {Redirect | null} to the same of a tag that is spelled in another way, or has another name now
 */
function otherTag(path, index) {
  const [, encoded, below = ''] = /^\/tag\/([^/]+)(\/.*)?$/.exec(path) ?? [];
  if (!encoded) return null;
  const tag = decodeURIComponent(encoded);
  const { name = '', others = [] } = index.tagNames.find(tag) ?? {};
  const shown = [name, ...others].find((each) => index.lists.tags.has(each));
  // Else the page is numbered too high.
  if (shown) return shown === tag ? null : { redirect: tagPath(shown) + below, status: 302 };
  const renamed = index.addresses.get(tagAddress(tag));
  // The pages of another list have other numbers.
  const same = below.startsWith('/page/') ? '' : below;
  return renamed === undefined ? null : { redirect: renamed + same, status: 301 };
}

/**
 * Any other path: a former slug or permalink redirects to its post, or answers 410 if the post was
 * removed; addresses of an imported blog lead to its feed, tags and files, too; and where others have their feeds, to ours.
 * @type {UncachedAction}
 */
export function former({ path }, { index }) {
  const owner = index.addresses.get(decodedPath(path));
  if (owner === undefined) return usualFeed(path) ?? otherTag(path, index);
  if (owner.startsWith('/')) return { redirect: owner, status: 301 };
  const post = index.post(owner);
  if (!post) throw new LarderError('gone', `The post at ${path} was removed`);
  if (!index.isPublic(post) || urlOf(post) === path) return null;
  return { redirect: urlOf(post), status: 301 };
}
