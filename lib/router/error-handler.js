import { describe, LarderError, sayOutcome } from '../base/errors.js';
import { describeAnswer } from './router.js';
/** @import { Request, Response } from 'express' */
/** @import { Log } from '../base/log.js' */
/** @import { ResponseManager } from '../responses/response-manager.js' */
/** @import { Read } from '../http/door.js' */
/** @import { Answer, AnyArea, Failure } from '../../controllers/route.js' */

/** Retry-After in seconds, when the store is unavailable or the server too busy. */
const RETRY_AFTER = '5';

/** Methods that write nothing. */
const safe = ['GET', 'HEAD', 'OPTIONS'];

/** Links of subscribers. @param {string} path */
const withoutToken = (path) => path.replace(/^(\/subscribe\/\w+\/).*/is, '$1…');

/**
 * The one error handler: it logs what was thrown, and sends what the visitor may know of it in the way of the area.
 * @param {object} deps
 * @param {AnyArea} deps.lastArea  shows what an area does not
 * @param {ResponseManager} deps.responses
 * @param {Log} deps.log
 */
export function createErrorHandler({ lastArea, responses, log }) {
  return { fail, send };

  /** @param {AnyArea} area @param {unknown} thrown @param {Request} request @param {Response} response */
  async function fail(area, thrown, request, response) {
    const error = asOurs(thrown);
    const { code, status, title } = describe(error);
    const { method } = request;
    const path = withoutToken(request.path);
    const where = { err: thrown, method, path };
    // There may be many of these, and where they come from is known.
    const why = { reason: error.message, err: error.cause, method, path };
    if (status === 500) log.error(where, 'A request failed');
    else if (status > 500) log.warn(why, 'A request was turned away');
    else log.debug(where, 'A request was refused');
    if (response.headersSent) return void response.destroy();
    const { message, headers = [] } = error;
    const isWrite = status === 503 && !safe.includes(method);
    const outcome = isWrite ? sayOutcome(error) : '';
    const failure = withRetryAfter({ error, code, status, title, message, headers, outcome });
    const answer = await showError(area, failure, request);
    if (!('key' in answer)) return send(area, request, response, answer);
    describeAnswer(response, { kind: area.kind, read: { key: path, kind: answer.kind } });
    return responses.send(request, response, answer, 'larder; fwd=miss');
  }

  /** @param {AnyArea} area @param {Failure} failure @param {Request} request */
  async function showError(area, failure, request) {
    for (const each of [area, lastArea]) {
      try {
        const answer = await each.showError(failure, request);
        if (answer) return answer;
      } catch (error) {
        log.error({ err: error }, 'The error page cannot be rendered');
      }
    }
    const { status, title, headers } = failure;
    return { status, headers, contentType: 'text/plain; charset=utf-8', body: `${title}\n` };
  }

  /**
   * @param {AnyArea} area
   * @param {Request} request
   * @param {Response} response
   * @param {Answer} answer
   * @param {Read} [read]  what a reader gets
   */
  function send(area, request, response, answer, read) {
    describeAnswer(response, { kind: area.kind, read });
    const { open } = answer;
    return open
      ? responses.sendStream(request, response, { ...answer, open })
      : responses.sendPrivate(request, response, withRetryAfter(answer));
  }
}

/** @template {{ status?: number, headers?: string[] }} T @param {T} answer @returns {T} */
export const withRetryAfter = (answer) =>
  answer.status !== 503 || answer.headers?.includes('Retry-After')
    ? answer
    : { ...answer, headers: [...(answer.headers ?? []), 'Retry-After', RETRY_AFTER] };

/** Express throws errors with a 4xx status for malformed requests. @param {any} error */
const asOurs = (error) =>
  !(error instanceof LarderError) && error?.status >= 400 && error?.status < 500
    ? new LarderError('badRequest', error.message, { cause: error })
    : error;
