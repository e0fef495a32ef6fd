import { deepEqual, equal } from 'node:assert/strict';
import { setTimeout } from 'node:timers/promises';
import { open } from './people.js';
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

/** @param {string} url @param {string} path @returns {Promise<string>} */
export const pageOf = async (url, path) => (await open(url + path)).text;

/** Everything that there is to read. @param {string} url @returns {Promise<string[]>} paths */
async function addresses(url) {
  const sitemap = await pageOf(url, '/sitemap.xml');
  const all = [...sitemap.matchAll(/<loc>([^<]+)</g)].map(([, each]) => new URL(each).pathname);
  const more = ['/tags', '/archive', '/atomfeed', '/rss.xml', '/feed.json', '/sitemap.xml'];
  return [
    ...new Set([...all, ...more, '/author/ada', '/tag/shelf', '/robots.txt', '/post/shelf-3']),
  ].sort();
}

/** @param {string} url @returns {Promise<Record<string, string>>} all of a blog, as readers see it */
export async function whole(url) {
  /** @type {Record<string, string>} */
  const seen = {};
  for (const path of await addresses(url)) seen[path] = await pageOf(url, path);
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
  for (const [at, word] of WORDS.entries()) {
    const found = (await agent.list(`/api/search?q=${word}`)).map(({ url }) => pathOf(url));
    const expected = [...texts].filter(([, text]) => text.includes(word)).map(([path]) => path);
    deepEqual(found.sort(), expected.sort(), word);
    // An address may search so often.
    if (at % 8 === 7) await setTimeout(100);
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
