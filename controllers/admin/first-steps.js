import { untouchedWelcome } from '../../lib/content/welcome.js';
import { presentFirstSteps } from '../../lib/views/presenters/first-steps.js';
/** @import { Author } from '../../lib/people/rights.js' */
/** @import { AuthorBlog } from '../types.js' */

/**
 * For `views/admin/first-steps.mustache`.
 * @param {Author} author
 * @param {AuthorBlog} blog
 * @returns {Promise<ReturnType<typeof presentFirstSteps>>} null for all but the owner of a new blog
 */
export async function firstStepsOf(author, { accounts, clock, content, index, store, words }) {
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
