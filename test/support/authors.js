import request from 'supertest';
import { eachTest } from './blog.js';
import { parsePage } from './html.js';
import { addPeople, cookieFor } from './people.js';
/** @import { startBlog, TestBlog } from './blog.js' */

/** @typedef {Awaited<ReturnType<typeof signInAs>>} Author */
/** @typedef {Record<string, string | string[]>} Form */

/**
 * For a suite about what authors do: before each test a new blog with Ada (owner), Emil (editor) and Anna (author), and
 * those of them signed in who are named here.
 * @template {string} T
 * @param {T[]} names
 * @param {Parameters<typeof startBlog>[0]} [options]
 * @returns {{ blog: TestBlog } & Record<T, Author>} filled anew before each test, so that it can be taken apart
 */
export function withAuthors(names, options) {
  const { startBlog } = eachTest();
  const parts = /** @type {any} */ ({ blog: {} });
  for (const name of names) parts[name] = {};
  beforeEach(async () => {
    Object.assign(parts.blog, await startBlog(options));
    await addPeople(parts.blog);
    for (const name of names) Object.assign(parts[name], await signInAs(parts.blog, name));
  });
  return parts;
}

/**
 * An author at the admin pages, without JavaScript: opens pages, fills in their forms, sends them.
 * @param {TestBlog} blog
 * @param {string} who
 */
export async function signInAs(blog, who) {
  let cookie = await cookieFor(blog, who);
  return { get, open, send, sendJson, fill, follow, signInAgain };

  async function signInAgain() {
    cookie = await cookieFor(blog, who);
  }

  /** @param {string} path */
  function get(path) {
    return request(blog.url).get(path).set('Cookie', cookie);
  }

  /** @param {string} path of a page that there is */
  async function open(path) {
    return parsePage(await get(path).expect(200));
  }

  /** @param {string} path @param {Form} fields */
  function send(path, fields) {
    return request(blog.url).post(path).set('Cookie', cookie).type('form').send(fields);
  }

  /** As the editor's own script does. @param {string} path @param {Form} fields */
  function sendJson(path, fields) {
    return send(path, fields).set('Accept', 'application/json');
  }

  /**
   * @param {string} path of an editor
   * @param {Record<string, string>} [typed]
   * @returns {Promise<Record<string, string>>} the form with what was typed into it
   */
  async function fill(path, typed = {}) {
    return { ...(await open(path)).fields('#editor'), ...typed };
  }

  /**
   * Sends a form and goes where the answer leads.
   * @param {string} path
   * @param {Form} fields
   * @returns the page there, and its path
   */
  async function follow(path, fields) {
    const { headers } = await send(path, fields).expect(303);
    return { path: headers.location, ...(await open(headers.location)) };
  }
}
