import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { checkSnapshot } from '../../../cache/snapshot.js';
import { stampOf } from '../../../search/follower.js';
import { wordsOf } from '../../../search/words.js';
import { viewsByMonth } from '../../../statistics/query.js';
import { folderOf } from '../../warm-start.js';
import { addressOf } from './check-system.js';
/** @import { Figures } from '../../../statistics/period.js' */
/** @import { Problem } from '../../../store/inspect.js' */
/** @import { Store, Summary } from '../../../store/types.js' */
/** @import { Config } from '../../config.js' */

/** Milliseconds for an answer of the blog. */
const PATIENCE = 5000;
const FAILED = 503;
/** Characters of a title that are looked for. */
const ASKED = 60;

/**
 * Asks the search, the saved pages and the sums of the statistics each a question whose answer is known.
 * @param {Config} config
 * @param {Store} store
 * @param {number} now  in milliseconds since 1970
 * @param {typeof fetch} [ask]
 * @returns {Promise<Problem[]>}
 */
export async function checkDerived(config, store, now, ask = fetch) {
  return [
    ...checkSavedPages(folderOf(config)),
    ...(config.search === 'on' ? await checkSearch(config, store, now, ask) : []),
    ...(await checkSums(store)),
  ];
}

/** @param {string} folder @returns {Problem[]} */
function checkSavedPages(folder) {
  const damage = checkSnapshot(folder);
  const what = `The saved pages in ${folder} are damaged: ${damage}.`;
  return damage ? [{ what, todo: 'Start the blog: it renders them anew.' }] : [];
}

/**
 * @param {Config} config
 * @param {Store} store
 * @param {number} now
 * @param {typeof fetch} ask
 * @returns {Promise<Problem[]>}
 */
async function checkSearch(config, store, now, ask) {
  const { posts } = await store.summaries();
  const isPublic = (/** @type {Summary} */ { title, status, publishedAt }) =>
    status === 'published' && Date.parse(publishedAt ?? '') <= now && hasWords(title);
  const newest = posts
    .filter(isPublic)
    .reduce(
      (/** @type {Summary | null} */ last, post) =>
        (last?.publishedAt ?? '') > (post.publishedAt ?? '') ? last : post,
      null,
    );
  if (!newest) return [];
  const q = newest.title.slice(0, ASKED);
  const answer = (await askRunning(config, q, ask)) ?? (await askFile(config, newest, q, now));
  if (answer.missing > 0 || answer.how === 'all') return [];
  return [
    {
      what: `The search does not find the post “${newest.title}” by its title.`,
      todo: `Stop the blog, delete search-*.db in ${folderOf(config)}, and start it: the index is made anew.`,
    },
  ];
}

/** @param {string} title */
const hasWords = (title) => !wordsOf(title.slice(0, ASKED))[Symbol.iterator]().next().done;

/**
 * @param {Config} config
 * @param {string} q
 * @param {typeof fetch} ask
 * @returns {Promise<{ how: string, missing: number } | null>} `how`: as in search.js; null when the blog does not run
 */
async function askRunning(config, q, ask) {
  const url = `${addressOf(config)}/api/search?${new URLSearchParams({ q })}`;
  try {
    const answer = await ask(url, { signal: AbortSignal.timeout(PATIENCE) });
    const { how = '', missing = 0, status } = await answer.json();
    return how || status === FAILED ? { how, missing } : null;
  } catch {
    return null;
  }
}

/** @param {Config} config @param {Summary} post @param {string} q @param {number} now */
async function askFile(config, post, q, now) {
  const unknown = { how: '', missing: 1 };
  if (!existsSync(join(folderOf(config), 'search-1.db'))) return unknown;
  const { SearchIndex } = await import('../../../search/search-index.js');
  const index = new SearchIndex(folderOf(config));
  try {
    // It is added before the next query.
    if (index.compare([[post.id, stampOf(post)]]).length > 0) return unknown;
    return { how: index.find({ q, authors: [], withDrafts: false, now }).how, missing: 0 };
  } finally {
    index.close();
  }
}

/** @param {Store} store @returns {Promise<Problem[]>} */
async function checkSums(store) {
  /** @type {Map<string, Figures>} */
  const days = new Map();
  /** @type {Map<string, number>} */
  const months = new Map();
  for await (const { id, views, visitors, visits } of store.all('statistics')) {
    const [kind, name] = id.split(':');
    if (kind === 'day') days.set(name, [views, visitors, visits]);
    if (kind === 'month') months.set(name, views);
  }
  const sums = viewsByMonth(days);
  return [...months]
    .filter(([month, views]) => views !== (sums.get(month) ?? 0))
    .map(([month]) => ({
      what: `The statistics of ${month} are not the sum of its days.`,
      todo: 'Open this month at /admin/statistics: it is summed up anew.',
    }));
}
