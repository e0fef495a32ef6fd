import { setImmediate } from 'node:timers/promises';
import { isbot } from 'isbot';
import { browserOf } from '../base/browsers.js';
import { OTHER_BROWSER, UNKNOWN } from './conventions.js';
import { aiCrawlers } from './data/lists.js';

/**
 * @typedef {object} Agent  What a User-Agent says.
 * @property {string} userAgent  its beginning
 * @property {'desktop' | 'phone' | 'tablet' | 'other'} device
 * @property {string} browser
 * @property {{ name: string, kind: 'bot' | 'ai' } | null} crawler  null: people use it
 * @property {string} reader  the name of a program that reads feeds, or that of any other
 * @property {number | null} subscribers  for whom it reads feeds; null: it does not say so
 * @property {boolean} readsFeeds  whether it may be someone's feed reader
 */

/** Characters of a name that is kept. */
const LONGEST_NAME = 60;

const ai = new RegExp(
  `(?:^|[^a-z0-9])(${aiCrawlers.map((name) => name.replace(/\W/g, '\\$&')).join('|')})(?![a-z0-9])`,
  'i',
);
const crawlerName = /(?<![\w.-])[\w.-]{0,30}(?:bot|crawl|spider)[\w.-]{0,30}/i;
const product = /^(?!Mozilla\b)[^/(;,\d]+|compatible; *([^/;)]+)/;
const feedReader =
  /feed|rss|reader|netnewswire|newsblur|inoreader|miniflux|liferea|akregator|newsboat|vienna|thunderbird/i;

const browser = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';

/**
 * Has V8 compile the patterns, which it does at their first two uses, in turns of their own: together that takes 7 ms.
 */
export async function compilePatterns() {
  const uses = [(/** @type {string} */ text) => ai.test(text), isbot, readAgent];
  for (const use of uses.flatMap((each) => [each, each])) {
    use(browser);
    await setImmediate();
  }
}

/** @param {string} text  of some 500 characters at most @returns {Agent} */
export function readAgent(text) {
  const reported = /\b(\d{1,7}) (?:subscriber|reader)s?\b/i.exec(text);
  const subscribers = reported && Number(reported[1]);
  const crawler = crawlerOf(text);
  return {
    userAgent: text,
    device: deviceOf(text),
    browser: browserOf(text) ?? OTHER_BROWSER,
    crawler,
    reader: nameOf(text),
    subscribers,
    readsFeeds:
      subscribers !== null || crawler === null || (crawler.kind === 'bot' && feedReader.test(text)),
  };
}

/** @param {string} text @returns {Agent['crawler']} */
function crawlerOf(text) {
  const named = ai.exec(text)?.[1];
  if (named) return { name: named, kind: 'ai' };
  // Every browser says what it is.
  if (text !== '' && !isbot(text)) return null;
  return { name: crawlerName.exec(text)?.[0].slice(0, LONGEST_NAME) ?? nameOf(text), kind: 'bot' };
}

/** @param {string} text */
function nameOf(text) {
  const [whole = UNKNOWN, compatible = whole] = product.exec(text) ?? [];
  return compatible.split(' - ')[0].trim().slice(0, LONGEST_NAME) || UNKNOWN;
}

/** @param {string} text @returns {Agent['device']} */
function deviceOf(text) {
  if (/\biPad\b|\bTablet\b|\bKindle\b/.test(text)) return 'tablet';
  if (/\bMobi/.test(text)) return 'phone';
  if (/\bAndroid\b/.test(text)) return 'tablet';
  return /\b(?:Windows NT|Macintosh|X11|CrOS|Linux)\b/.test(text) ? 'desktop' : 'other';
}
