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
import * as subscriptions from '../../../controllers/site/subscriptions.js';
import * as tags from '../../../controllers/site/tags.js';
import { page, uncached } from '../../../controllers/route.js';
import { sameSiteOnly } from '../auth-guards.js';
import { slowDown } from '../../content/comments/limits.js';
import { createFormAnswers } from './form-answers.js';
import { readerForm, smallForm } from '../bodies.js';
/** @import { Blog, FormBlog, FormResult, Redirect } from '../../../controllers/types.js' */
/** @import { Area, Route, UncachedRoute } from '../../../controllers/route.js' */

/** @type {ReturnType<typeof uncached<Blog>>} */
const get = uncached('GET');

const subscribePage = page('/subscribe', feeds.subscribe, 'static');

/** The public URLs of the blog, grouped by noun. @type {Route<Blog>[]} */
export const siteRoutes = [
  page('/', posts.front, 'dynamic'),
  page('/posts', posts.list, 'dynamic'),
  page('/page/:n', posts.numbered, 'dynamic'),
  page('/post/:slug', posts.show, 'floating'),
  page('/post/:slug/card.png', files.shareCard, 'semiDynamic'),

  page('/comment-received', comments.thank, 'static'),

  page('/tags', tags.cloud, 'semiDynamic'),
  page('/tag/:tag', tags.show, 'semiDynamic'),
  page('/tag/:tag/page/:n', tags.show, 'semiDynamic'),

  page('/author/:id', authors.show, 'semiDynamic'),
  page('/author/:id/page/:n', authors.show, 'semiDynamic'),

  page('/archive', archive.years, 'semiStatic'),
  page('/archive/:year', archive.year, 'semiStatic'),
  page('/archive/:year/page/:n', archive.year, 'semiStatic'),

  page('/atomfeed', feeds.atom, 'semiStatic'),
  page('/rss.xml', feeds.rss, 'semiStatic'),
  page('/feed.json', feeds.json, 'semiStatic'),
  page('/tag/:tag/atomfeed', feeds.atom, 'semiStatic'),
  page('/tag/:tag/rss.xml', feeds.rss, 'semiStatic'),
  page('/tag/:tag/feed.json', feeds.json, 'semiStatic'),
  page('/author/:id/atomfeed', feeds.atom, 'semiStatic'),
  page('/author/:id/rss.xml', feeds.rss, 'semiStatic'),
  page('/author/:id/feed.json', feeds.json, 'semiStatic'),
  subscribePage,
  page('/subscribe/asked', subscriptions.asked, 'static'),

  page('/sitemap.xml', crawlers.sitemap, 'semiStatic'),
  page('/sitemap-:n.xml', crawlers.sitemapPart, 'semiStatic'),
  page('/robots.txt', crawlers.robots, 'static'),
  page('/llms.txt', crawlers.llms, 'static'),
  page('/security.txt', crawlers.security, 'static'),
  page('/.well-known/security.txt', crawlers.security, 'static'),

  page('/theme/*name', files.theme, 'static'),
  page('/media/:name', files.media, 'static'),
  page('/favicon.ico', files.favicon, 'static'),
  page('/icon.svg', files.letter, 'static'),

  page('/source', source.list, 'static'),
  page('/source/about', source.about, 'static'),
  page('/source/*path', source.file, 'static'),

  get('/status', [], status.figures),
  get('/healthz', [], status.health),

  page('/:slug', pages.show, 'static'),
  get('/*path', [], addresses.former),
];

/** `slowDown` comes before the body is read. */
const reader = [sameSiteOnly, slowDown, ...readerForm];

/** Readers' forms. @type {UncachedRoute<FormBlog>[]} */
export const formRoutes = [
  uncached('GET')('/post/:slug/comments', [], comments.lead),
  uncached('POST')('/post/:slug/comments', reader, comments.receive),

  uncached('POST')('/subscribe', reader, subscriptions.ask),
  // Of themes that were made before.
  uncached('GET')('/subscribe/form', [], subscriptions.lead),
  uncached('POST')('/subscribe/form', reader, subscriptions.ask),
  // The token says who it is: mail programs send no origin, and pages without a referrer none of ours.
  uncached('GET')('/subscribe/confirm/:token', [], subscriptions.offerToConfirm),
  uncached('POST')('/subscribe/confirm/:token', [], subscriptions.confirm),
  uncached('GET')('/subscribe/off/:token', [], subscriptions.offerToLeave),
  uncached('POST')('/subscribe/off/:token', [], subscriptions.leave),
  uncached('GET')('/subscribe/again/:token', [], subscriptions.leadBack),
  uncached('POST')('/subscribe/again/:token', [], subscriptions.comeBack),
  uncached('GET')('/subscribe/choices/:token', [], subscriptions.showChoices),
  uncached('POST')('/subscribe/choices/:token', smallForm, subscriptions.choose),
];

/** @param {{ services: FormBlog }} parts @returns {Area<FormBlog, FormResult | Redirect>} */
export const createFormArea = ({ services }) => ({
  kind: 'pages',
  // One address has its page and its form in one area, which then knows all of its methods.
  routes: [...formRoutes, subscribePage],
  services,
  ...createFormAnswers({ blog: services }),
});

/** @param {Pick<Area<Blog, Redirect>, 'services' | 'showError'>} parts @returns {Area<Blog, Redirect>} */
export const createSiteArea = (parts) => ({ kind: 'pages', routes: siteRoutes, ...parts });
