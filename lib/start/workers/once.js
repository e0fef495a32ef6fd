import { keysOf, recordOf } from '../../base/record-of.js';
/** @import { Calls, Functions } from '../../base/threads/calls.js' */

/** Of the calls between the primary process and its workers: of different ones neither understands the other. */
export const PROTOCOL = 9;

/**
 * What there is once for all workers is in the primary process: the objects, and their methods that workers call.
 */
const methods = {
  throttle: ['attempt', 'succeed', 'badToken'],
  limits: ['countForm', 'countComment', 'countSubscription', 'takeShown'],
  passwords: ['hash', 'fieldsOf', 'verify', 'isOutdated'],
  imports: ['overview', 'checkAgain', 'start', 'cancel'],
  presence: ['stay', 'leave'],
  purgers: ['owe', 'oweAgain', 'resume', 'left', 'states', 'problems'],
};

/** @typedef {keyof typeof methods} Name */

const names = keysOf(methods);

/**
 * For the primary process.
 * @param {Record<Name, any>} objects
 * @returns {Functions} of all of them
 */
export const functionsOf = (objects) =>
  Object.fromEntries(
    each((name, method) => [
      `${name}.${method}`,
      (/** @type {unknown[]} */ ...args) => objects[name][method](...args),
    ]),
  );

/**
 * For a worker.
 * @param {Calls} calls  to the primary process
 * @returns {Record<Name, any>} objects whose methods ask it
 */
export function remoteObjects(calls) {
  return recordOf(names, (name) =>
    recordOf(
      methods[name],
      (method) =>
        (/** @type {unknown[]} */ ...args) =>
          calls.call(`${name}.${method}`, ...args),
    ),
  );
}

/**
 * @template T
 * @param {(name: Name, method: string) => T} use
 */
const each = (use) => names.flatMap((name) => methods[name].map((method) => use(name, method)));
