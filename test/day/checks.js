import { deepEqual, equal } from 'node:assert/strict';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { ask } from './people.js';
/** @import { makeAgent, Visit } from './people.js' */

/** So different that the search takes none for another. */
export const WORDS = [
  ...[
    'anchovy',
    'brindle',
    'cupboard',
    'dandelion',
    'elderflower',
    'firkin',
    'gooseberry',
    'hazelnut',
  ],
  ...['icehouse', 'juniper', 'kohlrabi', 'lovage', 'marmalade', 'nutmeg', 'orchard', 'piccalilli'],
  ...['quatrain', 'rhubarb', 'sauerkraut', 'tarragon', 'umbrella', 'verjuice', 'whortle', 'yarrow'],
];

/** @typedef {ReturnType<typeof makeAgent>} Agent */

/** In the order in which they are asked for. @type {[string, (body: Buffer) => Buffer][]} */
const encodings = [
  ['identity', (body) => body],
  ['gzip', gunzipSync],
  ['br', brotliDecompressSync],
];

/** @typedef {ReturnType<typeof makeBrowser>} Browser */

/** A browser with a cache: it asks whether what it has is still right, in each encoding. */
export function makeBrowser() {
  /** @type {Map<string, { etag: string, text: string }>} */
  const kept = new Map();
  let asked = 0;
  /** @param {string} url @returns {Promise<{ status: number, text: string }>} */
  return async (url) => {
    const [encoding, decode] = encodings[asked++ % encodings.length];
    const key = `${new URL(url).pathname} ${encoding}`;
    const has = kept.get(key);
    const headers = {
      'accept-encoding': encoding,
      ...(has && { 'if-none-match': has.etag }),
    };
    const answer = await ask(url, headers);
    const { location } = answer.headers;
    if (location) return makeBrowser()(new URL(location, url).href);
    if (has && answer.status === 304) return { status: 200, text: has.text };
    const isEncoded = answer.headers['content-encoding'] === encoding;
    const text = String(isEncoded ? decode(answer.body) : answer.body);
    const { etag } = answer.headers;
    if (etag) kept.set(key, { etag, text });
    return { status: answer.status, text };
  };
}

/** Everything that there is to read. @param {string} url @param {Browser} browser @returns {Promise<string[]>} paths */
async function addresses(url, browser) {
  const { text: sitemap } = await browser(`${url}/sitemap.xml`);
  const all = [...sitemap.matchAll(/<loc>([^<]+)</g)].map(([, each]) => new URL(each).pathname);
  const more = ['/tags', '/archive', '/atomfeed', '/rss.xml', '/feed.json', '/sitemap.xml'];
  return [
    ...new Set([...all, ...more, '/author/ada', '/tag/shelf', '/robots.txt', '/post/shelf-3']),
  ].sort();
}

/** @param {string} url @returns {Promise<Record<string, string>>} all of a blog, as somebody new sees it */
export const whole = (url) => wholeOf(url, makeBrowser());

/** @param {string} url @param {Browser} browser @returns {Promise<Record<string, string>>} all of a blog, by path */
export async function wholeOf(url, browser) {
  /** @type {Record<string, string>} */
  const seen = {};
  for (const path of await addresses(url, browser)) seen[path] = (await browser(url + path)).text;
  return seen;
}

/** What is told of visits, against those that were made. @param {Agent} agent @param {Visit[]} visits */
export async function assertCounted(agent, visits) {
  const told = await agent.get(`/api/statistics?from=${day(-1)}&to=${day(1)}`);
  const pages = Object.fromEntries(
    told.pages.map((/** @type {any} */ { path, views }) => [path, views]),
  );
  equal(told.views, visits.length);
  for (const [path, views] of Object.entries(countBy(visits.map(({ path }) => path))))
    equal(pages[path], views, path);
  equal(told.visitors, new Set(visits.map(({ visitor }) => visitor)).size);
}

/**
 * The search, against looking through all texts.
 * @param {Agent} agent
 * @param {Map<string, string>} texts  by path
 */
export async function assertFound(agent, texts) {
  for (const word of WORDS) {
    const found = (await agent.list(`/api/search?q=${word}`)).map(({ url }) => pathOf(url));
    const expected = [...texts].filter(([, text]) => text.includes(word)).map(([path]) => path);
    deepEqual(found.sort(), expected.sort(), word);
  }
}

/** @param {string} url */
const pathOf = (url) => new URL(url).pathname;

/** @param {number} days from today @returns {string} such as 2026-11-30 */
const day = (days) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);

/** @param {string[]} names @returns {Record<string, number>} */
function countBy(names) {
  /** @type {Record<string, number>} */
  const counts = {};
  for (const name of names) counts[name] = (counts[name] ?? 0) + 1;
  return counts;
}
