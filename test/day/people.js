import http from 'node:http';
import { buffer } from 'node:stream/consumers';
/** @import { IncomingMessage } from 'node:http' */

/** Who is at a blog: those who read it, and programs with a token. */

const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';

/** @typedef {{ path: string, visitor: string }} Visit */

/** @param {number} reader @returns {Record<string, string>} */
const fieldsOf = (reader) => ({
  'user-agent': FIREFOX,
  'sec-fetch-mode': 'navigate',
  'x-forwarded-for': `198.51.${100 + Math.floor(reader / 200)}.${1 + (reader % 200)}`,
});

/**
 * Readers with browsers. What they read is remembered, as the statistics must have it.
 * @param {() => string} url
 */
export function makeReaders(url) {
  /** @type {Visit[]} */
  const visits = [];
  let key = 0;
  return { visits, read, send, changeKey: () => void key++ };

  /** @param {string} path @param {number} [reader] */
  async function read(path, reader = 0) {
    const answer = await open(url() + path, fieldsOf(reader));
    const { pathname } = new URL(answer.url);
    if (answer.status === 200) visits.push({ path: pathname, visitor: `${key} ${reader}` });
    return { ...answer, path: pathname };
  }

  /** A form. @param {string} path @param {Record<string, string>} form @param {number} [reader] */
  async function send(path, form, reader = 0) {
    const { 'x-forwarded-for': address } = fieldsOf(reader);
    const headers = { 'x-forwarded-for': address, 'user-agent': FIREFOX, origin: url() };
    const body = new URLSearchParams(form);
    const response = await fetch(url() + path, {
      method: 'POST',
      headers,
      body,
      redirect: 'manual',
    });
    await response.arrayBuffer();
    return response.status;
  }
}

/**
 * @param {string} url
 * @param {Record<string, string>} [headers]
 * @returns {Promise<{ status: number, text: string, url: string }>} after redirects
 */
export async function open(url, headers = {}) {
  const { status, headers: said, body } = await ask(url, headers);
  if (said.location) return open(new URL(said.location, url).href, headers);
  return { status, text: String(body), url };
}

/**
 * As a browser opens a page: `fetch` would say that a script asks.
 * @param {string} url
 * @param {Record<string, string>} [headers]
 */
export async function ask(url, headers = {}) {
  /** @type {IncomingMessage} */
  const response = await new Promise((resolve, reject) =>
    http.get(url, { headers }, resolve).on('error', reject),
  );
  const body = await buffer(response);
  return { status: response.statusCode ?? 0, headers: response.headers, body };
}

/**
 * A program that uses the API.
 * @param {() => string} url
 * @param {() => string} token
 */
export function makeAgent(url, token) {
  let asked = 0;
  return { get, post, put, remove, upload, list };

  /** @param {string} path @param {RequestInit} [options] */
  async function ask(path, options = {}) {
    // From many places: one may search so often.
    const place = `198.18.${(asked++ >> 8) % 256}.${asked % 256}`;
    const headers = {
      authorization: `Bearer ${token()}`,
      'x-forwarded-for': place,
      ...options.headers,
    };
    const response = await fetch(url() + path, { ...options, headers });
    const text = await response.text();
    if (!response.ok)
      throw new Error(`${options.method ?? 'GET'} ${path}: ${response.status} ${text}`);
    const body = text && JSON.parse(text);
    return { body, etag: response.headers.get('etag') ?? '' };
  }

  /** @param {string} path */
  async function get(path) {
    return (await ask(path)).body;
  }

  /** @param {string} path @param {object} json */
  async function post(path, json) {
    return (await ask(path, { method: 'POST', ...asJson(json) })).body;
  }

  /** @param {string} path @param {object} json */
  async function put(path, json) {
    const { etag } = await ask(path);
    const { headers, body } = asJson(json);
    return ask(path, { method: 'PUT', headers: { ...headers, 'if-match': etag }, body });
  }

  /** @param {string} path */
  async function remove(path) {
    const { etag } = await ask(path);
    return ask(path, { method: 'DELETE', headers: { 'if-match': etag } });
  }

  /** @param {string} name @param {Buffer} bytes */
  async function upload(name, bytes) {
    const path = `/api/media?name=${name}&alt=A+jar`;
    return (await ask(path, { method: 'POST', body: new Uint8Array(bytes) })).body;
  }

  /** @param {string} path @returns {Promise<any[]>} all of a list */
  async function list(path) {
    const items = [];
    for (let next = `${url()}${path}`; next;) {
      const { body } = await ask(next.slice(url().length));
      items.push(...body.items);
      next = body.next ?? '';
    }
    return items;
  }
}

/** @param {object} json */
const asJson = (json) => ({
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(json),
});
