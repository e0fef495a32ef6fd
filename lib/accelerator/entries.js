import { LarderError } from '../errors.js';
import { receive } from '../router/read-body.js';
import { valueOf } from './fields.js';
import { readKey } from './keys.js';
import { isFetched } from './peers/hybrid-clock.js';
import { ageOf, explicitLifetime } from './policy.js';
import { checkPut, makePutEntry } from './put-response.js';
import { sendHit } from './replies.js';
import { select } from './reuse.js';
/** @import { IncomingHttpHeaders, IncomingMessage as Request, ServerResponse as Response } from 'node:http' */
/** @import { Clock } from '../clock.js' */
/** @import { Resource } from './control.js' */
/** @import { ResponseStore } from './response-store.js' */
/** @import { StoredEntry, Write } from './types.js' */
/** @import { Writes } from './writes.js' */

const STRONG_TAG = /(?<!W\/)"[\x21\x23-\x7e\x80-\xff]*"/g;
const ANY_TAG = /"[\x21\x23-\x7e\x80-\xff]*"/g;

/**
 * Entries by key: `/.cache/entries/KEY`.
 * @param {object} deps
 * @param {Pick<ResponseStore, 'load' | 'largest'>} deps.store
 * @param {Pick<Writes, 'perform'>} deps.writes
 * @param {number} deps.mostAtOnce  bytes of all bodies that are being received
 * @param {Clock} deps.clock
 * @returns {Resource}
 */
export function createEntries({ store, writes, mostAtOnce, clock }) {
  /** The latest write of each key that is being written. @type {Map<string, Promise<unknown>>} */
  const latest = new Map();
  let receiving = 0;
  return { methods: { GET: read, PUT: put, DELETE: remove } };

  /** @param {Request} request @param {Response} response @param {string} rest */
  async function read(request, response, rest) {
    const entry = await find(readKey(rest));
    if (!entry) throw notFound();
    sendHit(request, response, select(entry, request.headers) ?? entry.variants[0], clock);
  }

  /** @param {Request} request @param {Response} response @param {string} rest */
  async function put(request, response, rest) {
    const key = readKey(rest);
    const { headers } = request;
    checkPut(headers);
    // Checked before the body is read as well, since that may be long.
    checkPreconditions(headers, await find(key));
    const body = await readBody(request, response);
    const entry = makePutEntry(key, headers, body, clock.now());
    const { before, performed } = await inTurn(key, headers, { type: 'put', entry });
    if (!(await performed)) throw new LarderError('noSpace', 'The cache has no room for it');
    const etag = valueOf(entry.variants[0].headers, 'etag') ?? '';
    return { status: before ? 204 : 201, headers: ['ETag', etag] };
  }

  /** @param {Request} request @param {Response} _response @param {string} rest */
  async function remove({ headers }, _response, rest) {
    const key = readKey(rest);
    const { before, performed } = await inTurn(key, headers, { type: 'remove', key });
    await performed;
    if (!before) throw notFound();
    return { status: 204 };
  }

  /** @param {string} key @returns {Promise<StoredEntry | undefined>} unless it has expired */
  async function find(key) {
    const entry = await store.load(key);
    return entry && !hasExpired(entry, clock.now()) ? entry : undefined;
  }

  /** @param {Request} request @param {Response} response */
  async function readBody(request, response) {
    /** @type {Buffer[]} */
    const chunks = [];
    let length = 0;
    try {
      await receive(
        request,
        response,
        { limit: store.largest, clock, isDecoded: false },
        (chunk) => {
          length += chunk.length;
          receiving += chunk.length;
          if (receiving > mostAtOnce) throw new LarderError('unavailable', 'Too much is being put');
          chunks.push(chunk);
        },
      );
      return Buffer.concat(chunks, length);
    } finally {
      receiving -= length;
    }
  }

  /**
   * Writes if the preconditions hold, one after the other, so that nothing is written in between.
   * @param {string} key
   * @param {IncomingHttpHeaders} headers
   * @param {Write} write
   * @returns {Promise<{ before?: StoredEntry, performed: Promise<number> }>} `performed` is not waited for in the turn: peers may be slow
   */
  async function inTurn(key, headers, write) {
    const turn = (latest.get(key) ?? Promise.resolve()).then(take, take);
    latest.set(key, turn);
    try {
      return await turn;
    } finally {
      if (latest.get(key) === turn) latest.delete(key);
    }

    async function take() {
      const before = await find(key);
      checkPreconditions(headers, before);
      return { before, performed: writes.perform(write) };
    }
  }
}

/**
 * RFC 9110 sections 13.1.1 and 13.1.2.
 * @param {IncomingHttpHeaders} headers
 * @param {StoredEntry} [entry]
 * @throws {LarderError} `preconditionFailed`
 */
function checkPreconditions(headers, entry) {
  const { 'if-match': match, 'if-none-match': noneMatch } = headers;
  const etag = entry && valueOf(entry.variants[0].headers, 'etag');
  const isMatch =
    !match || (match.trim() === '*' ? entry : match.match(STRONG_TAG)?.includes(etag ?? ''));
  const isNone =
    !noneMatch ||
    !(noneMatch.trim() === '*' ? entry : noneMatch.match(ANY_TAG)?.includes(opaque(etag)));
  if (isMatch && isNone) return;
  throw new LarderError(
    'preconditionFailed',
    entry ? 'The entry is another one' : 'There is no entry',
  );
}

/** @param {string} [etag] @returns {string} for weak comparison */
const opaque = (etag = '') => etag.replace(/^W\//, '');

/** Only what was put expires: what was fetched can be validated. @param {StoredEntry} entry @param {number} now */
function hasExpired({ version, variants: [response] }, now) {
  const lifetime = explicitLifetime(response.headers);
  return !isFetched(version) && lifetime !== undefined && ageOf(response, now) >= lifetime;
}

const notFound = () => new LarderError('notFound', 'There is no entry with this key');
