import { presentWork } from '../../lib/presenters/dashboard.js';

/**
 * @typedef {import('../../lib/blog.js').AuthorAction} AuthorAction
 * @typedef {import('../../lib/accounts/rights.js').Author} Author
 */

/** `GET /admin`: where one lands after signing in. @type {AuthorAction} */
export const show = ({ author }, { index }) => ({
  view: 'admin/dashboard',
  model: presentWork(/** @type {Author} */ (author), index),
  page: { title: 'Dashboard' },
});
