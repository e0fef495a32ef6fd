import { isError, LarderError } from '../../errors.js';
import { isField } from '../rules/fields.js';
import { isSendable } from '../store/sendable.js';
import { LARGEST_PUT } from './write-log.js';
/** @import { Selector, StoredResponse, VersionedWrite } from '../types.js' */
/** @import { Batch, Positions } from './write-log.js' */

/**
 * What a node sends to a peer: a length (4 bytes), JSON of that length, and then the bodies of the puts, one after the other. In the
 * JSON, the place of a body holds its length.
 * @typedef {Batch & { node: string, clock: string }} Message  `clock`: a version of the moment at which it is sent
 *
 * @typedef {{ node: string, clock: string, positions: Positions }} Answer  in JSON
 */

/** Raised when an older version of Larder would not understand a message. */
const PROTOCOL = 1;
const LENGTH_BYTES = 4;
const LONGEST_JSON = 4 * 1024 * 1024;
/** Bytes of a message: a put of the largest size, or a batch of smaller ones. */
export const LARGEST_MESSAGE = LENGTH_BYTES + LONGEST_JSON + LARGEST_PUT;
const LONGEST_KEY = 2048;
const LONGEST_TEXT = 16 * 1024;
const MOST = 10_000;

/** @param {Message} message @returns {Buffer} */
export function encodeMessage(message) {
  /** @type {Buffer[]} */
  const bodies = [];
  const writes = message.writes.map((write) => {
    if (write.type !== 'put') return write;
    bodies.push(...write.entry.variants.map(({ body }) => body));
    const variants = write.entry.variants.map((each) => ({ ...each, body: each.body.length }));
    return { ...write, entry: { ...write.entry, variants } };
  });
  const json = Buffer.from(JSON.stringify({ protocol: PROTOCOL, ...message, writes }));
  const length = Buffer.alloc(LENGTH_BYTES);
  length.writeUInt32BE(json.length);
  return Buffer.concat([length, json, ...bodies]);
}

/**
 * @param {Buffer} bytes
 * @returns {Message}
 * @throws {LarderError} `badRequest`
 */
export function decodeMessage(bytes) {
  const jsonEnd = LENGTH_BYTES + (bytes.length < LENGTH_BYTES ? 0 : bytes.readUInt32BE());
  let at = jsonEnd;
  check(jsonEnd <= LONGEST_JSON, 'the length');
  const takeBody = (/** @type {unknown} */ length) => {
    check(typeof length === 'number' && length >= 0 && at + length <= bytes.length, 'a body');
    // A copy, so that the others of its message can be freed.
    return Buffer.from(bytes.subarray(at, (at += /** @type {number} */ (length))));
  };
  const message = parse(bytes.subarray(LENGTH_BYTES, jsonEnd));
  check(message.protocol === PROTOCOL, `the protocol, which must be ${PROTOCOL}`);
  check(isText(message.node) && isText(message.clock), 'the node');
  check(isPositions(message.from) && isPositions(message.forgotten), 'a position');
  check(Array.isArray(message.writes) && message.writes.length <= MOST, 'the writes');
  const { node, clock, from, forgotten } = message;
  const writes = message.writes.map((/** @type {any} */ write) => readWrite(write, takeBody));
  check(at === bytes.length, 'the length');
  return { node, clock, from, forgotten, writes };
}

/** @param {Buffer} bytes @returns {Answer} @throws {LarderError} `badRequest` */
export function decodeAnswer(bytes) {
  const { node, clock, positions } = parse(bytes);
  check(isText(node) && isText(clock) && isPositions(positions), 'the answer');
  return { node, clock, positions };
}

/** @param {Buffer} json @returns {any} */
function parse(json) {
  try {
    const value = JSON.parse(json.toString());
    check(isObject(value), 'the JSON');
    return value;
  } catch (cause) {
    if (isError(cause, 'badRequest')) throw cause;
    throw new LarderError('badRequest', 'The message of a peer is not JSON', { cause });
  }
}

/**
 * @param {any} write
 * @param {(length: unknown) => Buffer} takeBody
 * @returns {VersionedWrite}
 */
function readWrite(write, takeBody) {
  check(isObject(write) && isText(write.version), 'a version');
  const { type, version } = write;
  if (type === 'put') return { type, version, entry: readEntry(write.entry, takeBody) };
  if (type === 'remove') {
    check(isText(write.key, LONGEST_KEY), 'a key');
    return { type, version, key: write.key };
  }
  if (type === 'invalidate') return { type, version, selector: readSelector(write.selector) };
  check(type === 'etag', 'a type of writes');
  check(isText(write.new) && isField('ETag', write.new), 'an entity tag');
  check((write.url === undefined) !== (write.old === undefined), 'an entity tag');
  check(isText(write.url ?? write.old, LONGEST_KEY), 'an entity tag');
  const { old, url } = write;
  return { type, version, ...(url === undefined ? { old } : { url }), new: write.new };
}

/**
 * @param {any} entry
 * @param {(length: unknown) => Buffer} takeBody
 */
function readEntry(entry, takeBody) {
  check(isObject(entry) && isText(entry.key, LONGEST_KEY) && isTexts(entry.groups), 'an entry');
  const { key, groups, variants } = entry;
  check(Array.isArray(variants) && variants.length > 0 && variants.length <= MOST, 'an entry');
  return {
    key,
    groups,
    variants: variants.map((/** @type {any} */ each) => readResponse(each, takeBody)),
  };
}

/**
 * @param {any} response
 * @param {(length: unknown) => Buffer} takeBody
 * @returns {StoredResponse}
 */
function readResponse(response, takeBody) {
  check(isObject(response), 'a response');
  const { status, headers, varied, requestedAt, receivedAt } = response;
  check(Number.isInteger(status) && status >= 200 && status <= 599, 'a status');
  check(isTexts(headers), 'a header section');
  check(isObject(varied) && isTexts(Object.values(varied)), 'what a response varies by');
  check(Number.isFinite(requestedAt) && Number.isFinite(receivedAt), 'a time');
  const body = takeBody(response.body);
  check(isSendable({ status, headers, body }), 'a header');
  return { status, headers, varied, requestedAt, receivedAt, body };
}

/** @param {any} selector @returns {Selector} */
function readSelector(selector) {
  check(isObject(selector), 'a selector');
  const names = /** @type {const} */ (['urls', 'prefixes', 'etags', 'groups']);
  /** @type {Selector} */
  const read = {};
  for (const name of names) {
    if (selector[name] === undefined) continue;
    check(isTexts(selector[name]), 'a selector');
    read[name] = selector[name];
  }
  return read;
}

/** @param {unknown} value @returns {value is Record<string, unknown>} */
const isObject = (value) => typeof value === 'object' && value !== null;

/** @param {unknown} value @param {number} [longest] */
const isText = (value, longest = LONGEST_TEXT) =>
  typeof value === 'string' && value.length <= longest;

/** @param {unknown} value */
const isTexts = (value) =>
  Array.isArray(value) && value.length <= MOST && value.every((each) => isText(each));

/** @param {unknown} value */
const isPositions = (value) => isObject(value) && isTexts(Object.values(value));

/** @param {boolean} isRight @param {string} what */
function check(isRight, what) {
  if (!isRight) throw new LarderError('badRequest', `The message of a peer is wrong in ${what}`);
}
