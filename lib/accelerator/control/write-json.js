import { LarderError } from '../../base/errors.js';
import { isField } from '../rules/fields.js';
import { groupsOf } from '../rules/groups.js';
import { isSendable } from '../store/sendable.js';
/** @import { Selector, Write } from '../types.js' */

const LONGEST_KEY = 2048;
const LONGEST_TEXT = 16 * 1024;
const MOST = 10_000;

/** @param {Write} write @returns {object} for JSON; a body is in base64 */
export function toJson(write) {
  if (write.type !== 'put') return write;
  const { key, variants } = write.entry;
  const [{ headers, body, receivedAt }] = variants;
  return { type: 'put', key, headers, body: body.toString('base64'), at: receivedAt };
}

/**
 * @param {unknown} json  of another node, which may be of another version of Larder
 * @returns {Write}
 * @throws {LarderError} `badRequest`
 */
export function fromJson(json) {
  check(isObject(json), 'its kind');
  const { type, key, old, url, new: latest } = json;
  if (type === 'put') return readPut(json);
  if (type === 'invalidate') return { type, selector: readSelector(json.selector) };
  if (type === 'remove') {
    check(isText(key, LONGEST_KEY), 'a key');
    return { type, key };
  }
  check(type === 'etag', 'its type');
  check(isText(latest) && isField('ETag', latest), 'an entity tag');
  check((url === undefined) !== (old === undefined), 'an entity tag');
  const reported = url ?? old;
  check(isText(reported, LONGEST_KEY), 'an entity tag');
  return { type, ...(url === undefined ? { old: reported } : { url: reported }), new: latest };
}

/** @param {Record<string, unknown>} json @returns {Write} */
function readPut({ key, headers, body: encoded, at }) {
  check(isText(key, LONGEST_KEY) && isTexts(headers) && isFinite(at), 'an entry');
  check(typeof encoded === 'string', 'a body');
  const body = Buffer.from(encoded, 'base64');
  check(isSendable({ status: 200, headers, body }), 'a header');
  const response = { status: 200, headers, body, varied: {}, requestedAt: at, receivedAt: at };
  return { type: 'put', entry: { key, variants: [response], groups: groupsOf(headers) } };
}

/** @param {unknown} selector @returns {Selector} */
function readSelector(selector) {
  check(isObject(selector), 'a selector');
  /** @type {Selector} */
  const read = {};
  for (const name of /** @type {const} */ (['urls', 'prefixes', 'etags', 'groups'])) {
    const list = selector[name];
    if (list === undefined) continue;
    check(isTexts(list), 'a selector');
    read[name] = list;
  }
  return read;
}

/** @param {unknown} value @returns {value is Record<string, unknown>} */
const isObject = (value) => typeof value === 'object' && value !== null;

/** @param {unknown} value @returns {value is number} */
const isFinite = (value) => Number.isFinite(value);

/** @param {unknown} value @param {number} [longest] @returns {value is string} */
const isText = (value, longest = LONGEST_TEXT) =>
  typeof value === 'string' && value.length <= longest;

/** @param {unknown} value @returns {value is string[]} */
const isTexts = (value) =>
  Array.isArray(value) && value.length <= MOST && value.every((each) => isText(each));

/** @param {boolean} isRight @param {string} what @returns {asserts isRight} */
function check(isRight, what) {
  if (!isRight) throw new LarderError('badRequest', `What another node wrote is wrong in ${what}`);
}
