import { formatSize } from '../../base/sizes.js';
import { sumOf } from '../../statistics/metrics/status.js';
import { presentClear, sayDuration, storeNames } from './clears.js';
import { counted } from './words.js';
/** @import { BlogIndex } from '../../changes/index/blog-index.js' */
/** @import { Metrics } from '../../statistics/metrics/status.js' */

/**
 * @typedef {ReturnType<Metrics['figures']>} OwnFigures
 * @typedef {OwnFigures & { workers?: ({ worker: number } & OwnFigures)[] }} Figures  of one process, or the sum and
 *   each
 * @typedef {{ hits: number, misses: number }} Counters
 */

/** Size of the charts, in units of their viewBox. */
const WIDTH = 1000;
const HEIGHT = 100;

/**
 * The figures of the cache and the server. Figures that are updated live have a `key`; the page and its updates are
 * made from the same model.
 * @param {Figures} figures
 * @param {{ index: BlogIndex, now: number }} blog  `now`: in milliseconds since 1970
 */
export function presentCache(figures, { index, now }) {
  const { cache, requests, store, samples } = figures;
  const { timeZone } = index.settings;
  /** @type {Record<string, number>} */
  const answered = requests;
  const stores = Object.entries(storeNames).map(([name, title]) => ({
    ...{ name, title },
    ...cache.stores[name],
  }));
  const entries = stores.reduce((sum, each) => sum + each.entries, 0);
  const evictions = stores.reduce((sum, each) => sum + each.evictions, 0);
  const late = sumOf(samples);
  const bars = presentBars(stores, cache.maxBytes);
  return {
    main: [
      {
        ...figure('entries', 'Pages ready', say(entries)),
        note: noteOn('entries-note', sayPosts(figures, index)),
        line: null,
      },
      {
        ...figure('late-ratio', 'Hit rate', shareOf(late)),
        note: noteOn('late-ratio-note', 'last 10 minutes'),
        line: { d: lineOf(samples), wide: WIDTH },
      },
      {
        ...figure('hit', 'A hit', sayDuration(figures.hitMilliseconds)),
        note: noteOn('hit-note', 'until it is sent'),
        line: null,
      },
      {
        ...figure('render', 'A render', sayDuration(averageOf(figures.renders))),
        note: noteOn('render-note', `average of ${say(figures.renders.count)}`),
        line: null,
      },
    ],
    budget: {
      ...figure('budget', 'Cache memory', sayBudget(cache.bytes, cache.maxBytes)),
      bars,
      wide: WIDTH,
    },
    stores: stores.map(({ name, title, ...counters }) => ({
      ...{ name, title },
      entries: figure(`${name}-entries`, 'Pages', say(counters.entries)),
      bytes: figure(`${name}-bytes`, 'Size', formatSize(counters.bytes)),
      ratio: figure(`${name}-ratio`, 'Hits', shareOf(counters)),
      evictions: figure(`${name}-evictions`, 'Evicted', say(counters.evictions)),
    })),
    house: [
      figure('ratio', 'Hit rate since the start', shareOf(sumOf(stores))),
      figure('evictions', 'Evicted to free memory', say(evictions)),
      figure(
        'checked',
        'Pages checked',
        `${say(cache.checked)}, ${cache.wrong > 0 ? say(cache.wrong) : 'none'} wrong`,
      ),
      ...Object.entries(requestNames).map(([kind, name]) =>
        figure(`requests-${kind}`, name, say(answered[kind])),
      ),
      figure('uptime', 'Uptime', saySpan(figures.uptimeSeconds)),
      figure('memory', 'Memory', formatSize(figures.memoryBytes)),
      figure('store', 'Store', sayStore(store)),
      figure('lag', 'Change feed delay', `${Math.round(store.feedLagMs)} ms`),
      ...(figures.workers ?? []).map(presentWorker),
    ],
    clears: figures.lastClears.map((clear) => presentClear(clear, { timeZone, now })),
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

/** @param {string} key @param {string} label @param {string} text */
const figure = (key, label, text) => ({ key, label, text });

/** @param {string} key @param {string} text */
const noteOn = (key, text) => ({ key, text });

/** @param {Figures} figures @param {BlogIndex} index @returns {string} how many of the posts are ready */
function sayPosts({ workers, cache: all }, index) {
  // Each worker has pages of its own: the figures of one of them say how many of the blog's are ready.
  const { stores, background } = workers?.[0]?.cache ?? all;
  const { waiting } = background;
  const posts = index.lists.all.length;
  const ready = `${say(Math.min(stores.floating.entries, posts))} of ${counted(posts, 'post')}`;
  return waiting > 0 ? `${ready}, ${say(waiting)} on the way` : ready;
}

/** @param {{ count: number, milliseconds: number }} renders */
const averageOf = ({ count, milliseconds }) => (count > 0 ? milliseconds / count : null);

/**
 * @param {OwnFigures} figures of one worker
 * @param {number} place from 0: the next one with it replaces it on the page
 */
function presentWorker({ cache, memoryBytes, uptimeSeconds }, place) {
  const hits = shareOf(sumOf(Object.values(cache.stores)));
  const text = `${hits} hits, ${formatSize(cache.bytes)} cached, ${formatSize(memoryBytes)} memory, up ${saySpan(uptimeSeconds)}`;
  return figure(`worker-${place}`, `Worker ${place + 1}`, text);
}

const requestNames = {
  pages: 'Page requests',
  feeds: 'Feeds',
  files: 'Files',
  admin: 'Admin pages',
  api: 'API',
  notFound: 'Not found',
  errors: 'Errors',
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

/** @param {number} number */
const say = (number) => number.toLocaleString('en');

/** @param {Counters} counters @returns {string} such as '98.4 %'; rounded down, so that 100 means all */
function shareOf({ hits, misses }) {
  const asked = hits + misses;
  if (asked === 0) return '–';
  const share = Math.floor((1000 * hits) / asked) / 10;
  return `${share.toFixed(share === 100 ? 0 : 1)} %`;
}

/** @param {number} bytes @param {number} maxBytes */
const sayBudget = (bytes, maxBytes) =>
  maxBytes === 0
    ? 'The cache is off'
    : `${formatSize(bytes)} of ${formatSize(maxBytes)}, ${((100 * bytes) / maxBytes).toFixed(1)} %`;

/** @param {number} seconds @returns {string} such as '3 h 12 min' */
function saySpan(seconds) {
  const [minutes, hours, days] = [60, 3600, 86_400].map((unit) => Math.floor(seconds / unit));
  if (days > 0) return `${days === 1 ? '1 day' : `${days} days`} ${hours % 24} h`;
  if (hours > 0) return `${hours} h ${minutes % 60} min`;
  return minutes > 0 ? `${minutes} min` : `${seconds} s`;
}

/** @param {Figures['store']} store */
const sayStore = ({ kind, reachable }) =>
  `${kind === 'sqlite' ? 'SQLite' : 'CouchDB'}, ${reachable ? 'connected' : 'not reachable'}`;
