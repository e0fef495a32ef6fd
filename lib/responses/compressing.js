import { compress, compressSync, decompress } from './encodings.js';
import { represent, withEncoding } from './entry.js';
import { Semaphore } from '../base/semaphore.js';
/** @import { Encoding } from './encodings.js' */
/** @import { Entry, Representation } from './entry.js' */

/**
 * @typedef {object} EntryCache  What of a cache is needed here.
 * @property {(key: string) => Entry | undefined} peek
 * @property {(entry: Entry, next: Entry) => void} replace  where `entry` is still stored
 */

/** Compressions at once: each takes a quarter of a megabyte or more. */
const COMPRESS_AT_ONCE = 2;
/**
 * Bodies up to this many bytes are compressed synchronously: 0.1 ms for a page of 24 kB, which is what passing it to a
 * thread would cost this one.
 */
const SHORT = 64 * 1024;

/**
 * Makes the compressed encodings of entries, each once, a limited number at a time. An entry starts with its plain
 * body. The first compressed one replaces it, since few clients ask for plain; if one does, it is made again, and then
 * stays.
 * @param {EntryCache} cache
 */
export function createCompressor(cache) {
  const semaphore = new Semaphore(COMPRESS_AT_ONCE);
  /** By entity tag and encoding. @type {Map<string, Promise<Buffer>>} */
  const underWay = new Map();
  return { encode, recompress };

  /**
   * Makes a missing encoding of an entry, at the fast level, for the first client that asks for it. Concurrent requests
   * share the work.
   * @param {Entry} entry
   * @param {Encoding} encoding
   * @returns {Promise<Representation>}
   */
  async function encode(entry, encoding) {
    const present = latest(entry).encodings[encoding];
    if (present) return present;
    const body = await share(`${entry.etag} ${encoding}`, () => encodedBody(entry, encoding));
    return (
      latest(entry).encodings[encoding] ??
      put(entry, encoding, body, encoding === 'identity' ? 'best' : 'fast')
    );
  }

  /** @param {Entry} entry @param {Encoding} encoding @returns {Promise<Buffer>} */
  async function encodedBody(entry, encoding) {
    const plain = entry.encodings.identity?.body;
    return plain && plain.length <= SHORT && encoding !== 'identity'
      ? compressSync(plain, encoding)
      : semaphore.run(() => bodyOf(entry, encoding, 'fast'));
  }

  /**
   * @param {string} name
   * @param {() => Promise<Buffer>} make
   * @returns {Promise<Buffer>} what is being made under that name, or was in this turn of the event loop: all who
   * waited for one render ask then
   */
  function share(name, make) {
    const present = underWay.get(name);
    if (present) return present;
    const made = make();
    underWay.set(name, made);
    const forget = () => void setImmediate(() => underWay.delete(name));
    made.then(forget, forget);
    return made;
  }

  /**
   * Compresses an entry again at the best level, in the encodings that it has.
   * @param {Entry} entry
   * @returns {Promise<void>}
   */
  async function recompress(entry) {
    for (const encoding of /** @type {const} */ (['br', 'gzip'])) {
      if (entry.encodings[encoding]?.effort !== 'fast') continue;
      put(entry, encoding, await semaphore.run(() => bodyOf(entry, encoding, 'best')), 'best');
    }
  }

  /**
   * @param {Entry} entry
   * @param {Encoding} encoding
   * @param {Buffer} body
   * @param {'fast' | 'best'} effort
   */
  function put(entry, encoding, body, effort) {
    const before = latest(entry);
    const representation = represent(before, body, encoding, effort);
    cache.replace(before, withEncoding(before, encoding, representation));
    return representation;
  }

  /** @param {Entry} entry @returns {Entry} as the cache has it by now; itself if it has another one, or none */
  function latest(entry) {
    const stored = cache.peek(entry.key);
    return stored?.headers === entry.headers ? stored : entry;
  }
}

/**
 * @param {Entry} entry
 * @param {Encoding} encoding
 * @param {'fast' | 'best'} effort
 * @returns {Promise<Buffer>} made from any encoding that the entry has
 */
async function bodyOf(entry, encoding, effort) {
  const plain = await plainOf(entry);
  return encoding === 'identity' ? plain : compress(plain, encoding, effort);
}

/** @param {Entry} entry @returns {Promise<Buffer> | Buffer} */
function plainOf({ encodings: { identity, br, gzip } }) {
  if (identity) return identity.body;
  return br
    ? decompress(br.body, 'br')
    : decompress(/** @type {Representation} */ (gzip).body, 'gzip');
}
