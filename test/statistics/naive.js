/** @import { Request } from './traffic.js' */

const HALF_AN_HOUR = 30 * 60_000;

/**
 * Counts in the simplest way, with everything in memory and nothing of the engine, to compare with.
 * @param {Request[]} requests
 * @param {string} timeZone
 */
export function countNaively(requests, timeZone) {
  const format = new Intl.DateTimeFormat('sv', {
    timeZone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
  });
  /** @type {Record<string, any>} */
  const days = {};
  for (const { at, path, told } of requests) {
    const [day, hour] = format.format(at).split(' ');
    const of = (days[day] ??= { views: 0, bots: 0, people: {}, hours: {}, feeds: {}, by: {} });
    const add = (/** @type {string} */ list, /** @type {string | undefined} */ name) => {
      if (!name) return;
      of.by[list] ??= {};
      of.by[list][name] = (of.by[list][name] ?? 0) + 1;
    };
    if (told.as === 'bot') {
      of.bots++;
      add('crawlers', told.crawler);
    }
    if (told.as === 'missing') add('notFound', path);
    if (told.as === 'feed') {
      const feed = (of.feeds[path] ??= {});
      const name = told.subscribers ? told.reader : told.person;
      feed[name ?? ''] = Math.max(feed[name ?? ''] ?? 1, told.subscribers ?? 1);
    }
    if (told.as !== 'view') continue;
    of.views++;
    (of.people[told.person] ??= []).push(at);
    const inHour = (of.hours[hour.slice(0, 2)] ??= { views: 0, people: new Set() });
    inHour.views++;
    inHour.people.add(told.person);
    add('pages', path);
    add('referrers', told.site);
    add('countries', told.country);
    add('devices', told.device);
    add('browsers', told.browser);
    add('languages', told.language);
    add(`sites of ${path}`, told.site);
    add(`countries of ${path}`, told.country);
  }
  return Object.fromEntries(Object.entries(days).map(([day, of]) => [day, figuresOf(of)]));
}

/** @param {any} of */
function figuresOf({ views, bots, people, hours, feeds, by }) {
  /** @type {number[][]} */
  const times = Object.values(people);
  const readers = Object.entries(feeds).map(([path, feed]) => [
    path,
    Object.values(/** @type {Record<string, number>} */ (feed)).reduce(
      (sum, each) => sum + each,
      0,
    ),
  ]);
  return {
    views,
    bots,
    by,
    visitors: times.length,
    visits: times.reduce((sum, each) => sum + countVisits(each), 0),
    hours: Object.fromEntries(
      Object.entries(hours).map(([hour, each]) => [hour, [each.views, each.people.size]]),
    ),
    feeds: Object.fromEntries(readers),
  };
}

/** @param {number[]} times */
function countVisits(times) {
  const sorted = [...times].sort((one, other) => one - other);
  return sorted.filter((each, at) => at === 0 || each - sorted[at - 1] >= HALF_AN_HOUR).length;
}
