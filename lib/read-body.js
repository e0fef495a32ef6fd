import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import { LarderError } from './errors.js';
import { lookUp } from './look-up.js';

/** @typedef {import('node:http').IncomingMessage} Request */
/** @typedef {import('node:http').ServerResponse} Response */

const decoders = /** @type {Record<string, () => import('node:stream').Transform>} */ ({
  gzip: createGunzip,
  'x-gzip': createGunzip,
  deflate: createInflate,
  br: createBrotliDecompress,
});

/**
 * Reads the whole body of a request, and no more of it than is taken.
 * @param {Request} request
 * @param {Response} response
 * @param {number} limit in bytes, also after decompression
 * @returns {Promise<Buffer>}
 * @throws {LarderError} `tooLarge` at once when it says that it is, else as soon as it proves to be, the rest unread;
 *   `unsupported`, `badRequest`
 */
export async function readBody(request, response, limit) {
  const encoding = (request.headers['content-encoding'] ?? 'identity').toLowerCase();
  if (encoding === 'identity') refuseDeclared(request, limit);
  const decoder = lookUp(decoders, encoding);
  if (!decoder && encoding !== 'identity')
    throw new LarderError('unsupported', `The encoding ${encoding.slice(0, 20)} is not understood`);
  /** @type {Buffer[]} */
  const chunks = [];
  let length = 0;
  const sink = (/** @type {Buffer} */ chunk) => {
    length += chunk.length;
    if (length > limit) throw tooLarge(limit);
    chunks.push(chunk);
  };
  inviteBody(request, response);
  await drain(request, decoder?.() ?? null, sink);
  return Buffer.concat(chunks);
}

/**
 * @param {Request} request
 * @param {number} limit in bytes
 * @throws {LarderError} `tooLarge` when the request says that its body is larger
 */
export function refuseDeclared({ headers }, limit) {
  if (Number(headers['content-length'] ?? 0) > limit) throw tooLarge(limit);
}

/** Asks a client for the body that would not send it unasked (RFC 9110 section 10.1.1). @param {Request} request @param {Response} response */
export function inviteBody({ headers }, response) {
  if (headers.expect?.toLowerCase() === '100-continue') response.writeContinue();
}

/**
 * Passes on what comes until there is no more, or the sink throws. A `for await` would end the connection, and with
 * it the answer.
 * @param {Request} request
 * @param {import('node:stream').Transform | null} decoder
 * @param {(chunk: Buffer) => void} sink
 * @returns {Promise<void>}
 */
export function drain(request, decoder, sink) {
  return new Promise((resolve, reject) => {
    const source = decoder ?? request;
    const settle = (/** @type {unknown} */ error) => {
      request.off('close', onClose);
      source.off('data', onData).off('end', onEnd);
      if (decoder) request.unpipe(decoder);
      decoder?.destroy();
      request.pause();
      if (error) reject(error);
      else resolve();
    };
    const onData = (/** @type {Buffer} */ chunk) => {
      try {
        sink(chunk);
      } catch (error) {
        settle(error);
      }
    };
    const onEnd = () => settle(null);
    const onClose = () => settle(new LarderError('badRequest', 'The body broke off'));
    const onError = (/** @type {Error} */ cause) =>
      settle(new LarderError('badRequest', 'The body cannot be unpacked', { cause }));
    request.on('close', onClose);
    decoder?.on('error', onError);
    source.on('data', onData).on('end', onEnd);
    if (decoder) request.pipe(decoder);
  });
}

/** @param {number} limit in bytes @returns {LarderError} */
export const tooLarge = (limit) =>
  new LarderError('tooLarge', `What was sent is larger than the ${inWords(limit)} that are taken`);

/** @param {number} bytes */
const inWords = (bytes) =>
  bytes >= 1024 * 1024 ? `${Math.floor(bytes / 1024 / 1024)} MB` : `${Math.floor(bytes / 1024)} kB`;
