import * as cache from '../controllers/api/cache.js';
import * as comments from '../controllers/api/comments.js';
import { describing } from '../controllers/api/description.js';
import * as media from '../controllers/api/media.js';
import * as pages from '../controllers/api/pages.js';
import * as posts from '../controllers/api/posts.js';
import * as settings from '../controllers/api/settings.js';
import { requireScope } from './accounts/gate.js';
import { file, json } from './bodies.js';

/** @typedef {import('./authors.js').AuthorRoute} AuthorRoute */
/** @typedef {import('./accounts/rights.js').Scope} Scope */

const read = [requireScope('read')];
/** @param {Scope} scope */
const writes = (scope) => [requireScope(scope), ...json];
/** @param {Scope} scope */
const removes = (scope) => [requireScope(scope)];

/** Every address of the API, grouped by noun: method, path, action, and the chain before it. @type {AuthorRoute[]} */
export const apiRoutes = [
  ['GET', '/api/posts', posts.list, read],
  ['POST', '/api/posts', posts.create, writes('posts:write')],
  ['GET', '/api/posts/:slug', posts.show, read],
  ['PUT', '/api/posts/:slug', posts.update, writes('posts:write')],
  ['DELETE', '/api/posts/:slug', posts.remove, removes('posts:write')],

  ['GET', '/api/pages', pages.list, read],
  ['POST', '/api/pages', pages.create, writes('pages:write')],
  ['GET', '/api/pages/:slug', pages.show, read],
  ['PUT', '/api/pages/:slug', pages.update, writes('pages:write')],
  ['DELETE', '/api/pages/:slug', pages.remove, removes('pages:write')],

  ['GET', '/api/comments', comments.list, read],
  ['POST', '/api/comments', comments.create, writes('comments:write')],
  ['GET', '/api/comments/:id', comments.show, read],
  ['PUT', '/api/comments/:id', comments.update, writes('comments:write')],
  ['DELETE', '/api/comments/:id', comments.remove, removes('comments:write')],

  ['GET', '/api/media', media.list, read],
  ['POST', '/api/media', media.create, [requireScope('media:write'), ...file]],
  ['GET', '/api/media/:name', media.show, read],
  ['PUT', '/api/media/:name', media.update, writes('media:write')],
  ['DELETE', '/api/media/:name', media.remove, removes('media:write')],

  ['GET', '/api/settings', settings.show, read],
  ['PUT', '/api/settings', settings.update, writes('settings:write')],

  ['GET', '/api/cache', cache.list, read],
];

/** What anyone may read. @type {AuthorRoute[]} */
export const openApiRoutes = [['GET', '/api/openapi.json', describing(apiRoutes), []]];
