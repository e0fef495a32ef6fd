import { sumOf } from '../../statistics/metrics/status.js';
import { presentClear, sayDuration, storeNames } from './clears.js';
import { saySize } from './plain-text.js';
import { sayNear } from '../../base/time-zones.js';
/** @import { Words } from '../../base/words.js' */
/** @import { BlogIndex } from '../../changes/index/blog-index.js' */
/** @import { Metrics } from '../../statistics/metrics/status.js' */

/**
 * @typedef {ReturnType<Metrics['figures']>} OwnFigures
 * @typedef {{ network: string, owed: number, since: string | null, lagMs: number | null, problem: string }} Network  in
 *   front of the blog
 * @typedef {OwnFigures & { workers?: ({ worker: number } & OwnFigures)[], networks?: Network[] }} Figures  of one
 *   process, or the sum and each
 * @typedef {{ hits: number, misses: number }} Counters
 */

/** Size of the charts, in units of their viewBox. */
const WIDTH = 1000;
const HEIGHT = 100;

/**
 * The figures of the cache and the server. Figures that are updated live have a `key`; the page and its updates are
 * made from the same model.
 * @param {Figures} figures
 * @param {{ index: BlogIndex, now: number, words: Words }} blog  `now`: in milliseconds since 1970
 */
export function presentCache(figures, { index, now, words }) {
  const say = words.number;
  const formatSize = (/** @type {number} */ bytes) => saySize(bytes, words, 1024);
  const sayTook = (/** @type {number | null} */ time) => sayDuration(time, words);
  const { cache, requests, store, samples } = figures;
  const { timeZone } = index.settings;
  /** @type {Record<string, number>} */
  const answered = requests;
  const stores = Object.entries(storeNames).map(([name, title]) => ({
    name,
    title: words.say(title),
    ...cache.stores[name],
  }));
  const entries = stores.reduce((sum, each) => sum + each.entries, 0);
  const evictions = stores.reduce((sum, each) => sum + each.evictions, 0);
  const late = sumOf(samples);
  const bars = presentBars(stores, cache.maxBytes);
  return {
    main: [
      {
        ...figure('entries', words.say('cache.pagesReady'), say(entries)),
        note: noteOn('entries-note', sayPosts(figures, index, words)),
        line: null,
      },
      {
        ...figure('late-ratio', words.say('cache.hitRate'), shareOf(late, words)),
        note: noteOn('late-ratio-note', words.say('cache.last10Minutes')),
        line: { d: lineOf(samples), wide: WIDTH },
      },
      {
        ...figure('hit', words.say('cache.timeOfHit'), sayTook(figures.hitMilliseconds)),
        note: noteOn('hit-note', words.say('cache.untilSent')),
        line: null,
      },
      {
        ...figure('render', words.say('cache.timeOfRender'), sayTook(averageOf(figures.renders))),
        note: noteOn('render-note', words.say('cache.averageOf', { count: figures.renders.count })),
        line: null,
      },
    ],
    budget: {
      ...figure(
        'budget',
        words.say('cache.memoryOfCache'),
        sayBudget(cache.bytes, cache.maxBytes, words),
      ),
      bars,
      wide: WIDTH,
    },
    stores: stores.map(({ name, title, ...counters }) => ({
      name,
      title,
      entries: figure(`${name}-entries`, words.say('cache.pages'), say(counters.entries)),
      bytes: figure(`${name}-bytes`, words.say('common.size'), formatSize(counters.bytes)),
      ratio: figure(`${name}-ratio`, words.say('cache.hits'), shareOf(counters, words)),
      evictions: figure(`${name}-evictions`, words.say('cache.evicted'), say(counters.evictions)),
    })),
    house: [
      figure('ratio', words.say('cache.hitRateSinceStart'), shareOf(sumOf(stores), words)),
      figure('evictions', words.say('cache.evictedHint'), say(evictions)),
      figure(
        'checked',
        words.say('cache.pagesChecked'),
        words.say('cache.checkedWrong', { checked: cache.checked, wrong: cache.wrong }),
      ),
      ...Object.entries(requestNames).map(([kind, name]) =>
        figure(`requests-${kind}`, words.say(name), say(answered[kind])),
      ),
      figure('uptime', words.say('cache.uptime'), saySpan(figures.uptimeSeconds, words)),
      figure('memory', words.say('cache.memory'), formatSize(figures.memoryBytes)),
      figure('store', words.say('cache.store'), sayStore(store, words)),
      figure('lag', words.say('cache.feedDelay'), `${say(Math.round(store.feedLagMs))} ms`),
      ...(figures.networks ?? []).map((network, place) =>
        figure(`network-${place}`, network.network, sayNetwork(network, timeZone, now, words)),
      ),
      ...(figures.workers ?? []).map((worker, place) => presentWorker(worker, place, words)),
    ],
    clears: figures.lastClears.map((clear) =>
      presentClear(clear, { timeZone, now, words, isLive: isLive(clear, figures.networks) }),
    ),
  };
}

/**
 * The live updates of an open page.
 * @param {ReturnType<typeof presentCache>} shown
 */
export const liveOf = ({ main, budget, stores, house, clears }) => ({
  texts: Object.fromEntries(
    [
      ...main,
      ...main.map(({ note }) => note),
      budget,
      ...stores.flatMap(({ entries, bytes, ratio, evictions }) => [
        ...[entries, bytes, ratio, evictions],
      ]),
      ...house,
    ].map(({ key, text }) => [key, text]),
  ),
  bars: budget.bars,
  line: main.find(({ line }) => line)?.line?.d ?? '',
  clears,
});

/**
 * @param {{ at: number }} clear
 * @param {Network[]} [networks]
 * @returns {boolean} whether all of them have forgotten what it touched
 */
const isLive = ({ at }, networks = []) =>
  networks.length > 0 && networks.every(({ since }) => since === null || Date.parse(since) > at);

/** @param {Network} network @param {string} timeZone @param {number} now @param {Words} words */
function sayNetwork({ owed, since, lagMs, problem }, timeZone, now, words) {
  if (since === null) return words.say('cache.liveAfter', { time: sayDuration(lagMs, words) });
  const at = sayNear(since, timeZone, now, words);
  const waiting = words.say('cache.networkOwed', { count: owed, since: at });
  return problem ? `${waiting} ${problem}` : waiting;
}

/** @param {string} key @param {string} label @param {string} text */
const figure = (key, label, text) => ({ key, label, text });

/** @param {string} key @param {string} text */
const noteOn = (key, text) => ({ key, text });

/**
 * @param {Figures} figures
 * @param {BlogIndex} index
 * @param {Words} words
 * @returns {string} how many of the posts are ready
 */
function sayPosts({ workers, cache: all }, index, words) {
  // Each worker has pages of its own: the figures of one of them say how many of the blog's are ready.
  const { stores, background } = workers?.[0]?.cache ?? all;
  const { waiting } = background;
  const posts = index.lists.all.length;
  const whole = words.say('common.nPosts', { count: posts });
  const amount = Math.min(stores.floating.entries, posts);
  const ready = words.say('progress.amountOf', { amount, whole });
  return waiting > 0 ? `${ready}, ${words.say('cache.onTheWay', { count: waiting })}` : ready;
}

/** @param {{ count: number, milliseconds: number }} renders */
const averageOf = ({ count, milliseconds }) => (count > 0 ? milliseconds / count : null);

/**
 * @param {OwnFigures} figures of one worker
 * @param {number} place from 0: the next one with it replaces it on the page
 * @param {Words} words
 */
function presentWorker({ cache, memoryBytes, uptimeSeconds }, place, words) {
  const text = words.say('cache.workerFigures', {
    hits: shareOf(sumOf(Object.values(cache.stores)), words),
    cached: saySize(cache.bytes, words, 1024),
    memory: saySize(memoryBytes, words, 1024),
    time: saySpan(uptimeSeconds, words),
  });
  return figure(`worker-${place}`, words.say('cache.worker', { number: place + 1 }), text);
}

const requestNames = {
  pages: 'cache.pageRequests',
  feeds: 'stats.feeds',
  files: 'cache.files',
  admin: 'cache.adminPages',
  api: 'cache.api',
  notFound: 'error.notFound',
  errors: 'cache.errors',
};

/**
 * The share of the budget that each store uses.
 * @param {{ name: string, bytes: number }[]} stores
 * @param {number} maxBytes
 */
function presentBars(stores, maxBytes) {
  let start = 0;
  return stores.map(({ name, bytes }) => {
    const width = maxBytes > 0 ? Math.round((WIDTH * bytes) / maxBytes) : 0;
    // Small shares must be visible too.
    const bar = { name, x: start, width: bytes > 0 ? Math.max(4, width) : 0 };
    start += bar.width;
    return bar;
  });
}

/**
 * @param {Counters[]} samples
 * @returns {string} the hit rate over time as an SVG path, with gaps where there were no requests
 */
function lineOf(samples) {
  const step = WIDTH / Math.max(1, samples.length - 1);
  let isOpen = false;
  return samples
    .map(({ hits, misses }, place) => {
      const asked = hits + misses;
      if (asked === 0) {
        isOpen = false;
        return '';
      }
      const point = `${Math.round(place * step)} ${Math.round(HEIGHT * (misses / asked))}`;
      // A line of zero length is drawn as a dot.
      const drawn = isOpen ? `L${point}` : `M${point}h1`;
      isOpen = true;
      return drawn;
    })
    .join('');
}

/**
 * @param {Counters} counters
 * @param {Words} words
 * @returns {string} such as '98.4 %'; rounded down, so that 100 means all
 */
function shareOf({ hits, misses }, words) {
  const asked = hits + misses;
  if (asked === 0) return '–';
  const share = Math.floor((1000 * hits) / asked) / 10;
  return `${words.number(share)} %`;
}

/** @param {number} bytes @param {number} maxBytes @param {Words} words */
function sayBudget(bytes, maxBytes, words) {
  if (maxBytes === 0) return words.say('cache.isOff');
  const [amount, whole] = [bytes, maxBytes].map((size) => saySize(size, words, 1024));
  const share = words.number(Number(((100 * bytes) / maxBytes).toFixed(1)));
  return `${words.say('progress.amountOf', { amount, whole })}, ${share} %`;
}

/** @param {number} seconds @param {Words} words @returns {string} such as '3 h 12 min' */
function saySpan(seconds, words) {
  const [minutes, hours, days] = [60, 3600, 86_400].map((unit) => Math.floor(seconds / unit));
  if (days > 0) return `${words.say('common.nDays', { count: days })} ${hours % 24} h`;
  if (hours > 0) return `${hours} h ${minutes % 60} min`;
  return minutes > 0 ? `${minutes} min` : `${seconds} s`;
}

/** @param {Figures['store']} store @param {Words} words */
const sayStore = ({ kind, reachable }, words) =>
  `${kind === 'sqlite' ? 'SQLite' : 'CouchDB'}, ${reachable ? words.say('cache.connected') : words.say('cache.notReachable')}`;
