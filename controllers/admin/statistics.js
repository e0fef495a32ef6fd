import { readPeriod } from '../../lib/views/presenters/periods.js';
import { presentStatistics, today } from '../../lib/views/presenters/statistics.js';
import { canonicalPath } from '../../lib/util/paths.js';
/** @import { SignedInAction } from '../types.js' */

/** `GET /admin/statistics` @type {SignedInAction} */
export async function show({ query }, { statistics, index, clock }) {
  if (!statistics) return null;
  const day = today(index.settings, clock.now());
  const period = readPeriod(query, day);
  const page = canonicalPath(query.get('page') ?? '') ?? '';
  const { from, to } = period;
  // Hours are not kept of each page.
  const by = page && period.by === 'hour' ? 'day' : period.by;
  const [answer, live] = await Promise.all([
    statistics.query({ from, to, by, ...(page && { page }) }),
    statistics.live(),
  ]);
  return {
    view: 'admin/statistics',
    model: presentStatistics(answer, live, { period, page, day }, index),
    page: { title: 'Statistics' },
  };
}
