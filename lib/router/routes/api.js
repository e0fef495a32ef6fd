import * as cache from '../../../controllers/api/cache.js';
import * as comments from '../../../controllers/api/comments.js';
import { describing } from '../../../controllers/api/description.js';
import * as media from '../../../controllers/api/media.js';
import * as pages from '../../../controllers/api/pages.js';
import * as posts from '../../../controllers/api/posts.js';
import * as search from '../../../controllers/api/search.js';
import * as settings from '../../../controllers/api/settings.js';
import * as statistics from '../../../controllers/api/statistics.js';
import { authenticateToken, requireScope, sameSiteOnly } from '../auth-guards.js';
import { checkQuery } from '../../../controllers/api/shapes/query.js';
import { slowSearches } from '../../search/limits.js';
import { createAuthorAnswers, showProblem } from './author-answers.js';
import { file, json } from '../bodies.js';
/** @import { Scope } from '../../store/types.js' */
/** @import { AuthorRoute, createAdminArea, SignedIn } from './admin.js' */
/** @import { Area } from '../../../controllers/route.js' */

/** @param {Scope} scope @returns {SignedIn} */
const may = (scope) => [authenticateToken, checkQuery, requireScope(scope)];
/** @param {Scope} scope @returns {SignedIn} */
const writes = (scope) => [...may(scope), ...json];
const read = may('read');

/** Every address of the API, grouped by noun: method, path, checks, action. @type {AuthorRoute[]} */
export const apiRoutes = [
  ['GET', '/api/posts', read, posts.list],
  ['POST', '/api/posts', writes('posts:write'), posts.create],
  ['GET', '/api/posts/:slug', read, posts.show],
  ['PUT', '/api/posts/:slug', writes('posts:write'), posts.update],
  ['DELETE', '/api/posts/:slug', may('posts:write'), posts.remove],

  ['GET', '/api/pages', read, pages.list],
  ['POST', '/api/pages', writes('pages:write'), pages.create],
  ['GET', '/api/pages/:slug', read, pages.show],
  ['PUT', '/api/pages/:slug', writes('pages:write'), pages.update],
  ['DELETE', '/api/pages/:slug', may('pages:write'), pages.remove],

  ['GET', '/api/comments', read, comments.list],
  ['POST', '/api/comments', writes('comments:write'), comments.create],
  ['GET', '/api/comments/:id', read, comments.show],
  ['PUT', '/api/comments/:id', writes('comments:write'), comments.update],
  ['DELETE', '/api/comments/:id', may('comments:write'), comments.remove],

  ['GET', '/api/media', read, media.list],
  ['POST', '/api/media', [...may('media:write'), ...file], media.create],
  ['GET', '/api/media/:name', read, media.show],
  ['PUT', '/api/media/:name', writes('media:write'), media.update],
  ['DELETE', '/api/media/:name', may('media:write'), media.remove],

  ['GET', '/api/settings', read, settings.show],
  ['PUT', '/api/settings', writes('settings:write'), settings.update],

  ['GET', '/api/cache', read, cache.list],
  ['GET', '/api/statistics', may('statistics:read'), statistics.show],
];

/** What anyone may read. @type {AuthorRoute[]} */
export const publicRoutes = [['GET', '/api/search', [slowSearches, checkQuery], search.list]];
/** @type {AuthorRoute} */
const description = [
  'GET',
  '/api/openapi.json',
  [checkQuery],
  describing([...apiRoutes, ...publicRoutes]),
];

/** @param {Parameters<typeof createAdminArea>[0]} parts @returns {Area} */
export const createApiArea = ({ services, ...parts }) => ({
  kind: 'api',
  prefix: '/api',
  checks: [sameSiteOnly],
  routes: [description, ...publicRoutes, ...apiRoutes],
  services,
  ...createAuthorAnswers({ blog: services, ...parts }),
  showError: showProblem,
});
