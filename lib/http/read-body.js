import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import { LarderError } from '../base/errors.js';
import { lookUp } from '../base/look-up.js';
import { isPlainlyCoded, otherCoding } from './transfer-coding.js';
/** @import { IncomingMessage as Request, ServerResponse as Response } from 'node:http' */
/** @import { Transform } from 'node:stream' */
/** @import { Clock } from '../base/clock.js' */

/** @type {Record<string, () => Transform>} */
const decoders = {
  gzip: createGunzip,
  'x-gzip': createGunzip,
  deflate: createInflate,
  br: createBrotliDecompress,
};

/** Within this many milliseconds, at least this many bytes of a body must arrive; slower senders are dropped. */
const PATIENCE = 10_000;
const LEAST = 1024;

/**
 * @typedef {{ limit: number, clock: Pick<Clock, 'after'>, isDecoded?: boolean }} Bounds  `limit` in bytes, also after
 *   decompression; `isDecoded`: false leaves the body in its Content-Encoding
 */

/**
 * Reads the whole body of a request into memory, up to the limit.
 * @param {Request} request
 * @param {Response} response
 * @param {Bounds} bounds
 * @returns {Promise<Buffer>}
 * @throws {LarderError} as `receive` does
 */
export async function readBody(request, response, bounds) {
  /** @type {Buffer[]} */
  const chunks = [];
  await receive(request, response, bounds, (chunk) => void chunks.push(chunk));
  return Buffer.concat(chunks);
}

/**
 * Passes on the body of a request as it comes.
 * @param {Request} request
 * @param {Response} response
 * @param {Bounds} bounds
 * @param {(chunk: Buffer) => void | Promise<void>} sink the next chunk waits for its promise
 * @returns {Promise<void>}
 * @throws {LarderError} `tooLarge` at once by its Content-Length, else as soon as it exceeds the limit, with the rest
 * unread; `timeout` when it stalls; `unsupported`, `notImplemented`, `badRequest`; and what the sink throws
 */
export async function receive(request, response, { limit, clock, isDecoded = true }, sink) {
  if (!isPlainlyCoded(request)) throw otherCoding();
  const sent = isDecoded ? request.headers['content-encoding'] : undefined;
  const encoding = (sent ?? 'identity').toLowerCase();
  if (encoding === 'identity') refuseDeclared(request, limit);
  const decoder = lookUp(decoders, encoding);
  if (!decoder && encoding !== 'identity')
    throw new LarderError('unsupported', `The encoding ${encoding.slice(0, 20)} is not supported`);
  let length = 0;
  const bounded = (/** @type {Buffer} */ chunk) => {
    length += chunk.length;
    if (length > limit) throw tooLarge(limit);
    return sink(chunk);
  };
  inviteBody(request, response);
  await drain(request, decoder?.() ?? null, bounded, clock);
}

/**
 * @param {Request} request
 * @param {number} limit in bytes
 * @throws {LarderError} `tooLarge` when the request says that its body is larger
 */
function refuseDeclared({ headers }, limit) {
  if (Number(headers['content-length'] ?? 0) > limit) throw tooLarge(limit);
}

/**
 * Sends 100 Continue to a client that waits for it (RFC 9110 section 10.1.1).
 * @param {Request} request
 * @param {Response} response
 */
function inviteBody({ headers }, response) {
  if (headers.expect?.toLowerCase() === '100-continue') response.writeContinue();
}

/**
 * Passes on the body until its end, or until the sink throws. A `for await` would then destroy the connection before
 * the error could be sent.
 * @param {Request} request
 * @param {Transform | null} decoder
 * @param {(chunk: Buffer) => void | Promise<void>} sink
 * @param {Bounds['clock']} clock
 * @returns {Promise<void>}
 */
function drain(request, decoder, sink, clock) {
  return new Promise((resolve, reject) => {
    const source = decoder ?? request;
    let heard = 0;
    let cancel = () => {};
    const settle = (/** @type {unknown} */ error) => {
      cancel();
      request.off('close', onClose).off('data', hear);
      source.off('data', onData).off('end', onEnd);
      if (decoder) request.unpipe(decoder);
      decoder?.destroy();
      request.pause();
      if (error) reject(error);
      else resolve();
    };
    const onData = (/** @type {Buffer} */ chunk) => {
      try {
        const pending = sink(chunk);
        if (!pending) return;
        source.pause();
        pending.then(() => source.resume(), settle);
      } catch (error) {
        settle(error);
      }
    };
    const hear = (/** @type {Buffer} */ { length }) => void (heard += length);
    const watch = () => {
      cancel = clock.after(PATIENCE, () => {
        if (heard < LEAST) return settle(stalled());
        heard = 0;
        watch();
      });
    };
    const onEnd = () => settle(null);
    const onClose = () => {
      // The whole body may have arrived and still be decompressing.
      if (!request.complete) settle(new LarderError('badRequest', 'The body was cut short'));
    };
    const onError = (/** @type {Error} */ cause) =>
      settle(new LarderError('badRequest', 'The body cannot be decompressed', { cause }));
    watch();
    request.on('close', onClose).on('data', hear);
    decoder?.on('error', onError);
    source.on('data', onData).on('end', onEnd);
    if (decoder) request.pipe(decoder);
  });
}

const stalled = () => new LarderError('timeout', 'The request body arrived too slowly');

/** @param {number} limit in bytes @returns {LarderError} */
export const tooLarge = (limit) =>
  new LarderError('tooLarge', `The request body is larger than ${inWords(limit)}, the limit`);

/** @param {number} bytes */
const inWords = (bytes) =>
  bytes >= 1024 * 1024 ? `${Math.floor(bytes / 1024 / 1024)} MB` : `${Math.floor(bytes / 1024)} kB`;
