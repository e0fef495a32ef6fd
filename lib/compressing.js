import { compress } from './encodings.js';
import { represent } from './entry.js';
import { Turns } from './turns.js';

/**
 * @typedef {import('./entry.js').Entry} Entry
 * @typedef {import('./entry.js').Representation} Representation
 */

/** Compressing takes memory: a quarter of a megabyte and more at once. */
const COMPRESS_AT_ONCE = 2;

/**
 * Makes the further encodings of entries, each once, only so many at a time.
 * @param {Pick<import('./cache/cache-manager.js').CacheManager<Entry>, 'grow'>} cache is told how much larger an entry became
 */
export function createCompressing(cache) {
  const turns = new Turns(COMPRESS_AT_ONCE);
  return { encode, squeeze };

  /**
   * Compresses an entry's body fast, for the first one who asks for it so; who asks meanwhile waits for the same.
   * @param {Entry} entry
   * @param {'br' | 'gzip'} encoding
   * @returns {Promise<Representation>}
   */
  function encode(entry, encoding) {
    return (entry.underWay[encoding] ??= encodeAnew(entry, encoding));
  }

  /** @param {Entry} entry @param {'br' | 'gzip'} encoding */
  async function encodeAnew(entry, encoding) {
    try {
      const body = await compressed(entry, encoding, 'fast');
      const representation = represent(entry, body, encoding, 'fast');
      entry.encodings[encoding] = representation;
      cache.grow(entry, body.length);
      return representation;
    } finally {
      delete entry.underWay[encoding];
    }
  }

  /**
   * Compresses an entry's body as well as it can be, in the encodings that it has.
   * @param {Entry} entry
   * @returns {Promise<void>}
   */
  async function squeeze(entry) {
    for (const encoding of /** @type {const} */ (['br', 'gzip'])) {
      const present = entry.encodings[encoding];
      if (present?.effort !== 'fast') continue;
      const body = await compressed(entry, encoding, 'best');
      entry.encodings[encoding] = represent(entry, body, encoding, 'best');
      cache.grow(entry, body.length - present.body.length);
    }
  }

  /** @param {Entry} entry @param {'br' | 'gzip'} encoding @param {'fast' | 'best'} effort */
  function compressed({ encodings }, encoding, effort) {
    return turns.run(() => compress(encodings.identity.body, encoding, effort));
  }
}
