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

/**
 * @typedef {object} OldAddresses  Where a post stood: paths, decoded, without a slash at the end.
 * @property {string[]} certain
 * @property {string[]} possible  such as the day before, if the engine ran in another time zone
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

/** Folders of pages, whatever the engine. */
const PAGE_FOLDER = /(^|\/)_?pages\//i;

/** Names of files that speak of the sources to those who work on them. */
const ABOUT_SOURCES =
  /(^|\/)(readme|licen[cs]e|copying|contribut(ing|ors)|code[-_]of[-_]conduct|changelog|security|agents|claude)(\.[\w-]+)?\.\w+$/i;

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
   * @returns {Promise<Site & { kind: 'post' | 'page' | null }>} `kind`: what its engine makes of the file
   */
  async siteOf(file) {
    const site = await this.#siteOf(file);
    const kind = site.kindOf(this.#pathIn(site, file));
    return { ...site, kind: kind ?? (PAGE_FOLDER.test(file) ? 'page' : null) };
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
    const lists = await Promise.all(
      (iso ? daysOf(iso, date, site) : [null]).map((at) =>
        this.#addressesOf({ path, raw, title, at, iso }, site),
      ),
    );
    const isBare = date === undefined && Object.keys(raw).length === 0;
    const own = ownAddresses(raw, site.url).flatMap((each) => formerPathOf(each) ?? []);
    const all = lists.flatMap((list) => list ?? []).map((each) => each.toWellFormed());
    const below = all.map((each) => pathFrom(basePath(site.url), each));
    const certain = [...new Set([...own, ...pathsOf(lists[0]?.length ? below.slice(0, 1) : [])])];
    // A site may be served without its base, and hosts show a file without its extension, too.
    const possible = pathsOf([...below, ...all].flatMap((each) => [each, shortened(each)]));
    return {
      certain,
      possible: possible.filter((each) => !certain.includes(each)),
      isKnown: lists[0] !== null || own.length > 0,
      isOutside: isBare && (await this.#isOutside({ path, raw, title, at: null }, site)),
    };
  }

  /**
   * @param {Page} page
   * @param {Site} site
   * @returns {Promise<boolean>} whether it is no page of a site that is imported whole
   */
  async #isOutside(page, site) {
    const isWhole = site.root && `${site.root}${sep}`.startsWith(`${this.#root}${sep}`);
    if (!isWhole) return false;
    return ABOUT_SOURCES.test(page.path) || (await site.addressesOf(page))?.length === 0;
  }

  /** @param {Page} page @param {Site} site */
  async #addressesOf(page, site) {
    if (this.#pattern === undefined) return site.addressesOf(page);
    const ofEngine = site.variables(page);
    const filled = fillPattern(this.#pattern, (name) => ofEngine?.(name) ?? variable(name, page));
    return filled === null ? null : [pathFrom(filled)];
  }
}

/**
 * @param {string} iso
 * @param {unknown} date the same, as it is written
 * @param {Site} site
 * @returns {Date[]} its local time: in the zone of the site, as it is written, and in UTC, where many sites are built
 */
function daysOf(iso, date, { timeZone, keepsZone }) {
  const written = localDate(date);
  const there = timeZone ? new Date(`${toLocal(iso, timeZone)}${iso.slice(16)}`) : written;
  const days = [...(keepsZone ? [written, there] : [there, written]), new Date(iso)];
  return [...new Map(days.map((at) => [at.getTime(), at])).values()];
}

/** @param {string} address @returns {URL | null} */
const urlAt = (address) => (URL.canParse(address, NOWHERE) ? new URL(address, NOWHERE) : null);

/** The host of an address without one. */
const NOWHERE = 'http://nowhere.invalid';

/** @param {string} url or a path @returns {string} its path */
export const basePath = (url) => urlAt(url)?.pathname ?? '';

/** @param {string} address @returns {string} without the end that hosts let readers leave out */
const shortened = (address) => address.replace(/(?<=.)(\/index)?\.html$/, '');

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

/** @param {string[]} paths decoded @returns {string[]} */
const pathsOf = (paths) => [
  ...new Set(paths.flatMap((each) => formerPathOf(encodedPath(each)) ?? [])),
];

/** A variable of a pattern, as most engines mean it. @param {string} name @param {Page} page */
function variable(name, { path, raw, title, at }) {
  const { folders, stem } = partsOf(path);
  const bare = stem.replace(/^\d{4}-\d{1,2}-\d{1,2}[-_ ]+(?=.)/, '');
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
    post_title: slugify(title),
    path: [...folders, stem].join('/'),
    section: folders[0],
    sections: folders.join('/'),
    category: categories[0],
    categories: categories.join('/'),
  };
  return values[name] ?? (textOf(raw[name]) || undefined);
}
