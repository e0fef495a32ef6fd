import { compress, compressSync, decompress } from './encodings.js';
import { represent } from './entry.js';
import { Semaphore } from '../runtime/semaphore.js';
/** @import { Encoding } from './encodings.js' */
/** @import { Entry, Representation } from './entry.js' */

/** Compressions at once: each takes a quarter of a megabyte or more. */
const COMPRESS_AT_ONCE = 2;
/**
 * Bodies up to this many bytes are compressed synchronously: 0.3 ms for a page of 24 kB. A thread would cost 0.5 ms of CPU, and
 * two turns of the event loop.
 */
const SHORT = 64 * 1024;

/**
 * Makes the compressed encodings of entries, each once, a limited number at a time. An entry starts with its plain body. The first
 * compressed one replaces it, since few clients ask for plain; if one does, it is made again, and then stays.
 * @param {{ grow: (entry: Entry, bytes: number) => void }} cache `grow` `grow` is told how an entry's size changed
 */
export function createCompressor(cache) {
  const semaphore = new Semaphore(COMPRESS_AT_ONCE);
  return { encode, recompress };

  /**
   * Makes a missing encoding of an entry, at the fast level, for the first client that asks for it. Concurrent requests share
   * the work.
   * @param {Entry} entry
   * @param {Encoding} encoding
   * @returns {Promise<Representation>}
   */
  async function encode(entry, encoding) {
    const present = entry.encodings[encoding];
    if (present) return present;
    const plain = entry.encodings.identity?.body;
    if (plain && plain.length <= SHORT && encoding !== 'identity')
      return add(entry, encoding, compressSync(plain, encoding));
    return (entry.underWay[encoding] ??= encodeInThread(entry, encoding));
  }

  /** @param {Entry} entry @param {Encoding} encoding */
  async function encodeInThread(entry, encoding) {
    try {
      return add(entry, encoding, await semaphore.run(() => bodyOf(entry, encoding, 'fast')));
    } finally {
      delete entry.underWay[encoding];
    }
  }

  /** @param {Entry} entry @param {Encoding} encoding @param {Buffer} body */
  function add(entry, encoding, body) {
    const { identity, br, gzip } = entry.encodings;
    const made = put(entry, encoding, body, encoding === 'identity' ? 'best' : 'fast');
    if (identity && !br && !gzip) {
      entry.encodings.identity = undefined;
      cache.grow(entry, -identity.body.length);
    }
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
    const before = entry.encodings[encoding]?.body.length ?? 0;
    const representation = represent(entry, body, encoding, effort);
    entry.encodings[encoding] = representation;
    cache.grow(entry, body.length - before);
    return representation;
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
