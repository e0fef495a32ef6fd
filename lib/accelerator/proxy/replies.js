import {
  asksWhetherModified,
  hasBody,
  isNotModified,
  rangeOf,
} from '../../responses/negotiation.js';
import { LarderError } from '../../base/errors.js';
import { PROBLEM, problemOf } from '../../http/problem.js';
import { closeLingering } from '../../http/lingering-close.js';
import { hitStatus } from '../rules/cache-status.js';
import { endToEnd, valueOf, without } from '../rules/fields.js';
import { ageOf, policyOf } from '../rules/policy.js';
import { Body } from './body.js';
/** @import { IncomingMessage as Request, ServerResponse as Response } from 'node:http' */
/** @import { Clock } from '../../base/clock.js' */
/** @import { RawResponse, SimpleRequest } from '../../http/fast-path.js' */
/** @import { ReadFrom } from '../rules/policy.js' */
/** @import { Part } from './body.js' */
/** @import { OriginResponse } from './origin.js' */
/** @import { StoredResponse } from '../types.js' */

/** Statuses without a body (RFC 9110 section 6.4.1). */
const BODILESS = new Set([204, 304]);

const KEEP_ALIVE = ['Connection', 'keep-alive'];

const NOTHING = Buffer.alloc(0);

/** What describes a body, and is not sent without one (RFC 9110 section 15.4.5). */
const OF_A_BODY = /^content-(?!location$)|^accept-ranges$|^transfer-encoding$/;

/**
 * The fields of a hit, which change once in a second; `hasLength`: they tell the true length of the body.
 * @type {WeakMap<StoredResponse, Fields & { age: number, hasLength: boolean }>}
 */
const fieldsOfHits = new WeakMap();

/**
 * @typedef {{ whole: string[], bodiless?: string[] }} Fields  with a body, and without one, made when it is first
 *   needed
 */

/**
 * Answers with a stored response, without the origin.
 * @param {Request} request  GET or HEAD
 * @param {Response} response
 * @param {StoredResponse} stored
 * @param {Clock} clock
 */
export function sendHit(request, response, stored, clock) {
  send(request, response, stored, stored.body, hitFieldsOf(stored, clock), clock);
}

/**
 * What `sendHit` would answer, for the fast path (lib/http/fast-path.js).
 * @param {SimpleRequest} request
 * @param {StoredResponse} stored
 * @param {Clock} clock
 * @returns {RawResponse | null} null: Node.js has something to add
 */
export function hitAnswer({ httpVersion, headers }, stored, clock) {
  const { status, body } = stored;
  const fields = hitFieldsOf(stored, clock);
  if (status !== 200 || !fields.hasLength) return null;
  if (!isNotModified(headers, policyOf(stored), clock))
    return { status, headers: fields.whole, body };
  if (httpVersion === '1.0') return null;
  return { status: 304, headers: (fields.bodiless ??= bodiless(fields.whole)), body: NOTHING };
}

/** @param {StoredResponse} stored @param {Clock} clock */
function hitFieldsOf(stored, clock) {
  const age = Math.floor(ageOf(stored, clock.now()));
  let fields = fieldsOfHits.get(stored);
  if (fields?.age !== age) {
    const { headers, lifetime } = policyOf(stored);
    const own = ['Age', String(age), 'Cache-Status', hitStatus(Math.floor(lifetime) - age)];
    const hasLength = valueOf(headers, 'content-length') === String(stored.body.length);
    fields = { age, hasLength, whole: [...headers, ...own] };
    fieldsOfHits.set(stored, fields);
  }
  return fields;
}

/**
 * Answers with a whole response that has just come, or was validated.
 * @param {Request} request  GET or HEAD
 * @param {Response} response
 * @param {StoredResponse} whole
 * @param {string} cacheStatus
 * @param {Clock} clock
 */
export function sendWhole(request, response, whole, cacheStatus, clock) {
  send(request, response, whole, whole.body, newFields(whole, cacheStatus, clock), clock);
}

/**
 * Answers with a response whose body is coming. A part of it is sent when its length is known.
 * @param {Request} request  GET
 * @param {Response} response
 * @param {ReadFrom} head
 * @param {Body} body
 * @param {string} cacheStatus
 * @param {Clock} clock
 * @throws {unknown} why it has already broken off
 */
export function sendComing(request, response, head, body, cacheStatus, clock) {
  if (body.error) throw body.error;
  try {
    send(request, response, head, body, newFields(head, cacheStatus, clock), clock);
  } finally {
    body.abandon();
  }
}

/**
 * @param {ReadFrom} response
 * @param {string} cacheStatus
 * @param {Clock} clock
 * @returns {Fields} of one that has just come
 */
function newFields(response, cacheStatus, clock) {
  const age = Math.floor(ageOf(response, clock.now()));
  const own = [...(age > 0 ? ['Age', String(age)] : []), 'Cache-Status', cacheStatus];
  return { whole: [...policyOf(response).headers, ...own] };
}

/**
 * @param {Request} request
 * @param {Response} response
 * @param {ReadFrom} head
 * @param {Buffer | Body} body
 * @param {Fields} fields
 * @param {Clock} clock
 */
function send(request, response, head, body, fields, clock) {
  const { status } = head;
  if (status === 200) {
    const policy = policyOf(head);
    if (isNotModified(request.headers, policy, clock))
      return sendNotModified(request, response, fields);
    const length = body instanceof Body ? statedLength(head) : body.length;
    const range = length === undefined ? null : rangeOf(request, length, policy.strong);
    if (range !== null) return sendPart(response, body, length, range, fields.whole);
  }
  response.writeHead(status, fields.whole);
  if (request.method === 'HEAD' || BODILESS.has(status)) response.end();
  else sendBody(response, body);
}

/** @param {ReadFrom} response @returns {number | undefined} bytes of its body */
function statedLength({ headers }) {
  const stated = valueOf(headers, 'content-length');
  return stated === undefined ? undefined : Number(stated);
}

/** @param {Response} response @param {Buffer | Body} body @param {Part} [part] */
function sendBody(response, body, part) {
  if (body instanceof Body) body.sendTo(response, part);
  else response.end(part ? body.subarray(part.start, part.end + 1) : body);
}

/**
 * @param {Request} request
 * @param {Response} response
 * @param {Fields} fields of the response that the client has
 */
export function sendNotModified(request, response, fields) {
  const own = (fields.bodiless ??= bodiless(fields.whole));
  response.writeHead(304, wantsKeepAlive(request) ? [...own, ...KEEP_ALIVE] : own).end();
}

/** @param {readonly string[]} fields */
const bodiless = (fields) => without(fields, (name) => OF_A_BODY.test(name));

/**
 * @param {Response} response
 * @param {Buffer | Body} body
 * @param {number | undefined} length  of it
 * @param {NonNullable<ReturnType<typeof rangeOf>>} range
 * @param {string[]} fields
 */
function sendPart(response, body, length, range, fields) {
  const others = without(fields, (name) => name === 'content-length' || name === 'content-range');
  if (range === 'unsatisfiable') {
    const size = ['Content-Length', '0', 'Content-Range', `bytes */${length}`];
    response.writeHead(416, [...bodiless(others), ...size]);
    return void response.end();
  }
  const { start, end } = range;
  const size = [
    ...['Content-Length', String(end + 1 - start)],
    ...['Content-Range', `bytes ${start}-${end}/${length}`],
  ];
  response.writeHead(206, [...others, ...size]);
  sendBody(response, body, range);
}

/**
 * Passes on a response that is not stored, as it comes and as fast as the client takes it. The connection is closed
 * when it cannot be completed.
 * @param {Request} request
 * @param {Response} response
 * @param {OriginResponse} received
 * @param {string} cacheStatus
 * @param {Clock} clock
 * @throws {unknown} when it has already broken off
 */
export function passOn(request, response, received, cacheStatus, clock) {
  const { status, body } = received;
  const fields = [...endToEnd(received.headers), 'Cache-Status', cacheStatus];
  if (body.error) throw body.error;
  const mayBeKnown = status === 200 && isRead(request) && asksWhetherModified(request.headers);
  try {
    if (mayBeKnown && isNotModified(request.headers, policyOf(received), clock))
      return sendNotModified(request, response, { whole: fields });
    response.writeHead(status, fields);
    if (request.method === 'HEAD' || BODILESS.has(status)) response.end();
    else body.sendTo(response);
  } finally {
    body.abandon();
  }
}

/**
 * Whether it is a client of HTTP/1.0 that sends another request. After a response without a body, Node.js would close
 * the connection for want of a Content-Length.
 * @param {Request} request
 */
const wantsKeepAlive = ({ httpVersion, headers }) =>
  httpVersion === '1.0' && /^keep-alive$/i.test(headers.connection ?? '');

/** @param {Request} request */
const isRead = ({ method }) => method === 'GET' || method === 'HEAD';

/**
 * @typedef {{ status?: number, json?: object, contentType?: string, headers?: string[] }} ControlAnswer
 *
 * @param {Request} request
 * @param {Response} response
 * @param {ControlAnswer} answer
 * @param {Pick<Clock, 'after'>} clock
 */
export function sendJson(request, response, answer, clock) {
  const { status = 200, json, contentType = 'application/json', headers = [] } = answer;
  const body = Buffer.from(json ? `${JSON.stringify(json, null, 2)}\n` : '');
  const own = [
    ...(json ? ['Content-Type', contentType, 'X-Content-Type-Options', 'nosniff'] : []),
    ...(BODILESS.has(status) ? [] : ['Content-Length', String(body.length)]),
    ...['Cache-Control', 'no-store', ...headers],
  ];
  if (hasBody(request) && !request.complete) {
    response.writeHead(status, [...own, 'Connection', 'close']);
    return closeLingering(request, response, body, clock);
  }
  response.writeHead(
    status,
    BODILESS.has(status) && wantsKeepAlive(request) ? [...own, ...KEEP_ALIVE] : own,
  );
  response.end(request.method === 'HEAD' ? undefined : body);
}

/**
 * @param {Request} request
 * @param {Response} response
 * @param {unknown} error
 * @param {Pick<Clock, 'after'>} clock
 */
export function sendProblem(request, response, error, clock) {
  const problem = problemOf(error);
  const headers = error instanceof LarderError ? error.headers : [];
  const { status } = problem;
  sendJson(request, response, { status, json: problem, contentType: PROBLEM, headers }, clock);
}
