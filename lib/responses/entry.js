import { createHash } from 'node:crypto';
import { cacheControl } from './headers.js';
/** @import { Encoding } from './encodings.js' */

/**
 * What the cache holds: whole responses, with their headers ready to write. An entry is a value that never changes: a
 * further encoding makes another entry, which takes its place, and how often it is asked for is counted beside it
 * (`Slot` in lib/cache/cache-manager.js).
 *
 * @typedef {object} CachedResponse  What the cache needs to know of a response.
 * @property {string} key  the path, as in a request line
 * @property {string} store  the name of one of the typed stores
 * @property {readonly string[]} dependsOn
 * @property {number} bytes  of memory, all encodings together
 * @property {boolean} isPrerendered  rendered in the background, before anyone asked
 * @property {boolean} [acceptsRanges]  whether it supports range requests; such entries may be large
 *
 * @typedef {Readonly<{ body: Buffer, headers: string[], effort: 'fast' | 'best' }>} Representation  A body in one
 *   encoding, with the headers of a hit, as a flat list, and the level of compression.
 *
 * @typedef {'pages' | 'feeds' | 'files'} Kind  as /status counts requests
 *
 * @typedef {object} ResponseFields
 * @property {number} status
 * @property {string} etag  of the plain body, the same for every encoding; weak, but for an upload, which has but one
 *   (RFC 9110 section 8.8.1)
 * @property {number} lastModified  milliseconds since 1970, whole seconds; Infinity: the response has no Last-Modified
 * @property {boolean} compressible
 * @property {boolean} acceptsRanges  whether it supports range requests (RFC 9110 section 14)
 * @property {string[]} headers  of a 304
 * @property {string} contentType
 * @property {Kind} kind
 * @property {readonly number[]} [moments]  times whose date it shows, in milliseconds since 1970
 * @property {string} [words]  keys of the words that it shows, each between spaces
 * @property {Readonly<Record<Encoding, Representation | undefined>>} encodings  at least one
 *
 * @typedef {Readonly<CachedResponse & ResponseFields>} Entry
 *
 * @typedef {object} Page  What was rendered.
 * @property {string} key
 * @property {string} store  the name of a typed store
 * @property {string} contentType
 * @property {string | Buffer} body
 * @property {string[]} dependsOn
 * @property {number[]} [moments]  times whose date it shows, in milliseconds since 1970
 * @property {string} [words]  keys of the words that it shows, each between spaces
 * @property {boolean} [isPrerendered]  rendered before anyone asked
 * @property {Kind} [kind]  default: by its content type
 * @property {number} [status]  default 200
 * @property {string} [caching]  Cache-Control; default: that of a page
 * @property {string[]} [extra]  further headers, as a flat list
 * @property {string[]} [frames]  origins of what it may show in frames
 * @property {{ disposition: string | null, isDrawing?: boolean, original?: { digest: string, lastModified: number } }}
 *   [upload]  an uploaded file: supports range requests, and nothing in it may run; `original`: the beginning of its
 *   ETag, and its Last-Modified, as long as its bytes are those that were uploaded
 */

/** Cache-Status of a hit (RFC 9211). */
export const HIT = 'larder; hit';

/** It never comes, so it is neither sent nor met by the date of a request. Unlike Infinity, JSON has it. */
const LAST_DATE = 8_640_000_000_000_000;

/** Smaller ones fit in one packet anyway. */
const COMPRESS_FROM = 512;

/**
 * @param {Page} page
 * @param {string[]} security headers, as a flat list
 * @param {number} modifiedNow milliseconds since 1970, whole seconds
 * @returns {Entry}
 */
export function makeEntry(page, security, modifiedNow) {
  const {
    key,
    store,
    dependsOn,
    moments,
    words,
    contentType,
    body,
    status = 200,
    extra = [],
  } = page;
  const { upload } = page;
  const plain = Buffer.isBuffer(body) ? body : Buffer.from(body);
  const isText = /^text\/|[/+](xml|json)\b/.test(contentType);
  const etag = upload ? etagOf(plain) : `W/${etagOf(plain)}`;
  const { original } = upload ?? {};
  const lastModified = original ? dateOf(original, etag) : modifiedNow;
  const validators = [
    ...security,
    'Cache-Control',
    page.caching ?? cacheControl.page,
    ...extra,
    ...(upload ? ['Accept-Ranges', 'bytes'] : []),
    ...(upload?.disposition ? ['Content-Disposition', upload.disposition] : []),
    ...(isText && !upload ? ['Vary', 'Accept-Encoding'] : []),
    ...(status === 200 ? ['ETag', etag] : []),
  ];
  const headers = [...validators, ...endOf(new Date(lastModified).toUTCString())];
  return {
    key,
    store,
    dependsOn,
    moments,
    words,
    isPrerendered: page.isPrerendered ?? false,
    bytes: plain.length,
    status,
    etag,
    lastModified,
    compressible: isText && !upload && plain.length >= COMPRESS_FROM,
    acceptsRanges: upload !== undefined,
    headers,
    contentType,
    kind: page.kind ?? (contentType.startsWith('text/html') ? 'pages' : 'files'),
    encodings: {
      identity: represent({ contentType, headers }, plain, 'identity', 'best'),
      gzip: undefined,
      br: undefined,
    },
  };
}

/** How the headers of each hit end. @param {string} date */
export const endOf = (date) => ['Last-Modified', date, 'Cache-Status', HIT];

/**
 * An upload with other bytes than it came with has no date, as they may go back to the former ones.
 * @param {{ digest: string, lastModified: number }} original
 * @param {string} etag
 */
const dateOf = ({ digest, lastModified }, etag) =>
  etag.startsWith(`"${digest}`) ? lastModified : LAST_DATE;

/**
 * @param {Entry} entry
 * @param {Encoding} encoding
 * @param {Representation} representation
 * @returns {Entry} the same response, with this encoding. The first compressed one replaces the plain body
 */
export function withEncoding(entry, encoding, representation) {
  const { identity, gzip, br } = entry.encodings;
  const isFirst = encoding !== 'identity' && !gzip && !br;
  const encodings = { identity: isFirst ? undefined : identity, gzip, br };
  encodings[encoding] = representation;
  const bytes = Object.values(encodings).reduce((sum, made) => sum + (made?.body.length ?? 0), 0);
  return { ...entry, bytes, encodings };
}

/** @param {Buffer} body plain @returns {string} strong */
export const etagOf = (body) =>
  `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`;

/**
 * A body in one encoding, with its headers.
 * @param {Pick<Entry, 'contentType' | 'headers'>} entry
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
