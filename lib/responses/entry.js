import { createHash } from 'node:crypto';
import { cacheControl } from './headers.js';
/** @import { Encoding } from './encodings.js' */

/**
 * What the cache holds: whole answers, with their headers ready to write.
 *
 * @typedef {object} CachedResponse  What the cache has to know of a response.
 * @property {string} key  the path, as it stands in a request line
 * @property {string} store  the name of one of the typed stores
 * @property {string[]} dependsOn
 * @property {number} bytes  of memory, all encodings together
 * @property {number} hits
 * @property {number} popularity  of the entries that had its key before, halved with each clear
 * @property {boolean} isPrerendered  rendered in the background, before anyone asked
 * @property {boolean} [acceptsRanges]  a part of it may be asked for: it may be large
 *
 * @typedef {object} Representation  A body in one encoding, with the headers of a hit, as a flat list.
 * @property {Buffer} body
 * @property {string[]} headers
 * @property {'fast' | 'best'} effort  with which it was compressed
 *
 * @typedef {object} ResponseFields
 * @property {number} status
 * @property {string} etag  weak, of the plain body, the same for every encoding (RFC 9110 section 8.8.1)
 * @property {number} lastModified  milliseconds since 1970, whole seconds; Infinity for a page that must not tell one
 * @property {boolean} compressible
 * @property {boolean} acceptsRanges  whether a part of it may be asked for (RFC 9110 section 14)
 * @property {string[]} headers  those of a 304
 * @property {string} contentType
 * @property {'pages' | 'feeds' | 'files'} kind  as /status counts requests
 * @property {number[]} [moments]  of which it shows the day, in milliseconds since 1970
 * @property {Record<Encoding, Representation | undefined>} encodings  those that readers ask for; at least one
 * @property {Partial<Record<Encoding, Promise<Representation>>>} underWay  compressions that others can wait for
 *
 * @typedef {CachedResponse & ResponseFields} Entry
 *
 * @typedef {object} Page  What was rendered.
 * @property {string} key
 * @property {string} store  the name of a typed store
 * @property {string} contentType
 * @property {string | Buffer} body
 * @property {string[]} dependsOn
 * @property {number[]} [moments]  of which it shows the day, in milliseconds since 1970
 * @property {boolean} [isPrerendered]  rendered before anyone asked
 * @property {number} [status]  200 when left out
 * @property {string} [caching]  Cache-Control; that of a page when left out
 * @property {string[]} [extra]  further headers, as a flat list
 * @property {{ isDownload: boolean }} [upload]  it came from outside: its parts may be asked for, nothing in it may run
 */

/** Cache-Status of an answer from the cache (RFC 9211). */
export const HIT = 'larder; hit';

/** Smaller ones fit in one packet anyway. */
const COMPRESS_FROM = 512;

/**
 * @param {Page} page
 * @param {string[]} security headers, as a flat list
 * @param {number} lastModified milliseconds since 1970, whole seconds
 * @returns {Entry}
 */
export function makeEntry(page, security, lastModified) {
  const { key, store, dependsOn, moments, contentType, body, status = 200, extra = [] } = page;
  const { upload } = page;
  const plain = Buffer.isBuffer(body) ? body : Buffer.from(body);
  const isText = /^text\/|[/+](xml|json)\b/.test(contentType);
  const etag = etagOf(plain);
  const validators = [
    ...security,
    'Cache-Control',
    page.caching ?? cacheControl.page,
    ...extra,
    ...(upload ? ['Accept-Ranges', 'bytes'] : []),
    ...(upload?.isDownload ? ['Content-Disposition', 'attachment'] : []),
    ...(isText && !upload ? ['Vary', 'Accept-Encoding'] : []),
    ...(status === 200 ? ['ETag', etag] : []),
    'Last-Modified',
    new Date(lastModified).toUTCString(),
  ];
  /** @type {Entry} */
  const entry = {
    key,
    store,
    dependsOn,
    moments,
    hits: 0,
    popularity: 0,
    isPrerendered: page.isPrerendered ?? false,
    bytes: plain.length,
    status,
    etag,
    lastModified,
    compressible: isText && !upload && plain.length >= COMPRESS_FROM,
    acceptsRanges: upload !== undefined,
    headers: [...validators, 'Cache-Status', HIT],
    contentType,
    kind: kindOf(contentType),
    encodings: { identity: undefined, gzip: undefined, br: undefined },
    underWay: {},
  };
  entry.encodings.identity = represent(entry, plain, 'identity', 'best');
  return entry;
}

/** @param {Buffer} body plain @returns {string} weak, since it is that of every encoding (RFC 9110 section 8.8.1) */
export const etagOf = (body) =>
  `W/"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`;

/**
 * A body in one encoding, with its headers.
 * @param {Entry} entry
 * @param {Buffer} body
 * @param {Encoding} encoding
 * @param {'fast' | 'best'} effort
 * @returns {Representation}
 */
export function represent(entry, body, encoding, effort) {
  const own = ['Content-Type', entry.contentType, 'Content-Length', String(body.length)];
  if (encoding !== 'identity') own.push('Content-Encoding', encoding);
  return { body, effort, headers: [...own, ...entry.headers] };
}

/** @param {string} contentType @returns {'pages' | 'feeds' | 'files'} */
function kindOf(contentType) {
  if (contentType.startsWith('text/html')) return 'pages';
  return contentType.startsWith('application/atom+xml') ? 'feeds' : 'files';
}
