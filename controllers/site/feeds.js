import { setImmediate } from 'node:timers/promises';
import { tagPath } from '../../lib/util/paths.js';
import { absoluteLinks } from '../../lib/views/presenters/absolute-links.js';
import { authorOf, urlOf } from '../../lib/views/presenters/posts.js';
/** @import { Reader } from '../../lib/changes/tracked-blog.js' */
/** @import { Action, ShownBlog, View } from '../types.js' */

/** `updated` of an empty feed, which RFC 4287 section 4.1.1 requires. */
const NEVER = '1970-01-01T00:00:00.000Z';

/** Characters of HTML: longer posts appear with their summary only (RFC 4287 section 4.1.2). */
const LONGEST_ENTRY = 1_000_000;
const LONGEST_FEED = 4_000_000;
/** Characters after which other requests are served before the next entry is made. */
const LONG = 100_000;

/** `/atomfeed` @type {Action} */
export function all({ path, reader }, blog) {
  const { title } = blog.index.settings;
  return feed(blog, reader, { list: 'all', title, path, htmlPath: '/' });
}

/** `/tag/:tag/atomfeed` @type {Action} */
export function ofTag({ path, params, reader }, blog) {
  const { tag } = params;
  const title = `${blog.index.settings.title}: ${tag}`;
  return feed(blog, reader, { list: `tag:${tag}`, title, path, htmlPath: tagPath(tag) });
}

/**
 * @param {ShownBlog} blog
 * @param {Reader} reader
 * @param {{ list: string, title: string, path: string, htmlPath: string }} of
 * @returns {Promise<View | null>}
 */
async function feed({ index, baseUrl }, reader, { list, title, path, htmlPath }) {
  const newest = index.newest(list);
  if (!newest) return null;
  const entries = [];
  let length = 0;
  for (const post of await reader.texts(newest)) {
    const url = urlOf(post);
    const isWhole = post.html.length <= LONGEST_ENTRY && length + post.html.length <= LONGEST_FEED;
    if (isWhole) length += post.html.length;
    entries.push({
      id: `urn:uuid:${post.id}`,
      title: post.title,
      url: baseUrl + url,
      published: post.publishedAt,
      updated: later(post.updatedAt, post.publishedAt ?? NEVER),
      author: authorOf(post, index),
      tags: post.tags.map((name) => ({ name, url: baseUrl + tagPath(name) })),
      summary: post.teaser,
      html: isWhole ? absoluteLinks(post.html, baseUrl, url) : null,
    });
    if (isWhole && post.html.length > LONG) await setImmediate();
  }
  return {
    view: 'atomfeed',
    model: {
      feed: {
        id: baseUrl + path,
        title,
        subtitle: index.settings.tagline,
        selfUrl: baseUrl + path,
        htmlUrl: baseUrl + htmlPath,
        updated: entries.map(({ updated }) => updated).reduce(later, NEVER),
      },
      entries,
    },
  };
}

/** @param {string} a ISO time @param {string} b */
const later = (a, b) => (a > b ? a : b);
