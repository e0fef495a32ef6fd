import { createNetworkHeaders } from './headers.js';
/** @import { ServerResponse } from 'node:http' */
/** @import { Log } from '../base/log.js' */
/** @import { NetworkSetting } from './settings.js' */
/** @import { Tags } from './tags.js' */
/** @import { Depending, UnderWay } from './under-way.js' */

/** Cached pages that are of one moment or of one reader's way, or a form. */
const PASSING = new Set(['/comment-received', '/subscribe', '/subscribe/asked']);

/**
 * What answers say to networks.
 * @param {object} deps
 * @param {NetworkSetting[]} deps.networks
 * @param {number} deps.maxAge  seconds
 * @param {Tags} deps.tags
 * @param {UnderWay} deps.underWay
 * @param {(path: string, tags: string[]) => void} [deps.record]  notes what is handed out, for networks without tags
 * @param {(page: { key: string, dependsOn: readonly string[] }) => void} deps.note  of what a network may have
 * @param {Log} deps.log
 */
export function createAnswers({ networks, maxAge, tags, underWay, record, note, log }) {
  const { uncached, cached } = createNetworkHeaders(networks, maxAge);
  const names = new Set(cached([]).filter((_, at) => at % 2 === 0));
  return {
    uncached,
    headersOf,
    begin: (/** @type {ServerResponse} */ response, /** @type {Depending} */ entry) =>
      underWay.begin(response, entry),
    withholds,
    withheld,
  };

  /**
   * @param {{ key: string, status?: number, dependsOn: readonly string[], words?: string, moments?: number[] }} page
   * @returns {string[]} flat list
   */
  function headersOf(page) {
    if ((page.status ?? 200) !== 200 || PASSING.has(page.key)) return uncached;
    const own = tags.ofEntry(page);
    try {
      record?.(page.key, own);
    } catch (error) {
      log.error({ err: error }, 'It cannot be noted what a network has, so it keeps nothing new');
      return uncached;
    }
    note(page);
    return cached(own);
  }

  /**
   * @param {string} target
   * @param {string} key  of its page
   * @returns {boolean} whether a network keeps it under a name that it cannot be told
   */
  function withholds(target, key) {
    return record !== undefined && target !== key;
  }

  /** @param {string[]} headers  flat list of an answer that is withheld @returns {string[]} */
  function withheld(headers) {
    const others = headers.filter((_, at) => !names.has(headers[at - (at % 2)]));
    return [...uncached, ...others];
  }
}

/** @typedef {ReturnType<typeof createAnswers>} NetworkAnswers */
