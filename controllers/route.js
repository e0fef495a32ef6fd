/** @import { Request, Response } from 'express' */
/** @import { describe } from '../lib/base/errors.js' */
/** @import { StoreName } from '../lib/changes/typed-stores.js' */
/** @import { Read } from '../lib/http/door.js' */
/** @import { Entry } from '../lib/responses/entry.js' */
/** @import { Action, AuthorAction, AuthorRequest, AuthorServices, SignedInAction } from './types.js' */
/** @import { Author } from '../lib/people/rights.js' */
/** @import { Words } from '../lib/base/words.js' */

/**
 * The one shape of all routes: pages, readers’ forms, admin pages and API.
 *
 * @typedef {'GET' | 'POST' | 'PUT' | 'DELETE'} Method
 *
 * @typedef {object} Answer
 * @property {number} status
 * @property {string} [contentType]
 * @property {string | Buffer} [body]
 * @property {() => Promise<AsyncIterable<Buffer>>} [open]  instead of a body, for one that is made while it is sent
 * @property {string[]} [headers]  further ones, as a flat list
 * @property {boolean | 'mail'} [framed]  the blog’s own pages may frame it
 *
 * @typedef {ReturnType<typeof describe> & { message: string, headers: string[], outcome: string, error: unknown }}
 *   Failure what a visitor may see of an error, and the `error` itself, for the log; `outcome`: of a write that the
 *   store failed, a sentence
 */

/**
 * Runs before the action: who may come, and which body is read. It refuses by throwing a LarderError, and what it
 * returns is not used.
 * @template S
 * @typedef {(request: Request, response: Response, services: S) => unknown} Check
 */

/**
 * What an action of no cached page returns, as far as the router looks at it; its area knows more.
 * @typedef {object & { redirect?: string, status?: number, json?: object | null, headers?: string[], read?: Read }}
 *   Uncached  `read`: what a reader got, for the statistics
 */

/**
 * What is answered anew for each request.
 * @template S
 * @typedef {object} UncachedRoute
 * @property {Method} method
 * @property {string} path
 * @property {Check<S>[]} checks
 * @property {(request: AuthorRequest, services: S) => Uncached | null | Promise<Uncached | null>} action  null: not
 *   found
 * @property {undefined} [cachedIn]
 */

/**
 * @typedef {object} CachedRoute
 * @property {'GET'} method
 * @property {string} path
 * @property {[]} checks  none: a hit would not run them
 * @property {Action} action
 * @property {StoreName} cachedIn  the typed store that caches its pages
 */

/** @template S @typedef {UncachedRoute<S> | CachedRoute} Route */

/**
 * A group of routes with the same kind of answers.
 * @template S, R
 * @typedef {object} Area
 * @property {'pages' | 'admin' | 'api'} kind  as /status counts them
 * @property {string} [prefix]  unknown paths below it are not found; no other area is tried
 * @property {Check<S>[]} [checks]  run first for every path below the prefix
 * @property {Route<S>[]} routes
 * @property {S} services  passed to its checks and actions
 * @property {(request: Request) => S & { words: Words }} [servicesFor]  the same for actions, with the words of who
 *   asks
 * @property {(result: R, request: Request) => Answer | Promise<Answer>} [show]  makes an answer that is never cached;
 *   left out where uncached results are just redirects or JSON
 * @property {(failure: Failure, request: Request) => Answer | Entry | null | Promise<Answer | null>} showError
 *   an entry for public pages; null leaves it to the last area
 */

/**
 * @template [S=any]
 * @typedef {Area<S, any>} AnyArea  of the application, which passes services and results on as they are
 */

/** @param {string} path @param {Action} action @param {StoreName} cachedIn @returns {CachedRoute} */
export const page = (path, action, cachedIn) => ({
  method: 'GET',
  path,
  checks: [],
  action,
  cachedIn,
});

/**
 * @template S
 * @param {Method} method
 * @returns {(path: string, checks: Check<S>[], action: UncachedRoute<S>['action']) => UncachedRoute<S>}
 */
export const uncached = (method) => (path, checks, action) => ({ method, path, checks, action });

/**
 * Checks that begin with one that lets only authors pass.
 * @typedef {[(...args: Parameters<Check<AuthorServices>>) => Author | Promise<Author>, ...Check<AuthorServices>[]]}
 *   SignedIn
 *
 * @typedef {UncachedRoute<AuthorServices>} AuthorRoute
 *
 * @typedef {{
 *   (path: string, checks: SignedIn, action: SignedInAction): AuthorRoute,
 *   (path: string, checks: Check<AuthorServices>[], action: AuthorAction): AuthorRoute,
 * }} AddAuthorRoute  only behind such checks does an action get an author
 */

/** @param {Method} method @returns {AddAuthorRoute} */
export const forAuthors = (method) => (path, checks, action) => ({
  method,
  path,
  checks,
  action: /** @type {AuthorRoute['action']} */ (/** @type {unknown} */ (action)),
});
