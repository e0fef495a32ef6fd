import { describe, LarderError } from '../../base/errors.js';
import { readBody } from '../../http/read-body.js';
import { lookUp } from '../../base/look-up.js';
import { parseJson } from '../../base/parse-json.js';
import { sendJson, sendProblem } from '../proxy/replies.js';
import { readSelector, readReport } from './selectors.js';
/** @import { IncomingMessage as Request, ServerResponse as Response } from 'node:http' */
/** @import { Clock } from '../../base/clock.js' */
/** @import { Log } from '../../base/log.js' */
/** @import { ControlAnswer } from '../proxy/replies.js' */
/** @import { Write } from '../types.js' */

/**
 * @typedef {(request: Request, response: Response, rest: string) => ControlAnswer | void | Promise<ControlAnswer |
 *   void>} Handler  `rest`: of the target, after the path of the resource; without an ControlAnswer it has answered
 *   itself
 *
 * @typedef {{ isOpen?: boolean, methods: Partial<Record<'GET' | 'PUT' | 'POST' | 'DELETE', Handler>> }} Resource
 *   `isOpen`: to everyone
 */

/** Bytes of a JSON body. */
const LARGEST_JSON = 4 * 1024 * 1024;

/**
 * The REST interface: finds the resource, checks who asks, and answers; errors as problem+json.
 * @param {object} deps
 * @param {Record<string, Resource>} deps.resources  by path; one that ends with / has others below it
 * @param {(request: Request) => void} deps.checkAccess  throws
 * @param {Clock} deps.clock
 * @param {Log} deps.log
 * @returns {(request: Request, response: Response) => Promise<void>}
 */
export function createControl({ resources, checkAccess, clock, log }) {
  const paths = Object.keys(resources);
  return async function control(request, response) {
    try {
      const answer = await handle(request, response);
      if (answer) sendJson(request, response, answer, clock);
    } catch (error) {
      fail(request, response, error);
    }
  };

  /** @param {Request} request @param {Response} response */
  function handle(request, response) {
    const { method = '', url = '' } = request;
    const [bare] = url.split(/[?#]/, 1);
    const path = paths.find((each) => (each.endsWith('/') ? url.startsWith(each) : bare === each));
    const resource = path === undefined ? undefined : resources[path];
    if (!resource?.isOpen) checkAccess(request);
    if (!resource) throw new LarderError('notFound', 'There is nothing at this address');
    if (method === 'OPTIONS') return { status: 204, headers: allow(resource) };
    const handler = lookUp(resource.methods, method === 'HEAD' ? 'GET' : method);
    if (!handler)
      throw new LarderError('methodNotAllowed', `${method} is not supported here`, {
        headers: allow(resource),
      });
    return handler(request, response, url.slice(path?.length));
  }

  /** @param {Request} request @param {Response} response @param {unknown} error */
  function fail(request, response, error) {
    const { status } = describe(error);
    const where = { err: error, method: request.method, url: request.url };
    if (status === 500) log.error(where, 'A request to the cache failed');
    else log.debug(where, 'A request to the cache was refused');
    if (response.headersSent) return void response.destroy();
    sendProblem(request, response, error, clock);
  }
}

/** @param {Resource} resource */
const allow = ({ methods }) => [
  'Allow',
  [...('GET' in methods ? ['HEAD'] : []), ...Object.keys(methods), 'OPTIONS'].join(', '),
];

/**
 * `POST /.cache/invalidate` and `POST /.cache/etags`.
 * @param {{ writes: { perform: (write: Write) => Promise<number> }, hasSource?: boolean, clock: Clock }} deps
 *   `hasSource`: the ETags are read where the origin keeps them
 * @returns {Record<string, Resource>}
 */
export function createNotices({ writes, hasSource = false, clock }) {
  return {
    '/.cache/invalidate': { methods: { POST: invalidate } },
    '/.cache/etags': { methods: { POST: tell } },
  };

  /** @type {Handler} */
  async function invalidate(request, response) {
    const selector = readSelector(await readJson(request, response));
    return { json: { removed: await writes.perform({ type: 'invalidate', selector }) } };
  }

  /** @type {Handler} */
  async function tell(request, response) {
    if (hasSource)
      throw new LarderError('conflict', 'ETags are read from ETAG_SOURCE: change the ETag there');
    const reported = await writes.perform(readReport(await readJson(request, response)));
    return { json: { reported } };
  }

  /** @param {Request} request @param {Response} response */
  async function readJson(request, response) {
    if (!/^application\/json\s*(?:;|$)/i.test(request.headers['content-type'] ?? ''))
      throw new LarderError('unsupported', 'The body must be application/json');
    return parseJson(await readBody(request, response, { limit: LARGEST_JSON, clock }));
  }
}
