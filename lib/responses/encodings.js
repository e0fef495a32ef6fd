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

/** Levels: `fast` while a reader waits (0.5 to 1 ms for a page), `best` when the server is idle (30 ms). */
const levels = { fast: { br: 5, gzip: 6 }, best: { br: 11, gzip: 9 } };

/**
 * Compresses in a thread.
 * @param {Buffer} body
 * @param {'br' | 'gzip'} encoding
 * @param {keyof typeof levels} effort
 * @returns {Promise<Buffer>} a copy of the exact size
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
 * Compresses synchronously, at the fast level.
 * @param {Buffer} body
 * @param {'br' | 'gzip'} encoding
 * @returns {Buffer} a copy of the exact size
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
 * Decompresses in a thread.
 * @param {Buffer} body
 * @param {'br' | 'gzip'} encoding
 * @returns {Promise<Buffer>} a copy of the exact size
 */
export async function decompress(body, encoding) {
  return exactly(await (encoding === 'gzip' ? gunzip(body) : unbrotli(body)));
}

/** Copies zlib's result, which is a view of a larger buffer that would stay in memory. @param {Buffer} made */
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
    // A window larger than the body would only take more memory.
    [BROTLI_PARAM_LGWIN]: Math.min(22, Math.max(10, Math.ceil(Math.log2(body.length + 16)))),
  },
});

/** In bytes: most texts compress to less than half. @param {Buffer} body */
const chunkFor = (body) => Math.max(1024, Math.ceil(body.length / 2));

/** Choices by Accept-Encoding: clients send few different ones, so the first ones seen are kept. @type {Map<string, Encoding>} */
const known = new Map();
const KNOWN_AT_MOST = 256;

/**
 * The encoding that the client prefers (RFC 9110 section 12.5.3); among equals, the smallest.
 * @param {string | undefined} accepted the Accept-Encoding header
 * @returns {Encoding}
 */
export function chooseEncoding(accepted) {
  if (accepted === undefined) return 'identity';
  const answer = known.get(accepted);
  if (answer) return answer;
  const chosen = choose(accepted);
  if (known.size < KNOWN_AT_MOST && accepted.length < 200) known.set(accepted, chosen);
  return chosen;
}

/** @param {string} accepted @returns {Encoding} */
function choose(accepted) {
  /** @type {Map<string, number>} */
  const weights = new Map();
  for (const part of accepted.toLowerCase().split(',')) {
    const [name, ...parameters] = part.split(';').map((each) => each.trim());
    const q = parameters.find((each) => each.startsWith('q='));
    const weight = q === undefined ? 1 : Number(q.slice(2));
    if (name)
      weights.set(name === 'x-gzip' ? 'gzip' : name, weight >= 0 && weight <= 1 ? weight : 0);
  }
  const any = weights.get('*') ?? 0;
  const br = weights.get('br') ?? any;
  const gzip = weights.get('gzip') ?? any;
  const identity = weights.get('identity') ?? 0;
  if (br > 0 && br >= gzip && br >= identity) return 'br';
  return gzip > 0 && gzip >= identity ? 'gzip' : 'identity';
}
