import { Versions } from '../../lib/accelerator/writes/versions.js';
import { Writes } from '../../lib/accelerator/writes/writes.js';
/** @import { Selector, StoredEntry } from '../../lib/accelerator/types.js' */
/** @import { ReportedEtag } from '../../lib/accelerator/writes/writes.js' */

/**
 * What a node stores, as plain as can be.
 * @param {object} options
 * @param {{ now: () => number }} options.clock
 * @param {string} [options.node]
 * @param {number} [options.maxBody]  bytes of the largest that is stored
 * @param {number} [options.maxMarks]
 * @param {Map<string, StoredEntry>} [options.entries]  that are stored already
 */
export function createMemoryNode({
  clock,
  node = 'nodeaaaa',
  maxBody = Infinity,
  maxMarks,
  entries = new Map(),
}) {
  /** @type {Map<string, ReportedEtag>} */
  const tells = new Map();
  const versions = new Versions({ clock, node });
  const trust = { until: Infinity };
  const store = {
    versionOf: (/** @type {string} */ key) => entries.get(key)?.version,
    put(/** @type {StoredEntry} */ entry) {
      if (entry.variants[0].body.length > maxBody) return false;
      entries.set(entry.key, entry);
      return true;
    },
    remove: (/** @type {string} */ key) => entries.delete(key),
    invalidate(/** @type {Selector} */ selector) {
      for (const entry of entries.values()) if (fits(entry, selector)) entries.delete(entry.key);
    },
    find: (/** @type {Selector} */ selector) =>
      [...entries.values()].filter((entry) => fits(entry, selector)).map(({ key }) => key),
  };
  const reported = {
    get: (/** @type {string} */ key) => tells.get(key),
    set: (/** @type {string} */ key, /** @type {ReportedEtag} */ tell) => void tells.set(key, tell),
    delete: (/** @type {string} */ key) => tells.delete(key),
    put: (/** @type {StoredEntry} */ { key }) => void tells.delete(key),
    doubtGroups() {
      for (const key of tells.keys()) if (!entries.has(key)) tells.delete(key);
    },
    doubt: () => tells.clear(),
    trustUntil: (/** @type {number} */ time) => void (trust.until = time),
    find: (/** @type {Selector} */ { urls = [], prefixes = [], etags = [] }) =>
      [...tells.keys()].filter(
        (key) =>
          urls.includes(key) ||
          prefixes.some((prefix) => key.startsWith(prefix)) ||
          etags.includes(tells.get(key)?.etag ?? ''),
      ),
  };
  const writes = new Writes({ versions, store, reported, maxMarks });
  return { versions, writes, reported, entries, tells, trust };
}

/**
 * @param {string} key
 * @param {string} text
 * @param {{ etag?: string, groups?: string[] }} [options]
 * @returns {Omit<StoredEntry, 'version'>}
 */
export function entryOf(key, text, { etag = `"${text}"`, groups = [] } = {}) {
  const response = {
    status: 200,
    headers: ['Content-Type', 'text/plain', 'ETag', etag],
    body: Buffer.from(text),
    varied: {},
    requestedAt: 0,
    receivedAt: 0,
  };
  return { key, variants: [response], groups };
}

/** @param {Omit<StoredEntry, 'version'>} entry @param {Selector} selector */
export function fits({ key, groups, variants }, selector) {
  const { urls = [], prefixes = [], etags = [], groups: wanted = [] } = selector;
  return (
    urls.includes(key) ||
    prefixes.some((prefix) => key.startsWith(prefix)) ||
    wanted.some((group) => groups.includes(group)) ||
    variants.some(({ headers }) => etags.includes(headers[headers.indexOf('ETag') + 1]))
  );
}
