import { firstTexts } from '../../lib/base/words.js';
import { isLeftOut, UNCOUNTED } from '../../lib/statistics/conventions.js';
import { sayDone } from './outcome.js';
import { editorPath } from '../../lib/views/presenters/editor.js';
import { readPeriod, today } from '../../lib/views/presenters/periods.js';
import { presentLive, presentStatistics } from '../../lib/views/presenters/statistics.js';
import { canonicalPath, decodedPath } from '../../lib/base/paths.js';
/** @import { Words } from '../../lib/base/words.js' */
/** @import { BlogIndex } from '../../lib/changes/index/blog-index.js' */
/** @import { AuthorBlog, SignedInAction } from '../types.js' */

const YEAR = 365 * 24 * 60 * 60;

/** `GET /admin/statistics` @type {SignedInAction} */
export async function show({ query, headers }, blog) {
  const { statistics, index, clock, words } = blog;
  if (!statistics) return null;
  const day = today(index.settings, clock.now());
  const period = readPeriod(query, day);
  const page = pageOf(query);
  const { from, to } = period;
  // Hours are not kept of each page.
  const by = page && period.by === 'hour' ? 'day' : period.by;
  const [answer, now] = await Promise.all([
    statistics.query({ from, to, by, ...(page && { page }) }),
    statistics.live(),
  ]);
  return {
    view: 'admin/statistics',
    model: {
      ...presentStatistics(answer, now, { period, page, day }, blog),
      said: flashFor(query, index, words),
      isLeftOut: isLeftOut(headers.cookie),
      privacyPage: privacyPageOf(index),
    },
    page: { title: words.say('nav.statistics') },
  };
}

/** `GET /admin/statistics/live`: polled by pages that say who reads now. @type {SignedInAction} */
export const live = async (_request, { statistics, words }) =>
  statistics && {
    json: presentLive(await statistics.live(), words),
    headers: ['Cache-Control', 'no-store'],
  };

/**
 * `POST /admin/statistics/browser`: does not count the author's own browser, or counts it again.
 * @type {SignedInAction}
 */
export function leaveOut({ form }, { baseUrl }) {
  const isOut = form.get('count') === 'no';
  const attributes = `Path=/; HttpOnly; SameSite=Lax${baseUrl.startsWith('https:') ? '; Secure' : ''}`;
  return {
    redirect: `/admin/statistics?done=${isOut ? 'out' : 'counted'}`,
    headers: [
      'Set-Cookie',
      `${UNCOUNTED}=${isOut ? 1 : ''}; Max-Age=${isOut ? YEAR : 0}; ${attributes}`,
    ],
  };
}

/** `POST /admin/statistics/privacy`: a draft of a page that says what is counted. @type {SignedInAction} */
export async function makePrivacyPage({ author }, { content, index }) {
  const present = privacyPageOf(index);
  if (present) return { redirect: present.url };
  const words = firstTexts.in(index.settings.language);
  const page = await content.savePost(
    {
      type: 'page',
      slug: 'privacy',
      author: author.id,
      title: words.say('privacyTitle'),
      markdown: words.say('privacy'),
    },
    { by: author.id },
  );
  return { redirect: editorPath(page) };
}

/**
 * @param {URLSearchParams} query
 * @returns {string} the path to which the figures are confined; '' when there is none
 */
function pageOf(query) {
  const path = query.get('page') ?? '';
  return /^\/(?!\/)/.test(path) ? (canonicalPath(path) ?? '') : '';
}

/** @param {BlogIndex} index */
function privacyPageOf(index) {
  const page = index.find('page', 'privacy');
  return page ? { url: editorPath(page), isPublic: index.isPublic(page) } : null;
}

/** @type {Record<string, string>} */
const sentences = {
  out: 'stats.nowIgnored',
  counted: 'stats.nowCounted',
};

/** @param {URLSearchParams} query @param {BlogIndex} index @param {Words} words */
function flashFor(query, index, words) {
  const from = decodedPath(canonicalPath(query.get('redirected') ?? '') ?? '');
  return index.addresses.has(from)
    ? { text: words.say('stats.isRedirected', { path: from }), link: null }
    : sayDone(sentences, query.get('done'), words);
}
