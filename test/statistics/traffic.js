import { FIELDS } from '../../lib/statistics/recorder.js';
/** @import { Seen } from '../../lib/statistics/counting.js' */

/**
 * @typedef {Seen & { told: Told }} Request
 *
 * @typedef {object} Told  What whoever has made a request knows of it.
 * @property {'view' | 'feed' | 'bot' | 'missing' | 'nothing'} as
 * @property {string} person  who sends it, and with what
 * @property {string} [device]
 * @property {string} [browser]
 * @property {string} [language]
 * @property {string} [site]  that led here
 * @property {string} [country]
 * @property {string} [crawler]
 * @property {string} [reader]
 * @property {number} [subscribers]
 */

const browsers = [
  ['desktop', 'Firefox', 'Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0'],
  [
    'desktop',
    'Chrome',
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36',
  ],
  [
    'desktop',
    'Edge',
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36 Edg/126.0.2592.68',
  ],
  [
    'phone',
    'Safari',
    'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1',
  ],
  [
    'phone',
    'Samsung Internet',
    'Mozilla/5.0 (Linux; Android 14; SM-S921B) AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/25.0 Chrome/121.0.0.0 Mobile Safari/537.36',
  ],
  [
    'tablet',
    'Chrome',
    'Mozilla/5.0 (Linux; Android 13; SM-X200) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36',
  ],
];
const crawlers = [
  ['Googlebot', 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)'],
  [
    'GPTBot',
    'Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; GPTBot/1.2; +https://openai.com/gptbot)',
  ],
  ['ClaudeBot', 'Mozilla/5.0 (compatible; ClaudeBot/1.0; +claudebot@anthropic.com)'],
  ['curl', 'curl/8.5.0'],
  ['Unknown', ''],
];
const sites = [
  ['Google', 'https://www.google.de/'],
  ['Hacker News', 'https://news.ycombinator.com/item?id=1'],
  ['example.co.uk', 'https://blog.example.co.uk/links?x=https://other.example'],
  ['someone.github.io', 'http://someone.github.io:8080/a'],
  ['', 'https://blog.example.org/archive'],
  ['', undefined],
  ['', 'not a URL'],
];
const readers = [
  ['NetNewsWire', 0, 'NetNewsWire (RSS Reader; https://netnewswire.com/)'],
  ['Miniflux', 0, 'Mozilla/5.0 (compatible; Miniflux/2.0.51; +https://miniflux.app)'],
];
const languages = [
  ['de', 'de-DE,de;q=0.9,en;q=0.8'],
  ['en', 'en-US,en;q=0.5'],
  ['', undefined],
];
const countries = ['DE', 'FR', 'US', ''];

/** @param {number} seed @returns {() => number} from 0 to 1, the same each time (mulberry32) */
export function seeded(seed) {
  return () => {
    seed = (seed + 0x6d2b79f5) | 0;
    let mixed = Math.imul(seed ^ (seed >>> 15), 1 | seed);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** @param {string} address @returns {string} the country that it has in these tests */
export const countryOf = (address) => countries[Number(address.split('.')[3]) % countries.length];

/**
 * Requests of all kinds to a blog at blog.example.org, in the order of time.
 * @param {object} options
 * @param {number} options.count
 * @param {string} options.from  an ISO time
 * @param {string} options.to
 * @param {number} [options.seed]
 * @returns {Request[]}
 */
export function makeTraffic({ count, from, to, seed = 1 }) {
  const random = seeded(seed);
  const pick = (/** @type {any[]} */ list) => list[Math.floor(random() ** 2 * list.length)];
  const start = Date.parse(from);
  const times = Array.from({ length: count }, () =>
    Math.floor(start + random() * (Date.parse(to) - start)),
  );
  const requests = times.sort((one, other) => one - other).map(makeOne);
  return requests;

  /** @param {number} at @returns {Request} */
  function makeOne(at) {
    const remote = `203.0.113.${Math.floor(random() * 40)}`;
    const dice = random();
    if (dice < 0.3) return crawler(at, remote);
    if (dice < 0.45) return feedReader(at, remote);
    const [device, browser, agent] = pick(browsers);
    const [site, referer] = pick(sites);
    const [language, accepted] = pick(languages);
    const isNew = random() < 0.7;
    const headers = {
      'user-agent': agent,
      ...(referer && { referer }),
      ...(accepted && { 'accept-language': accepted }),
      ...(isNew && { 'sec-fetch-mode': 'navigate' }),
    };
    const person = `${remote} ${agent}`;
    const path = `/post/number-${Math.floor(random() ** 3 * 50)}`;
    const view = { device, browser, language, site, person, country: countryOf(remote) };
    if (dice < 0.5) {
      const no = pick([
        { 'sec-gpc': '1' },
        { dnt: '1' },
        { 'sec-fetch-mode': 'cors' },
        { 'sec-purpose': 'prefetch;prerender' },
        { cookie: 'a=b; larder-uncounted=1' },
      ]);
      return seen(at, { ...headers, ...no }, { remote, path }, { as: 'nothing', person });
    }
    if (dice < 0.55) {
      const gone = `/gone/${Math.floor(random() ** 2 * 30)}`;
      return seen(at, headers, { remote, path: gone, isFound: false }, { as: 'missing', person });
    }
    return seen(at, headers, { remote, path }, { as: 'view', ...view });
  }

  /** @param {number} at @param {string} remote */
  function crawler(at, remote) {
    const [name, agent] = pick(crawlers);
    const path = pick(['/', '/post/number-1', '/atomfeed', '/nowhere']);
    const kind = path === '/atomfeed' ? 'feeds' : 'pages';
    const told = { as: /** @type {const} */ ('bot'), person: '', crawler: name };
    return seen(
      at,
      { 'user-agent': agent },
      { remote, path, kind, isFound: path !== '/nowhere' },
      told,
    );
  }

  /** @param {number} at @param {string} remote */
  function feedReader(at, remote) {
    const told = Math.ceil(random() * 20);
    const [reader, subscribers, agent] = pick([
      ...readers,
      ['Feedly', told, `Feedly/1.0 (+http://www.feedly.com/fetcher.html; ${told} subscribers)`],
    ]);
    const path = pick(['/atomfeed', '/tag/jars/atomfeed']);
    const person = `${remote} ${agent}`;
    return seen(
      at,
      { 'user-agent': agent },
      { remote, path, kind: 'feeds' },
      { as: 'feed', person, reader, subscribers },
    );
  }
}

/**
 * @param {number} at
 * @param {Record<string, string>} headers
 * @param {{ remote: string, path: string, kind?: string, isFound?: boolean }} more
 * @param {Told} told
 * @returns {Request}
 */
const seen = (at, headers, { kind = 'pages', isFound = true, ...more }, told) => ({
  at,
  fields: FIELDS.map((name) => headers[name]),
  kind,
  isFound,
  isByMail: false,
  ...more,
  told,
});
