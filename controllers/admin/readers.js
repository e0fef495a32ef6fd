import { readPeriod, today } from '../../lib/views/presenters/periods.js';
import { presentReaders } from '../../lib/views/presenters/statistics.js';
import { decodedPath } from '../../lib/base/paths.js';
/** @import { Statistics } from '../../lib/statistics/open.js' */
/** @import { AuthorBlog } from '../types.js' */

/**
 * The statistics on other pages of authors, who go on working when there are none.
 *
 * @typedef {Pick<AuthorBlog, 'statistics' | 'index' | 'clock' | 'log' | 'words'>} Blog
 */

/**
 * How often posts were viewed in the last 30 days, at whatever URLs they had, by one question.
 * @param {Blog} blog
 * @returns {Promise<(id: string) => string | null>} in words; null for those that were not viewed, or not often enough
 *   to be known
 */
export async function countPostViews(blog) {
  const found = await ask('month', blog, async () => null);
  /** @type {Map<string, number>} */
  const views = new Map();
  for (const { path, views: count } of found?.answer.pages ?? []) {
    const id = path && blog.index.addresses.get(decodedPath(path));
    if (id) views.set(id, (views.get(id) ?? 0) + count);
  }
  return (id) => {
    const count = views.get(id);
    return count ? blog.words.say('stats.viewsInMonth', { count }) : null;
  };
}

/** What the dashboard begins with. @param {Blog} blog */
export async function readersOf(blog) {
  const found = await ask('month', blog, ({ live }) => live());
  return found && presentReaders(found.answer, found.more, found.period, blog);
}

/**
 * @template T
 * @param {string} name of a period
 * @param {Blog} blog
 * @param {(statistics: Statistics) => Promise<T>} askMore  at the same time
 */
async function ask(name, { statistics, index, clock, log }, askMore) {
  if (!statistics) return null;
  const day = today(index.settings, clock.now());
  const period = readPeriod(new URLSearchParams({ period: name }), day);
  const { from, to, by } = period;
  try {
    const [answer, more] = await Promise.all([
      statistics.query({ from, to, by }),
      askMore(statistics),
    ]);
    return { answer, more, period };
  } catch (error) {
    log.warn({ err: error }, 'The statistics cannot be read');
    return null;
  }
}
