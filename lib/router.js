import * as addresses from '../controllers/addresses.js';
import * as archive from '../controllers/archive.js';
import * as comments from '../controllers/comments.js';
import * as crawlers from '../controllers/crawlers.js';
import * as feeds from '../controllers/feeds.js';
import * as files from '../controllers/files.js';
import * as pages from '../controllers/pages.js';
import * as posts from '../controllers/posts.js';
import * as source from '../controllers/source.js';
import * as status from '../controllers/status.js';
import * as tags from '../controllers/tags.js';
import { asksToBeFresh } from './accounts/gate.js';
import { pathOfTarget } from './request-target.js';

/**
 * @typedef {import('./blog.js').Action} Action
 * @typedef {import('./blog.js').LiveAction} LiveAction
 * @typedef {import('./blog.js').FormAction} FormAction
 * @typedef {import('./changes/typed-stores.js').StoreName} StoreName
 * @typedef {import('node:http').IncomingMessage} Request
 * @typedef {import('node:http').ServerResponse} Response
 * @typedef {[method: 'GET', path: string, action: Action, store: StoreName]} KeptRoute
 * @typedef {[method: 'GET', path: string, action: LiveAction, store: null]} LiveRoute  never kept
 * @typedef {KeptRoute | LiveRoute} Route
 * @typedef {[method: 'POST', path: string, action: FormAction, store: null]} FormRoute
 */

/** Every address of the blog, grouped by noun: method, path, action, typed store. @type {(Route | FormRoute)[]} */
export const routes = [
  ['GET', '/', posts.front, 'dynamic'],
  ['GET', '/page/:n', posts.numbered, 'dynamic'],
  ['GET', '/post/:slug', posts.show, 'floating'],

  ['POST', '/post/:slug/comments', comments.receive, null],
  ['GET', '/post/:slug/comments', comments.lead, null],
  ['GET', '/comment-received', comments.thank, 'static'],

  ['GET', '/tags', tags.cloud, 'semiDynamic'],
  ['GET', '/tag/:tag', tags.show, 'semiDynamic'],
  ['GET', '/tag/:tag/page/:n', tags.numbered, 'semiDynamic'],

  ['GET', '/archive', archive.years, 'semiStatic'],
  ['GET', '/archive/:year', archive.year, 'semiStatic'],

  ['GET', '/atomfeed', feeds.all, 'semiStatic'],
  ['GET', '/tag/:tag/atomfeed', feeds.ofTag, 'semiStatic'],

  ['GET', '/sitemap.xml', crawlers.sitemap, 'semiStatic'],
  ['GET', '/sitemap-:n.xml', crawlers.sitemapPart, 'semiStatic'],
  ['GET', '/robots.txt', crawlers.robots, 'static'],

  ['GET', '/theme/*name', files.theme, 'static'],
  ['GET', '/media/:name', files.media, 'static'],
  ['GET', '/favicon.ico', files.favicon, 'static'],

  ['GET', '/source', source.list, 'static'],
  ['GET', '/source/*path', source.file, 'static'],

  ['GET', '/status', status.figures, null],
  ['GET', '/healthz', status.health, null],

  ['GET', '/:slug', pages.show, 'static'],
  ['GET', '/*path', addresses.former, null],
];

/**
 * The front door. It asks the cache first: a hit touches neither Express nor a controller nor the store.
 * @param {object} parts
 * @param {import('./cache/cache-manager.js').CacheManager<import('./response-manager.js').Entry>} parts.cache
 * @param {import('./response-manager.js').ResponseManager} parts.responses
 * @param {import('./changes/changes.js').Changes} parts.changes
 * @param {import('./traffic.js').Traffic} parts.traffic
 * @param {(request: Request) => boolean} parts.namesHost  where it does not, the misses refuse the request
 * @param {(request: Request, response: Response) => void} parts.misses  Express
 * @returns {(request: Request, response: Response) => void}
 */
export function createRouter({ cache, responses, changes, traffic, namesHost, misses }) {
  return function route(request, response) {
    const { method, url = '' } = request;
    // A post whose hour has come is public from that moment on, whether or not its timer has fired.
    changes.advance();
    const isRead = method === 'GET' || method === 'HEAD';
    const mayHit = isRead && namesHost(request) && !asksToBeFresh(request);
    const entry = mayHit ? (cache.fetch(url) ?? cache.fetch(pathOfTarget(url))) : undefined;
    if (entry === undefined) return misses(request, response);
    traffic.requests[entry.kind]++;
    responses.send(request, response, entry);
  };
}
