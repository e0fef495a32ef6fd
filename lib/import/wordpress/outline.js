import { uuidOfPath } from '../identity.js';
import { allOf, metaOf, plain, textOf } from './nodes.js';
import { readXml } from './xml.js';

/**
 * @typedef {import('./xml.js').Node} Node
 * @typedef {import('../foreign/source.js').Place} Place
 *
 * @typedef {object} Attachment
 * @property {string} name  for messages
 * @property {string} url
 * @property {string} alt
 * @property {string} caption  plain text
 * @property {string} parent  the number of the post that it was uploaded for
 *
 * @typedef {object} Outline  What must be known of the whole file before its first post is made.
 * @property {import('../foreign/source.js').Site} site
 * @property {Map<string, string>} authors  by the name with which they sign in
 * @property {Map<string, Attachment>} attachments  by number
 * @property {Map<string, import('./patterns.js').Pattern>} patterns  by number
 * @property {Place[]} places  of posts and pages
 * @property {Map<string, number>} others  how many there are of each kind that Larder has nothing like
 * @property {number} withoutPaths  how many public ones stood at no path of their own, but at one such as /?p=12
 * @property {import('./xml.js').Ending} ending
 */

/** No pattern is longer, in characters: all of them are held at once. */
const LONGEST_PATTERN = 500_000;

/** What WordPress keeps among the posts for itself. */
const INTERNAL = /^(revision|oembed_cache|customize_changeset|wp_font_(face|family))$/;

/**
 * Reads the whole file and keeps little of it.
 * @param {string} file
 * @returns {Promise<Outline>}
 */
export async function readOutline(file) {
  /** @type {Outline} */
  const outline = {
    site: { origin: '', title: '', tagline: '', language: '', addresses: [], tagPaths: new Map() },
    authors: new Map(),
    attachments: new Map(),
    patterns: new Map(),
    places: [],
    others: new Map(),
    withoutPaths: 0,
    ending: { broken: null, unreadable: 0 },
  };
  for await (const node of readXml(file, outline.ending)) note(node, outline);
  return outline;
}

/** @param {Node} node @param {Outline} outline */
function note(node, outline) {
  const { site, authors } = outline;
  const text = node.text.trim();
  if (node.name === 'item') noteItem(node, outline);
  else if (node.name === 'title') site.title = plain(text);
  else if (node.name === 'description') site.tagline = plain(text);
  else if (node.name === 'language') site.language = text;
  else if (/^(link|wp:base_(site|blog)_url)$/.test(node.name)) site.addresses.push(text);
  else if (node.name === 'wp:author')
    authors.set(
      textOf(node, 'wp:author_login'),
      plain(textOf(node, 'wp:author_display_name')) || textOf(node, 'wp:author_login'),
    );
  else if (node.name === 'wp:category')
    noteTerm(site, 'category', textOf(node, 'wp:category_nicename'), textOf(node, 'wp:cat_name'));
  else if (node.name === 'wp:tag')
    noteTerm(site, 'tag', textOf(node, 'wp:tag_slug'), textOf(node, 'wp:tag_name'));
}

/**
 * @param {import('../foreign/source.js').Site} site
 * @param {string} base
 * @param {string} slug
 * @param {string} name
 */
function noteTerm({ tagPaths }, base, slug, name) {
  if (slug && name) tagPaths.set(`${base}/${decoded(slug)}`, plain(name));
}

/** @param {Node} item @param {Outline} outline */
function noteItem(item, outline) {
  const { attachments, places, others } = outline;
  const kind = kindOf(item);
  if (kind === 'attachment') attachments.set(numberOf(item), attachmentOf(item));
  else if (kind === 'post' || kind === 'page') {
    places.push(placeOf(item, kind));
    const isPlain = /[?&](p|page_id)=\d/.test(textOf(item, 'link'));
    if (isPlain && textOf(item, 'wp:status') === 'publish') outline.withoutPaths += 1;
  } else if (kind === 'wp_block') outline.patterns.set(numberOf(item), patternOf(item));
  else if (!INTERNAL.test(kind)) others.set(kind, (others.get(kind) ?? 0) + 1);
}

/** @param {Node} item @returns {string} such as 'post', 'page', 'attachment', 'nav_menu_item' */
export const kindOf = (item) => textOf(item, 'wp:post_type') || 'post';

/** @param {Node} item */
export const numberOf = (item) => textOf(item, 'wp:post_id');

/**
 * @param {Node} item
 * @returns {string} the same in every run and in every export of that blog: WordPress never changes a guid
 */
export const idOf = (item) =>
  uuidOfPath(`wordpress\n${textOf(item, 'guid') || textOf(item, 'link')}\n${numberOf(item)}`);

/** @param {Node} item @param {'post' | 'page'} type @returns {Place} */
function placeOf(item, type) {
  const number = numberOf(item);
  const title = titleOf(item);
  return {
    id: idOf(item),
    name: nameOf(item, type),
    type,
    slug: decoded(textOf(item, 'wp:post_name')),
    title,
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
export const titleOf = (item) => plain(textOf(item, 'title'));

/**
 * @param {Node} item
 * @param {string} kind
 * @returns {string} how messages call it
 */
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

/** @param {Node} item @returns {import('./patterns.js').Pattern} */
const patternOf = (item) => ({
  text: textOf(item, 'content:encoded').slice(0, LONGEST_PATTERN),
  isPublic: textOf(item, 'wp:status') === 'publish' && textOf(item, 'wp:post_password') === '',
});

/** @param {string} text perhaps percent-encoded */
function decoded(text) {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
