import { numberedSlug, RESERVED_PAGE_SLUGS, slugify } from '../../base/slug.js';
import { pathOf } from '../../changes/index/blog-index.js';
import { encodedPath, tagPath } from '../../base/paths.js';
import { formerPathOf } from './shared/old-site.js';
/** @import { BlogIndex } from '../../changes/index/blog-index.js' */
/** @import { PostOutline, Source } from './sources/source.js' */

/**
 * @typedef {object} Entry  A planned post.
 * @property {PostOutline} outline
 * @property {string} slug
 * @property {string} wanted  the slug that it would have if that were not used
 */

/** Plans the URLs of all posts before the first is written, since they link to each other. */
export class Plan {
  /** By the id of the post. @type {Map<string, Entry>} */
  entries = new Map();
  /** By old paths. @type {Map<string, Entry>} */
  #paths = new Map();
  /** By old queries, such as 'p=12'. @type {Map<string, Entry>} */
  #queries = new Map();
  /** Slugs assigned in this import, to ids. @type {Record<'post' | 'page', Map<string, string>>} */
  #input = { post: new Map(), page: new Map() };
  #site;
  #index;

  /** @param {Pick<Source, 'site' | 'outlines'>} source @param {BlogIndex} index */
  constructor({ site, outlines }, index) {
    this.#site = site;
    this.#index = index;
    for (const outline of outlines) if (!this.entries.has(outline.id)) this.#add(outline);
  }

  /** @param {PostOutline} outline */
  #add(outline) {
    const { id, type, formerPaths, queries = [] } = outline;
    const wanted = slugify(outline.slug) || slugify(outline.title) || type;
    const entry = { outline, slug: this.#freeSlug(id, type, wanted), wanted };
    for (const former of formerPaths) if (!this.#paths.has(former)) this.#paths.set(former, entry);
    for (const query of queries) this.#queries.set(query, entry);
    this.entries.set(id, entry);
  }

  /**
   * @param {string} id
   * @param {'post' | 'page'} type
   * @param {string} wanted
   * @returns {string} the wanted slug, or with a number appended if it is taken or reserved; the same in every run
   */
  #freeSlug(id, type, wanted) {
    const base = type === 'page' && RESERVED_PAGE_SLUGS.has(wanted) ? `${wanted}-page` : wanted;
    for (let number = 1; ; number += 1) {
      const slug = number === 1 ? base : numberedSlug(base, number);
      const owner = this.#input[type].get(slug) ?? this.#index.find(type, slug)?.id ?? id;
      if (owner !== id) continue;
      this.#input[type].set(slug, id);
      return slug;
    }
  }

  /** @param {string} id @returns {string | undefined} the planned path of this post */
  pathOf(id) {
    const entry = this.entries.get(id);
    return entry && linkTo(entry);
  }

  /** @param {string} address @returns {boolean} whether it is a URL of the old blog */
  isOwn(address) {
    return this.#site.own(address) !== null;
  }

  /**
   * @param {string} address of a link
   * @returns {string | undefined} its new path; undefined when it is unknown, or on another site
   */
  find(address) {
    const url = this.#site.own(address);
    if (!url) return undefined;
    const hash = /^#(more-\d+|respond|comments?)$/.test(url.hash) ? '' : url.hash;
    if (this.#site.isRoot(url)) {
      const post = this.#queries.get(url.search.slice(1).split('&', 1)[0]);
      return url.search === '' ? `/${hash}` : post && linkTo(post) + hash;
    }
    const post = this.#paths.get(formerPathOf(url.pathname) ?? '');
    const tag = post === undefined ? this.#site.tagAt(url) : undefined;
    return tag === undefined ? post && linkTo(post) + hash : tagPath(tag);
  }
}

/** @param {Entry} entry @returns {string} its path as in a link */
const linkTo = ({ outline: { type }, slug }) => encodedPath(pathOf({ type, slug }));

/** @param {Entry} entry @returns {string[]} what its author should know of its address */
export function warningsOf({ outline: { type }, slug, wanted }) {
  const path = pathOf({ type, slug });
  return slug === wanted ? [] : [`its URL “${wanted}” is already used; it is now at ${path}`];
}
