import { asksToBeFresh, bearerToken } from './accounts/gate.js';
import { describe, LarderError } from './errors.js';
import { joinParams } from './match-route.js';
import { canonicalPath } from './paths.js';
import { fromAbsoluteForm, pathOfTarget, queryOfTarget } from './request-target.js';

/** Seconds after which a reader may try again. */
const RETRY_AFTER = '5';
const READ_METHODS = 'GET, HEAD, OPTIONS';

/**
 * The Express application behind the cache: it serves all that is no hit.
 * @param {object} parts
 * @param {import('express').Express} parts.app  empty
 * @param {(import('./router.js').Route | import('./router.js').FormRoute)[]} parts.routes
 * @param {import('express').RequestHandler} parts.authors  the admin pages and the API
 * @param {import('express').Router} parts.forms  what readers send
 * @param {import('./accounts/accounts.js').Accounts} parts.accounts
 * @param {import('./pages.js').Pages} parts.pages
 * @param {import('./response-manager.js').ResponseManager} parts.responses
 * @param {import('./traffic.js').Traffic} parts.traffic
 * @param {import('./cache/cache-manager.js').CacheManager<import('./response-manager.js').Entry>} parts.cache
 * @param {(request: import('express').Request) => boolean} parts.namesHost
 * @param {string[]} parts.ownHosts  that may stand in the absolute form of a request
 * @param {Pick<import('./config.js').Config, 'trustProxy'>} parts.config
 * @param {import('./log.js').Log} parts.log
 */
export function createMisses({
  app,
  routes,
  authors,
  forms,
  accounts,
  pages,
  responses,
  cache,
  traffic,
  namesHost,
  ownHosts,
  config,
  log,
}) {
  app.disable('x-powered-by');
  app.enable('strict routing');
  app.enable('case sensitive routing');
  app.set('trust proxy', config.trustProxy);
  app.set('query parser', false);

  app.use(normalise);
  app.use(withoutTrailingSlash);
  app.use(forms);
  app.use(authors);
  app.use(readOnly);
  for (const route of routes) if (route[0] === 'GET') app.get(route[1], serve(route));
  app.use((_request, _response, next) => next(new LarderError('notFound', 'No such page')));
  app.use(fail);
  return app;

  /** @type {import('express').RequestHandler} */
  function normalise(request, response, next) {
    const { url, method } = request;
    if (!namesHost(request)) return next(withoutHost());
    // About the server as a whole (RFC 9110 section 9.3.7).
    if (method === 'OPTIONS' && url === '*') return responses.allow(response, READ_METHODS);
    const origin = url.startsWith('/') ? { target: url } : fromAbsoluteForm(url, ownHosts);
    if ('error' in origin) return next(new LarderError(origin.error, `A request for ${url}`));
    const path = canonicalPath(pathOfTarget(origin.target));
    if (path === null) return next(new LarderError('badRequest', 'A malformed path'));
    // Only authors' addresses have a query; readers' pages ignore the one that was sent.
    request.url = path + queryOfTarget(origin.target);
    const isRead = method === 'GET' || method === 'HEAD';
    if (!isRead || path === pathOfTarget(url) || asksToBeFresh(request)) return next();
    sendKept(request, response, path) || next();
  }

  /**
   * @param {import('express').Request} request
   * @param {import('express').Response} response
   * @param {string} path
   * @returns {boolean} whether the cache had it
   */
  function sendKept(request, response, path) {
    const entry = cache.fetch(path);
    if (entry === undefined) return false;
    traffic.requests[entry.kind]++;
    responses.send(request, response, entry);
    return true;
  }

  /** @type {import('express').RequestHandler} */
  function withoutTrailingSlash(request, response, next) {
    if (request.path === '/' || !request.path.endsWith('/')) return next();
    // One slash in front and no more: `//host/` would lead away from here.
    responses.redirect(response, 308, `/${request.path.replace(/^\/+|(?<!\/)\/+$/g, '')}`);
  }

  /** @type {import('express').RequestHandler} */
  function readOnly({ method }, response, next) {
    if (method === 'GET' || method === 'HEAD') return next();
    if (method === 'OPTIONS') return responses.allow(response, READ_METHODS);
    next(new LarderError('methodNotAllowed', `${method} is not supported for pages`));
  }

  /** @param {import('./router.js').Route} route @returns {import('express').RequestHandler} */
  function serve(route) {
    return async (request, response, next) => {
      const params = joinParams(request.params);
      const isFresh = await mayBeFresh(request);
      if (asksToBeFresh(request) && !isFresh && sendKept(request, response, request.path)) return;
      const result = await pages.make(route, request.path, params, { isFresh });
      if (result === null) return next();
      if ('redirect' in result) return responses.redirect(response, result.status, result.redirect);
      if ('json' in result) return responses.json(request, response, result);
      traffic.requests[result.entry.kind]++;
      return responses.send(request, response, result.entry, result.cacheStatus);
    };
  }

  /** Only a token that is good has the cache passed by: a render costs more than a hit. @param {import('express').Request} request */
  async function mayBeFresh(request) {
    if (!asksToBeFresh(request)) return false;
    return (await accounts.tokens.author(bearerToken(request.headers.authorization))) !== null;
  }

  /** @type {import('express').ErrorRequestHandler} */
  function fail(error, request, response, _next) {
    const { status, ...rest } = describe(asOurs(error));
    const { method, path } = request;
    if (status === 500) log.error({ err: error, method, path }, 'A request failed');
    else if (status > 500) log.warn({ err: error, method, path }, 'A request was turned away');
    traffic.count('pages', status);
    if (response.headersSent) return response.destroy();
    const headers = error instanceof LarderError ? [...error.headers] : [];
    if (status === 503) headers.push('Retry-After', RETRY_AFTER);
    if (status === 405) headers.push('Allow', READ_METHODS);
    const { entry, cacheStatus } = makeError({ status, ...rest }, headers);
    return responses.send(request, response, entry, cacheStatus);
  }

  /** @param {{ status: number, title: string }} error @param {string[]} headers */
  function makeError(error, headers) {
    try {
      return pages.makeError(error, headers);
    } catch (cause) {
      log.error({ err: cause }, 'The error page cannot be rendered');
      return pages.makeBareError(error, headers);
    }
  }
}

/** Express throws errors with a status where a request is at fault. @param {any} error */
const asOurs = (error) =>
  !(error instanceof LarderError) && error?.status >= 400 && error?.status < 500
    ? new LarderError('badRequest', error.message, { cause: error })
    : error;

/** Whoever stands between may read such a request in another way than we do: nothing more is taken from there. */
const withoutHost = () =>
  new LarderError('badRequest', 'A request names one host', { headers: ['Connection', 'close'] });
