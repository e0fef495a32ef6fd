import { AggregatorRegistry } from 'prom-client';
/** @import { Durations } from '../../base/histogram.js' */
/** @import { Sample } from './samples.js' */

/**
 * @typedef {{ labels?: Record<string, string | number>, value: number, metricName?: string }} Value
 *
 * @typedef {[name: string, type: 'counter' | 'gauge' | 'histogram', help: string, read: (sample: Sample) => Value[]]}
 *   Family
 */

/** @type {Family[]} */
const families = [
  [
    'larder_requests_total',
    'counter',
    'Answers by kind and status, hits included',
    ({ answers }) =>
      Object.entries(answers).flatMap(([kind, byStatus]) =>
        Object.entries(byStatus).map(([status, value]) => ({ labels: { kind, status }, value })),
      ),
  ],
  [
    'larder_fast_path_hits_total',
    'counter',
    'Hits that were answered without node:http',
    ({ fastPath }) => [{ value: fastPath.hits }],
  ],
  [
    'larder_request_duration_seconds',
    'histogram',
    'Time of requests that were no hits, until the last byte was passed to the system',
    ({ requestTimes }) => histogram('larder_request_duration_seconds', requestTimes),
  ],
  ofStores('larder_cache_hits_total', 'counter', 'Hits by typed store', 'hits'),
  ofStores('larder_cache_misses_total', 'counter', 'Misses by typed store', 'misses'),
  ofStores(
    'larder_cache_evictions_total',
    'counter',
    'Entries removed to free memory',
    'evictions',
  ),
  ofStores('larder_cache_entries', 'gauge', 'Entries by typed store', 'entries'),
  ofStores('larder_cache_bytes', 'gauge', 'Bytes of entries by typed store', 'bytes'),
  [
    'larder_cache_max_bytes',
    'gauge',
    'CACHE_MAX_BYTES',
    ({ cache }) => [{ value: cache.maxBytes }],
  ],
  [
    'larder_cache_checked_total',
    'counter',
    'Cached pages that were compared with a fresh one',
    ({ cache }) => [{ value: cache.checked }],
  ],
  [
    'larder_cache_wrong_total',
    'counter',
    'Of these, those that differed',
    ({ cache }) => [{ value: cache.wrong }],
  ],
  ofClears('larder_cache_clears_total', 'Clears by cause', 'count'),
  ofClears('larder_cache_cleared_entries_total', 'Entries cleared by cause', 'entries'),
  [
    'larder_store_duration_seconds',
    'histogram',
    'Time of calls of the store by operation',
    ({ storeTimes }) =>
      Object.entries(storeTimes).flatMap(([operation, times]) =>
        histogram('larder_store_duration_seconds', times, { operation }),
      ),
  ],
  [
    'larder_store_reachable',
    'gauge',
    'Whether the store answers',
    ({ store }) => [{ value: Number(store.reachable) }],
  ],
  [
    'larder_feed_lag_seconds',
    'gauge',
    'Delay of the change feed',
    ({ store }) => [{ value: store.feedLagMs / 1000 }],
  ],
  [
    'larder_backup_age_seconds',
    'gauge',
    'Time since the last daily backup',
    ({ backup }) => (backup?.ageSeconds ? [{ value: backup.ageSeconds }] : []),
  ],
  [
    'larder_backup_bytes',
    'gauge',
    'Size of the last daily backup',
    ({ backup }) => (backup ? [{ value: backup.bytes }] : []),
  ],
  [
    'larder_certificate_end_timestamp_seconds',
    'gauge',
    'When the certificate ends, in seconds since 1970',
    ({ certificate }) =>
      certificate?.until ? [{ value: Date.parse(certificate.until) / 1000 }] : [],
  ],
  [
    'larder_event_loop_delay_seconds',
    'gauge',
    'Delay of the event loop since the last scrape',
    ({ eventLoop }) =>
      Object.entries(eventLoop).map(([percentile, value]) => ({ labels: { percentile }, value })),
  ],
  [
    'process_resident_memory_bytes',
    'gauge',
    'Resident memory size in bytes',
    ({ memoryBytes }) => [{ value: memoryBytes }],
  ],
  [
    'process_cpu_seconds_total',
    'counter',
    'Total user and system CPU time spent in seconds',
    ({ cpuSeconds }) => [{ value: cpuSeconds }],
  ],
  [
    'larder_uptime_seconds',
    'gauge',
    'Time since the start',
    ({ uptimeSeconds }) => [{ value: uptimeSeconds }],
  ],
];

export const { PROMETHEUS_CONTENT_TYPE: contentType } = AggregatorRegistry;

/**
 * @param {{ worker?: number, value: Sample }[]} samples  of one process, or of each worker, which then is a label
 * @returns {Promise<string>} in the Prometheus text format
 */
export function format(samples) {
  const metrics = families.map(([name, type, help, read]) => ({
    name,
    type,
    help,
    aggregator: 'sum',
    values: samples.flatMap(({ worker, value: sample }) => {
      const own = worker === undefined ? {} : { worker };
      return read(sample).map(({ labels, ...value }) => ({
        ...value,
        labels: { ...labels, ...own },
      }));
    }),
  }));
  const workers = {
    name: 'larder_workers',
    type: 'gauge',
    help: 'Processes that serve the blog',
    aggregator: 'sum',
    values: [{ value: samples.length, labels: {} }],
  };
  return AggregatorRegistry.aggregate([[...metrics, workers]]).metrics();
}

/**
 * @param {string} name
 * @param {'counter' | 'gauge'} type
 * @param {string} help
 * @param {'hits' | 'misses' | 'evictions' | 'entries' | 'bytes'} figure
 * @returns {Family}
 */
function ofStores(name, type, help, figure) {
  const read = (/** @type {Sample} */ { cache }) =>
    Object.entries(cache.stores).map(([store, counters]) => ({
      labels: { store },
      value: counters[figure],
    }));
  return [name, type, help, read];
}

/** @param {string} name @param {string} help @param {'count' | 'entries'} figure @returns {Family} */
function ofClears(name, help, figure) {
  const read = (/** @type {Sample} */ { cache }) =>
    Object.entries(cache.clears).map(([cause, counters]) => ({
      labels: { cause },
      value: counters?.[figure] ?? 0,
    }));
  return [name, 'counter', help, read];
}

/** @param {string} name @param {Durations} durations @param {Record<string, string>} [labels] @returns {Value[]} */
const histogram = (name, { buckets, sum }, labels = {}) => [
  ...buckets.map(([le, value]) => ({
    labels: { ...labels, le },
    value,
    metricName: `${name}_bucket`,
  })),
  { labels, value: sum, metricName: `${name}_sum` },
  { labels, value: buckets[buckets.length - 1][1], metricName: `${name}_count` },
];
