import { LarderError } from '../../lib/base/errors.js';
import { decodedPath, feedPaths, tagAddress, tagPath } from '../../lib/base/paths.js';
import { postNamed } from '../../lib/changes/index/known-addresses.js';
import { urlOf } from '../../lib/views/presenters/posts.js';
/** @import { BlogIndex } from '../../lib/changes/index/blog-index.js' */
/** @import { Redirect, UncachedAction } from '../types.js' */

const { atom, rss } = feedPaths;
/** Where other blogs have their feeds. */
const usualFeeds = new Map([
  ['/feed', atom],
  ['/atom.xml', atom],
  ['/feed.xml', atom],
  ['/index.xml', atom],
  ['/rss', rss],
  ['/feed.rss', rss],
  ['/index.rss', rss],
]);

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
 * @param {string} path
 * @param {BlogIndex} index
 * @returns {ReturnType<UncachedAction>} to the only post of that name; it is counted as what was not found
 */
function sameName(path, index) {
  const post = postNamed(decodedPath(path), index);
  return post ? { redirect: urlOf(post), status: 302, read: { kind: 'pages', key: path } } : null;
}

/**
 * Any other path: a former slug or permalink redirects to its post, or answers 410 if the post was
 * removed; addresses of an imported blog lead to its feed, tags and files, too; where others have their feeds, to
 * ours; and what ends as the address of one post does, to that post.
 * @type {UncachedAction}
 */
export function former({ path }, { index }) {
  const owner = index.addresses.get(decodedPath(path)) ?? usualFeeds.get(path);
  if (owner === undefined) return otherTag(path, index) ?? sameName(path, index);
  if (owner.startsWith('/')) return { redirect: owner, status: 301 };
  const post = index.post(owner);
  if (!post) throw new LarderError('gone', `The post at ${path} was removed`);
  if (!index.isPublic(post) || urlOf(post) === path) return null;
  return { redirect: urlOf(post), status: 301 };
}
