import { keysOf } from '../../base/record-of.js';
/** @import { CacheManager } from '../../cache/cache-manager.js' */
/** @import { Entry } from '../../responses/entry.js' */
/** @import { ResponseManager } from '../../responses/response-manager.js' */

/** Enough for a clock of microseconds, and far less than a millisecond. */
const TIMES = 100;

/**
 * What a hit costs is found out when somebody asks, so that no hit pays for it: a page is looked up and answered
 * some times, without being sent or counted.
 * @param {object} deps
 * @param {Pick<CacheManager<Entry>, 'slots' | 'find'>} deps.cache
 * @param {Pick<ResponseManager, 'answer'>} deps.responses
 * @param {() => number} deps.now  milliseconds, with fractions
 * @returns {() => number | null} milliseconds of one hit; null when nothing is cached
 */
export const createHitTimer =
  ({ cache, responses, now }) =>
  () => {
    const page = firstPage(cache.slots());
    if (!page) return null;
    const [encoding] = keysOf(page.encodings).filter((name) => page.encodings[name]);
    const request = { method: 'GET', url: page.key, headers: { 'accept-encoding': encoding } };
    const begun = now();
    for (let time = 0; time < TIMES; time++) {
      const entry = cache.find(page.key);
      if (entry) responses.answer(request, entry);
    }
    return (now() - begun) / TIMES;
  };

/** @param {Iterable<{ entry: Entry }>} slots */
function firstPage(slots) {
  for (const { entry } of slots) if (entry.kind === 'pages' && entry.status === 200) return entry;
  return null;
}
