import { slugify } from '../../content/slug.js';
import { pathOf } from '../../index/blog-index.js';
import { encodedPath, tagPath } from '../../paths.js';
import { formerPathOf } from '../former-paths.js';
import { Slugs } from '../slugs.js';

/**
 * @typedef {import('./source.js').Place} Place
 * @typedef {import('./source.js').Source} Source
 *
 * @typedef {object} Entry  Where a post of the other blog will stand.
 * @property {Place} place
 * @property {string} slug
 * @property {string} path  as it is written in a link
 * @property {string[]} formerPaths  decoded
 * @property {string[]} notes
 */

/** Any address has this host when it has none. */
const NOWHERE = 'http://nowhere.invalid';

/** Knows before the first post is written where all of them will stand, since they link to each other. */
export class ForeignPlan {
  /** By the id of the post. @type {Map<string, Entry>} */
  entries = new Map();
  /** Old paths to new ones. @type {Map<string, string>} */
  #paths = new Map();
  /** Old queries, such as 'p=12', to new paths. @type {Map<string, string>} */
  #queries = new Map();
  #hosts;
  #roots;
  #tagPaths;

  /**
   * @param {Pick<Source, 'site' | 'places'>} source
   * @param {import('../../index/blog-index.js').BlogIndex} index
   */
  constructor({ site, places }, index) {
    const urls = site.addresses.filter((address) => URL.canParse(address));
    this.#hosts = new Set(urls.map((url) => hostOf(new URL(url))));
    this.#roots = new Set(['/', ...urls.map((url) => new URL(url).pathname.replace(/\/?$/, '/'))]);
    this.#tagPaths = site.tagPaths;
    const slugs = new Slugs(index);
    for (const place of places) {
      if (!this.entries.has(place.id)) this.#add(place, slugs);
    }
  }

  /** @param {Place} place @param {Slugs} slugs */
  #add(place, slugs) {
    const { id, type, addresses } = place;
    const wanted = slugify(place.slug) || slugify(place.title) || type;
    const slug = slugs.free(id, type, wanted);
    const path = encodedPath(pathOf({ type, slug }));
    const isMoved = slug !== wanted;
    const notes = isMoved ? [`its address “${wanted}” is taken; it stands at ${path}`] : [];
    const formerPaths = new Set(addresses.flatMap((address) => this.#ownPath(address) ?? []));
    for (const former of formerPaths) if (!this.#paths.has(former)) this.#paths.set(former, path);
    for (const query of place.queries) this.#queries.set(query, path);
    this.entries.set(id, { place, slug, path, formerPaths: [...formerPaths], notes });
  }

  /**
   * @param {string} address
   * @returns {string | null} its path, decoded, when it is on the other blog and not its front page
   */
  #ownPath(address) {
    const url = this.#own(address);
    return url && url.search === '' ? formerPathOf(url.pathname) : null;
  }

  /** @param {string} address @returns {URL | null} null when it leads elsewhere */
  #own(address) {
    if (!URL.canParse(address, NOWHERE) || /^[#?]/.test(address)) return null;
    const url = new URL(address, NOWHERE);
    const isOwn = url.origin === NOWHERE ? address.startsWith('/') : this.#hosts.has(hostOf(url));
    return isOwn ? url : null;
  }

  /** @param {string} address @returns {boolean} whether it leads to the other blog */
  isOwn(address) {
    return this.#own(address) !== null;
  }

  /**
   * @param {string} address of a link
   * @returns {string | undefined} where that leads now; undefined when it is not known, or leads to another site
   */
  find(address) {
    const url = this.#own(address);
    if (!url) return undefined;
    const hash = /^#(more-\d+|respond|comments?)$/.test(url.hash) ? '' : url.hash;
    if (this.#roots.has(url.pathname)) {
      const query = this.#queries.get(url.search.slice(1).split('&', 1)[0]);
      return url.search === '' ? `/${hash}` : query && query + hash;
    }
    const path = formerPathOf(url.pathname);
    const post = path === null ? undefined : this.#paths.get(path);
    return post === undefined ? this.#tag(url) : post + hash;
  }

  /** @param {URL} url */
  #tag({ pathname }) {
    const [, kind, rest] = /\/(tag|category)\/(.+?)\/?$/.exec(pathname) ?? [];
    if (!kind) return undefined;
    const slug = rest.slice(rest.lastIndexOf('/') + 1);
    try {
      const tag = this.#tagPaths.get(`${kind}/${decodeURIComponent(slug)}`);
      return tag === undefined ? undefined : tagPath(tag);
    } catch {
      return undefined;
    }
  }
}

/** @param {URL} url */
const hostOf = ({ host }) => host.replace(/^www\./, '');
