import * as activity from '../../../controllers/api/activity.js';
import * as cache from '../../../controllers/api/cache.js';
import * as comments from '../../../controllers/api/comments.js';
import { describing } from '../../../controllers/api/description.js';
import * as mailings from '../../../controllers/api/mailings.js';
import * as media from '../../../controllers/api/media.js';
import * as pages from '../../../controllers/api/pages.js';
import * as posts from '../../../controllers/api/posts.js';
import * as search from '../../../controllers/api/search.js';
import * as settings from '../../../controllers/api/settings.js';
import * as subscribers from '../../../controllers/api/subscribers.js';
import * as statistics from '../../../controllers/api/statistics.js';
import { forAuthors } from '../../../controllers/route.js';
import { authenticateToken, requireScope, sameSiteOnly } from '../auth-guards.js';
import { actingFor } from '../acting.js';
import { wordsIn } from '../author-words.js';
import { checkQuery } from '../../../controllers/api/shapes/query.js';
import { slowSearches } from '../../search/limits.js';
import { createAuthorAnswers, showProblem } from './author-answers.js';
import { file, json, report } from '../bodies.js';
/** @import { Scope } from '../../store/types.js' */
/** @import { createAdminArea } from './admin.js' */
/** @import { AuthorResult, AuthorServices } from '../../../controllers/types.js' */
/** @import { Area, SignedIn } from '../../../controllers/route.js' */

/** @param {Scope} scope @returns {SignedIn} */
const may = (scope) => [authenticateToken, checkQuery, requireScope(scope)];
/** @param {Scope} scope @returns {SignedIn} */
const writes = (scope) => [...may(scope), ...json];
const read = may('read');

const get = forAuthors('GET');
const post = forAuthors('POST');
const put = forAuthors('PUT');
const remove = forAuthors('DELETE');

/** Every address of the API, grouped by noun. */
export const apiRoutes = [
  get('/api/posts', read, posts.list),
  post('/api/posts', writes('posts:write'), posts.create),
  get('/api/posts/:slug', read, posts.show),
  put('/api/posts/:slug', writes('posts:write'), posts.update),
  remove('/api/posts/:slug', may('posts:write'), posts.remove),

  get('/api/pages', read, pages.list),
  post('/api/pages', writes('pages:write'), pages.create),
  get('/api/pages/:slug', read, pages.show),
  put('/api/pages/:slug', writes('pages:write'), pages.update),
  remove('/api/pages/:slug', may('pages:write'), pages.remove),

  get('/api/comments', read, comments.list),
  post('/api/comments', writes('comments:write'), comments.create),
  get('/api/comments/:id', read, comments.show),
  put('/api/comments/:id', writes('comments:write'), comments.update),
  remove('/api/comments/:id', may('comments:write'), comments.remove),

  get('/api/media', read, media.list),
  post('/api/media', [...may('media:write'), ...file], media.create),
  get('/api/media/:name', read, media.show),
  put('/api/media/:name', writes('media:write'), media.update),
  remove('/api/media/:name', may('media:write'), media.remove),

  get('/api/settings', read, settings.show),
  put('/api/settings', writes('settings:write'), settings.update),

  get('/api/cache', read, cache.list),
  get('/api/cache/changes', read, cache.changes),
  get('/api/activity', may('activity:read'), activity.list),
  get('/api/statistics', may('statistics:read'), statistics.show),

  get('/api/subscribers', may('subscribers:read'), subscribers.list),
  post('/api/subscribers', writes('subscribers:write'), subscribers.create),
  get('/api/subscribers/:id', may('subscribers:read'), subscribers.show),
  put('/api/subscribers/:id', writes('subscribers:write'), subscribers.update),
  remove('/api/subscribers/:id', may('subscribers:write'), subscribers.remove),
  get('/api/mailings', may('subscribers:read'), mailings.list),
  post('/api/bounces', [...may('bounces:write'), ...report], subscribers.receiveReport),
];

/** What anyone may read. */
export const publicRoutes = [get('/api/search', [slowSearches, checkQuery], search.list)];
const description = describing([...apiRoutes, ...publicRoutes]);

/** @param {Parameters<typeof createAdminArea>[0]} parts @returns {Area<AuthorServices, AuthorResult>} */
export const createApiArea = ({ services, ...parts }) => ({
  kind: 'api',
  prefix: '/api',
  checks: [sameSiteOnly],
  routes: [get('/api/openapi.json', [checkQuery], description), ...publicRoutes, ...apiRoutes],
  services,
  servicesFor: (request) => ({
    ...services,
    ...actingFor(request, services),
    words: wordsIn('en'),
  }),
  ...createAuthorAnswers({ blog: services, ...parts }),
  showError: showProblem,
});
