import { LarderError } from '../errors.js';
import { pathOfTarget } from '../util/paths.js';
import { sendJson, sendProblem } from './replies.js';
/** @import { IncomingMessage as Request, ServerResponse as Response } from 'node:http' */
/** @import { Clock } from '../clock.js' */
/** @import { Origin } from './origin.js' */
/** @import { Proxy } from './proxy.js' */
/** @import { ResponseStore } from './response-store.js' */

/**
 * `/.cache/status` and `/.cache/healthz`.
 * @param {{ store: ResponseStore, origin?: Origin, proxy?: Proxy, clock: Clock }} parts
 * @returns {(request: Request, response: Response) => void}
 */
export function createStatus({ store, origin, proxy, clock }) {
  const startedAt = clock.now();
  return function answer(request, response) {
    const path = pathOfTarget(request.url ?? '');
    if (path === '/.cache/healthz') return sendJson(request, response, { json: { status: 'ok' } });
    if (path === '/.cache/status') return sendJson(request, response, { json: figures() });
    sendProblem(request, response, new LarderError('notFound', 'There is no such resource'));
  };

  function figures() {
    return {
      uptimeSeconds: Math.floor((clock.now() - startedAt) / 1000),
      requests: proxy?.counters ?? {},
      cache: store.statistics(),
      ...(origin ? { origin: origin.statistics() } : {}),
    };
  }
}
