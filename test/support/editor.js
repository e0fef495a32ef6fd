import assert from 'node:assert/strict';
import request from 'supertest';
import { cookieFor } from './people.js';
/** @import { TestBlog } from './blog.js' */

/** @typedef {Awaited<ReturnType<typeof sitDown>>} Desk */

/**
 * An author at the admin pages, without JavaScript: opens pages, fills in their forms, sends them.
 * @param {TestBlog} blog
 * @param {string} who
 */
export async function sitDown(blog, who) {
  const cookie = await cookieFor(blog, who);
  return { get, send, sendJson, fill, follow };

  /** @param {string} path */
  function get(path) {
    return request(blog.url).get(path).set('Cookie', cookie);
  }

  /** @param {string} path @param {Record<string, string>} fields */
  function send(path, fields) {
    return request(blog.url).post(path).set('Cookie', cookie).type('form').send(fields);
  }

  /** As the editor's own script does. @param {string} path @param {Record<string, string>} fields */
  function sendJson(path, fields) {
    return send(path, fields).set('Accept', 'application/json');
  }

  /**
   * @param {string} path of an editor
   * @param {Record<string, string>} [typed]
   * @returns {Promise<Record<string, string>>} the form with what was typed into it
   */
  async function fill(path, typed = {}) {
    const { text, status } = await get(path);
    assert.equal(status, 200, path);
    return { ...fieldsOf(text), ...typed };
  }

  /**
   * Sends a form and goes where the answer leads.
   * @param {string} path
   * @param {Record<string, string>} fields
   */
  async function follow(path, fields) {
    const answer = await send(path, fields);
    assert.equal(answer.status, 303, answer.text);
    const page = await get(answer.headers.location);
    assert.equal(page.status, 200, page.text);
    return { path: answer.headers.location, text: page.text, said: saidIn(page.text) };
  }
}

/** @param {string} html @returns {Record<string, string>} the fields of the editor's form */
export function fieldsOf(html) {
  const start = html.indexOf('<form id="editor"');
  const form = html.slice(start, html.indexOf('</form>', start));
  const inputs = [...form.matchAll(/<input [^>]*>/g)]
    .filter(([tag]) => !tag.includes('type="checkbox"') || tag.includes(' checked'))
    .map(([tag]) => [
      attribute(tag, 'name'),
      tag.includes('type="checkbox"') ? 'on' : attribute(tag, 'value'),
    ]);
  const areas = [...form.matchAll(/<textarea ([^>]*)>\n?([^]*?)<\/textarea>/g)].map(
    ([, tag, text]) => [attribute(` ${tag}`, 'name'), plain(text)],
  );
  return Object.fromEntries([...inputs, ...areas]);
}

/** @param {string} html @returns {string} the sentence that says what happened */
export const saidIn = (html) =>
  plain(/<p class="said"[^>]*>([^]*?)<\/p>/.exec(html)?.[1].replace(/<[^<>]+>/g, '') ?? '');

/** @param {string} html @returns {Record<string, string>} what is wrong, by field */
export const problemsIn = (html) =>
  Object.fromEntries(
    [...html.matchAll(/<p class="problem" id="(\w+)-problem">([^<]+)<\/p>/g)].map(
      ([, name, text]) => [name, plain(text)],
    ),
  );

/** @param {string} tag @param {string} name */
const attribute = (tag, name) => plain(new RegExp(` ${name}="([^"]*)"`).exec(tag)?.[1] ?? '');

/** @type {Record<string, string>} */
const entities = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  '#39': "'",
  '#x2F': '/',
  '#x60': '`',
  '#x3D': '=',
};

/** @param {string} html @returns {string} without entities */
export const plain = (html) =>
  html.replace(/&(\w+|#\w+);/g, (whole, name) => entities[name] ?? whole).trim();
