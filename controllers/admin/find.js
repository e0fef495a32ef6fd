import { find } from '../../lib/views/presenters/find.js';
/** @import { SignedInAction } from '../types.js' */

/** `GET /admin/find?q=`: for the search of the admin pages, as one types. @type {SignedInAction} */
export const show = ({ query, author }, blog) => ({
  json: find(query.get('q') ?? '', author, blog),
  headers: ['Cache-Control', 'no-store'],
});
