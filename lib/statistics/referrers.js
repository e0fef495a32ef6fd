import { getDomain } from 'tldts';
import { spamDomains } from './data/lists.js';

/** @typedef {'search' | 'network' | 'site' | 'mail'} SiteKind */

/** In place of a site: a mailing of the blog. */
export const MAIL = 'mail';

/** Characters of a Referer in which its host ends. */
const LOOKED_AT = 300;

/** RFC 3986 section 3; Android names apps in the same way. */
const urlHost = /^(?:https?|android-app):\/\/(?:[^/?#@]*@)?([\w.-]{1,253})(?=[:/?#]|$)/i;

/** Search engines and networks, by domain. @type {[string, 'search' | 'network', RegExp][]} */
const known = [
  ['Google', 'search', /^(?:google\.(?:[a-z]{2,3}|com?\.[a-z]{2})|com\.google\.android\..*)$/],
  ['Bing', 'search', /^bing\.com$/],
  ['DuckDuckGo', 'search', /^duckduckgo\.com$/],
  ['Yahoo', 'search', /^yahoo\.(?:com|co\.jp)$/],
  ['Yandex', 'search', /^(?:yandex\.(?:[a-z]{2,3}|com?\.[a-z]{2})|ya\.ru)$/],
  ['Baidu', 'search', /^baidu\.com$/],
  ['Ecosia', 'search', /^ecosia\.org$/],
  ['Qwant', 'search', /^qwant\.com$/],
  ['Startpage', 'search', /^startpage\.com$/],
  ['Brave Search', 'search', /^search\.brave\.com$/],
  ['Kagi', 'search', /^kagi\.com$/],
  ['Naver', 'search', /^naver\.com$/],
  ['Hacker News', 'network', /^news\.ycombinator\.com$/],
  ['Reddit', 'network', /^reddit\.com$|^com\.reddit\./],
  ['Facebook', 'network', /^facebook\.com$/],
  ['Instagram', 'network', /^instagram\.com$/],
  ['X', 'network', /^(?:t\.co|twitter\.com|x\.com)$/],
  ['LinkedIn', 'network', /^(?:linkedin\.com|lnkd\.in)$|^com\.linkedin\./],
  ['YouTube', 'network', /^youtube\.com$/],
  ['Bluesky', 'network', /^bsky\.app$/],
  ['Mastodon', 'network', /^(?:mastodon\..*|mstdn\..*|fosstodon\.org|hachyderm\.io)$/],
  ['Threads', 'network', /^threads\.(?:net|com)$/],
  ['Pinterest', 'network', /^pinterest\.(?:[a-z]{2,3}|com?\.[a-z]{2})$/],
  ['VK', 'network', /^vk\.com$/],
  ['Telegram', 'network', /^t\.me$|^org\.telegram\./],
  ['Lobsters', 'network', /^lobste\.rs$/],
];
/** @type {Map<string, SiteKind>} */
const kinds = new Map(known.map(([site, kind]) => [site, kind]));
kinds.set(MAIL, 'mail');

/** @param {string} site as `readReferrer` names it @returns {SiteKind} */
export const kindOfSite = (site) => kinds.get(site) ?? 'site';

/**
 * @param {string} referrer the field Referer (RFC 9110 section 10.1.3)
 * @param {string} ownHost
 * @returns {{ site: string, isSpam: boolean }} `site`: a search engine, a network, or the domain under which someone
 *   can register names (by the public suffix list); '' when it is none, or the blog itself
 */
export function readReferrer(referrer, ownHost) {
  const host = urlHost
    .exec(referrer.slice(0, LOOKED_AT))?.[1]
    .toLowerCase()
    .replace(/^www\.|\.$/g, '');
  if (!host || host === ownHost.replace(/^www\./, '')) return { site: '', isSpam: false };
  const domain =
    getDomain(host, {
      allowPrivateDomains: true,
      extractHostname: false,
      validateHostname: false,
    }) ?? host;
  const isSpam = spamDomains.has(host) || spamDomains.has(domain);
  const named = known.find(([, , pattern]) => pattern.test(domain) || pattern.test(host));
  return { site: named?.[0] ?? domain, isSpam };
}
