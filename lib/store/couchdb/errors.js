import { LarderError } from '../../errors.js';
/** @import { Answer } from './client.js' */

/** No whole answer came. Never leaves this folder. */
export class Unanswered extends Error {}

/** Away, busy or failing just now: asking again may help. 0 stands for no answer. */
const passing = [0, 408, 429, 500, 502, 503, 504];

/**
 * @param {Answer} answer
 * @returns {boolean}
 */
export const isPassing = ({ status }) => passing.includes(status);

/**
 * @param {Answer} answer of a request for one document
 * @returns {boolean} whether there is no such document; any other 404 means that the database is gone
 */
export const isMissing = ({ status, body }) =>
  status === 404 && /^(missing|deleted)$/.test(body.reason ?? '');

/**
 * What an answer that is no success means. The reader learns nothing of it: a 401 of the database is
 * no 401 to a reader.
 *
 * @param {string} place host and name of the database
 * @param {Answer} answer
 * @returns {LarderError}
 */
export function translate(place, answer) {
  if (answer.status === 413) {
    return new LarderError(
      'invalid',
      `The record is too large for the CouchDB at ${place}: raise max_document_size there, or shorten it.`,
    );
  }
  return unavailable(place, answer);
}

/**
 * @param {string} place
 * @param {Answer} answer
 * @returns {LarderError}
 */
export const unavailable = (place, answer) =>
  new LarderError('unavailable', `The CouchDB at ${place} ${sentence(answer)}.`, {
    cause: new Error(reasonOf(answer)),
  });

/** @param {Answer} answer */
const reasonOf = ({ status, body }) => `${status} ${body?.error ?? ''}: ${body?.reason ?? ''}`;

/**
 * @param {Answer} answer
 * @returns {string}
 */
function sentence(answer) {
  const { status, body } = answer;
  const reason = reasonOf(answer);
  if (status === 0) return `is not reachable (${body.reason})`;
  if (status === 401)
    return 'rejects the user name or password: check STORE_URL (in it, write %, @, / and : as %25, %40, %2F and %3A)';
  if (status === 403) return `does not allow this user to do that (${body?.reason})`;
  if (status === 404) return `no longer has this database (${body?.reason})`;
  if (status === 429) return 'is too busy';
  if (status === 507 || /\benospc\b/.test(reason)) return 'cannot write: its disk is full';
  // All that CouchDB says of a write when the disk is full; its log says more.
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
