import express from 'express';
import { sameSiteOnly } from './accounts/gate.js';
import { readerForm } from './bodies.js';
import { describe, LarderError } from './errors.js';
import { presentSite } from './presenters/site.js';

/**
 * @typedef {import('./blog.js').FormBlog} FormBlog
 * @typedef {import('express').Request} Request
 * @typedef {import('express').Response} Response
 */

const GO_BACK = 'Use your browser’s back button: what you typed is still there.';
const PLAIN = 'text/plain; charset=utf-8';

/**
 * The part of the Express application that takes what readers send. Its answers are for nobody else, and no cache
 * keeps them.
 * @param {object} parts
 * @param {(import('./router.js').Route | import('./router.js').FormRoute)[]} parts.routes
 * @param {FormBlog} parts.blog
 * @param {import('./view-manager.js').ViewManager} parts.views
 * @param {import('./response-manager.js').ResponseManager} parts.responses
 * @param {import('./traffic.js').Traffic} parts.traffic
 * @param {string[]} parts.ownOrigins
 * @param {boolean} parts.byAddress  whether the address by which a request came is its own origin too
 * @param {import('./log.js').Log} parts.log
 * @returns {express.Router}
 */
export function createForms({
  routes,
  blog,
  views,
  responses,
  traffic,
  ownOrigins,
  byAddress,
  log,
}) {
  const router = express.Router({ strict: true, caseSensitive: true });
  // An address that floods is turned away before anything of what it sends is read.
  const chain = [sameSiteOnly(ownOrigins, { byAddress }), slowDown, ...readerForm];
  for (const [method, path, action] of routes) {
    if (method !== 'POST') continue;
    router.post(path, ...chain, serve(action));
    const reads = routes.some((route) => route[0] === 'GET' && route[1] === path);
    router.all(path, otherMethod(reads ? ['GET', 'HEAD', 'POST'] : ['POST']));
    router.use(path, fail);
  }
  return router;

  /** @param {Request} request @param {Response} response @param {express.NextFunction} next */
  function slowDown(request, response, next) {
    const wait = blog.limits.countTry(request.ip ?? '');
    if (wait === 0) return next();
    // Whoever floods is answered without a template, and so without much work.
    const body = `Too many requests from your address. Please wait ${wait} s, go back and try again.\n`;
    const headers = ['Retry-After', String(wait)];
    answer(request, response, { status: 429, contentType: PLAIN, body, headers });
  }

  /** @param {import('./blog.js').FormAction} action @returns {express.RequestHandler} */
  function serve(action) {
    return async (request, response) => {
      const { ip: address = '', path } = request;
      const params = /** @type {Record<string, string>} */ (request.params);
      const form = request.form ?? new URLSearchParams();
      const result = await action({ path, params, form, address }, blog);
      if ('redirect' in result)
        return answer(request, response, { status: 303, headers: ['Location', result.redirect] });
      show(request, response, result);
    };
  }

  /** @param {Request} request @param {Response} response @param {import('./blog.js').FormView} result */
  function show(request, response, { view, model, page, status, headers }) {
    const site = presentSite(blog, { path: request.path, ...page });
    answer(request, response, { status, headers, ...views.render(view, { ...site, ...model }) });
  }

  /** @param {Request} request @param {Response} response @param {import('./response-manager.js').OwnAnswer} parts */
  function answer(request, response, parts) {
    traffic.count('pages', parts.status);
    responses.own(request, response, parts);
  }

  /** @param {string[]} methods @returns {express.RequestHandler} */
  function otherMethod(methods) {
    const allow = [...methods, 'OPTIONS'].join(', ');
    return ({ method }, response, next) => {
      if (method === 'OPTIONS') return responses.allow(response, allow);
      if (methods.includes(method)) return next();
      const headers = ['Allow', allow];
      next(new LarderError('methodNotAllowed', `${method} is not supported here`, { headers }));
    };
  }

  /** Only what happens before the action comes here: what it says is about the form. @type {express.ErrorRequestHandler} */
  function fail(error, request, response, next) {
    const { status, title } = describe(error);
    if (response.headersSent || status >= 500) return next(error);
    log.debug({ err: error, path: request.path }, 'A form was refused');
    show(request, response, {
      view: 'error',
      model: {
        error: {
          status,
          title,
          message: `${error.message}.`.replace(/\.\.$/, '.'),
          suggestion: GO_BACK,
        },
      },
      page: { title, noindex: true },
      status,
      headers: error.headers,
    });
  }
}
