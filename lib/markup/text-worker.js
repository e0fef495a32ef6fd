import { parentPort } from 'node:worker_threads';
import { differences, IN_THREAD, merge } from './differences.js';
import { LarderError } from '../errors.js';
import { renderPost, reviewPost } from './render.js';
/** @import { ErrorCode } from '../errors.js' */

/**
 * The worker thread for large texts: it runs a task for each message, and posts the result.
 *
 * @typedef {keyof typeof tasks} Task
 * @typedef {{ code: ErrorCode, message: string, field?: string }} Refused  the parts of a LarderError
 * @typedef {{ result: any } | { refused: Refused } | Error} Answer
 *   unexpected errors are passed on as they are
 */

/** @type {Record<'renderPost' | 'reviewPost' | 'differences' | 'merge', (...input: any) => unknown>} */
const tasks = {
  renderPost,
  reviewPost,
  /** @param {[string, string]} texts */
  differences: (...texts) => differences(...texts, IN_THREAD),
  /** @param {[string, string, string]} texts */
  merge: (...texts) => merge(...texts, IN_THREAD),
};

parentPort?.on('message', ({ task, input }) => parentPort?.postMessage(answer(task, input)));

/** @param {Task} task @param {any[]} input @returns {Answer} */
function answer(task, input) {
  try {
    return { result: tasks[task](...input) };
  } catch (error) {
    if (error instanceof RangeError) return { refused: tooMuch(error) };
    if (!(error instanceof LarderError))
      return error instanceof Error ? error : new Error(String(error));
    const { code, message, field } = error;
    return { refused: { code, message, field } };
  }
}

/** A string exceeded V8's maximum length, or the call stack its maximum size. @param {RangeError} error @returns {Refused} */
const tooMuch = ({ message }) => ({
  code: 'invalid',
  message: `The text becomes too large: please split it into several posts (${message})`,
  field: 'markdown',
});
