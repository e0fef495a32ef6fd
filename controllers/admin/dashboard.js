import { sayMessage } from '../../lib/base/messages.js';
import { sayTime } from '../../lib/base/time-zones.js';
import { noticed, sinceLastSignIn } from '../../lib/people/notices.js';
import { mayCreate, maySeeStatistics } from '../../lib/people/rights.js';
import { countComments, listComments } from '../../lib/people/moderation.js';
import { presentLatest, presentWork, ROWS_AT_MOST } from '../../lib/views/presenters/dashboard.js';
import { presentDone } from '../../lib/views/presenters/moderation.js';
import { figuresOf } from './cache.js';
import { readersOf } from './readers.js';
import { untouchedWelcome } from '../../lib/content/welcome.js';
import { presentFirstSteps } from '../../lib/views/presenters/first-steps.js';
/** @import { Author } from '../../lib/people/rights.js' */
/** @import { AuthorBlog, SignedInAction } from '../types.js' */

/** Lines of the last changes that the panel of the cache shows. */
const CHANGES = 6;

/** `GET /admin`: the page after signing in. @type {SignedInAction} */
export async function show({ author, query }, blog) {
  const isEditor = mayCreate(author, 'page');
  const [comments, readers, notices, cache, firstSteps] = await Promise.all([
    latestComments(author, blog),
    maySeeStatistics(author) ? readersOf(blog) : null,
    noticesFor(author, blog),
    isEditor ? figuresOf(blog) : null,
    firstStepsOf(author, blog),
  ]);
  return {
    view: 'admin/dashboard',
    model: {
      ...presentWork(author, blog.index, blog.clock.now(), blog.words),
      comments,
      readers,
      notices,
      isEditor,
      firstSteps,
      ...presentDone(query, 'pending', blog),
      cache: cache && { ...cache, clears: cache.clears.slice(0, CHANGES), atMost: CHANGES },
    },
    page: { title: blog.words.say('nav.dashboard') },
  };
}

/** @param {Author} author @param {AuthorBlog} blog @returns {Promise<string[]>} */
async function noticesFor({ id, role }, { accounts, index, metrics, words }) {
  const acts = await sinceLastSignIn(accounts.activity, id);
  const ofAccount = acts.map(({ what, at }) =>
    words.say('activity.sinceLastSignIn', {
      done: words.say(noticed.get(what) ?? ''),
      when: sayTime(at, index.settings.timeZone, words.language),
    }),
  );
  if (role !== 'owner') return ofAccount;
  const { notices } = await metrics.figures();
  return [
    ...ofAccount,
    ...notices.map((/** @type {string} */ notice) => sayMessage(notice, words)),
  ];
}

/** @param {Author} author @param {AuthorBlog} blog */
async function latestComments(author, blog) {
  const waiting = await countComments(author, 'pending', blog);
  const status = waiting > 0 ? 'pending' : 'approved';
  const some = await listComments(author, status, { limit: ROWS_AT_MOST }, blog);
  return presentLatest(some, { status, count: waiting }, blog);
}

/**
 * For `views/admin/first-steps.mustache`.
 * @param {Author} author
 * @param {AuthorBlog} blog
 * @returns {Promise<ReturnType<typeof presentFirstSteps>>} null for all but the owner of a new blog
 */
async function firstStepsOf(author, { accounts, clock, content, index, store, words }) {
  if (author.role !== 'owner') return null;
  const since = (await accounts.user(author.id))?.passwordAt ?? '';
  // The welcome post is Larder's own.
  const hasPosts = index.size > 1 || (index.size === 1 && !(await untouchedWelcome(content)));
  const steps = { hasPosts, settings: index.settings, since, now: clock.now() };
  // Asks the store only while they are shown.
  return (
    presentFirstSteps({ ...steps, hasImports: false }, words) &&
    presentFirstSteps({ ...steps, hasImports: await hasAny(store.all('import')) }, words)
  );
}

/** @param {AsyncIterable<unknown>} records */
async function hasAny(records) {
  for await (const _ of records) return true;
  return false;
}
