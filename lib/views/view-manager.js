import { randomUUID } from 'node:crypto';
import mustache from 'mustache';
import { LarderError, messageOf } from '../base/errors.js';
import { feedPaths, pathOfLink } from '../base/paths.js';
import { paragraphsOf } from './presenters/plain-text.js';
import { entities, escapeLong } from './entities.js';
import { parseTemplate, WORD } from './parse-template.js';
import { settingsThat, tagsOffered } from '../store/settings-fields.js';
import { otherTypes, partialsOf, withLimits } from './templates.js';
/** @import { Said, TrackedIndex } from '../changes/tracked-blog.js' */
/** @import { Settings } from '../store/types.js' */
/** @import { Theme } from './appearance/themes.js' */
/** @import { Assets } from './assets.js' */
/** @import { Token } from './parse-template.js' */
/** @import { MenuLink } from '../changes/index/menu.js' */

/**
 * @typedef {{ publishedTime: string | null, modifiedTime: string, authors: { name: string, url: string }[] }} Article
 *
 * @typedef {object} PageModel  A page's metadata.
 * @property {string} path  canonical
 * @property {string} [title]  '' on the front page
 * @property {string} [description]
 * @property {Article | null} [article]
 * @property {string | null} [image]  absolute
 * @property {{ alt: string, width?: number | null, height?: number | null }} [shared]  of the image, where shared links
 *   show it large
 * @property {boolean} [noindex]
 * @property {string} [canonicalUrl]  if it is not its own
 * @property {{ title: string, url: string } | null} [feed]  besides that of the whole blog
 *
 * @typedef {object} Site
 * @property {Assets} assets
 * @property {Theme} theme
 * @property {string} baseUrl
 * @property {string} [styleUrl]  of another style sheet than the theme's
 * @property {boolean} hasSearch
 * @property {boolean} sendsMail
 * @property {Pick<TrackedIndex, 'settings' | 'appearance' | 'style' | 'menu' | 'switches' | 'ownPicture'>} index
 */

/** @param {string} name @returns {boolean} whether the owner's theme shows it: pages for readers, no feeds */
export const isThemed = (name) => !otherTypes.has(name) && !isOfAdmin(name);

/** @param {string} name */
const isOfAdmin = (name) => name.startsWith('admin/');

/** Characters from which on HTML is set aside while the rest of a page is put together. */
const LONG_HTML = 4096;
/** What stands for it meanwhile: nobody knows it, so that no text has it. */
const ASIDE = `<${randomUUID()}>`;

/** Bytes of UTF-8 for each unit of a text. */
const BYTES_AT_MOST = 3;
const room = Buffer.allocUnsafeSlow(192 * 1024);

class Writer extends mustache.Writer {
  /**
   * Mustache's own cache would put a key together from the whole template, and hash that, for each part of each page.
   * @type {Map<string, Token[]>}
   */
  #tokens = new Map();
  /** @type {string[]} */
  #aside = [];
  /** Of the page that is being rendered. @type {Record<string, unknown>} */
  #words = {};

  /**
   * The text of a post becomes bytes by itself. V8 would copy it to join it with the rest of the page, and if that has
   * one character beyond Latin-1, as most have, take two bytes for each of its own.
   * @param {string} template
   * @param {Context} context
   * @param {(name: string) => string | undefined} partial
   * @returns {Buffer} UTF-8
   */
  renderBytes(template, context, partial) {
    // Here, and not when it is done: a render that throws leaves something.
    this.#aside = [];
    this.#words = context.view.words ?? {};
    const rest = this.render(template, context, partial, { escape }).split(ASIDE);
    return encode(rest.flatMap((part, place) => (place ? [this.#aside[place - 1], part] : part)));
  }

  /** @param {string[]} token @param {Context} context */
  unescapedValue(token, context) {
    const value = super.unescapedValue(token, context);
    if (typeof value !== 'string' || value.length < LONG_HTML) return value;
    this.#aside.push(value);
    return ASIDE;
  }

  /** @param {string[]} token @param {Context} context @param {object} config */
  escapedValue(token, context, config) {
    // A page has some fifty: they need not be looked for in each object around them.
    const word = token[WORD] && this.#words[token[WORD]];
    return typeof word === 'string' ? escape(word) : super.escapedValue(token, context, config);
  }

  /** @param {string} template @returns {Token[]} */
  parse(template) {
    const known = this.#tokens.get(template);
    if (known) return known;
    const tokens = parseTemplate(template);
    this.#tokens.set(template, tokens);
    return tokens;
  }
}

/**
 * As `Buffer.from` does, which reads a text twice: once to learn how many bytes it needs.
 * @param {string[]} parts
 * @returns {Buffer} UTF-8
 */
function encode(parts) {
  const length = parts.reduce((sum, part) => sum + part.length, 0);
  if (length * BYTES_AT_MOST > room.length)
    return Buffer.concat(parts.map((part) => Buffer.from(part)));
  let used = 0;
  for (const part of parts) used += room.write(part, used);
  return Buffer.from(room.subarray(0, used));
}

/** Of all view managers: tests start thousands of blogs, and most of a start would be parsing the same templates. */
const writer = new Writer();

/** The parts of each name that a template has used. @type {Map<string, string[]>} */
const partsOfNames = new Map();

/**
 * Looks up the names of a template as mustache does, in nested objects, the innermost first. Mustache's own context
 * splits each name again for each page, and keeps what it found for each object: that takes three times as long.
 */
export class Context extends mustache.Context {
  /** @param {unknown} view @param {Context} [outer] */
  constructor(view, outer) {
    super(view, outer);
    this.outer = outer;
  }

  /** @param {unknown} view @returns {Context} */
  push(view) {
    return new Context(view, this);
  }

  /** @param {string} name such as 'site.title', or '.' for the innermost object itself @returns {unknown} */
  lookup(name) {
    if (name === '.') return this.view;
    const parts = partsOf(name);
    const last = parts.length - 1;
    /** @type {Context | undefined} */
    let context = this;
    for (; context; context = context.outer) {
      let found = context.view;
      for (let place = 0; place < last && found !== null && found !== undefined; place++)
        found = found[parts[place]];
      if (has(found, parts[last], last > 0)) return dataOnly(found[parts[last]]);
    }
    return undefined;
  }
}

/**
 * A template has no function to call: mustache would, and each object has some, such as its constructor.
 * @param {unknown} value
 */
const dataOnly = (value) => (typeof value === 'function' ? undefined : value);

/** @param {string} name @returns {string[]} */
function partsOf(name) {
  const known = partsOfNames.get(name);
  if (known) return known;
  const parts = name.split('.');
  partsOfNames.set(name, parts);
  return parts;
}

/**
 * @param {unknown} owner
 * @param {string} name
 * @param {boolean} isNested  `list.length` is that of a text, too; `length` alone never is
 */
function has(owner, name, isNested) {
  if (owner === null || owner === undefined) return false;
  if (typeof owner === 'object') return name in owner;
  return isNested && Object.hasOwn(Object(owner), name);
}

/** Holds every mustache template, and adds to each page what all of them show. */
export class ViewManager {
  /** @type {Map<string, string>} */
  #templates = new Map();

  /**
   * @param {Map<string, Buffer>} files  by path, such as 'post.mustache'
   * @throws {LarderError} `invalid` when one for readers is broken, or needs a part that is missing
   */
  constructor(files) {
    for (const [path, bytes] of files)
      if (path.endsWith('.mustache'))
        this.#templates.set(path.slice(0, -'.mustache'.length), withLimits(bytes.toString()));
    // Parsing those of the admin pages too would be a tenth of a start.
    for (const name of this.#templates.keys()) if (!isOfAdmin(name)) this.#check(name);
  }

  /** @throws {LarderError} `invalid` when a template of the admin pages is broken */
  check() {
    for (const name of this.#templates.keys()) if (isOfAdmin(name)) this.#check(name);
  }

  /**
   * @param {string} name  of a template
   * @param {object} model
   * @returns {{ body: Buffer, contentType: string }}
   */
  render(name, model) {
    const partial = (/** @type {string} */ name) => this.#templates.get(name);
    const template = this.#need(name, 'A controller');
    const body = writer.renderBytes(template, new Context(model), partial);
    return { body, contentType: otherTypes.get(name) ?? 'text/html; charset=utf-8' };
  }

  /**
   * @param {string} name  of a template
   * @param {object} model its own, besides what all pages share
   * @param {PageModel} page
   * @param {Site} blog
   * @param {Pick<Said, 'texts' | 'direction'>} words  of those who see it
   */
  renderPage(name, model, page, blog, words) {
    // V8 makes a hidden class of its own, which is old from the start, for each object whose literal goes on after `{
    // ...first`.
    const shown = {
      site: new SiteModel(blog, page, words),
      page: new PageMetadata(blog, page),
      words: words.texts,
      ...model,
    };
    return this.render(name, shown);
  }

  /** @param {string} name */
  #check(name) {
    let tokens;
    try {
      tokens = writer.parse(this.#need(name, 'The theme'));
    } catch (error) {
      throw new LarderError('invalid', `The view ${name}.mustache is broken: ${messageOf(error)}`);
    }
    for (const partial of new Set(partialsOf(tokens)))
      this.#need(partial, `The view ${name}.mustache`);
  }

  /** @param {string} name @param {string} who */
  #need(name, who) {
    const template = this.#templates.get(name);
    if (template === undefined)
      throw new LarderError(
        'invalid',
        `${who} asks for the view ${name}.mustache, which is not there`,
      );
    return template;
  }
}

/**
 * @param {Pick<TrackedIndex, 'ownPicture'>} index
 * @param {Assets} assets
 * @returns {string} the path of the blog's icon: the owner's, or the theme's, or the first letter of the title
 */
export const iconPath = (index, assets) =>
  index.ownPicture('icon') || assets.iconUrl || '/icon.svg';

/**
 * What all pages show of the blog. All absolute URLs begin with the configured base URL. Settings are read lazily, so
 * that a page depends only on those that its template shows; by getters of a class, since V8 makes a hidden class for
 * each object with getters of its own, which lives, with the whole page, until old objects are collected.
 */
class SiteModel {
  static {
    for (const [name] of settingsThat(({ isOnPages }) => isOnPages))
      Object.defineProperty(this.prototype, name, {
        /** @this {SiteModel} */
        get() {
          return this.#settings[name];
        },
      });
  }

  #blog;
  #settings;
  #path;
  #words;

  /**
   * @param {Site} blog
   * @param {Pick<PageModel, 'path'>} page
   * @param {Pick<Said, 'direction'>} words
   */
  constructor(blog, { path }, words) {
    const { assets, baseUrl, hasSearch } = blog;
    this.#blog = blog;
    this.#settings = blog.index.settings;
    this.#path = path;
    this.#words = words;
    this.url = baseUrl;
    this.feedUrl = baseUrl + feedPaths.atom;
    this.rssUrl = baseUrl + feedPaths.rss;
    this.jsonFeedUrl = baseUrl + feedPaths.json;
    this.subscribeUrl = `${baseUrl}/subscribe`;
    this.feedStyleUrl = assets.feedStyleUrl;
    this.copyCodeUrl = assets.copyCodeUrl;
    this.embedsUrl = assets.embedsUrl;
    this.lightboxUrl = assets.lightboxUrl;
    this.openSearchUrl = hasSearch ? `${baseUrl}/opensearch.xml` : null;
    this.searchForm = hasSearch && path !== '/search';
    this.searchScriptUrl = assets.searchScriptUrl;
  }

  get title() {
    return this.#settings.title;
  }

  get tagline() {
    return this.#settings.tagline;
  }

  get language() {
    return this.#settings.language;
  }

  /** 'ltr' or 'rtl'. */
  get direction() {
    return this.#words.direction;
  }

  /** The form by which readers subscribe to mails; null: they cannot. */
  get subscribing() {
    if (!this.#blog.sendsMail || !this.#settings.subscribeByEmail) return null;
    const tags = tagsOffered(this.#settings);
    return { tags: tags.length > 0 && { all: tags } };
  }

  get navigation() {
    return this.#links(({ footer }) => !footer);
  }

  get footer() {
    return this.#links(({ footer }) => footer);
  }

  /** @param {(link: MenuLink) => unknown} isIn */
  #links(isIn) {
    return this.#blog.index.menu
      .filter(isIn)
      .map(({ title, url }) => ({ title, url, current: pathOfLink(url, this.url) === this.#path }));
  }

  get logoUrl() {
    return this.#blog.index.ownPicture('logo');
  }

  /** Of the logo in dark colours. */
  get logoDarkUrl() {
    return this.#blog.index.ownPicture('logoDark');
  }

  get iconUrl() {
    return iconPath(this.#blog.index, this.#blog.assets);
  }

  /** Of home screens, which show no SVG. */
  get touchIconUrl() {
    const icon = this.#blog.index.ownPicture('icon');
    return icon.endsWith('.svg') ? '' : icon;
  }

  get styleUrl() {
    return this.#blog.styleUrl || this.look.styleUrl;
  }

  /** What else pages say of the style sheet. */
  get look() {
    return this.#blog.theme.look(this.#blog.index.style);
  }

  get schemeScriptUrl() {
    return this.#blog.index.appearance.schemeSwitch ? this.#blog.assets.url('scheme.js') : '';
  }

  get headerTagline() {
    return this.#blog.index.appearance.headerTagline ? this.#settings.tagline : '';
  }

  get footerText() {
    const { footer } = this.#blog.index.appearance;
    return footer && paragraphsOf(footer);
  }

  get profiles() {
    return this.#blog.index.appearance.links;
  }

  get verification() {
    return this.#blog.index.appearance.verification;
  }

  /** What the theme declares. */
  get switches() {
    return this.#switches.values;
  }

  /** The same for templates, which cannot compare: `choices.name.value` is true. */
  get choices() {
    return this.#switches.choices;
  }

  get #switches() {
    const { theme, index } = this.#blog;
    return theme.switches(index.switches(theme.switchNames));
  }
}

/** What a page says of itself to browsers, search engines and whoever shows a link to it. */
class PageMetadata {
  #settings;
  #description;

  /** @param {Site} blog @param {PageModel} page */
  constructor({ index: { settings }, baseUrl }, page) {
    const { title = '', article = null, noindex = false } = page;
    this.#settings = settings;
    this.#description = page.description;
    this.title = title;
    this.canonical = noindex ? null : (page.canonicalUrl ?? baseUrl + page.path);
    this.ogType = article ? 'article' : 'website';
    this.publishedTime = article?.publishedTime ?? null;
    this.modifiedTime = article?.modifiedTime ?? null;
    this.structuredData = article ? describePost(page, article, baseUrl) : null;
    this.image = page.image ?? null;
    this.shared = page.shared ?? null;
    this.noindex = noindex;
    this.feed = page.feed ?? null;
  }

  get documentTitle() {
    const { title } = this.#settings;
    return this.title ? `${this.title} – ${title}` : title;
  }

  get description() {
    return this.#description ?? this.#settings.tagline;
  }
}

/**
 * @param {PageModel} page
 * @param {Article} article
 * @param {string} baseUrl
 * @returns {string} a BlogPosting of schema.org as JSON-LD, which no text can leave: it stands in a script element
 */
function describePost({ title, description, image, path, canonicalUrl }, article, baseUrl) {
  const data = {
    '@context': 'https://schema.org',
    '@type': 'BlogPosting',
    headline: title,
    description,
    image: image ?? undefined,
    url: canonicalUrl ?? baseUrl + path,
    datePublished: article.publishedTime,
    dateModified: article.modifiedTime,
    author: article.authors.map(({ name, url }) => ({
      '@type': 'Person',
      name,
      url: baseUrl + url,
    })),
  };
  return JSON.stringify(data).replaceAll('<', '\\u003c');
}

const REPLACED = new RegExp(`[${Object.keys(entities).join('')}]`, 'g');

/** Characters from which on a text is escaped byte by byte. */
const LONG = 100_000;

/**
 * For text and for attributes in quotes, of HTML and XML. Mustache's own would escape each slash too, and every address
 * with it.
 * @param {unknown} value
 * @returns {string}
 */
export function escape(value) {
  const text = String(value);
  return text.length < LONG
    ? text.replace(REPLACED, (sign) => entities[sign])
    : escapeLong(text.replace(/[\ufffe\uffff]/g, ''));
}
