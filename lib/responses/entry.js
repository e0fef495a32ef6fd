import { createHash } from 'node:crypto';
import { cacheControl } from './headers.js';
/** @import { Encoding } from './encodings.js' */

/**
 * What the cache holds: whole responses, with their headers ready to write.
 *
 * @typedef {object} CachedResponse  What the cache needs to know of a response.
 * @property {string} key  the path, as in a request line
 * @property {string} store  the name of one of the typed stores
 * @property {string[]} dependsOn
 * @property {number} bytes  of memory, all encodings together
 * @property {number} hits
 * @property {number} popularity  hits of former entries with this key, halved with each clear
 * @property {boolean} isPrerendered  rendered in the background, before anyone asked
 * @property {boolean} [acceptsRanges]  whether it supports range requests; such entries may be large
 *
 * @typedef {object} Representation  A body in one encoding, with the headers of a hit, as a flat list.
 * @property {Buffer} body
 * @property {string[]} headers
 * @property {'fast' | 'best'} effort  the level of compression
 *
 * @typedef {object} ResponseFields
 * @property {number} status
 * @property {string} etag  weak, of the plain body, the same for every encoding (RFC 9110 section 8.8.1)
 * @property {number} lastModified  milliseconds since 1970, whole seconds; Infinity: the response has no Last-Modified
 * @property {boolean} compressible
 * @property {boolean} acceptsRanges  whether it supports range requests (RFC 9110 section 14)
 * @property {string[]} headers  of a 304
 * @property {string} contentType
 * @property {'pages' | 'feeds' | 'files'} kind  as /status counts requests
 * } underWay  compressions that others can wait for
 * >>>
 * @property {number[]} [moments]  times whose date it shows, in milliseconds since 1970
 * @property {Record<Encoding, Representation | undefined>} encodings  at least one
 * @property {Partial<Record<Encoding, Promise<Representation>>>} underWay  compressions in progress>>>} underWay  compressions that others can wait for
 *
 * @typedef {CachedResponse & ResponseFields} Entry
 *
 * @typedef {object} Page  What was rendered.
 * @property {string} key
 * @property {string} store  the name of a typed store
 * @property {string} contentType
 * @property {string | Buffer} body
 * @property {string[]} dependsOn
 * @property {number[]} [moments]  times whose date it shows, in milliseconds since 1970
 * @property {boolean} [isPrerendered]  rendered before anyone asked
 * @property {number} [status]  default 200
 * @property {string} [caching]  Cache-Control; default: that of a page
 * @property {string[]} [extra]  further headers, as a flat list
 * @property {{ isDownload: boolean }} [upload]  an uploaded file: supports range requests, and nothing in it may run
 */

/** Cache-Status of a hit (RFC 9211). */
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

/** @param {Buffer} body plain @returns {string} weak, since all encodings share it (RFC 9110 section 8.8.1) */
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
