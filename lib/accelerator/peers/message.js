import { isError, LarderError } from '../../base/errors.js';
import { fromJson, toJson } from '../control/write-json.js';
/** @import { VersionedWrite } from '../types.js' */

/**
 * @typedef {object} Message  What a node sends to a peer, as JSON.
 * @property {string} epoch  of the sender: another one for each start
 * @property {string} version  of the moment at which it is sent
 * @property {number} first  the number of the first write in it, or of the next one to come
 * @property {VersionedWrite[]} writes  in their order, without a gap
 * @property {number} [echo]  `time` of the receiver's last answer, if the receiver has all writes with this message
 *
 * @typedef {{ epoch: string, version: string, time: number }} PeerAnswer  `time`: by the receiver's own clock
 */

/** Raised when an older version of Larder would not understand a message. */
const PROTOCOL = 2;
/** Bytes of a PUT that are passed on. Of a larger one peers are told as of a removal. */
export const LARGEST_PUT = 8 * 1024 * 1024;
/** Bytes of a message: with a PUT of the largest size in base64, or with many small writes. */
export const LARGEST_MESSAGE = 16 * 1024 * 1024;
const MOST_WRITES = 10_000;

/** @param {Message} message @returns {Buffer} */
export function encodeMessage({ writes, ...message }) {
  const all = writes.map((write) => ({ ...toJson(write), version: write.version }));
  return Buffer.from(JSON.stringify({ protocol: PROTOCOL, ...message, writes: all }));
}

/**
 * @param {Buffer} bytes
 * @returns {Message}
 * @throws {LarderError} `badRequest`
 */
export function decodeMessage(bytes) {
  const { protocol, epoch, version, first, echo, writes } = objectOf(bytes);
  check(protocol === PROTOCOL, `the protocol, which must be ${PROTOCOL}`);
  check(isName(epoch) && isName(version), 'the sender');
  check(isNumber(first) && Number.isSafeInteger(first) && first > 0, 'the number');
  check(echo === undefined || isNumber(echo), 'the echo');
  check(Array.isArray(writes) && writes.length <= MOST_WRITES, 'the writes');
  const read = (/** @type {Record<string, unknown>} */ write) => {
    const read = fromJson(write);
    check(isName(write.version), 'a version');
    return { ...read, version: write.version };
  };
  return { epoch, version, first, echo, writes: writes.map(read) };
}

/** @param {Buffer} bytes @returns {PeerAnswer} @throws {LarderError} `badRequest` */
export function decodeAnswer(bytes) {
  const { epoch, version, time } = objectOf(bytes);
  check(isName(epoch) && isName(version) && isNumber(time), 'the answer');
  return { epoch, version, time };
}

/** @param {Buffer} bytes @returns {Record<string, unknown>} */
function objectOf(bytes) {
  try {
    const value = JSON.parse(bytes.toString());
    check(typeof value === 'object' && value !== null, 'the JSON');
    return value;
  } catch (cause) {
    if (isError(cause, 'badRequest')) throw cause;
    throw new LarderError('badRequest', 'The message of a peer is not JSON', { cause });
  }
}

/** @param {unknown} value @returns {value is number} */
const isNumber = (value) => Number.isFinite(value);

/** @param {unknown} value @returns {value is string} */
const isName = (value) => typeof value === 'string' && value.length < 100;

/** @param {boolean} isRight @param {string} what @returns {asserts isRight} */
function check(isRight, what) {
  if (!isRight) throw new LarderError('badRequest', `The message of a peer is wrong in ${what}`);
}
