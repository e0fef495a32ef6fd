import { domainToUnicode } from 'node:url';
import { LONGEST_PATH } from '../../statistics/conventions.js';
import { canonicalPath, decodedPath } from '../../base/paths.js';
import { counted } from './words.js';
import { presentBars } from './bar-chart.js';
import { presentLine } from './line-chart.js';
import { neighbouring, periodLinks, statisticsPath } from './periods.js';
import { lookUp } from '../../base/look-up.js';
/** @import { BlogIndex } from '../../changes/index/blog-index.js' */
/** @import { Figures, Live } from '../../statistics/open.js' */
/** @import { Period } from './periods.js' */

/**
 * @typedef {{ label: string | null, count: number, url?: string, note?: string, code?: boolean, redirect?: string }}
 *   Row  of a list; `label` null: all that is not named
 */

/** Rows that a list shows at first, and in all. */
const FEW = 10;
const MANY = 100;

const names = Object.fromEntries(
  /** @type {const} */ (['region', 'language']).map((type) => [
    type,
    new Intl.DisplayNames('en', { type, fallback: 'code' }),
  ]),
);

const kinds = { search: 'search engine', network: 'social network', ai: 'for AI', bot: '' };
const devices = { desktop: 'Computers', phone: 'Phones', tablet: 'Tablets', other: 'Unknown' };

/**
 * `/admin/statistics`
 * @param {Figures} answer
 * @param {Live} live
 * @param {{ period: Period, page: string, day: string }} shown `page`: the path to which the figures are confined, or
 *   ''; `day`: today
 * @param {BlogIndex} index
 */
export function presentStatistics(answer, live, { period, page, day }, index) {
  const title = (/** @type {string | null} */ path) =>
    path === null ? null : titleOf(path, index);
  const { earlier, later } = neighbouring(period, day);
  const at = (/** @type {string | null} */ to) =>
    to && statisticsPath({ ...period, to, isCurrent: to === day }, page);
  const referrers = withRest(answer.views, answer.referrers, (views) => ({
    ...{ site: '', kind: /** @type {const} */ ('site'), views },
  }));
  const requests = answer.bots + answer.views;
  return {
    filter: page && { title: title(page), path: page, all: statisticsPath(period) },
    periods: periodLinks(period, page),
    range: sayRange(period),
    earlier: at(earlier),
    later: at(later),
    weeks: period.name === 'year' && {
      text: period.by === 'week' ? 'By month' : 'By week',
      url: statisticsPath({ ...period, by: period.by === 'week' ? 'month' : 'week' }, page),
    },
    figures: presentTotals(answer, period, live),
    isSummed: period.name !== 'day' && !page,
    chart: answer.series.length > 1 && withLinks(presentBars(answer.series, answer.by), page),
    lists: [
      !page &&
        list('Pages', 'views', answer.pages, ({ path, views }) => ({
          label: title(path),
          count: views,
          url: path === null ? undefined : statisticsPath(period, path),
        })),
      list('Referrers', 'views', referrers, ({ site, kind = '', views }) => ({
        label: site === '' ? 'Directly, from this blog, or unknown' : site && readable(site),
        count: views,
        note: lookUp(kinds, kind) ?? '',
      })),
      list('Countries', 'views', answer.countries, ({ country, views }) => ({
        label: country === null ? null : nameOf('region', country),
        count: views,
      })),
      list('Devices', 'views', answer.devices, ({ device, views }) => ({
        label: lookUp(devices, device ?? '') ?? device,
        count: views,
      })),
      list('Browsers', 'views', answer.browsers, ({ browser, views }) => ({
        label: browser,
        count: views,
      })),
      list('Languages', 'views', answer.languages, ({ language, views }) => ({
        label: language === null ? null : nameOf('language', language),
        count: views,
      })),
      list('Feeds', 'readers', answer.feeds, ({ path, readers }) => ({
        label: path && decode(path),
        count: readers,
        code: true,
      })),
      list(
        'Bots',
        'requests',
        answer.crawlers,
        ({ name, kind, requests }) => ({
          label: name,
          count: requests,
          note: kind === 'ai' ? kinds.ai : '',
        }),
        requests > 0 &&
          `${sayShare(answer.bots, requests)} of all requests for pages. They are not in the figures above.`,
      ),
      list(
        'Not found',
        'requests',
        answer.notFound,
        ({ path, requests }) => ({
          label: path && decode(path),
          count: requests,
          code: true,
          ...(path !== null && redirectOf(path, index)),
        }),
        'URLs that readers asked for and that lead nowhere.',
      ),
      list(
        'Searches without a result',
        'searches',
        answer.searches,
        ({ q, count }) => ({ label: q, count }),
        'What readers looked for and did not find.',
      ),
    ].filter((each) => each && (!page || each.any)),
    live:
      live.pages.length > 0 &&
      !page &&
      live.pages.slice(0, FEW / 2).map(({ path, views }) => ({
        label: title(path) ?? 'Others',
        count: say(views),
      })),
  };
}

/**
 * @param {Figures} answer
 * @param {Period} period
 * @param {Live} live
 */
function presentTotals({ visitors, views, feedReaders, before }, period, live) {
  const total = (
    /** @type {string} */ label,
    /** @type {number} */ now,
    /** @type {number | null} */ was,
  ) => figure(label, now, compare(now, was ?? 0, period));
  if (visitors === null) return [total('Views', views, before.views)];
  return [
    total('Visitors', visitors, before.visitors),
    total('Views', views, before.views),
    figure('Feed readers', feedReaders, 'who follow a feed'),
    presentNow(live),
  ];
}

/** Rows of the dashboard's lists. */
const ON_DASHBOARD = 5;

/**
 * The readers of today and of 30 days, with which the dashboard begins.
 * @param {Figures} answer of 30 days, by day
 * @param {Live} live
 * @param {Period} period
 * @param {BlogIndex} index
 */
export function presentReaders({ visitors, views, before, series, pages }, live, period, index) {
  const day = series[series.length - 1];
  const path = (/** @type {string} */ page) => statisticsPath(period, page);
  return {
    url: statisticsPath(period),
    figures: [
      figure(
        'Visitors in 30 days',
        visitors ?? 0,
        compare(visitors ?? 0, before.visitors ?? 0, period),
      ),
      figure('Views in 30 days', views, compare(views, before.views, period)),
      figure('Visitors today', day.visitors ?? 0, counted(day.views, 'view')),
      presentNow(live),
    ],
    any: views > 0,
    chart: presentLine(series),
    now: topRows(live.pages, path, index),
    most: topRows(
      pages.filter((page) => page.path !== null),
      path,
      index,
    ),
  };
}

/**
 * @param {{ path: string | null, views: number }[]} pages most first
 * @param {(path: string) => string} statisticsOf
 * @param {BlogIndex} index
 */
function topRows(pages, statisticsOf, index) {
  const few = pages.slice(0, ON_DASHBOARD);
  const most = Math.max(1, ...few.map(({ views }) => views));
  const rows = few.map(({ path, views }) => ({
    label: path === null ? 'Others' : titleOf(path, index),
    url: path === null ? null : statisticsOf(path),
    count: say(views),
    width: `${((100 * views) / most).toFixed(1)}%`,
    ...{ note: '', code: false, redirect: null },
  }));
  return { any: rows.length > 0, rows };
}

/** @param {string} label @param {number} count @param {string} note */
const figure = (label, count, note) => ({ key: null, label, text: say(count), note });

/** Is updated while the page is open. @param {Live} live */
const presentNow = (live) => ({
  ...figure('Now', live.visitors, 'in the last five minutes'),
  key: 'now',
});

/** @param {Live} live */
export const presentLive = (live) => ({ texts: { now: presentNow(live).text } });

/**
 * @param {number} now
 * @param {number} was
 * @param {Pick<Period, 'name' | 'isCurrent' | 'before'>} period
 * @returns {string} such as '+12 %, from 1,050 in the 7 days before'
 */
function compare(now, was, { name, isCurrent, before }) {
  if (name === 'all') return '';
  // A day that is not over would always seem to have lost readers.
  if (was === 0 || (name === 'day' && isCurrent)) return `${say(was)} in ${before}`;
  const change = Math.round((100 * (now - was)) / was);
  return `${change < 0 ? '−' : '+'}${say(Math.abs(change))} %, from ${say(was)} in ${before}`;
}

/**
 * @template T
 * @param {string} title
 * @param {string} unit what is counted
 * @param {T[]} all
 * @param {(each: T) => Row} present
 * @param {string | false} [text]
 */
function list(title, unit, all, present, text = '') {
  const shown = all.slice(0, MANY).map(present);
  const most = Math.max(1, ...shown.map(({ count }) => count));
  const rows = shown.map(({ label, count, ...rest }) => {
    const width = `${((100 * count) / most).toFixed(1)}%`;
    const plain = { url: null, note: '', code: false, redirect: null };
    return { ...plain, label: label ?? 'Others', count: say(count), width, ...rest };
  });
  const id = title.toLowerCase().replaceAll(' ', '-');
  const [few, more] = [rows.slice(0, FEW), rows.slice(FEW)];
  return {
    title,
    id,
    unit,
    text,
    any: rows.length > 0,
    few,
    more: more.length > 0 && { rows: more, count: more.length },
  };
}

/**
 * @template {{ views: number }} T
 * @param {number} total
 * @param {T[]} known most first
 * @param {(views: number) => T} present the views that are not among them
 */
function withRest(total, known, present) {
  const rest = total - known.reduce((sum, { views }) => sum + views, 0);
  const place = known.findIndex(({ views }) => views < rest);
  return rest > 0 ? known.toSpliced(place < 0 ? known.length : place, 0, present(rest)) : known;
}

/** The days of a table lead to their hours. @param {ReturnType<typeof presentBars>} chart @param {string} page */
const withLinks = (chart, page) => ({
  ...chart,
  rows: chart.rows.map((row) => ({
    ...row,
    url:
      chart.unit === 'day' && statisticsPath({ name: 'day', to: row.from, isCurrent: false }, page),
  })),
});

/** @param {string} path canonical @param {BlogIndex} index @returns {string} the title of the page at this path, or the path */
function titleOf(path, index) {
  if (path === '/') return 'Front page';
  const decoded = decode(path);
  return index.post(index.addresses.get(decoded) ?? '')?.title ?? decoded;
}

/** @param {string} path that was not found @param {BlogIndex} index */
function redirectOf(path, index) {
  if (index.addresses.has(decode(path))) return { note: 'redirected' };
  // What is kept of a longer one leads nowhere.
  if (path.length >= LONGEST_PATH) return {};
  return { redirect: `/admin/redirects/new?from=${encodeURIComponent(path)}` };
}

/** @param {string} path @returns {string} as it is read; what is cut off within a sign is left as it is */
const decode = (path) => (canonicalPath(path) === null ? path : decodedPath(path));

/** @param {string} site a domain, or a name such as 'Hacker News' */
const readable = (site) => (site.includes('xn--') && domainToUnicode(site)) || site;

/** @param {'region' | 'language'} type @param {string} code */
function nameOf(type, code) {
  if (code === '') return 'Unknown';
  try {
    return names[type].of(code) ?? code;
  } catch {
    return code;
  }
}

const dates = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeZone: 'UTC' });

/** @param {Period} period */
const sayRange = ({ from, to }) => dates.formatRange(Date.parse(from), Date.parse(to));

/** @param {number} part @param {number} whole */
const sayShare = (part, whole) => `${Math.round((100 * part) / whole)} %`;

/** @param {number} count */
const say = (count) => count.toLocaleString('en');
