import { LarderError } from '../../base/errors.js';
import { matchesWeakly } from '../../responses/negotiation.js';
import { receive } from '../../http/read-body.js';
import { valueOf } from '../rules/fields.js';
import { readKey } from './keys.js';
import { isFetched } from '../writes/versions.js';
import { checkPut, makePutEntry, unlessExpired } from './put-response.js';
import { sendHit } from '../proxy/replies.js';
import { select } from '../rules/reuse.js';
/** @import { IncomingHttpHeaders, IncomingMessage as Request, ServerResponse as Response } from 'node:http' */
/** @import { Clock } from '../../base/clock.js' */
/** @import { Resource } from './control.js' */
/** @import { Shared } from '../shared/shared.js' */
/** @import { ResponseStore } from '../store/response-store.js' */
/** @import { StoredEntry, Write } from '../types.js' */
/** @import { ReportedEtags } from '../writes/reported-etags.js' */
/** @import { Writes } from '../writes/writes.js' */

/** So often an entry is loaded to be written, while others write it as well. */
const ATTEMPTS = 100;

const STRONG_TAG = /(?<!W\/)"[\x21\x23-\x7e\x80-\xff]*"/g;

/**
 * Entries by key: `/.cache/entries/KEY`.
 * @param {object} deps
 * @param {Pick<ResponseStore, 'load' | 'versionOf' | 'largest'>} deps.store
 * @param {Pick<Writes, 'perform'>} deps.writes
 * @param {Pick<ReportedEtags, 'stateOf'>} deps.reported
 * @param {Pick<Shared, 'find' | 'commit'>} [deps.shared]  where entries are shared with other nodes or workers
 * @param {number} deps.mostAtOnce  bytes of all bodies that are being received
 * @param {Clock} deps.clock
 * @returns {Resource}
 */
export function createEntries({ store, writes, reported, shared, mostAtOnce, clock }) {
  let receiving = 0;
  return { methods: { GET: read, PUT: put, DELETE: remove } };

  /** @param {Request} request @param {Response} response @param {string} rest */
  async function read(request, response, rest) {
    const entry = unlessExpired(await load(readKey(rest)), clock.now());
    if (!entry || isOutdated(entry)) throw notFound();
    sendHit(request, response, select(entry, request.headers) ?? entry.variants[0], clock);
  }

  /** @param {Request} request @param {Response} response @param {string} rest */
  async function put(request, response, rest) {
    const key = readKey(rest);
    const { headers } = request;
    checkPut(headers);
    // Checked before the body is read as well, since that may be long.
    if (isConditional(headers))
      checkPreconditions(headers, unlessExpired(await load(key), clock.now()));
    const body = await readBody(request, response);
    const entry = makePutEntry(key, headers, body, clock.now());
    const { before, performed } = await writeIf(key, headers, { type: 'put', entry });
    if (!(await performed)) throw new LarderError('noSpace', 'The cache has no room for it');
    const etag = valueOf(entry.variants[0].headers, 'etag') ?? '';
    return { status: before ? 204 : 201, headers: ['ETag', etag] };
  }

  /** @param {Request} request @param {Response} _response @param {string} rest */
  async function remove({ headers }, _response, rest) {
    const key = readKey(rest);
    const { before, performed } = await writeIf(key, headers, { type: 'remove', key });
    await performed;
    if (!before) throw notFound();
    return { status: 204 };
  }

  /** @param {string} key @returns {Promise<StoredEntry | undefined>} */
  async function load(key) {
    return (await store.load(key)) ?? (await shared?.find(key))?.entry;
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
   * Writes if the preconditions hold. Between their check and the write nothing else is written.
   * @param {string} key
   * @param {IncomingHttpHeaders} headers
   * @param {Write} write
   * @returns {Promise<{ before: unknown, performed: number | Promise<number> }>} `before`: what was there, if anything
   */
  async function writeIf(key, headers, write) {
    if (shared) return writeShared(shared, key, headers, write);
    for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
      const entry = await store.load(key);
      // Written while it was loaded.
      if (entry?.version !== store.versionOf(key)) continue;
      const before = unlessExpired(entry, clock.now());
      checkPreconditions(headers, before);
      return { before, performed: writes.perform(write) };
    }
    throw writtenAllTheTime();
  }

  /**
   * @param {Pick<Shared, 'find' | 'commit'>} shared
   * @param {string} key
   * @param {IncomingHttpHeaders} headers
   * @param {Write} write
   */
  async function writeShared(shared, key, headers, write) {
    const hasConditions = isConditional(headers);
    for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
      const found = hasConditions ? await shared.find(key) : undefined;
      const present = unlessExpired(found?.entry, clock.now());
      if (hasConditions) checkPreconditions(headers, present);
      const expected = hasConditions ? (found?.number ?? '0') : '';
      const { isChanged, before, count } = await shared.commit(write, expected);
      // The engine may count an entry as there for some milliseconds longer.
      if (!isChanged)
        return { before: hasConditions ? present : before, performed: Math.max(count, 1) };
    }
    throw writtenAllTheTime();
  }

  /** @param {StoredEntry} entry @returns {boolean} whether it was fetched, and may have been invalidated since */
  function isOutdated({ key, version, variants: [response] }) {
    const etag = valueOf(response.headers, 'etag') ?? '';
    return isFetched(version) && reported.stateOf(key, etag, response.requestedAt) === 'outdated';
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
  const isNone = !noneMatch || !entry || !matchesWeakly(noneMatch, etag);
  if (isMatch && isNone) return;
  throw new LarderError(
    'preconditionFailed',
    entry ? 'The entry is another one' : 'There is no entry',
  );
}

/** @param {IncomingHttpHeaders} headers */
const isConditional = (headers) => (headers['if-match'] ?? headers['if-none-match']) !== undefined;

const writtenAllTheTime = () =>
  new LarderError('unavailable', 'This entry is written all the time');

const notFound = () => new LarderError('notFound', 'There is no entry with this key');
