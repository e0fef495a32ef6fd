import { setImmediate } from 'node:timers/promises';
import express from 'express';
import { LarderError } from '../base/errors.js';
import { lazy } from '../base/lazy.js';
import { canonicalPath, joinParams, pathOfTarget, queryOfTarget } from '../base/paths.js';
import { describeAnswer } from './router.js';
import { createErrorHandler, withRetryAfter } from './error-handler.js';
import { fromAbsoluteForm } from '../http/request-target.js';
/** @import { IncomingMessage, ServerResponse } from 'node:http' */
/** @import { Express, Request, Response } from 'express' */
/** @import { Clock } from '../base/clock.js' */
/** @import { TrustedProxies } from '../http/clients.js' */
/** @import { Log } from '../base/log.js' */
/** @import { ResponseManager } from '../responses/response-manager.js' */
/** @import { PageRenderer } from './page-renderer.js' */
/** @import { AuthorRequest } from '../../controllers/types.js' */
/** @import { AnyArea, Check, Route, Uncached, UncachedRoute } from '../../controllers/route.js' */
/** @import { Json } from '../../controllers/types.js' */
/** @import { About, HostCheck } from '../http/door.js' */

/** Milliseconds after the start in which readers alone are served. */
const LOAD_AFTER = 1000;
const READ_METHODS = ['GET', 'HEAD', 'OPTIONS'];

/**
 * The Express application behind the cache, which answers everything but hits: it finds the route, runs its checks and
 * its action, and sends the result. Errors go to lib/router/error-handler.js.
 * @param {object} deps
 * @param {Express} deps.app  empty
 * @param {(AnyArea | { paths: RegExp, load: () => Promise<AnyArea> })[]} deps.areas  a request goes through them in
 *   this order; the last one answers whatever is left. Some are only loaded a second later, or when one of their paths
 *   is first asked for: readers do not wait at the start for what authors need
 * @param {(request: Request, response: Response) => About | null} [deps.answerFirst]  what is not a route; null: it has
 *   not answered
 * @param {PageRenderer} deps.pages
 * @param {ResponseManager} deps.responses
 * @param {() => Promise<void> | undefined} [deps.settled]  resolves when readers see all that was changed
 * @param {HostCheck} deps.namesHost
 * @param {string[]} deps.ownHosts  hosts that are accepted in a request target in absolute form
 * @param {{ trustProxy: TrustedProxies }} deps.config
 * @param {Clock} deps.clock
 * @param {Log} deps.log
 */
export function createExpressApp({
  app,
  areas,
  answerFirst = () => null,
  pages,
  responses,
  settled = () => undefined,
  namesHost,
  ownHosts,
  config,
  clock,
  log,
}) {
  app.disable('x-powered-by');
  app.enable('strict routing');
  app.enable('case sensitive routing');
  app.set('trust proxy', config.trustProxy);
  app.set('query parser', false);

  const lastArea = /** @type {AnyArea} */ (areas.at(-1));
  const { fail, send } = createErrorHandler({ lastArea, responses, log });
  app.use(normalise, withoutTrailingSlash);
  app.use((request, response, next) => {
    const about = answerFirst(request, response);
    if (about) describeAnswer(response, about);
    else next();
  });
  for (const area of areas) 'load' in area ? app.use(mountLater(area)) : mount(area, app);
  app.use((request, response) => fail(lastArea, notFound(), request, response));
  app.use(onError);
  return answer;

  /** @param {IncomingMessage & { originalUrl?: string }} request @param {ServerResponse} response */
  function answer(request, response) {
    request.originalUrl = request.url;
    // Express would read any other with url.parse: it warns on stderr, or throws, and Express answers in our place.
    if (!request.url?.startsWith('/')) request.url = '/';
    app(request, response);
  }

  /** @type {express.RequestHandler} */
  function normalise(request, response, next) {
    const { originalUrl: url, method } = request;
    if (!namesHost(request)) return next(withoutHost());
    // About the server as a whole (RFC 9110 section 9.3.7).
    if (method === 'OPTIONS' && url === '*')
      return responses.allow(response, READ_METHODS.join(', '));
    const origin = url.startsWith('/') ? { target: url } : fromAbsoluteForm(url, ownHosts);
    if ('error' in origin) return next(new LarderError(origin.error, `A request for ${url}`));
    const path = canonicalPath(pathOfTarget(origin.target));
    if (path === null) return next(new LarderError('badRequest', 'A malformed path'));
    // The query is kept for admin pages and the API; public pages ignore it.
    request.url = path + queryOfTarget(origin.target);
    next();
  }

  /** @type {express.RequestHandler} */
  function withoutTrailingSlash(request, response, next) {
    if (request.path === '/' || !request.path.endsWith('/')) return next();
    // Exactly one leading slash: `//host/` would redirect to another site.
    const path = `/${request.path.replace(/^\/+|(?<!\/)\/+$/g, '')}`;
    responses.redirect(response, 308, path + queryOfTarget(request.url));
  }

  /** @type {express.ErrorRequestHandler} */
  function onError(error, request, response, _next) {
    return fail(lastArea, error, request, response);
  }

  /** @param {{ paths: RegExp, load: () => Promise<AnyArea> }} late @returns {express.RequestHandler} */
  function mountLater({ paths, load }) {
    const options = { strict: true, caseSensitive: true };
    const loaded = lazy(async () => mount(await load(), express.Router(options)));
    clock.after(LOAD_AFTER, () =>
      loaded().catch((error) => log.error({ err: error }, 'Some routes cannot be loaded')),
    );
    return async (request, response, next) => {
      if (!paths.test(request.path)) return next();
      (await loaded())(request, response, next);
    };
  }

  /**
   * @template S
   * @template {express.Router} R
   * @param {AnyArea<S>} area
   * @param {R} router
   */
  function mount(area, router) {
    const { prefix, checks = [], routes } = area;
    /** @type {Map<string, Map<string, Route<S>>>} */
    const resources = new Map();
    for (const route of routes) {
      const { method, path } = route;
      resources.set(path, (resources.get(path) ?? new Map()).set(method, route));
    }
    if (prefix)
      router.use(
        prefix,
        failing(area, async (...each) => (await check(checks, area, ...each), null)),
      );
    for (const [path, byMethod] of resources)
      router.all(path, failing(area, dispatcher(area, byMethod)));
    if (prefix)
      router.use(
        prefix,
        failing(area, async () => {
          throw notFound();
        }),
      );
    return router;
  }

  /**
   * @param {AnyArea} area
   * @param {(request: Request, response: Response) => Promise<unknown>} handle  null: try the next route
   * @returns {express.RequestHandler}
   */
  function failing(area, handle) {
    return async (request, response, next) => {
      try {
        if ((await handle(request, response)) !== null) return;
      } catch (error) {
        return fail(area, error, request, response);
      }
      next();
    };
  }

  /** @template S @param {AnyArea<S>} area @param {Map<string, Route<S>>} byMethod the routes of one path */
  function dispatcher(area, byMethod) {
    const reads = byMethod.has('GET') ? ['GET', 'HEAD'] : [];
    const allow = [...new Set([...reads, ...byMethod.keys(), 'OPTIONS'])].join(', ');
    return async (/** @type {Request} */ request, /** @type {Response} */ response) => {
      const { method } = request;
      if (method === 'OPTIONS') return responses.allow(response, allow);
      const route = byMethod.get(method === 'HEAD' ? 'GET' : method);
      if (!route) throw notAllowed(method, allow);
      if (route.checks.length > 0) await check(route.checks, area, request, response);
      const params = joinParams(request.params);
      /** @type {Uncached | null | undefined} */
      const result = route.cachedIn
        ? await pages.serve({ route, params }, request, response)
        : await act(
            route,
            requestOf(request, params),
            area.servicesFor?.(request) ?? area.services,
          );
      if (result === null || result === undefined) return result;
      const { redirect, status, read } = result;
      if (read && redirect !== undefined) describeAnswer(response, { kind: '', read });
      if (redirect !== undefined && status)
        return responses.redirect(response, status, withQuery(redirect, request.url));
      if (area.show)
        return send(area, request, response, await area.show(result, request), result.read);
      responses.json(request, response, withRetryAfter(/** @type {Json} */ (result)));
    };
  }

  /** @template S @param {UncachedRoute<S>} route @param {AuthorRequest} request @param {S} services */
  async function act({ action }, request, services) {
    try {
      return await action(request, services);
    } finally {
      // Nobody is told of a change that is not on every page yet.
      await settled();
    }
  }

  /**
   * @template S
   * @param {Check<S>[]} checks
   * @param {AnyArea<S>} area
   * @param {Request} request
   * @param {Response} response
   */
  async function check(checks, { services }, request, response) {
    for (const each of checks) await each(request, response, services);
    // Each step of a long text blocks the process for a while: serve readers in between.
    await setImmediate();
  }
}

/**
 * @param {Request} request
 * @param {Record<string, string>} params
 * @returns the request as actions of uncached routes get it
 */
function requestOf(request, params) {
  const { method, path, headers, author = null, json, files = [], ip: address = '' } = request;
  const { sessionToken = '', deviceToken = '', form = new URLSearchParams() } = request;
  const query = new URLSearchParams(queryOfTarget(request.url));
  const own = { author, headers, address, sessionToken, deviceToken };
  return { method, path, params, query, form, json, files, ...own };
}

/**
 * @param {string} location
 * @param {string} target of the request
 * @returns {string} with the same query, unless it has its own
 */
function withQuery(location, target) {
  const query = location.includes('?') ? '' : queryOfTarget(target);
  const [path, ...fragment] = location.split(/(?=#)/);
  return path + query + fragment.join('');
}

const notFound = () => new LarderError('notFound', 'There is no such page');

/** @param {string} method @param {string} allow */
const notAllowed = (method, allow) =>
  new LarderError('methodNotAllowed', `${method} is not supported here`, {
    headers: ['Allow', allow],
  });

/**
 * A proxy in between may have understood such a request differently (request smuggling), so the connection is closed.
 */
const withoutHost = () =>
  new LarderError('badRequest', 'A request names one host', { headers: ['Connection', 'close'] });
