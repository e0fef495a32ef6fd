import { describeCertificate } from '../../base/describe-certificate.js';
import { steady } from '../../base/clock.js';
import { HitRateSampler } from './hit-rate-sampler.js';
/** @import { BackgroundRenders } from '../../cache/background-renders.js' */
/** @import { CacheCheck } from '../../cache/cache-check.js' */
/** @import { CacheManager, Slot } from '../../cache/cache-manager.js' */
/** @import { LastClears, Line } from '../../cache/last-clears.js' */
/** @import { RenderQueue } from '../../cache/render-queue.js' */
/** @import { Changes } from '../../changes/changes.js' */
/** @import { StoreName } from '../../changes/typed-stores.js' */
/** @import { Clock } from '../../base/clock.js' */
/** @import { DerivedParts } from '../../base/derived.js' */
/** @import { Entry } from '../../responses/entry.js' */
/** @import { RequestCounters } from './request-counters.js' */
/** @import { Store } from '../../store/types.js' */

/**
 * @typedef {ReturnType<ReturnType<typeof createStatus>>} Figures  of /status
 * @typedef {ReturnType<typeof createMetrics>} Metrics
 */

/**
 * @param {object} deps
 * @param {CacheManager<Entry>} deps.cache
 * @param {BackgroundRenders} deps.background
 * @param {Pick<CacheCheck, 'statistics'>} deps.check
 * @param {{ state: () => { at: number | null, bytes: number, problem: string } } | null} deps.backups  null: off
 * @param {() => { until: number | null, problem: string } | undefined} [deps.certificate]  of a server with a domain
 * @param {() => string | undefined} [deps.mail]  why the last one could not be sent, or ''
 * @param {() => object[]} [deps.mailings]  that are under way; without it, mails are off
 * @param {DerivedParts} deps.derived
 * @param {Changes} deps.changes
 * @param {Store} deps.store
 * @param {RequestCounters} deps.counters
 * @param {Clock} deps.clock
 */
export function createStatus({ cache, background, check, backups, changes, store, ...deps }) {
  const { counters, certificate = () => undefined, mail = () => undefined, derived, clock } = deps;
  const { mailings } = deps;
  const now = steady(clock);
  const startedAt = now();
  return () => ({
    uptimeSeconds: Math.round((now() - startedAt) / 1000),
    requests: counters.requests,
    fastPath: { hits: counters.fastHits },
    cache: { ...cache.statistics(), background: background.statistics(), ...check.statistics() },
    store: { kind: store.kind, reachable: changes.reachable, feedLagMs: changes.feedLag() },
    index: { comparedUpTo: changes.comparedUpTo },
    derived: describeDerived(derived),
    ...(backups && { backup: describeBackup(backups.state(), clock.now()) }),
    ...describeCertificate(certificate()),
    ...(mail() !== undefined && { mail: { failed: mail() !== '' } }),
    ...(mailings && { mailings: mailings() }),
  });
}

/** @param {DerivedParts} parts */
const describeDerived = ({ search, pages, sums }) => ({
  search: search.state,
  pages: pages.state,
  sums: sums.state,
});

/** @param {{ at: number | null, bytes: number, problem: string }} state @param {number} now */
const describeBackup = ({ at, bytes, problem }, now) => ({
  at: at && new Date(at).toISOString(),
  ageSeconds: at && Math.round((now - at) / 1000),
  bytes,
  failed: problem !== '',
});

/**
 * The figures of /status and private ones, and the actions on the cache, for its page.
 * @param {object} deps
 * @param {() => Figures} deps.status
 * @param {CacheManager<Entry>} deps.cache
 * @param {Changes} deps.changes
 * @param {LastClears} deps.lastClears
 * @param {Pick<RenderQueue, 'statistics' | 'slowest'>} deps.queue
 * @param {() => number | null} deps.timeHit  milliseconds
 * @param {() => number} deps.memory  bytes that the process has (RSS)
 * @param {() => string[]} deps.notices  sentences for the owner
 * @param {Clock} deps.clock
 */
export function createMetrics({
  status,
  cache,
  changes,
  lastClears,
  queue,
  timeHit,
  memory,
  notices,
  clock,
}) {
  const count = () => sumOf(Object.values(cache.statistics().stores));
  const sampler = new HitRateSampler({ count, clock });
  sampler.start();
  const isReady = (/** @type {string} */ key) => cache.peek(key) !== undefined;
  return {
    figures: () => ({
      ...status(),
      lastClears: lastClears.list().map(({ pairs, ...line }) => ({
        ...line,
        named: pairs.length / 2,
        ready: pairs.filter((key, place) => place % 2 === 0 && isReady(key)).length,
      })),
      renders: queue.statistics(),
      slowest: queue.slowest(),
      hitMilliseconds: timeHit(),
      samples: sampler.samples(),
      memoryBytes: memory(),
      notices: notices(),
    }),
    /** The last clears, the newest first, each with its pages. */
    clears: () => lastClears.list().map((line) => presentClear(line, isReady)),
    /** Of all cached entries. */
    pages: () => [...cache.slots()].map(presentSlot),
    /** Compares the index with the store. */
    compare: () => changes.compare(),
    /** @param {StoreName} [store] default: all @returns {number} how many entries it cleared */
    clear: (store) => cache.clearAll('byHand', store),
    stop: () => sampler.stop(),
  };
}

/**
 * @param {Line} line
 * @param {(key: string) => boolean} isReady  whether it is cached again
 */
const presentClear = ({ pairs, ...line }, isReady) => ({
  ...line,
  pages: Array.from({ length: pairs.length / 2 }, (_, place) => ({
    path: pairs[2 * place],
    touched: pairs[2 * place + 1],
    isReady: isReady(pairs[2 * place]),
  })),
});

/** @param {Slot<Entry>} slot */
const presentSlot = ({ entry: { key, store, etag, bytes, encodings }, hits }) => ({
  path: key,
  store,
  etag,
  bytes,
  hits,
  encodings: Object.entries(encodings).flatMap(([name, kept]) => (kept ? name : [])),
});

/**
 * @param {{ hits: number, misses: number }[]} counters
 * @returns {{ hits: number, misses: number }} of all together
 */
export const sumOf = (counters) => ({
  hits: counters.reduce((sum, { hits }) => sum + hits, 0),
  misses: counters.reduce((sum, { misses }) => sum + misses, 0),
});
