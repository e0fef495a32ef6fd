import { LarderError } from '../../base/errors.js';
import { checkKey } from './keys.js';
/** @import { Selector, Write } from '../types.js' */

/** Members of each list of an invalidation. Each prefix is compared with every key. */
const MEMBERS_AT_MOST = { urls: 1000, prefixes: 100, etags: 1000, groups: 1000 };

const ENTITY_TAG = /^(?:W\/)?"[\x21\x23-\x7e\x80-\xff]{0,512}"$/;
const GROUP = /^[ -~]{0,256}$/;

/** What each member has to be. @type {Record<keyof typeof MEMBERS_AT_MOST, (text: string) => unknown>} */
const checks = {
  urls: checkKey,
  prefixes: (prefix) => prefix === '' || checkKey(prefix),
  etags: checkEtag,
  groups(group) {
    if (!GROUP.test(group))
      throw new LarderError('badRequest', 'A group has at most 256 characters of ASCII');
  },
};

/**
 * @param {unknown} json the body of POST /.cache/invalidate
 * @returns {Selector}
 * @throws {LarderError} `badRequest`, `tooLarge`, `uriTooLong`
 */
export function readSelector(json) {
  const lists = objectOf(json, Object.keys(MEMBERS_AT_MOST));
  /** @type {Selector} */
  const selector = {};
  for (const [name, list] of Object.entries(lists)) {
    const kind = /** @type {keyof typeof MEMBERS_AT_MOST} */ (name);
    const limit = MEMBERS_AT_MOST[kind];
    if (!Array.isArray(list) || !list.every((each) => typeof each === 'string'))
      throw new LarderError('badRequest', `${name} must be a list of texts`, { field: name });
    if (list.length > limit)
      throw new LarderError('tooLarge', `${name} can have at most ${limit} members`, {
        field: name,
      });
    for (const each of list) checks[kind](each);
    selector[kind] = list;
  }
  return selector;
}

/**
 * @param {unknown} json the body of POST /.cache/etags
 * @returns {Write & { type: 'etag' }}
 * @throws {LarderError} `badRequest`, `uriTooLong`
 */
export function readReport(json) {
  const { old, url, new: latest } = objectOf(json, ['old', 'url', 'new']);
  if ((old === undefined) === (url === undefined))
    throw new LarderError('badRequest', 'Send “new”, and either “url” or “old”');
  checkEtag(latest, 'new');
  if (url !== undefined) return { type: 'etag', url: checkKey(url), new: latest };
  checkEtag(old, 'old');
  return { type: 'etag', old, new: latest };
}

/**
 * @param {unknown} etag
 * @param {string} [field]
 * @returns {asserts etag is string}
 * @throws {LarderError} `badRequest`
 */
export function checkEtag(etag, field = 'etags') {
  if (typeof etag === 'string' && ENTITY_TAG.test(etag)) return;
  const message =
    'An entity tag stands in quotation marks, such as "1" or W/"1", with at most 512 characters';
  throw new LarderError('badRequest', message, { field });
}

/**
 * @param {unknown} json
 * @param {string[]} names
 * @returns {Record<string, unknown>} an object with some of these names and no other
 */
function objectOf(json, names) {
  if (typeof json !== 'object' || json === null || Array.isArray(json))
    throw new LarderError('badRequest', 'The body must be a JSON object');
  for (const name of Object.keys(json))
    if (!names.includes(name))
      throw new LarderError(
        'badRequest',
        `The body can have ${names.join(', ')}, not ${name.slice(0, 40)}`,
      );
  return { ...json };
}
