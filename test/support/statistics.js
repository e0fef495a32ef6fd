import { daysAfter } from '../../lib/statistics/calendar.js';
/** @import { Figures } from '../../lib/statistics/open.js' */
/** @import { Question } from '../../lib/statistics/query.js' */

/**
 * Statistics that answer every question with the same figures, and with a point for each day.
 * @param {Partial<Figures>} [figures]
 * @returns statistics, and in `asked` what they were asked
 */
export function steadyStatistics(figures) {
  /** @type {Question[]} */
  const asked = [];
  /** @type {Error | null} */
  let failure = null;
  return {
    fail: (/** @type {Error} */ error) => void (failure = error),
    asked,
    query,
    listener: { fields: [], locate: () => {}, answered: () => {}, drain: async () => {} },
    close: async () => {},
    live: async () => ({ visitors: 3, pages: [{ path: '/post/rye-bread', views: 4 }] }),
  };

  /** @param {Question} question @returns {Promise<Figures>} */
  async function query(question) {
    asked.push(question);
    if (failure) throw failure;
    const visitors = question.page ? null : 5;
    const { from, to, by = 'day' } = question;
    const series = [];
    for (let day = from; day <= to; day = daysAfter(day, 1))
      series.push({ from: day, views: 10, visitors });
    return {
      from,
      to,
      by,
      views: 70,
      visitors: visitors && 35,
      visits: 40,
      bots: 210,
      searches: [],
      feedReaders: 12,
      series,
      before: { views: 100, visitors: 25, visits: 30 },
      pages: [
        { path: '/post/rye-bread', views: 40 },
        { path: '/tag/S%C3%BC%C3%9Fes', views: 20 },
        { path: null, views: 10 },
      ],
      referrers: [
        { site: 'xn--mnchen-3ya.de', kind: 'search', views: 20 },
        { site: '<b>.example', kind: 'site', views: 1 },
      ],
      countries: [
        { country: 'DE', views: 50 },
        { country: '', views: 20 },
      ],
      browsers: [{ browser: 'Firefox', views: 70 }],
      devices: [{ device: 'phone', views: 70 }],
      languages: [{ language: 'pt-BR', views: 70 }],
      feeds: [{ path: '/atomfeed', readers: 12 }],
      crawlers: [{ name: 'GPTBot', kind: 'ai', requests: 210 }],
      notFound: [
        { path: '/old%20%3Ci%3E', requests: 9 },
        { path: null, requests: 2 },
      ],
      ...figures,
    };
  }
}
