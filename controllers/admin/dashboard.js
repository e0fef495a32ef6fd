import { mayCreate, maySeeStatistics } from '../../lib/people/rights.js';
import { countComments, listComments } from '../../lib/people/moderation.js';
import { presentWaiting, presentWork, ROWS_AT_MOST } from '../../lib/views/presenters/dashboard.js';
import { firstStepsOf } from './first-steps.js';
import { readersOf } from './readers.js';
/** @import { Author } from '../../lib/people/rights.js' */
/** @import { AuthorBlog, SignedInAction } from '../types.js' */

/** `GET /admin`: the page after signing in. @type {SignedInAction} */
export async function show({ author }, blog) {
  const isEditor = mayCreate(author, 'page');
  const [waiting, readers, notices, firstSteps] = await Promise.all([
    waitingFor(author, blog),
    maySeeStatistics(author) ? readersOf(blog) : null,
    author.role === 'owner' ? noticesOf(blog) : [],
    firstStepsOf(author, blog),
  ]);
  return {
    view: 'admin/dashboard',
    model: {
      ...presentWork(author, blog.index, blog.clock.now()),
      ...{ waiting, readers, notices, isEditor, firstSteps },
    },
    page: { title: 'Dashboard' },
  };
}

/** @param {AuthorBlog} blog @returns {Promise<string[]>} */
const noticesOf = async ({ metrics }) => (await metrics.figures()).notices;

/** @param {Author} author @param {AuthorBlog} blog */
async function waitingFor(author, blog) {
  const [count, some] = await Promise.all([
    countComments(author, 'pending', blog),
    listComments(author, 'pending', { limit: ROWS_AT_MOST }, blog),
  ]);
  return presentWaiting(some, count, blog.index, blog.clock.now());
}
