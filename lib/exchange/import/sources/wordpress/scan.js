import { uuidOfPath } from '../../shared/identity.js';
import { decoded, OldSite } from '../../shared/old-site.js';
import { siteSettings } from '../source.js';
import { plain } from '../../shared/plain.js';
import { tagPath } from '../../../../base/paths.js';
import { ZoneFinder } from './time-zone.js';
import { allOf, metaOf, readXml, textOf } from './xml.js';
/** @import { PostOutline, Source } from '../source.js' */
/** @import { Pattern } from './patterns.js' */
/** @import { Ending, Node } from './xml.js' */

/**
 * @typedef {object} Attachment
 * @property {string} name  for messages
 * @property {string} url
 * @property {string} alt
 * @property {string} caption  plain text
 * @property {string} parent  the number of the post that it was uploaded for
 *
 * @typedef {Awaited<ReturnType<typeof scan>>} Scan  What must be known of the whole file before its first post is made.
 */

/** No pattern is longer, in characters: all of them are held at once. */
const LONGEST_PATTERN = 500_000;

/** What WordPress keeps among the posts for itself. */
const INTERNAL = /^(revision|oembed_cache|customize_changeset|wp_font_(face|family))$/;

/** Statuses of what is no post of the blog, and what is said of it. @type {Map<string, string>} */
const LEFT_OUT = new Map([
  ['trash', 'in the trash'],
  ['auto-draft', 'never saved'],
  ['inherit', 'versions of other posts'],
]);

/** Reads the whole file and keeps little of it. @param {string} file */
export async function scan(file) {
  /** @type {Ending} */
  const ending = { broken: null, unreadable: 0 };
  const scanner = new Scanner();
  for await (const node of readXml(file, ending)) scanner.add(node);
  const { addresses, settings, tagPaths, items, zones, ...found } = scanner;
  const site = new OldSite(addresses, tagPaths);
  /** @type {PostOutline[]} */
  const outlines = items.map(({ addresses: old, ...outline }) => ({
    ...outline,
    formerPaths: [...new Set(old.flatMap((address) => site.pathOf(address) ?? []))],
  }));
  const timeZone = zones.find();
  return {
    ...found,
    addresses,
    site,
    outlines,
    ending,
    timeZone,
    settings: siteSettings({ ...settings, timeZone }),
    redirects: redirectsOf(addresses, tagPaths, [...found.authors.keys()]),
  };
}

/**
 * @param {string[]} addresses of the blog
 * @param {Map<string, string>} tagPaths
 * @param {string[]} logins of its authors
 * @returns {Source['redirects']}
 */
function redirectsOf(addresses, tagPaths, logins) {
  const urls = addresses.filter((address) => URL.canParse(address));
  const bases = new Set(urls.map((address) => new URL(address).pathname.replace(/\/$/, '')));
  const pairs = [
    ...['feed', 'comments/feed', 'feed/atom'].map((path) => [path, '/atomfeed']),
    ...[...tagPaths].map(([path, tag]) => [path, tagPath(tag)]),
    ...logins.map((login) => [`author/${encodeURIComponent(login)}`, '/archive']),
  ];
  return [...bases].flatMap((base) => pairs.map(([from, to]) => ({ from: `${base}/${from}`, to })));
}

/** Keeps what must be known of each element. */
class Scanner {
  settings = { title: '', tagline: '', language: '' };
  /** At which the blog stood. @type {string[]} */
  addresses = [];
  /** @type {Map<string, string>} */
  tagPaths = new Map();
  /** @type {(Omit<PostOutline, 'formerPaths'> & { addresses: string[] })[]} */
  items = [];
  /** By the name with which they sign in. @type {Map<string, string>} */
  authors = new Map();
  /** By number. @type {Map<string, Attachment>} */
  attachments = new Map();
  /** By number. @type {Map<string, Pattern>} */
  patterns = new Map();
  /** How many there are of each kind that Larder has nothing like. @type {Map<string, number>} */
  others = new Map();
  /** Titles of posts by why they are not imported. @type {Map<string, string[]>} */
  leftOut = new Map();
  zones = new ZoneFinder();
  /** Public posts that stood at no path of their own, but at one such as /?p=12. */
  withoutPaths = 0;

  /** @param {Node} node */
  add(node) {
    const { name } = node;
    const text = node.text.trim();
    const of = (/** @type {string} */ child) => textOf(node, child);
    if (name === 'item') this.#addItem(node);
    else if (name === 'title') this.settings.title = plain(text);
    else if (name === 'description') this.settings.tagline = plain(text);
    else if (name === 'language') this.settings.language = text;
    else if (/^(link|wp:base_(site|blog)_url)$/.test(name)) this.addresses.push(text);
    else if (name === 'wp:author') {
      const login = of('wp:author_login');
      this.authors.set(login, plain(of('wp:author_display_name')) || login);
    } else if (name === 'wp:category')
      this.#addTerm('category', of('wp:category_nicename'), of('wp:cat_name'));
    else if (name === 'wp:tag') this.#addTerm('tag', of('wp:tag_slug'), of('wp:tag_name'));
  }

  /** @param {string} base @param {string} slug @param {string} name */
  #addTerm(base, slug, name) {
    if (slug && name) this.tagPaths.set(`${base}/${decoded(slug)}`, plain(name));
  }

  /** @param {Node} item */
  #addItem(item) {
    const kind = kindOf(item);
    const [local, gmt] = ['wp:post_date', 'wp:post_date_gmt'].map((name) => textOf(item, name));
    this.zones.add({ local, gmt });
    if (kind === 'attachment') this.attachments.set(numberOf(item), attachmentOf(item));
    else if (kind === 'post' || kind === 'page') {
      const why = whyLeftOut(item);
      if (why) {
        const titles = this.leftOut.get(why) ?? [];
        titles.push(titleOf(item));
        this.leftOut.set(why, titles);
        return;
      }
      this.items.push(outlineOf(item, kind));
      const isPlain = /[?&](p|page_id)=\d/.test(textOf(item, 'link'));
      if (isPlain && textOf(item, 'wp:status') === 'publish') this.withoutPaths += 1;
    } else if (kind === 'wp_block') this.patterns.set(numberOf(item), patternOf(item));
    else if (!INTERNAL.test(kind)) this.others.set(kind, (this.others.get(kind) ?? 0) + 1);
  }
}

/** @param {Node} item @returns {string} such as 'post', 'page', 'attachment', 'nav_menu_item' */
export const kindOf = (item) => textOf(item, 'wp:post_type') || 'post';

/** @param {Node} item @returns {string | undefined} why it is no post of the blog */
export const whyLeftOut = (item) => LEFT_OUT.get(textOf(item, 'wp:status'));

/** @param {Node} item */
export const numberOf = (item) => textOf(item, 'wp:post_id');

/**
 * @param {Node} item
 * @returns {string} the same in every run and in every export of that blog: WordPress never changes a guid
 */
export const idOf = (item) =>
  uuidOfPath(`wordpress\n${textOf(item, 'guid') || textOf(item, 'link')}\n${numberOf(item)}`);

/** @param {Node} item @param {'post' | 'page'} type */
function outlineOf(item, type) {
  const number = numberOf(item);
  return {
    id: idOf(item),
    name: nameOf(item, type),
    type,
    slug: decoded(textOf(item, 'wp:post_name')),
    title: titleOf(item),
    addresses: [textOf(item, 'link'), textOf(item, 'guid'), ...oldAddresses(item)].filter(Boolean),
    queries: number ? [`p=${number}`, `page_id=${number}`] : [],
  };
}

/**
 * WordPress remembers old slugs, and finds a post by them under whatever date.
 * @param {Node} item
 */
function oldAddresses(item) {
  const link = textOf(item, 'link');
  const slug = textOf(item, 'wp:post_name');
  if (!slug || !link.includes(slug)) return [];
  return allOf(item, 'wp:postmeta')
    .filter((meta) => textOf(meta, 'wp:meta_key') === '_wp_old_slug')
    .map((meta) => link.replace(slug, textOf(meta, 'wp:meta_value')));
}

/** @param {Node} item */
const titleOf = (item) => plain(textOf(item, 'title'));

/** @param {Node} item @param {string} kind @returns {string} how messages call it */
export const nameOf = (item, kind) =>
  `${kind} ${numberOf(item)} “${titleOf(item).slice(0, 60) || 'without a title'}”`;

/** @param {Node} item @returns {Attachment} */
const attachmentOf = (item) => ({
  name: nameOf(item, 'attachment'),
  url: textOf(item, 'wp:attachment_url') || textOf(item, 'guid'),
  alt: plain(metaOf(item, '_wp_attachment_image_alt')),
  caption: plain(textOf(item, 'excerpt:encoded')),
  parent: textOf(item, 'wp:post_parent'),
});

/** @param {Node} item @returns {Pattern} */
const patternOf = (item) => ({
  text: textOf(item, 'content:encoded').slice(0, LONGEST_PATTERN),
  isPublic: textOf(item, 'wp:status') === 'publish' && textOf(item, 'wp:post_password') === '',
});
