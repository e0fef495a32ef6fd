import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import mustache from 'mustache';
import { shapes } from '../content/shapes.js';
import { LarderError, messageOf } from '../errors.js';
import { listFiles } from '../util/files.js';
import { PageMetadata, SiteModel } from './site-model.js';
/** @import { PageModel, Site } from './site-model.js' */

const html = 'text/html; charset=utf-8';

/** All views, with the content type of each. */
const views = {
  front: html,
  post: html,
  page: html,
  tags: html,
  tag: html,
  author: html,
  archive: html,
  year: html,
  source: html,
  'source-file': html,
  'comment-received': html,
  'comment-refused': html,
  error: html,
  'admin/login': html,
  'admin/code': html,
  'admin/setup': html,
  'admin/account': html,
  'admin/code-secret': html,
  'admin/recovery': html,
  'admin/token': html,
  'admin/error': html,
  'admin/settings': html,
  'admin/people': html,
  'admin/person': html,
  'admin/link': html,
  'admin/join': html,
  'admin/dashboard': html,
  'admin/statistics': html,
  'admin/redirect': html,
  'admin/cache': html,
  'admin/posts': html,
  'admin/editor': html,
  'admin/tags': html,
  'admin/tag': html,
  'admin/help': html,
  'admin/rendering': html,
  'admin/history': html,
  'admin/version': html,
  'admin/trash': html,
  'admin/import': html,
  'admin/export': html,
  'admin/media': html,
  'admin/file': html,
  'admin/remove-files': html,
  'admin/comments': html,
  'admin/comment': html,
  subscribe: html,
  search: html,
  opensearch: 'application/opensearchdescription+xml; charset=utf-8',
  // Browsers show other types of XML as plain text, or save them.
  atomfeed: 'application/xml; charset=utf-8',
  rss: 'application/xml; charset=utf-8',
  sitemap: 'application/xml; charset=utf-8',
  'sitemap-index': 'application/xml; charset=utf-8',
  robots: 'text/plain; charset=utf-8',
  icon: 'image/svg+xml; charset=utf-8',
  'share-card': 'image/svg+xml; charset=utf-8',
};

/** @typedef {keyof typeof views} ViewName */

/** Mustache's own cache would put a key together from the whole template, and hash that, for each part of each page. */
class Writer extends mustache.Writer {
  /** @type {Map<string, any[]>} */
  #tokens = new Map();

  /** @param {string} template @returns {any[]} */
  parse(template) {
    const known = this.#tokens.get(template);
    if (known) return known;
    const tokens = super.parse(template);
    flatten(tokens);
    this.#tokens.set(template, tokens);
    return tokens;
  }
}

/** Of all view managers: tests start thousands of blogs, and most of a start would be parsing the same templates. */
const writer = new Writer();

/** The parts of each name that a template has used. @type {Map<string, string[]>} */
const partsOfNames = new Map();

/**
 * Looks up the names of a template as mustache does, in nested objects, the innermost first. Mustache's own context splits each name
 * again for each page, and keeps what it found for each object: that takes three times as long.
 */
export class Context extends mustache.Context {
  /** @param {any} view @param {Context} [outer] */
  constructor(view, outer) {
    super(view, outer);
    this.outer = outer;
  }

  /** @param {any} view @returns {Context} */
  push(view) {
    return new Context(view, this);
  }

  /** @param {string} name such as 'site.title', or '.' for the innermost object itself @returns {any} */
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
      if (has(found, parts[last], last > 0)) return found[parts[last]];
    }
    return undefined;
  }
}

/** @param {string} name @returns {string[]} */
function partsOf(name) {
  const known = partsOfNames.get(name);
  if (known) return known;
  const parts = name.split('.');
  partsOfNames.set(name, parts);
  return parts;
}

/**
 * @param {any} owner
 * @param {string} name
 * @param {boolean} isNested  `list.length` is that of a text, too; `length` alone never is
 */
function has(owner, name, isNested) {
  if (owner === null || owner === undefined) return false;
  if (typeof owner === 'object') return name in owner;
  return isNested && Object.hasOwn(Object(owner), name);
}

/** Holds every mustache template, read and parsed at start, and adds to each page what all of them show. */
export class ViewManager {
  /** @type {Map<string, string>} */
  #templates = new Map();

  /**
   * @param {string[]} folders with templates; those of later folders replace those of the same name
   * @throws {LarderError} `invalid` when one is missing or broken
   */
  constructor(folders) {
    for (const folder of folders) {
      for (const file of listFiles(folder, '.mustache'))
        this.#templates.set(
          file.slice(0, -'.mustache'.length),
          withLimits(readFileSync(join(folder, file), 'utf8')),
        );
    }
    for (const name of Object.keys(views)) this.#need(name, 'The theme');
    for (const name of this.#templates.keys()) this.#check(name);
  }

  /**
   * @param {ViewName} name
   * @param {object} model
   * @returns {{ body: string, contentType: string }}
   */
  render(name, model) {
    const partial = (/** @type {string} */ name) => this.#templates.get(name);
    const body = writer.render(this.#need(name, 'A controller'), new Context(model), partial, {
      escape,
    });
    return { body, contentType: views[name] };
  }

  /**
   * @param {ViewName} name
   * @param {object} model its own, besides what all pages share
   * @param {PageModel} page
   * @param {Site} blog
   */
  renderPage(name, model, page, blog) {
    const shared = { site: new SiteModel(blog, page), page: new PageMetadata(blog, page) };
    return this.render(name, { ...shared, ...model });
  }

  /** @param {string} name */
  #check(name) {
    let tokens;
    try {
      tokens = writer.parse(this.#need(name, 'The theme'));
    } catch (error) {
      throw new LarderError('invalid', `The view ${name}.mustache is broken: ${messageOf(error)}`);
    }
    for (const partial of partialsOf(tokens)) this.#need(partial, `The view ${name}.mustache`);
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
 * @param {string} template
 * @returns {string} with the limits of what its forms take, such as `{{shapes.comment.name.maxLength}}`: they are the
 *   same for every page
 */
const withLimits = (template) =>
  template.replace(/\{\{shapes\.([\w.-]+)\}\}/g, (tag, path) => {
    /** @type {any} */
    let found = shapes;
    for (const name of path.split('.')) found = found?.[name];
    return found ?? tag;
  });

/**
 * Mustache puts each text together sign by sign, and V8 keeps that as a chain of as many pieces, to be walked for every page.
 * @param {any[]} tokens of mustache, which it keeps and renders from
 */
function flatten(tokens) {
  for (const token of tokens) {
    const [type, text, , , children] = token;
    if (type === 'text') token[1] = Buffer.from(text).toString();
    if (Array.isArray(children)) flatten(children);
  }
}

/** @param {any[]} tokens parsed by mustache: [type, name, start, end, children] @returns {string[]} */
function partialsOf(tokens) {
  return tokens.flatMap(([type, name, , , children]) => {
    if (type === '>') return [name];
    return Array.isArray(children) ? partialsOf(children) : [];
  });
}

/** @type {Record<string, string>} */
const entities = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

/** Characters from which on a text is escaped byte by byte: of 5 MB of marks, that takes 70 ms and not 310. */
const LONG = 100_000;

/**
 * For text and for attributes in quotes. Mustache's own would escape each slash too, and every address with it.
 * @param {unknown} value
 * @returns {string}
 */
export function escape(value) {
  const text = String(value);
  return text.length < LONG ? text.replace(/[&<>"']/g, (sign) => entities[sign]) : escapeLong(text);
}

/** What stands for each byte; null: itself. */
const replacements = Array.from({ length: 256 }, (_, byte) => {
  const entity = entities[String.fromCharCode(byte)];
  return entity ? Buffer.from(entity) : null;
});
const lengths = Uint8Array.from(replacements, (entity) => entity?.length ?? 1);

/** @param {string} text */
function escapeLong(text) {
  const bytes = Buffer.from(text);
  let length = 0;
  for (let at = 0; at < bytes.length; at++) length += lengths[bytes[at]];
  if (length === bytes.length) return text;
  const escaped = Buffer.allocUnsafeSlow(length);
  let end = 0;
  for (let at = 0; at < bytes.length; at++) {
    const entity = replacements[bytes[at]];
    if (entity === null) escaped[end++] = bytes[at];
    else for (let place = 0; place < entity.length; place++) escaped[end++] = entity[place];
  }
  return escaped.toString();
}
