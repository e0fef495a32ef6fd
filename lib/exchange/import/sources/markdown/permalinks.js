import { join, relative, sep } from 'node:path';
import { LarderError } from '../../../../base/errors.js';
import { toLocal } from '../../../../base/time-zones.js';
import { encodedPath } from '../../../../base/paths.js';
import { slugify } from '../../../../base/slug.js';
import { localDate, readDate } from '../../shared/dates.js';
import { formerPathOf } from '../../shared/old-site.js';
import { siteFinder } from './sites/find-site.js';
import { dateVariables, fillPattern } from '../../shared/pattern.js';
import { recordIn } from '../../shared/read-data.js';
import { partsOf, pathFrom, textOf, textsOf } from './sites/site.js';
/** @import { SourceOptions } from '../source.js' */
/** @import { Page, Site } from './sites/find-site.js' */
/** @import { Kind } from './sites/site.js' */

/**
 * @typedef {object} OldAddresses  Where a post stood: paths, decoded, without a slash at the end.
 * @property {string[]} certain
 * @property {string[]} names  by which it is found, besides its slug, if no other post has one of them
 * @property {string[]} ifShared  its address, if another one has
 * @property {boolean} isKnown  whether the sources, or the owner, say how addresses are made
 * @property {boolean} isOutside  it says nothing of itself, and its engine makes no page of it
 *
 * @typedef {object} DatedFile
 * @property {string} file  relative to the imported folder
 * @property {Record<string, unknown>} raw  its front matter
 * @property {string} title
 * @property {unknown} date  as it is written, or undefined
 */

/** Variables by which posts differ. */
const NAMES = /:(title|post_title|slug|name|filename|basename|path|id|hash|urlname|abbrlink)\b/;

/**
 * @param {string} pattern of addresses, from the owner
 * @throws {LarderError} `invalid` with the reason
 */
export function checkPattern(pattern) {
  if (!NAMES.test(pattern))
    throw new LarderError(
      'invalid',
      `The permalink pattern “${pattern.slice(0, 100)}” has no :title, :slug or :name, so all posts would have the same address. Try '/:year/:month/:title/'`,
    );
}

/** Folders of pages and of posts, whatever the engine. */
const PAGE_FOLDER = /(^|\/)_?pages\//i;
const POST_FOLDER = /(^|\/)_?(posts?|blog)\//i;

/** A file in another language: `posts/hello.fr.md`, `posts/hello/index.fr.md`. */
const TRANSLATION = /^(.{1,500}?)(?:\/_?index)?\.([a-z]{2}(?:-[a-z]{2})?)\.(?:md|markdown|mdx)$/i;

/** Names of files that speak of the sources to those who work on them. */
const ABOUT_SOURCES =
  /(^|\/)(readme|licen[cs]e|copying|contribut(ing|ors)|code[-_]of[-_]conduct|change(s|log)|todo|security|agents|claude)(\.[\w-]+)?\.\w+$/i;

/** Finds the addresses at which another engine has shown its posts, by the settings around them. */
export class Permalinks {
  /** What cannot be used, once for each file of settings. @type {{ name: string, text: string }[]} */
  warnings = [];
  #root;
  #pattern;
  #siteOf;

  /**
   * @param {string} root of what is imported, a real path
   * @param {SourceOptions} options  `permalink`: from the owner; instead of the settings'
   */
  constructor(root, { permalink, within }) {
    this.#root = root;
    this.#pattern = permalink;
    this.#siteOf = siteFinder(root, (name, text) => this.warnings.push({ name, text }), within);
  }

  /**
   * @param {string} file
   * @param {boolean} [isDated]
   * @returns {Promise<Site & { kind: Kind }>} `kind`: what its engine makes of the file
   */
  async siteOf(file, isDated = false) {
    const site = await this.#siteOf(file);
    const path = this.#pathIn(site, file);
    const kind = site.kindOf(path);
    const within = `${partsOf(path).folders.join('/')}/`;
    if (isDated && kind !== 'post' && POST_FOLDER.test(within)) return { ...site, kind: 'post' };
    return { ...site, kind: kind ?? (PAGE_FOLDER.test(path) ? 'page' : null) };
  }

  /** @param {Site} site @param {string} file */
  #pathIn({ root = this.#root }, file) {
    return relative(root, join(this.#root, file)).split(sep).join('/');
  }

  /** @param {DatedFile} post @returns {Promise<OldAddresses>} */
  async of({ file, raw, title, date }) {
    const site = await this.#siteOf(file);
    const path = this.#pathIn(site, file);
    const iso = date === undefined ? undefined : readDate(date, site.zoneOf(date) || 'UTC');
    const page = { path, raw, title, at: iso ? localTime(iso, date, site) : null };
    const pattern = this.#pattern ?? site.patternOf(page);
    const fill = (/** @type {string} */ text) =>
      fillPattern(text, (name) => variable(name, page, site));
    const filled = fill(pattern || '/:path');
    const below = (/** @type {string[]} */ ...names) =>
      names.flatMap((each) => formerPathOf(pathFrom(basePath(site.url), encodedPath(each))) ?? []);
    const certain = ownAddresses(raw, site.url).flatMap((each) => [
      ...[formerPathOf(each) ?? []].flat(),
      ...(/^\w+:/.test(each) ? [] : below(each)),
    ]);
    const isBare = date === undefined && Object.keys(raw).length === 0;
    const { stem } = partsOf(path);
    const own = textOf(raw.slug) || bareName(stem);
    const spellings = [
      stem,
      own.replace(/\s+/g, '-'),
      withAccents(own),
      fill(lastOf(pattern || ':path')),
    ];
    const names = [...spellings, ...(pattern === null ? [slugify(title)] : [])];
    const others = [...new Set(names)].flatMap((name) =>
      name && slugify(own) !== lastOf(name) ? lastOf(name) : [],
    );
    const byOwner = this.#pattern && filled ? [encodedPath(pathFrom(filled))] : [];
    return {
      certain: [...new Set([...certain, ...byOwner.flatMap((each) => formerPathOf(each) ?? [])])],
      names: below(...others),
      ifShared:
        filled === null
          ? []
          : below(...new Set([filled, filled.replace(stem, bareName(stem)), inLowerCase(filled)])),
      isKnown: pattern !== null || certain.length > 0,
      isOutside:
        isBare && this.#isWhole(site) && (ABOUT_SOURCES.test(path) || site.isOutside(path)),
    };
  }

  /** @param {Site} site @returns {boolean} whether it is imported whole */
  #isWhole({ root }) {
    return root !== undefined && `${root}${sep}`.startsWith(`${this.#root}${sep}`);
  }
}

/**
 * @param {string} iso
 * @param {unknown} date the same, as it is written
 * @param {Site} site
 * @returns {Date} its UTC fields are the local time
 */
const localTime = (iso, date, { timeZone }) =>
  timeZone ? new Date(`${toLocal(iso, timeZone)}${iso.slice(16)}`) : localDate(date);

/** @param {string} path @returns {string} its last part, as the name of a page */
const lastOf = (path) => path.replace(/(\/index)?(\.html)?\/?$/, '').replace(/^.*\//, '');

/** @param {string} path */
const inLowerCase = (path) => path.toLowerCase().replace(/\s+/g, '-');

/** As many engines make names of texts. @param {string} text */
const withAccents = (text) =>
  text
    .toLowerCase()
    .split(/[^\p{L}\p{M}\p{N}]+/u)
    .filter(Boolean)
    .join('-');

/** @param {string} stem @returns {string} without the day before it */
const bareName = (stem) => stem.replace(/^\d{4}-\d{1,2}-\d{1,2}[-_ ]+(?=.)/, '');

/** @param {string} address @returns {URL | null} */
const urlAt = (address) => (URL.canParse(address, NOWHERE) ? new URL(address, NOWHERE) : null);

/** The host of an address without one. */
const NOWHERE = 'http://nowhere.invalid';

/** @param {string} url or a path @returns {string} its path */
export const basePath = (url) => urlAt(url)?.pathname ?? '';

/**
 * @param {Record<string, unknown>} raw
 * @param {string} site its URL
 * @returns {string[]} the addresses that the front matter itself says
 */
const ownAddresses = ({ permalink, url, path }, site) =>
  [permalink, url, path].map(textOf).filter((address) => {
    const isPath = !/:[a-z]|[{}]|^\.|\.(png|jpe?g|gif|webp|svg)$/i.test(
      address.replace(/^\w+:/, ''),
    );
    const hosts = [urlAt(address)?.host, urlAt(site)?.host];
    // Posts about a page elsewhere give its URL.
    return address && isPath && (hosts.includes(urlAt(NOWHERE)?.host) || hosts[0] === hosts[1]);
  });

/** A variable of a pattern, as most engines mean it. @param {string} name @param {Page} page @param {Site} site */
function variable(name, { path, raw, title, at }, site) {
  const { folders, stem } = partsOf(site.within(path).replace(TRANSLATION, '$2/$1.md'));
  const bare = bareName(stem);
  const listed = raw.categories ?? raw.category ?? recordIn(raw.taxonomies).categories;
  const categories = textsOf(listed).map(slugify);
  const slug = textOf(raw.slug) || bare;
  /** @type {Record<string, string | undefined>} */
  const values = {
    ...dateVariables(at),
    title: slug,
    slug,
    name: bare,
    basename: stem,
    filename: stem,
    post_title: withAccents(title),
    path: [...folders, stem].join('/'),
    section: folders[0],
    sections: folders.join('/'),
    category: categories[0],
    categories: categories.join('/'),
    output_ext: '.html',
  };
  return values[name] ?? (textOf(raw[name]) || undefined);
}
