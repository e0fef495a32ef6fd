import { statSync } from 'node:fs';
import { isIP } from 'node:net';
import { availableParallelism } from 'node:os';
import { domainToASCII } from 'node:url';

/**
 * How the values of settings are read. Each function takes the text as it stands in the environment, and throws the end
 * of a sentence about it.
 */

/** Each takes memory and a share of the cache. */
const MOST_WORKERS = 64;

/** Let's Encrypt takes so many in one certificate. */
const MOST_NAMES = 100;
/** RFC 1035 section 2.3.4. */
const LONGEST_NAME = 253;
const NO_NAME = 'must be names such as blog.example.org, separated by commas';

/** Milliseconds. @type {Record<string, number>} */
const UNITS = { ms: 1, s: 1000, m: 60_000 };
const LONGEST = 60 * 60_000;

/** RFC 5321 allows 64 characters before the @, of which a plus and who it is take the rest. */
const LONGEST_BOUNCE_NAME = 18;

/** Characters of a password or token that is not guessed. */
const SHORTEST_SECRET = 12;

/** @param {string} text */
export function port(text) {
  const value = Number(text);
  if (!/^\d{1,5}$/.test(text) || value > 65535) throw new Error('must be a number from 0 to 65535');
  return value;
}

/** @param {string} text  a number with a unit: 500ms, 30s, 5m @returns {number} milliseconds */
export function duration(text) {
  const [, number, unit = ''] = /^(\d{1,7})\s*(ms|s|m)$/.exec(text) ?? [];
  const milliseconds = Number(number) * UNITS[unit];
  if (!(milliseconds >= 1 && milliseconds <= LONGEST))
    throw new Error('must be a duration such as 500ms, 30s or 5m, an hour at most');
  return milliseconds;
}

/** @param {string} text @returns {number} */
export function workers(text) {
  if (text === 'auto') return Math.min(availableParallelism(), MOST_WORKERS);
  const value = Number(text);
  if (!/^\d{1,2}$/.test(text) || value < 1 || value > MOST_WORKERS)
    throw new Error(`must be auto, or a number from 1 to ${MOST_WORKERS}`);
  return value;
}

/** @param {string} text */
export function nonEmpty(text) {
  if (/[\s/]/.test(text)) throw new Error('must be a host name or an address');
  return text.replace(/^\[(.*)\]$/, '$1');
}

/** @param {string} text */
export function siteUrl(text) {
  if (!text) return '';
  const url = URL.canParse(text) ? new URL(text) : null;
  if (!url || !/^https?:$/.test(url.protocol)) throw new Error('must be an http or https URL');
  if (url.pathname !== '/' || url.search || url.hash || url.username)
    throw new Error('must be a scheme, host and port only, without a path');
  return url.origin;
}

/** @param {string} text @returns {string[]} names of hosts, in ASCII; none only for '' */
export function domains(text) {
  const names = text.split(',').map((each) => each.trim());
  const ascii = [...new Set(names.filter(Boolean).map(domain))];
  if (text && ascii.length === 0) throw new Error(NO_NAME);
  if (ascii.length > MOST_NAMES) throw new Error(`must have at most ${MOST_NAMES} names`);
  return ascii;
}

/** @param {string} text */
function domain(text) {
  if (text.includes('*'))
    throw new Error('must not have a wildcard, whose certificate needs a change of the DNS');
  // It would leave out what does not belong to a name.
  const name = (/[/?#@\\]/.test(text) ? '' : domainToASCII(text)).replace(/\.$/, '');
  const isName = /^(?!-)[a-z\d-]{1,63}(?:\.(?!-)[a-z\d-]{1,63})*$/.test(name);
  if (isName && isIP(name) === 0 && name.length <= LONGEST_NAME) return name;
  throw new Error(NO_NAME);
}

/** @param {string} text  RFC 8555 section 6.1 */
export function acmeUrl(text) {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url?.protocol === 'https:' || (url?.protocol === 'http:' && isLocal(url.hostname)))
    return text;
  throw new Error('must be an https URL');
}

/** @param {string} text */
export function email(text) {
  if (text === '' || /^[^\s<>@,?]+@[^\s<>@,?]+$/.test(text)) return text;
  throw new Error('must be an address such as me@example.org');
}

/** @param {string} text  RFC 8555 section 7.3.4: the key is in base64url */
export function externalAccount(text) {
  if (text === '' || /^[^:\s]+:[\w-]+=*$/.test(text)) return text;
  throw new Error('must be kid:key, the key in base64url');
}

/** @param {string} text */
export function storeUrl(text) {
  if (/^(sqlite:.|https?:\/\/.)/.test(text)) return text;
  throw new Error('must be sqlite:FILE or http(s)://user:password@host:5984/database');
}

/** @param {string} text */
export function redisUrl(text) {
  if (text === '' || (/^rediss?:\/\/./.test(text) && /^(\/\d*)?$/.test(new URL(text).pathname)))
    return text;
  throw new Error(
    'must be redis:// or rediss:// with a host, optionally user:password@ and /number',
  );
}

/** @param {string} text */
export function smtpUrl(text) {
  if (text === '' || (/^smtps?:\/\/./.test(text) && URL.canParse(text))) return text;
  throw new Error('must be smtp://… or smtps://… with a host, and user and password if needed');
}

/** @param {string} text */
export function mailFrom(text) {
  if (text === '' || /^([^<>\p{Cc}]*<[^\s<>@]+@[^\s<>@]+>|[^\s<>@]+@[^\s<>@]+)$/u.test(text))
    return text;
  throw new Error('must be an address such as blog@example.org or My blog <blog@example.org>');
}

/** @param {string} text  RFC 6376 section 3.1 */
export function dkimSelector(text) {
  const label = '[a-z\\d](?:[a-z\\d-]{0,61}[a-z\\d])?';
  if (text === '' || new RegExp(`^${label}(?:\\.${label})*$`, 'i').test(text)) return text;
  throw new Error('must be a name of letters, digits and hyphens');
}

/** @param {string} text */
export function bounceAddress(text) {
  const [, name = ''] = /^([^\s<>@,;"\p{C}]+)@[^\s<>@,;"\p{C}]+$/u.exec(text) ?? [];
  if (text !== '' && (name === '' || name.length > LONGEST_BOUNCE_NAME))
    throw new Error(
      `must be an address such as bounces@example.org, with at most ${LONGEST_BOUNCE_NAME} characters before the @`,
    );
  return text;
}

/** @param {string} text */
export function imapUrl(text) {
  if (text === '') return text;
  const url = URL.canParse(text) ? new URL(text) : null;
  const isSafe = url?.protocol === 'imaps:' || (url?.protocol === 'imap:' && isLocal(url.hostname));
  if (url && isSafe && url.hostname && url.username && url.password) return text;
  throw new Error(
    'must be imaps://user:password@host/mailbox (imap:// only for a server on this machine)',
  );
}

/** @param {string} host */
const isLocal = (host) => /^(localhost|127\.[\d.]+|\[::1\])$/.test(host);

/** @param {string} text */
export function httpUrl(text) {
  if (text === '' || (/^https?:\/\/./.test(text) && URL.canParse(text))) return text;
  throw new Error('must be an http or https URL');
}

/** @param {string} text */
export function userName(text) {
  if (/[:\p{Cc}]/u.test(text)) throw new Error('must not contain a colon');
  return text;
}

/** @param {string} text */
export function secret(text) {
  if (text && text.length < SHORTEST_SECRET)
    throw new Error(`must have ${SHORTEST_SECRET} characters or more`);
  return text;
}

/** @param {string} text RFC 6750 section 2.1 */
export function bearerToken(text) {
  if (text && !/^[\w.~+/-]+=*$/.test(text))
    throw new Error('must consist of letters, digits and - . _ ~ + /');
  return secret(text);
}

/** @param {string} text */
export function file(text) {
  if (text && !statSync(text, { throwIfNoEntry: false })?.isFile())
    throw new Error('must be a file');
  return text;
}

/** @param {string} text */
export function siteUrls(text) {
  const urls = text.split(',').map((each) => each.trim());
  return urls.filter(Boolean).map(siteUrl);
}

/** @param {string} text */
export function etagSource(text) {
  if (text === '') return text;
  const url = URL.canParse(text) ? new URL(text) : null;
  const isMemcached = url?.protocol === 'memcached:' && !url.username && url.pathname.length < 2;
  if (url?.hostname && (isMemcached || /^rediss?:$/.test(url.protocol))) return text;
  throw new Error('must be memcached://host:11211 or redis(s)://user:password@host:6379/0');
}

/** @param {string} text */
export function etagKey(text) {
  if (/^[\x21-\x7e]{1,200}$/.test(text) && /\{path(name)?\}/.test(text)) return text;
  throw new Error('must contain {path} or {pathname}, and no spaces');
}

/** @param {string} text @returns {string[]} in lower case */
export function fieldNames(text) {
  const names = text.split(',').map((each) => each.trim().toLowerCase());
  const input = names.filter(Boolean);
  if (input.every((name) => /^[!#$%&'*+\-.^`|~\w]+$/.test(name))) return input;
  throw new Error('must be names of header fields, separated by commas');
}

/** @param {string} text */
export function geoOrigins(text) {
  return text === '*' ? [text] : siteUrls(text);
}

/** @param {string} text */
export function trustProxy(text) {
  if (text === '' || text === 'false') return false;
  if (text === 'true')
    throw new Error('must be a number or addresses: “true” would trust everyone');
  if (/^\d{1,2}$/.test(text)) return Number(text);
  const parts = text.split(',').map((each) => each.trim());
  if (parts.every(isNetwork)) return parts;
  throw new Error('must be a number of proxies, or addresses separated by commas');
}

/** @param {string} text a name for several addresses, an address, or a range of them */
function isNetwork(text) {
  if (['loopback', 'linklocal', 'uniquelocal'].includes(text)) return true;
  const [, address = '', bits = '0'] = /^([^/]+)(?:\/(\d{1,3}))?$/.exec(text) ?? [];
  return isIP(address) !== 0 && Number(bits) <= (isIP(address) === 4 ? 32 : 128);
}

/** @param {string} text */
export function themeDir(text) {
  if (text && !statSync(text, { throwIfNoEntry: false })?.isDirectory())
    throw new Error('must be a folder');
  return text;
}

/**
 * @template {string} T
 * @param {T[]} values
 * @returns {(text: string) => T}
 */
export function oneOf(values) {
  return (text) => {
    const found = values.find((value) => value === text);
    if (found === undefined) throw new Error(`must be one of ${values.join(', ')}`);
    return found;
  };
}
