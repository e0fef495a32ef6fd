/** @import { Request, Response } from 'express' */
/** @import { describe } from '../errors.js' */
/** @import { Entry } from '../responses/entry.js' */

/**
 * The one shape of routes: pages, readers’ forms, admin pages and API. Types only.
 *
 * @typedef {(request: Request, response: Response, services: any) => unknown} Check  runs before the action: who may come, and which
 *   body is read. It refuses by throwing a LarderError, and what it returns is not used
 *
 * @typedef {(request: any, services: any) => any} Action  a controller; null: there is no such thing
 *
 * @typedef {'GET' | 'POST' | 'PUT' | 'DELETE'} Method
 * @typedef {[method: Method, path: string, checks: Check[], action: Action, store?: string]} Route
 *   `store`: the typed store in which its pages are kept; without one, nothing of it ever is
 *
 * @typedef {object} Answer
 * @property {number} status
 * @property {string} [contentType]
 * @property {string} [body]
 * @property {string[]} [headers]  further ones, as a flat list
 * @property {boolean} [framed]  may stand in a frame of the blog’s own pages
 *
 * @typedef {ReturnType<typeof describe> & { message: string, headers: string[], error: unknown }} Failure
 *   what a visitor may know of an error, and the error, which they may not
 *
 * @typedef {object} Area  Routes whose answers look alike.
 * @property {'pages' | 'admin' | 'api'} kind  as /status counts them
 * @property {string} [prefix]  what begins with it is here or nowhere
 * @property {Check[]} [checks]  before anything, whatever was asked below the prefix
 * @property {Route[]} routes
 * @property {any} services  that its checks and actions work with
 * @property {(result: any, request: Request) => Answer | Promise<Answer>} [show]  an answer for one person, which nobody keeps; left out
 *   where results are public: a redirect, or JSON
 * @property {(failure: Failure, request: Request) => Answer | Entry | null | Promise<Answer | null>} showError
 *   an entry where it is public; null leaves it to the area behind
 */
export {};
