import * as addresses from '../../controllers/addresses.js';
import * as archive from '../../controllers/archive.js';
import * as comments from '../../controllers/comments.js';
import * as crawlers from '../../controllers/crawlers.js';
import * as feeds from '../../controllers/feeds.js';
import * as files from '../../controllers/files.js';
import * as pages from '../../controllers/pages.js';
import * as posts from '../../controllers/posts.js';
import * as source from '../../controllers/source.js';
import * as status from '../../controllers/status.js';
import * as tags from '../../controllers/tags.js';
import { sameSiteOnly } from '../accounts/gate.js';
import { slowDown } from '../comments/limits.js';
import { createFormAnswers } from '../views/form-answers.js';
import { readerForm } from './bodies.js';

/**
 * @typedef {import('./route.js').Route} Route
 * @typedef {import('./route.js').Area} Area
 */

/** The public addresses of the blog, grouped by noun: method, path, checks, action, typed store. @type {Route[]} */
export const siteRoutes = [
  ['GET', '/', [], posts.front, 'dynamic'],
  ['GET', '/page/:n', [], posts.numbered, 'dynamic'],
  ['GET', '/post/:slug', [], posts.show, 'floating'],

  ['GET', '/comment-received', [], comments.thank, 'static'],

  ['GET', '/tags', [], tags.cloud, 'semiDynamic'],
  ['GET', '/tag/:tag', [], tags.show, 'semiDynamic'],
  ['GET', '/tag/:tag/page/:n', [], tags.numbered, 'semiDynamic'],

  ['GET', '/archive', [], archive.years, 'semiStatic'],
  ['GET', '/archive/:year', [], archive.year, 'semiStatic'],

  ['GET', '/atomfeed', [], feeds.all, 'semiStatic'],
  ['GET', '/tag/:tag/atomfeed', [], feeds.ofTag, 'semiStatic'],

  ['GET', '/sitemap.xml', [], crawlers.sitemap, 'semiStatic'],
  ['GET', '/sitemap-:n.xml', [], crawlers.sitemapPart, 'semiStatic'],
  ['GET', '/robots.txt', [], crawlers.robots, 'static'],

  ['GET', '/theme/*name', [], files.theme, 'static'],
  ['GET', '/media/:name', [], files.media, 'static'],
  ['GET', '/favicon.ico', [], files.favicon, 'static'],

  ['GET', '/source', [], source.list, 'static'],
  ['GET', '/source/*path', [], source.file, 'static'],

  ['GET', '/status', [], status.figures],
  ['GET', '/healthz', [], status.health],

  ['GET', '/:slug', [], pages.show, 'static'],
  ['GET', '/*path', [], addresses.former],
];

/** An address that floods is turned away before anything of what it sends is read. */
const reader = [sameSiteOnly, slowDown, ...readerForm];

/** What readers send. @type {Route[]} */
export const formRoutes = [
  ['GET', '/post/:slug/comments', [], comments.lead],
  ['POST', '/post/:slug/comments', reader, comments.receive],
];

/** @param {{ services: any, views: import('../view-manager.js').ViewManager }} parts @returns {Area} */
export const createFormArea = ({ services, views }) => ({
  kind: 'pages',
  routes: formRoutes,
  services,
  ...createFormAnswers({ blog: services, views }),
});

/** @param {{ services: any, showError: Area['showError'] }} parts @returns {Area} */
export const createSiteArea = (parts) => ({ kind: 'pages', routes: siteRoutes, ...parts });
