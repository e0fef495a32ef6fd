import { promisify } from 'node:util';
import zlib from 'node:zlib';

/** @typedef {'br' | 'gzip' | 'identity'} Encoding */

const gzip = promisify(zlib.gzip);
const brotli = promisify(zlib.brotliCompress);
const gunzip = promisify(zlib.gunzip);
const unbrotli = promisify(zlib.brotliDecompress);
const {
  BROTLI_MODE_TEXT,
  BROTLI_PARAM_LGWIN,
  BROTLI_PARAM_MODE,
  BROTLI_PARAM_QUALITY,
  BROTLI_PARAM_SIZE_HINT,
} = zlib.constants;

/** Levels: `fast` while a reader waits (0.5 to 1 ms for a page), `best` in an idle moment (30 ms). */
const levels = { fast: { br: 5, gzip: 6 }, best: { br: 11, gzip: 9 } };

/**
 * Compresses away from the event loop.
 * @param {Buffer} body
 * @param {'br' | 'gzip'} encoding
 * @param {keyof typeof levels} effort
 * @returns {Promise<Buffer>} that holds no more memory than its length
 */
export async function compress(body, encoding, effort) {
  const level = levels[effort][encoding];
  return exactly(
    await (encoding === 'gzip'
      ? gzip(body, gzipOptions(body, level))
      : brotli(body, brotliOptions(body, level))),
  );
}

/**
 * Compresses at once, fast.
 * @param {Buffer} body
 * @param {'br' | 'gzip'} encoding
 * @returns {Buffer} that holds no more memory than its length
 */
export function compressSync(body, encoding) {
  const level = levels.fast[encoding];
  return exactly(
    encoding === 'gzip'
      ? zlib.gzipSync(body, gzipOptions(body, level))
      : zlib.brotliCompressSync(body, brotliOptions(body, level)),
  );
}

/**
 * The way back, away from the event loop.
 * @param {Buffer} body
 * @param {'br' | 'gzip'} encoding
 * @returns {Promise<Buffer>} that holds no more memory than its length
 */
export async function decompress(body, encoding) {
  return exactly(await (encoding === 'gzip' ? gunzip(body) : unbrotli(body)));
}

/** What zlib gives is a part of a larger buffer, which it would keep alive. @param {Buffer} made */
function exactly(made) {
  const exact = Buffer.allocUnsafeSlow(made.length);
  made.copy(exact);
  return exact;
}

/** @param {Buffer} body @param {number} level */
const gzipOptions = (body, level) => ({ level, chunkSize: chunkFor(body) });

/** @param {Buffer} body @param {number} level */
const brotliOptions = (body, level) => ({
  chunkSize: chunkFor(body),
  params: {
    [BROTLI_PARAM_MODE]: BROTLI_MODE_TEXT,
    [BROTLI_PARAM_QUALITY]: level,
    [BROTLI_PARAM_SIZE_HINT]: body.length,
    // A window as large as the body is as good as a larger one, and takes less memory.
    [BROTLI_PARAM_LGWIN]: Math.min(22, Math.max(10, Math.ceil(Math.log2(body.length + 16)))),
  },
});

/** In bytes: most texts become less than half as large. @param {Buffer} body */
const chunkFor = (body) => Math.max(1024, Math.ceil(body.length / 2));
