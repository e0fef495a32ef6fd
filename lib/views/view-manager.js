import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import mustache from 'mustache';
import { LarderError, messageOf } from '../errors.js';
import { escape } from '../util/escape.js';
import { listFiles } from '../util/files.js';

const html = 'text/html; charset=utf-8';

/** All views, with the content type of each. */
const views = {
  front: html,
  post: html,
  page: html,
  tags: html,
  tag: html,
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
  'admin/posts': html,
  'admin/editor': html,
  'admin/history': html,
  'admin/version': html,
  'admin/trash': html,
  'admin/media': html,
  'admin/file': html,
  'admin/comments': html,
  'admin/comment': html,
  atomfeed: 'application/atom+xml; charset=utf-8',
  sitemap: 'application/xml; charset=utf-8',
  'sitemap-index': 'application/xml; charset=utf-8',
  robots: 'text/plain; charset=utf-8',
};

/** @typedef {keyof typeof views} ViewName */

/** All mustache templates, read and parsed at start. */
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
          readFileSync(join(folder, file), 'utf8'),
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
    const body = mustache.render(this.#need(name, 'A controller'), model, partial, { escape });
    return { body, contentType: views[name] };
  }

  /** @param {string} name */
  #check(name) {
    let tokens;
    try {
      tokens = mustache.parse(this.#need(name, 'The theme'));
    } catch (error) {
      throw new LarderError('invalid', `The view ${name}.mustache is broken: ${messageOf(error)}`);
    }
    flatten(tokens);
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
 * Mustache concatenates each text character by character, and V8 keeps that as a rope of as many pieces, which every render
 * would traverse.
 * @param {any[]} tokens parsed by mustache, from which it renders
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
