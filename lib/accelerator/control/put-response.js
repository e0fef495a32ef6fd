import { LarderError } from '../../base/errors.js';
import { digest } from '../../base/digest.js';
import { parseCacheControl } from '../rules/cache-control.js';
import { groupsOf } from '../rules/groups.js';
import { ageOf, explicitLifetime } from '../rules/policy.js';
import { isFetched } from '../writes/versions.js';
import { checkEtag } from './selectors.js';
/** @import { IncomingHttpHeaders } from 'node:http' */
/** @import { StoredEntry } from '../types.js' */

/** Fields of a PUT that belong to the response. All others concern the request alone, and are not stored. */
const STORED = [
  ...['Content-Type', 'Content-Encoding', 'Content-Language', 'Content-Disposition', 'Link'],
  ...['ETag', 'Last-Modified', 'Cache-Control', 'CDN-Cache-Control', 'Cache-Groups'],
].map((name) => ({ name, lower: name.toLowerCase() }));
const DEFAULT_TYPE = 'application/octet-stream';
const MEDIA_TYPE = /^[\w!#$&^.+-]{1,127}\/[\w!#$&^.+-]{1,127}\s*(?:;.{0,500})?$/;

/**
 * Refuses a PUT whose response could not be stored as it says, before its body is read.
 * @param {IncomingHttpHeaders} headers
 * @throws {LarderError} `badRequest`
 */
export function checkPut(headers) {
  if (headers.vary !== undefined)
    throw bad('Vary', 'An entry that is put has one response for all requests, so no Vary');
  // RFC 9110 section 14.5.
  if (headers['content-range'] !== undefined)
    throw bad('Content-Range', 'An entry can only be put as a whole');
  if (!MEDIA_TYPE.test(headers['content-type'] ?? DEFAULT_TYPE))
    throw bad('Content-Type', 'Content-Type must be a media type, such as text/html');
  if (headers.etag !== undefined) checkEtag(headers.etag, 'ETag');
  if (headers['cache-groups'] && groupsOf(storedFieldsOf(headers)).length === 0)
    throw bad('Cache-Groups', 'Cache-Groups must be a list such as "a", "b"');
  const directives = parseCacheControl(headers['cache-control']);
  if (directives.has('no-store') || directives.has('private'))
    throw bad('Cache-Control', 'What is private or no-store cannot be put into a shared cache');
}

/**
 * @param {string} key
 * @param {IncomingHttpHeaders} headers of a PUT that was checked
 * @param {Buffer} body
 * @param {number} now in milliseconds since 1970
 * @returns {Omit<StoredEntry, 'version'>} with a strong entity tag by its content, unless it has one
 */
export function makePutEntry(key, headers, body, now) {
  const etag = headers.etag?.toString() ?? etagOf(headers, body);
  const fields = [
    ...['Date', new Date(now).toUTCString(), 'Content-Length', String(body.length)],
    ...storedFieldsOf({ 'content-type': DEFAULT_TYPE, etag, ...headers }),
  ];
  const times = { requestedAt: now, receivedAt: now };
  const response = { status: 200, headers: fields, body, varied: {}, ...times };
  return { key, variants: [response], groups: groupsOf(fields) };
}

/**
 * Only what was put expires: what was fetched can be validated.
 * @param {StoredEntry | undefined} entry
 * @param {number} now  milliseconds since 1970
 */
export function unlessExpired(entry, now) {
  if (!entry || isFetched(entry.version)) return entry;
  const [response] = entry.variants;
  const lifetime = explicitLifetime(response.headers);
  return lifetime === undefined || ageOf(response, now) < lifetime ? entry : undefined;
}

/** @param {IncomingHttpHeaders} headers */
const storedFieldsOf = (headers) =>
  STORED.flatMap(({ name, lower }) => {
    const value = headers[lower];
    return value === undefined ? [] : [name, String(value)];
  });

/**
 * @param {IncomingHttpHeaders} headers
 * @param {Buffer} body
 * @returns {string} another one for each encoding (RFC 9110 section 8.8.3.3)
 */
const etagOf = ({ 'content-encoding': encoding }, body) =>
  encoding === undefined ? `"${digest(body)}"` : `"${digest(`${encoding}\n${digest(body)}`)}"`;

/** @param {string} field @param {string} message */
const bad = (field, message) => new LarderError('badRequest', message, { field });
