import { domainToUnicode } from 'node:url';
import { MAIL } from '../../statistics/referrers.js';
import { LONGEST_PATH, OTHER_BROWSER, UNKNOWN } from '../../statistics/conventions.js';
import { canonicalPath, decodedPath } from '../../base/paths.js';
import { pathOf } from '../../changes/index/blog-index.js';
import { postNamed } from '../../changes/index/known-addresses.js';
import { presentBars } from './bar-chart.js';
import { presentLine } from './line-chart.js';
import { neighbouring, periodLinks, statisticsPath } from './periods.js';
import { formatOf } from '../../base/time-zones.js';
import { lookUp } from '../../base/look-up.js';
/** @import { Words } from '../../base/words.js' */
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

const kinds = { search: 'stats.searchEngine', network: 'stats.socialNetwork', ai: 'stats.forAi' };
const devices = {
  desktop: 'stats.computers',
  phone: 'stats.phones',
  tablet: 'stats.tablets',
  other: 'stats.unknownDevice',
};

/**
 * `/admin/statistics`
 * @param {Figures} answer
 * @param {Live} live
 * @param {{ period: Period, page: string, day: string }} shown `page`: the path to which the figures are confined, or
 *   ''; `day`: today
 * @param {{ index: BlogIndex, words: Words }} blog
 */
export function presentStatistics(answer, live, { period, page, day }, { index, words }) {
  const title = (/** @type {string | null} */ path) =>
    path === null ? null : titleOf(path, index, words);
  const list = listIn(words);
  const kindOf = (/** @type {string} */ kind) => {
    const key = lookUp(kinds, kind);
    return key ? words.say(key) : '';
  };
  const { earlier, later } = neighbouring(period, day);
  const at = (/** @type {string | null} */ to) =>
    to && statisticsPath({ ...period, to, isCurrent: to === day }, page);
  const referrers = withRest(answer.views, answer.referrers, (views) => ({
    site: '',
    kind: /** @type {const} */ ('site'),
    views,
  }));
  const requests = answer.bots + answer.views;
  return {
    filter: page && { title: title(page), path: page, all: statisticsPath(period) },
    periods: periodLinks(period, page, words),
    range: sayRange(period, words),
    earlier: at(earlier),
    later: at(later),
    weeks: period.name === 'year' && {
      text: period.by === 'week' ? words.say('stats.byMonth') : words.say('stats.byWeek'),
      url: statisticsPath({ ...period, by: period.by === 'week' ? 'month' : 'week' }, page),
    },
    figures: presentTotals(answer, period, live, words),
    isSummed: period.name !== 'day' && !page,
    chart:
      answer.series.length > 1 && withLinks(presentBars(answer.series, answer.by, words), page),
    lists: [
      !page &&
        list('pages', 'nav.pages', 'views', answer.pages, ({ path, views }) => ({
          label: title(path),
          count: views,
          url: path === null ? undefined : statisticsPath(period, path),
        })),
      list('referrers', 'stats.referrers', 'views', referrers, ({ site, kind = '', views }) => ({
        label: siteOf(site, words),
        count: views,
        note: kindOf(kind),
      })),
      list('countries', 'stats.countries', 'views', answer.countries, ({ country, views }) => ({
        label: country === null ? null : nameOf('region', country, words),
        count: views,
      })),
      list('devices', 'stats.devices', 'views', answer.devices, ({ device, views }) => ({
        label: device && words.say(lookUp(devices, device) ?? 'stats.unknownDevice'),
        count: views,
      })),
      list('browsers', 'stats.browsers', 'views', answer.browsers, ({ browser, views }) => ({
        label: browser === OTHER_BROWSER ? words.say('common.unknownBrowser') : browser,
        count: views,
      })),
      list('languages', 'stats.languages', 'views', answer.languages, ({ language, views }) => ({
        label: language === null ? null : nameOf('language', language, words),
        count: views,
      })),
      list('feeds', 'stats.feeds', 'readers', answer.feeds, ({ path, readers }) => ({
        label: path && decode(path),
        count: readers,
        code: true,
      })),
      list(
        'bots',
        'stats.bots',
        'requests',
        answer.crawlers,
        ({ name, kind, requests }) => ({
          label: name === UNKNOWN ? words.say('stats.unknownDevice') : name,
          count: requests,
          note: kind === 'ai' ? kindOf(kind) : '',
        }),
        requests > 0 &&
          words.say('stats.botsShare', { share: sayShare(answer.bots / requests, words) }),
      ),
      list(
        'not-found',
        'error.notFound',
        'requests',
        answer.notFound,
        ({ path, requests }) => ({
          label: path && decode(path),
          count: requests,
          code: true,
          ...(path !== null && redirectOf(path, index, words)),
        }),
        words.say('stats.deadUrlsHint'),
      ),
      list(
        'searches-without-a-result',
        'stats.searches',
        'searches',
        answer.searches,
        ({ q, count }) => ({ label: q, count }),
        words.say('stats.searchesHint'),
      ),
    ].filter((each) => each && (!page || each.any)),
    live:
      live.pages.length > 0 &&
      !page &&
      live.pages.slice(0, FEW / 2).map(({ path, views }) => ({
        label: title(path) ?? words.say('stats.others'),
        count: words.number(views),
      })),
  };
}

/**
 * @param {Figures} answer
 * @param {Period} period
 * @param {Live} live
 * @param {Words} words
 */
function presentTotals({ visitors, views, feedReaders, before }, period, live, words) {
  const figure = figureIn(words);
  const total = (
    /** @type {string} */ label,
    /** @type {number} */ now,
    /** @type {number | null} */ was,
  ) => figure(label, now, compare(now, was ?? 0, period, words));
  if (visitors === null) return [total(words.say('stats.views'), views, before.views)];
  return [
    total(words.say('stats.visitors'), visitors, before.visitors),
    total(words.say('stats.views'), views, before.views),
    figure(words.say('stats.feedSubscribers'), feedReaders, words.say('stats.feedSubscribersHint')),
    presentNow(live, words),
  ];
}

/** Rows of the dashboard's lists. */
const ON_DASHBOARD = 5;

/**
 * The readers of today and of 30 days, with which the dashboard begins.
 * @param {Figures} answer of 30 days, by day
 * @param {Live} live
 * @param {Period} period
 * @param {{ index: BlogIndex, words: Words }} blog
 */
export function presentReaders({ visitors, views, before, series, pages }, live, period, blog) {
  const { words } = blog;
  const figure = figureIn(words);
  const day = series[series.length - 1];
  const path = (/** @type {string} */ page) => statisticsPath(period, page);
  return {
    url: statisticsPath(period),
    figures: [
      figure(
        words.say('stats.visitorsIn30Days'),
        visitors ?? 0,
        compare(visitors ?? 0, before.visitors ?? 0, period, words),
      ),
      figure(words.say('stats.viewsIn30Days'), views, compare(views, before.views, period, words)),
      figure(
        words.say('stats.visitorsToday'),
        day.visitors ?? 0,
        words.say('stats.nViews', { count: day.views }),
      ),
      presentNow(live, words),
    ],
    any: views > 0,
    chart: presentLine(series, words),
    now: topRows(live.pages, path, blog),
    most: topRows(
      pages.filter((page) => page.path !== null),
      path,
      blog,
    ),
  };
}

/**
 * @param {{ path: string | null, views: number }[]} pages most first
 * @param {(path: string) => string} statisticsOf
 * @param {{ index: BlogIndex, words: Words }} blog
 */
function topRows(pages, statisticsOf, { index, words }) {
  const few = pages.slice(0, ON_DASHBOARD);
  const most = Math.max(1, ...few.map(({ views }) => views));
  const rows = few.map(({ path, views }) => ({
    label: path === null ? words.say('stats.others') : titleOf(path, index, words),
    url: path === null ? null : statisticsOf(path),
    count: words.number(views),
    width: `${((100 * views) / most).toFixed(1)}%`,
    note: '',
    code: false,
    redirect: null,
  }));
  return { any: rows.length > 0, rows };
}

/** @param {Words} words */
const figureIn =
  (words) =>
  (/** @type {string} */ label, /** @type {number} */ count, /** @type {string} */ note) => ({
    key: null,
    label,
    note,
    text: words.number(count),
  });

/** Is updated while the page is open. @param {Live} live @param {Words} words */
const presentNow = (live, words) => ({
  ...figureIn(words)(words.say('stats.now'), live.visitors, words.say('stats.nowHint')),
  key: 'now',
});

/** @param {Live} live @param {Words} words */
export const presentLive = (live, words) => ({ texts: { now: presentNow(live, words).text } });

/**
 * @param {number} now
 * @param {number} was
 * @param {Pick<Period, 'name' | 'isCurrent' | 'before'>} period
 * @param {Words} words
 * @returns {string} such as '+12 %, from 1,050 in the 7 days before'
 */
function compare(now, was, { name, isCurrent, before }, words) {
  if (name === 'all') return '';
  // A day that is not over would always seem to have lost readers.
  if (was === 0 || (name === 'day' && isCurrent)) return words.say(before, { was });
  const change = Math.round((100 * (now - was)) / was);
  const share = `${change < 0 ? '−' : '+'}${words.number(Math.abs(change))} %`;
  return `${share}, ${words.say(before, { was })}`;
}

/** What lists count. */
const units = {
  views: 'stats.unitViews',
  readers: 'stats.unitReaders',
  requests: 'stats.unitRequests',
  searches: 'stats.unitSearches',
};

/** @param {Words} words */
const listIn = (words) =>
  /**
   * @template T
   * @param {string} id
   * @param {string} title  a key
   * @param {keyof typeof units} unit
   * @param {T[]} all
   * @param {(each: T) => Row} present
   * @param {string | false} [text]
   */
  function list(id, title, unit, all, present, text = '') {
    const shown = all.slice(0, MANY).map(present);
    const most = Math.max(1, ...shown.map(({ count }) => count));
    const rows = shown.map(({ label, count, ...rest }) => {
      const width = `${((100 * count) / most).toFixed(1)}%`;
      const plain = { url: null, note: '', code: false, redirect: null };
      return {
        ...plain,
        label: label ?? words.say('stats.others'),
        count: words.number(count),
        width,
        ...rest,
      };
    });
    const [few, more] = [rows.slice(0, FEW), rows.slice(FEW)];
    return {
      title: words.say(title),
      id,
      unit: words.say(units[unit]),
      text,
      any: rows.length > 0,
      few,
      more: more.length > 0 && { rows: more, count: words.number(more.length) },
    };
  };

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
      chart.by === 'day' && statisticsPath({ name: 'day', to: row.from, isCurrent: false }, page),
  })),
});

/**
 * @param {string} path canonical
 * @param {BlogIndex} index
 * @param {Words} words
 * @returns {string} the title of the page at this path, or the path
 */
function titleOf(path, index, words) {
  if (path === '/') return words.say('look.frontPage');
  const decoded = decode(path);
  return index.post(index.addresses.get(decoded) ?? '')?.title ?? decoded;
}

/** @param {string} path that was not found @param {BlogIndex} index @param {Words} words */
function redirectOf(path, index, words) {
  const decoded = decode(path);
  if (index.addresses.has(decoded)) return { note: words.say('stats.redirected') };
  const post = postNamed(decoded, index);
  if (post) return { note: `${words.say('stats.redirected')} → ${pathOf(post)}` };
  // What is kept of a longer one leads nowhere.
  if (path.length >= LONGEST_PATH) return {};
  return { redirect: `/admin/redirects/new?from=${encodeURIComponent(path)}` };
}

/** @param {string} path @returns {string} as it is read; what is cut off within a sign is left as it is */
const decode = (path) => (canonicalPath(path) === null ? path : decodedPath(path));

/** @param {string | null} site @param {Words} words @returns {string | null} for people */
function siteOf(site, words) {
  if (site === '') return words.say('stats.noReferrer');
  if (site === MAIL) return words.say('nav.mailings');
  return site && readable(site);
}

/** @param {string} site a domain, or a name such as 'Hacker News' */
const readable = (site) => (site.includes('xn--') && domainToUnicode(site)) || site;

/** @param {'region' | 'language'} type @param {string} code @param {Words} words */
function nameOf(type, code, words) {
  if (code === '') return words.say('stats.unknownDevice');
  try {
    return new Intl.DisplayNames(words.language, { type, fallback: 'code' }).of(code) ?? code;
  } catch {
    return code;
  }
}

/** @param {Period} period @param {Words} words */
const sayRange = ({ from, to }, { language }) =>
  formatOf('date', 'UTC', language).formatRange(Date.parse(from), Date.parse(to));

/** @param {number} share @param {Words} words */
const sayShare = (share, words) => `${words.number(Math.round(100 * share))} %`;
