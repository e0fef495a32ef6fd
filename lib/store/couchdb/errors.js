import { LarderError } from '../../base/errors.js';
/** @import { Response } from './client.js' */

/** Why there was none, when time has run out. */
export const silence = 'it did not respond in time';

/** There was no complete response. Never thrown outside of this folder. */
export class NoResponse extends Error {}

/** No node has accepted a write, so there is nothing to withdraw. Never thrown outside of this folder. */
export class NotAccepted extends Error {
  /**
   * @param {unknown} cause
   * @param {object} [more]
   * @param {boolean} [more.wasSent]
   * @param {boolean} [more.isUnanswered]  a node that was silent may take it yet
   * @param {string | null} [more.replacement]  the revision that restored the text of the base
   */
  constructor(cause, { wasSent = false, isUnanswered = false, replacement = null } = {}) {
    super('No node has accepted it', { cause });
    this.wasSent = wasSent;
    this.isUnanswered = isUnanswered;
    this.replacement = replacement;
  }
}

/** Statuses after which a retry may help. 0 stands for no response. */
const temporary = [0, 408, 429, 500, 502, 503, 504];

/**
 * @param {Response} response
 * @returns {boolean} whether a retry may help; a 412 is also that a node has just gone down
 */
export const isTemporary = ({ status, body }) =>
  temporary.includes(status) || (status === 412 && body?.error === 'nodedown');

/**
 * @param {Response} response to a request for one document
 * @returns {boolean} whether there is no such document; any other 404 means that the database is gone
 */
export const isMissing = ({ status, body }) =>
  status === 404 && /^(missing|deleted)$/.test(body.reason ?? '');

/**
 * Translates a response that is not a success. Readers never see its status: a 401 from CouchDB does not concern them.
 *
 * @param {string} place host and name of the database
 * @param {Response} response
 * @returns {LarderError}
 */
export function translate(place, response) {
  if (response.status === 413) {
    return new LarderError(
      'invalid',
      `The record is too large for the CouchDB at ${place}: raise max_document_size there, or shorten it.`,
    );
  }
  return unavailable(place, response);
}

/**
 * @param {string} place
 * @param {Response} response
 * @returns {LarderError}
 */
export const unavailable = (place, response) =>
  new LarderError('unavailable', `The CouchDB at ${place} ${sentence(response)}.`, {
    cause: new Error(reasonOf(response)),
  });

/** @param {Response} response */
const reasonOf = ({ status, body }) => `${status} ${body?.error ?? ''}: ${body?.reason ?? ''}`;

/**
 * @param {Response} response
 * @returns {string}
 */
function sentence(response) {
  const { status, body } = response;
  const reason = reasonOf(response);
  if (status === 0) return `is not reachable (${body.reason})`;
  if (status === 401)
    return 'rejects the user name or password: check STORE_URL (in it, write %, @, / and : as %25, %40, %2F and %3A)';
  if (status === 403) return `does not allow this user to do that (${body?.reason})`;
  if (status === 404) return `no longer has this database (${body?.reason})`;
  if (status === 429) return 'is too busy';
  if (status === 507 || /\benospc\b/.test(reason)) return 'cannot write: its disk is full';
  // All that CouchDB reports when the disk is full; its log has the cause.
  if (/internal_server_error/.test(reason))
    return `failed (${reason}), perhaps because its disk is full: check its disk and log`;
  return `failed (${reason})`;
}

/**
 * @param {string} kind
 * @param {string} id
 * @returns {LarderError}
 */
export const conflict = (kind, id) =>
  new LarderError('conflict', `The ${kind} ${id} was changed by someone else in the meantime.`, {
    details: { kind, id },
  });

/** @param {string} place @returns {LarderError} */
export const unsettled = (place) =>
  new LarderError(
    'unavailable',
    `A refused write in the CouchDB at ${place} is still being reverted: nothing was changed. If this persists, run node app.js doctor.`,
    { outcome: 'unsettled' },
  );
