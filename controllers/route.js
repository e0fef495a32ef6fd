/** @import { Request, Response } from 'express' */
/** @import { describe } from '../lib/base/errors.js' */
/** @import { Entry } from '../lib/responses/entry.js' */

/**
 * The one shape of all routes: pages, readers’ forms, admin pages and API. Types only.
 *
 * @typedef {(request: Request, response: Response, services: any) => unknown} Check  runs before the action: who may come, and which
 *   body is read. It refuses by throwing a LarderError, and what it returns is not used
 *
 * @typedef {(request: any, services: any) => any} Action  a controller; null: not found
 *
 * @typedef {'GET' | 'POST' | 'PUT' | 'DELETE'} Method
 * @typedef {[method: Method, path: string, checks: Check[], action: Action, store?: string]} Route
 *   `store`: the typed store that caches its pages; without one, nothing is cached
 *
 * @typedef {object} Answer
 * @property {number} status
 * @property {string} [contentType]
 * @property {string | Buffer} [body]
 * @property {() => Promise<AsyncIterable<Buffer>>} [open]  instead of a body, for one that is made while it is sent
 * @property {string[]} [headers]  further ones, as a flat list
 * @property {boolean} [framed]  the blog’s own pages may frame it
 *
 * @typedef {ReturnType<typeof describe> & { message: string, headers: string[], outcome: string, error: unknown }} Failure
 *   what a visitor may see of an error, and the `error` itself, for the log; `outcome`: of a write that the store failed, a sentence
 *
 * @typedef {object} Area  A group of routes with the same kind of answers.
 * @property {'pages' | 'admin' | 'api'} kind  as /status counts them
 * @property {string} [prefix]  unknown paths below it are not found; no other area is tried
 * @property {Check[]} [checks]  run first for every path below the prefix
 * @property {Route[]} routes
 * @property {any} services  passed to its checks and actions
 * @property {(result: any, request: Request) => Answer | Promise<Answer>} [show]  makes an answer that is never cached; left out
 * where uncached results are just redirects or JSON
 * @property {(failure: Failure, request: Request) => Answer | Entry | null | Promise<Answer | null>} showError
 *   an entry for public pages; null leaves it to the last area
 */
export {};
