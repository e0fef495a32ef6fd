import { setImmediate } from 'node:timers/promises';
import * as pages from './pages.js';
import { authorPath, feedPaths, tagPath } from '../../lib/base/paths.js';
import { modifiedAt } from '../../lib/changes/index/public-lists.js';
import { uploadOf } from '../../lib/changes/index/uploads.js';
import { absoluteLinks } from '../../lib/views/presenters/absolute-links.js';
import { isCoverIn, isCoverThere, presentPictures } from '../../lib/views/presenters/pictures.js';
import { presentEnclosures, recordingsIn } from '../../lib/views/presenters/enclosures.js';
import { HINTS, sayLabels } from '../../lib/views/presenters/own-labels.js';
import { plainFormulas } from '../../lib/views/presenters/plain-formulas.js';
import { namedAuthors, urlOf } from '../../lib/views/presenters/posts.js';
import { escape, iconPath } from '../../lib/views/view-manager.js';
/** @import { Enclosure } from '../../lib/views/presenters/enclosures.js' */
/** @import { Cover } from '../../lib/store/types.js' */
/** @import { Action, BlogRequest, ShownBlog } from '../types.js' */

/** What a request for a feed counts as. */
const kind = 'feeds';

/** `updated` of an empty feed, which RFC 4287 section 4.1.1 requires. */
const NEVER = '1970-01-01T00:00:00.000Z';

/** Characters of HTML: longer posts appear with their summary only (RFC 4287 section 4.1.2). */
const LONGEST_ENTRY = 1_000_000;
const LONGEST_FEED = 4_000_000;
/** Characters after which other requests are served before the next entry is made. */
const LONG = 100_000;

/** `/atomfeed`, `/tag/:tag/atomfeed` and `/author/:id/atomfeed`: RFC 4287. @type {Action} */
export async function atom(request, blog) {
  const model = await gather(request, blog);
  return model && { view: 'atomfeed', model, kind };
}

/** `/rss.xml` and the same of tags and authors: RSS 2.0 (rssboard.org/rss-specification). @type {Action} */
export async function rss(request, blog) {
  const model = await gather(request, blog);
  if (!model) return null;
  const { feed, entries } = model;
  const items = entries.map((entry) => ({
    ...entry,
    pubDate: httpDate(entry.published),
    // RSS asks for a number.
    enclosures: entry.enclosures.map((each) => ({ ...each, size: String(each.size ?? 0) })),
  }));
  return { view: 'rss', model: { feed: { ...feed, date: httpDate(feed.updated) }, items }, kind };
}

/** `/feed.json` and the same of tags and authors: JSON Feed 1.1 (jsonfeed.org/version/1.1). @type {Action} */
export async function json(request, blog) {
  const model = await gather(request, blog);
  if (!model) return null;
  const { feed, entries } = model;
  const { settings } = blog.index;
  const body = {
    version: 'https://jsonfeed.org/version/1.1',
    title: feed.title,
    home_page_url: feed.htmlUrl,
    feed_url: feed.selfUrl,
    description: feed.subtitle || undefined,
    icon: blog.baseUrl + iconPath(blog.index, blog.assets),
    language: settings.language,
    ...(feed.hub && { hubs: [{ type: 'WebSub', url: feed.hub }] }),
    items: entries.map((entry) => ({
      id: entry.id,
      url: entry.url,
      title: entry.title,
      summary: entry.summary || undefined,
      ...(entry.html === null ? { content_text: entry.summary } : { content_html: entry.html }),
      image: entry.image,
      date_published: entry.published,
      date_modified: entry.updated,
      authors: entry.authors.length > 0 ? entry.authors : [{ name: settings.title }],
      tags: entry.tags.map(({ name }) => name),
      ...(entry.enclosures.length > 0 && { attachments: entry.enclosures.map(attachment) }),
    })),
  };
  const bytes = Buffer.from(`${JSON.stringify(body, null, 1)}\n`);
  return { bytes, contentType: 'application/feed+json; charset=utf-8', immutable: false, kind };
}

/**
 * `/subscribe`: what feeds are, and where they are. A page of the owner with this address takes its place.
 * @type {Action}
 */
export async function subscribe(request, blog) {
  const own = await pages.show({ ...request, params: { slug: 'subscribe' } }, blog);
  // Its text stays the owner's; the form is below it.
  if (own) return 'model' in own ? { ...own, model: { ...own.model, subscribes: true } } : own;
  const { words } = blog.index;
  const feeds = formats.map(({ name, path, word }) => ({
    name,
    path,
    about: words.say(word),
    url: blog.baseUrl + path,
  }));
  return { view: 'subscribe', model: { feeds }, page: { title: words.say('subscribe') } };
}

const formats = [
  { name: 'Atom', path: feedPaths.atom, word: 'feedEverywhere' },
  { name: 'RSS', path: feedPaths.rss, word: 'feedOlder' },
  { name: 'JSON Feed', path: feedPaths.json, word: 'feedDevelopers' },
];

/**
 * What a feed shows, in any format.
 * @param {BlogRequest} request
 * @param {ShownBlog} blog
 */
async function gather({ path, params, reader }, { index, baseUrl, hub }) {
  const { list, name, htmlPath } = listOf(params, index);
  const newest = index.newest(list);
  if (!newest || name === null) return null;
  const { title, tagline } = index.settings;
  const labelled = (/** @type {string} */ html) =>
    HINTS.some((each) => html.includes(each)) ? sayLabels(html, index.plainWords) : html;
  const posts = await reader.entries(newest);
  const recordings = posts.map((post) => recordingsIn(post.html, baseUrl));
  const uploads = recordings.flat().flatMap(({ src }) => uploadOf(src) ?? []);
  const files = await reader.files([...new Set(uploads)]);
  const entries = [];
  let length = 0;
  for (const [place, post] of posts.entries()) {
    const url = urlOf(post);
    const isWhole = post.html.length <= LONGEST_ENTRY && length + post.html.length <= LONGEST_FEED;
    if (isWhole) length += post.html.length;
    const published = post.publishedAt ?? NEVER;
    const cover = post.cover && isCoverThere(post.cover, index) ? post.cover : null;
    const html = withCover(plainFormulas(post.html), cover);
    entries.push({
      id: `urn:uuid:${post.id}`,
      title: post.title,
      url: baseUrl + url,
      published,
      updated: modifiedAt(post),
      authors: namedAuthors(post, index).map(({ name, url }) => ({ name, url: baseUrl + url })),
      tags: post.tags.map((name) => ({ name, url: baseUrl + tagPath(name) })),
      summary: post.teaser,
      image: cover ? new URL(cover.src, baseUrl).href : undefined,
      enclosures: presentEnclosures(recordings[place], files, baseUrl + url),
      html: isWhole
        ? absoluteLinks(labelled(presentPictures(html, index, { isFeed: true })), baseUrl, url)
        : null,
    });
    if (isWhole && post.html.length > LONG) await setImmediate();
  }
  const feed = {
    id: baseUrl + path,
    title: name === '' ? title : `${title}: ${name}`,
    subtitle: tagline,
    selfUrl: baseUrl + path,
    htmlUrl: baseUrl + htmlPath,
    updated: entries.map(({ updated }) => updated).reduce(later, NEVER),
    // Only the feeds of the whole blog are announced to it.
    hub: list === 'all' ? hub : '',
  };
  return { feed, entries };
}

/**
 * @param {Record<string, string>} params
 * @param {ShownBlog['index']} index
 * @returns {{ list: string, name: string | null, htmlPath: string }} `name`: '' of the whole blog; null: there is no
 *   such author
 */
function listOf({ tag, id }, index) {
  if (tag !== undefined) return { list: `tag:${tag}`, name: tag, htmlPath: tagPath(tag) };
  if (id === undefined) return { list: 'all', name: '', htmlPath: '/' };
  const name = index.users.get(id)?.name ?? null;
  return { list: `author:${id}`, name, htmlPath: authorPath(id) };
}

/** @param {Enclosure} enclosure @returns of JSON Feed */
const attachment = ({ url, type, size }) => ({
  url,
  mime_type: type,
  ...(size !== null && { size_in_bytes: size }),
});

/** @param {string} html @param {Cover | null} cover @returns {string} */
const withCover = (html, cover) =>
  cover && !isCoverIn(cover, html)
    ? `<p><img src="${escape(cover.src)}" alt="${escape(cover.alt)}"></p>\n${html}`
    : html;

/** @param {string} a ISO time @param {string} b */
const later = (a, b) => (a > b ? a : b);

/** @param {string} iso @returns {string} as RFC 822 has it, with a year of four digits */
const httpDate = (iso) => new Date(iso).toUTCString();
