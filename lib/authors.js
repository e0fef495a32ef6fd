import { setImmediate } from 'node:timers/promises';
import express from 'express';
import { authenticateSession, authenticateToken, sameSiteOnly } from './accounts/gate.js';
import { adminRoutes } from './admin-router.js';
import { checkQuery } from './api/query.js';
import { countComments } from './comments/moderating.js';
import { apiRoutes, openApiRoutes } from './api-router.js';
import { describe, LarderError } from './errors.js';
import { presentAdmin } from './presenters/admin.js';
import { presentSite } from './presenters/site.js';
import { problemOf, PROBLEM } from './problem.js';

/**
 * @typedef {import('./blog.js').AuthorAction} AuthorAction
 * @typedef {import('./blog.js').AuthorResult} AuthorResult
 * @typedef {import('./accounts/cookies.js').SessionCookie} SessionCookie
 * @typedef {{ session: SessionCookie, device: SessionCookie }} Cookies
 * @typedef {import('express').Request} Request
 * @typedef {import('express').Response} Response
 * @typedef {[method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, action: AuthorAction, chain: express.RequestHandler[]]} AuthorRoute
 *   the chain runs before the action: who may come, and which body is read
 */

/** Seconds after which to try again, when the store is away. */
const RETRY_AFTER = '5';

/**
 * The part of the Express application that is for authors: the admin pages and the API. Nothing of it is ever kept
 * by the cache.
 * @param {object} parts
 * @param {import('./blog.js').AuthorBlog} parts.blog
 * @param {import('./view-manager.js').ViewManager} parts.views
 * @param {import('./response-manager.js').ResponseManager} parts.responses
 * @param {import('./traffic.js').Traffic} parts.traffic
 * @param {Cookies} parts.cookies
 * @param {string[]} parts.ownOrigins
 * @param {boolean} parts.byAddress  whether the address by which a request came is its own origin too
 * @param {import('./log.js').Log} parts.log
 * @returns {express.Router}
 */
export function createAuthors({
  blog,
  views,
  responses,
  traffic,
  cookies,
  ownOrigins,
  byAddress,
  log,
}) {
  const { accounts } = blog;
  const router = express.Router({ strict: true, caseSensitive: true });

  router.use('/admin', sameSiteOnly(ownOrigins, { byAddress }));
  router.use('/admin', authenticateSession(accounts, cookies));
  mount(adminRoutes);
  router.use('/admin', notFound, failOnPage);

  router.use('/api', sameSiteOnly(ownOrigins, { byAddress }));
  mount(openApiRoutes, checkQuery);
  mount(apiRoutes, authenticateToken(accounts), checkQuery);
  router.use('/api', notFound, failWithProblem);
  return router;

  /** @param {AuthorRoute[]} routes @param {...express.RequestHandler} before  what runs before every chain */
  function mount(routes, ...before) {
    /** @type {Map<string, string[]>} */
    const methods = new Map();
    for (const [method, path, action, chain] of routes) {
      const verb = /** @type {'get'} */ (method.toLowerCase());
      router[verb](path, ...before, ...chain, serve(action));
      methods.set(path, [...(methods.get(path) ?? []), method]);
    }
    for (const [path, allowed] of methods) router.all(path, otherMethod(allowed));
  }

  /** @param {AuthorAction} action @returns {express.RequestHandler} */
  function serve(action) {
    return async (request, response, next) => {
      // A long text holds the process at each step: readers are served in between.
      await setImmediate();
      const result = await action(requestOf(request), blog);
      await setImmediate();
      if (result === null) return notFound(request, response, next);
      await answer(request, response, result);
    };
  }

  /** @param {Request} request @param {Response} response @param {AuthorResult} result */
  function answer(request, response, result) {
    const headers = [...(result.headers ?? [])];
    if (result.session !== undefined)
      headers.push('Set-Cookie', cookies.session.write(result.session));
    if (result.device) headers.push('Set-Cookie', cookies.device.write(result.device));
    if ('redirect' in result) {
      headers.push('Location', result.redirect);
      return send(request, response, { status: 303, headers });
    }
    if ('view' in result) return show(request, response, { ...result, headers });
    const { json, status = json === null ? 204 : 200 } = result;
    if (json === null) return send(request, response, { status, headers });
    const body = `${JSON.stringify(json)}\n`;
    return send(request, response, {
      contentType: 'application/json',
      ...{ status, headers, body },
    });
  }

  /**
   * @param {Request} request
   * @param {Response} response
   * @param {import('./blog.js').AnswerParts & import('./blog.js').AuthorView} result
   */
  async function show(
    request,
    response,
    { view, model, page, status = 200, headers = [], framed },
  ) {
    const { author = null, path } = request;
    const site = presentSite(blog, { path, noindex: true, ...page });
    const waiting = author ? await countWaiting(author) : 0;
    const rendered = views.render(view, {
      ...site,
      ...presentAdmin({ path, author, waiting }, blog),
      author,
      isOwner: author?.role === 'owner',
      ...model,
    });
    return send(request, response, { status, headers, framed, ...rendered });
  }

  /** @param {Request} request @param {Response} response @param {import('./response-manager.js').OwnAnswer} parts */
  function send(request, response, parts) {
    traffic.count(request.originalUrl.startsWith('/api') ? 'api' : 'admin', parts.status);
    return responses.own(request, response, parts);
  }

  /** @param {import('./accounts/rights.js').Author} author @returns {Promise<number>} 0 also when the store is away */
  function countWaiting(author) {
    return countComments(author, 'pending', blog).catch(() => 0);
  }

  /** @param {string[]} methods @returns {express.RequestHandler} */
  function otherMethod(methods) {
    const allow = [...(methods.includes('GET') ? ['HEAD'] : []), ...methods, 'OPTIONS'].join(', ');
    return ({ method }, response, next) => {
      if (method === 'OPTIONS') return responses.allow(response, allow);
      next(
        new LarderError('methodNotAllowed', `${method} is not supported here`, {
          headers: ['Allow', allow],
        }),
      );
    };
  }

  /** @type {express.ErrorRequestHandler} */
  function failOnPage(error, request, response, next) {
    const wantsJson =
      request.is('application/json') || request.accepts(['html', 'json']) === 'json';
    if (wantsJson) return failWithProblem(error, request, response, next);
    const { code, status, title } = describe(error);
    if (code === 'unauthorised' && (request.method === 'GET' || request.method === 'HEAD')) {
      const back = request.originalUrl.startsWith('/admin/')
        ? `?next=${encodeURIComponent(request.baseUrl + request.path)}`
        : '';
      return answer(request, response, { redirect: `/admin/login${back}` });
    }
    const message = note(error, request);
    if (response.headersSent) return void response.destroy();
    const headers = headersOf(error, status);
    return show(request, response, {
      view: 'admin/error',
      model: { title, message, signIn: status === 401, goBack: request.method === 'POST' },
      page: { title },
      status,
      headers,
    });
  }

  /** @type {express.ErrorRequestHandler} */
  function failWithProblem(error, request, response, _next) {
    note(error, request);
    if (response.headersSent) return void response.destroy();
    const problem = problemOf(error);
    const headers = headersOf(error, problem.status);
    const body = `${JSON.stringify(problem)}\n`;
    send(request, response, {
      status: problem.status,
      contentType: PROBLEM,
      body,
      headers,
    });
  }

  /** @param {unknown} error @param {Request} request @returns {string} what the author may read of it */
  function note(error, { method, originalUrl }) {
    const { status } = describe(error);
    const path = originalUrl.split('?')[0];
    if (status === 500) log.error({ err: error, method, path }, 'A request failed');
    else if (status > 500) log.warn({ err: error, method, path }, 'A request was turned away');
    if (status === 500) return 'The error has been logged.';
    return status > 500
      ? 'The blog cannot reach its store or is too busy. Please try again in a few seconds.'
      : /** @type {Error} */ (error).message;
  }
}

/** @type {express.RequestHandler} */
const notFound = (_request, _response, next) =>
  next(new LarderError('notFound', 'There is no such page'));

/** @param {Request} request @returns {import('./blog.js').AuthorRequest} */
function requestOf(request) {
  const {
    method,
    headers,
    author = null,
    json,
    ip = '',
    sessionToken = '',
    deviceToken = '',
  } = request;
  const params = Object.fromEntries(
    Object.entries(request.params).map(([name, value]) => [name, [value].flat().join('/')]),
  );
  const start = request.url.indexOf('?');
  const query = new URLSearchParams(start < 0 ? '' : request.url.slice(start));
  const { form = new URLSearchParams(), files = [] } = request;
  return {
    method,
    path: request.path,
    params,
    query,
    form,
    json,
    files,
    author,
    headers,
    address: ip,
    sessionToken,
    deviceToken,
  };
}

/** @param {unknown} error @param {number} status @returns {string[]} */
function headersOf(error, status) {
  const headers = error instanceof LarderError ? [...error.headers] : [];
  if (status === 503) headers.push('Retry-After', RETRY_AFTER);
  return headers;
}
