import * as addresses from '../../../controllers/site/redirects.js';
import * as archive from '../../../controllers/site/archive.js';
import * as authors from '../../../controllers/site/authors.js';
import * as comments from '../../../controllers/site/comments.js';
import * as crawlers from '../../../controllers/site/crawlers.js';
import * as feeds from '../../../controllers/site/feeds.js';
import * as files from '../../../controllers/site/files.js';
import * as pages from '../../../controllers/site/pages.js';
import * as posts from '../../../controllers/site/posts.js';
import * as source from '../../../controllers/site/source.js';
import * as status from '../../../controllers/site/status.js';
import * as tags from '../../../controllers/site/tags.js';
import { sameSiteOnly } from '../auth-guards.js';
import { slowDown } from '../../content/comments/limits.js';
import { createFormAnswers } from './form-answers.js';
import { readerForm } from '../bodies.js';
/** @import { ViewManager } from '../../views/view-manager.js' */
/** @import { Area, Route } from '../../../controllers/route.js' */

/** The public URLs of the blog, grouped by noun: method, path, checks, action, typed store. @type {Route[]} */
export const siteRoutes = [
  ['GET', '/', [], posts.front, 'dynamic'],
  ['GET', '/page/:n', [], posts.numbered, 'dynamic'],
  ['GET', '/post/:slug', [], posts.show, 'floating'],
  ['GET', '/post/:slug/card.png', [], files.shareCard, 'semiDynamic'],

  ['GET', '/comment-received', [], comments.thank, 'static'],

  ['GET', '/tags', [], tags.cloud, 'semiDynamic'],
  ['GET', '/tag/:tag', [], tags.show, 'semiDynamic'],
  ['GET', '/tag/:tag/page/:n', [], tags.show, 'semiDynamic'],

  ['GET', '/author/:id', [], authors.show, 'semiDynamic'],
  ['GET', '/author/:id/page/:n', [], authors.show, 'semiDynamic'],

  ['GET', '/archive', [], archive.years, 'semiStatic'],
  ['GET', '/archive/:year', [], archive.year, 'semiStatic'],
  ['GET', '/archive/:year/page/:n', [], archive.year, 'semiStatic'],

  ['GET', '/atomfeed', [], feeds.atom, 'semiStatic'],
  ['GET', '/rss.xml', [], feeds.rss, 'semiStatic'],
  ['GET', '/feed.json', [], feeds.json, 'semiStatic'],
  ['GET', '/tag/:tag/atomfeed', [], feeds.atom, 'semiStatic'],
  ['GET', '/tag/:tag/rss.xml', [], feeds.rss, 'semiStatic'],
  ['GET', '/tag/:tag/feed.json', [], feeds.json, 'semiStatic'],
  ['GET', '/author/:id/atomfeed', [], feeds.atom, 'semiStatic'],
  ['GET', '/author/:id/rss.xml', [], feeds.rss, 'semiStatic'],
  ['GET', '/author/:id/feed.json', [], feeds.json, 'semiStatic'],
  ['GET', '/subscribe', [], feeds.subscribe, 'static'],

  ['GET', '/sitemap.xml', [], crawlers.sitemap, 'semiStatic'],
  ['GET', '/sitemap-:n.xml', [], crawlers.sitemapPart, 'semiStatic'],
  ['GET', '/robots.txt', [], crawlers.robots, 'static'],
  ['GET', '/llms.txt', [], crawlers.llms, 'static'],
  ['GET', '/security.txt', [], crawlers.security, 'static'],
  ['GET', '/.well-known/security.txt', [], crawlers.security, 'static'],

  ['GET', '/theme/*name', [], files.theme, 'static'],
  ['GET', '/media/:name', [], files.media, 'static'],
  ['GET', '/favicon.ico', [], files.favicon, 'static'],
  ['GET', '/icon.svg', [], files.letter, 'static'],

  ['GET', '/source', [], source.list, 'static'],
  ['GET', '/source/*path', [], source.file, 'static'],

  ['GET', '/status', [], status.figures],
  ['GET', '/healthz', [], status.health],

  ['GET', '/:slug', [], pages.show, 'static'],
  ['GET', '/*path', [], addresses.former],
];

/** `slowDown` comes before the body is read. */
const reader = [sameSiteOnly, slowDown, ...readerForm];

/** Readers' forms. @type {Route[]} */
export const formRoutes = [
  ['GET', '/post/:slug/comments', [], comments.lead],
  ['POST', '/post/:slug/comments', reader, comments.receive],
];

/** @param {{ services: any, views: ViewManager }} parts @returns {Area} */
export const createFormArea = ({ services, views }) => ({
  kind: 'pages',
  routes: formRoutes,
  services,
  ...createFormAnswers({ blog: services, views }),
});

/** @param {{ services: any, showError: Area['showError'] }} parts @returns {Area} */
export const createSiteArea = (parts) => ({ kind: 'pages', routes: siteRoutes, ...parts });
