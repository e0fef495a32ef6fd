/**
 * @typedef {object} Scenario
 * @property {string} id  in report.json and in the baseline
 * @property {string} name
 * @property {boolean} cached
 * @property {(paths: Paths) => string} path
 * @property {number} connections
 * @property {boolean} keepAlive
 * @property {'identity' | 'gzip' | 'br'} encoding
 * @property {boolean} conditional  with the tag of what the client has: a 304
 * @property {number} [requests]  for each measurement; left out, as many as fill the time
 * @property {boolean} [isGoal]  one of those that a hit is judged by: measured in more rounds
 *
 * @typedef {{ post: string }} Paths  of the blog that is measured
 */

/** @type {Omit<Scenario, 'id' | 'name'>} */
const usual = {
  cached: true,
  path: ({ post }) => post,
  connections: 32,
  keepAlive: true,
  encoding: 'identity',
  conditional: false,
};

/** As the first engine's author did it: `ab -n 1000`, one connection at a time, each for one request. */
const asThen = { ...usual, requests: 1000, connections: 1, keepAlive: false };

/** What is measured, in this order. @type {Scenario[]} */
export const scenarios = [
  { ...asThen, id: 'uncached', name: 'a post without the cache, ab -n 1000', cached: false },
  { ...asThen, id: 'cached', name: 'a post from the cache, ab -n 1000' },
  { ...usual, id: 'keep-1', name: 'a post, 1 kept connection', connections: 1 },
  { ...usual, id: 'plain', name: 'a post, 32 kept connections', isGoal: true },
  { ...usual, id: 'keep-256', name: 'a post, 256 kept connections', connections: 256 },
  { ...usual, id: 'gzip', name: 'a post, gzip', encoding: 'gzip', isGoal: true },
  { ...usual, id: 'brotli', name: 'a post, brotli', encoding: 'br', isGoal: true },
  { ...usual, id: '304', name: 'a post, not modified (304)', conditional: true, isGoal: true },
  { ...usual, id: 'front', name: 'the front page, gzip', path: () => '/', encoding: 'gzip' },
  { ...usual, id: 'feed', name: 'the feed, gzip', path: () => '/atomfeed', encoding: 'gzip' },
  { ...usual, id: 'archive', name: 'the archive, gzip', path: () => '/archive', encoding: 'gzip' },
];

/**
 * @param {Scenario} scenario
 * @param {string} etag of what the client has
 * @returns {Record<string, string>} the headers of its requests
 */
export const headersOf = ({ encoding, conditional }, etag) => ({
  ...(encoding === 'identity' ? {} : { 'Accept-Encoding': encoding }),
  ...(conditional ? { 'If-None-Match': etag } : {}),
});
