import { add } from '../../base/add.js';
/** @import { SlowRender } from '../../cache/render-queue.js' */
/** @import { HitRate } from '../../statistics/metrics/hit-rate-sampler.js' */
/** @import { Figures, Metrics } from '../../statistics/metrics/status.js' */
/** @import { Sample } from '../../statistics/metrics/samples.js' */
/** @import { Eventual } from '../../store/types.js' */
/** @import { Calls, Functions } from '../../base/threads/calls.js' */

/**
 * @template F
 * @typedef {{ worker: number, value: F }[]} Answers  oldest worker first
 */

/** @typedef {ReturnType<Metrics['figures']>} Private  figures of the cache’s page */
/** @typedef {ReturnType<Metrics['pages']>[number]} Page  a cached one */
/** @typedef {Figures & Partial<Omit<Private, keyof Figures>>} Some  figures of /status, or of the cache’s page */

/**
 * @typedef {{ status: () => Figures, metrics: Metrics, takeSample: () => Sample }} OwnMetrics  of one process
 *
 * @typedef {object} SharedMetrics  of all processes that serve the blog
 * @property {() => Figures | Promise<Figures>} status
 * @property {() => Promise<{ worker?: number, value: Sample }[]>} takeSamples
 * @property {Eventual<Metrics>} metrics
 */

/**
 * The figures of all workers, and the actions on all their caches.
 * @param {OwnMetrics} own
 * @param {Calls} calls
 * @param {Functions} functions  gets what the others may call
 * @returns {SharedMetrics}
 */
export function shareMetrics({ status, metrics, takeSample }, calls, functions) {
  const { figures, clears, pages, compare, clear, stop } = metrics;
  const own = { status, figures, clears, pages, compare, clear, takeSample };
  Object.assign(functions, own);
  /**
   * @template {keyof typeof own} N
   * @param {N} name
   * @returns {Promise<Answers<Awaited<ReturnType<typeof own[N]>>>>} of all workers
   */
  const ask = (name) => calls.call('ask', name);
  return {
    status: async () => sumUp(await ask('status')),
    /** Not added: the sum of their counters would go down when a worker ends. */
    takeSamples: () => ask('takeSample'),
    metrics: {
      figures: async () => sumUp(await ask('figures')),
      /** Those of the oldest worker, which `figures` has too: each clears its own pages. */
      clears: async () => (await ask('clears'))[0].value,
      pages: async () => differing(await ask('pages')),
      compare: () => calls.call('insist', 'compare'),
      /** @param {Parameters<typeof clear>} args @returns {Promise<number>} */
      clear: async (...args) =>
        (await calls.call('insist', 'clear', ...args)).reduce(
          (/** @type {number} */ sum, /** @type {number} */ entries) => sum + entries,
          0,
        ),
      stop,
    },
  };
}

/**
 * @template {Some} F
 * @param {Answers<F>} answers
 * @returns {F & { workers: ({ worker: number } & F)[] }} the sum, and each
 */
export function sumUp(answers) {
  const each = answers.map(({ value }) => value);
  const [first] = each;
  const samples = each.map((figures) => figures.samples ?? []);
  return {
    ...each.reduce(add),
    uptimeSeconds: Math.max(...each.map(({ uptimeSeconds }) => uptimeSeconds)),
    store: {
      ...first.store,
      reachable: each.every(({ store }) => store.reachable),
      feedLagMs: Math.max(...each.map(({ store }) => store.feedLagMs)),
    },
    index: first.index,
    derived: derivedOf(each.map(({ derived }) => derived)),
    ...(first.backup && { backup: first.backup }),
    ...(first.mailings && { mailings: each.flatMap(({ mailings = [] }) => mailings) }),
    ...(first.certificate && { certificate: first.certificate }),
    ...(first.hitMilliseconds !== undefined && { hitMilliseconds: first.hitMilliseconds }),
    ...(first.samples && { samples: samples.reduce(addSamples) }),
    ...(first.slowest && { slowest: slowestOf(each.flatMap(({ slowest = [] }) => slowest)) }),
    ...(first.notices && { notices: [...new Set(each.flatMap(({ notices = [] }) => notices))] }),
    workers: answers.map(({ worker, value }) => ({ worker, ...value })),
  };
}

/** @param {Figures['derived'][]} each @returns {Figures['derived']} whether any failed, and the last times */
function derivedOf(each) {
  const of = (/** @type {keyof Figures['derived']} */ name) => ({
    madeAnewAt: each.reduce(
      (/** @type {number | null} */ last, { [name]: { madeAnewAt } }) =>
        madeAnewAt === null ? last : Math.max(last ?? 0, madeAnewAt),
      null,
    ),
    failed: each.some(({ [name]: { failed } }) => failed),
  });
  return { search: of('search'), pages: of('pages'), sums: of('sums') };
}

/** @param {SlowRender[]} all @returns {SlowRender[]} each page once, the slowest first */
function slowestOf(all) {
  const sorted = all.sort((one, other) => other.milliseconds - one.milliseconds);
  const isFirst = ({ path = '' }, /** @type {number} */ place) =>
    sorted.findIndex((each) => each.path === path) === place;
  return sorted.filter(isFirst);
}

/** @param {HitRate[]} one @param {HitRate[]} other @returns {HitRate[]} the last ones are of the same time */
function addSamples(one, other) {
  const [long, short] = one.length < other.length ? [other, one] : [one, other];
  const start = long.length - short.length;
  return long.map((sample, place) => (place < start ? sample : add(sample, short[place - start])));
}

/**
 * @param {Answers<Page[]>} answers
 * @returns {Page[]} each page once, or more often if workers have different ones
 */
function differing(answers) {
  /** @type {Map<string, Page>} */
  const pages = new Map();
  for (const page of answers.flatMap(({ value }) => value)) {
    const name = `${page.path} ${page.etag}`;
    const hits = (pages.get(name)?.hits ?? 0) + page.hits;
    pages.set(name, { ...page, hits });
  }
  return [...pages.values()];
}
