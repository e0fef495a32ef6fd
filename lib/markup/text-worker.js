import { LarderError } from '../base/errors.js';
import { answerCalls } from '../base/threads/thread.js';
import { differences, IN_THREAD, merge } from './differences.js';
import { renderPost, reviewPost } from './render.js';
/** @import { Tasks } from './text-work.js' */

/** What runs in the worker thread for large texts and files. @type {Tasks} */
const tasks = {
  renderPost: limited(renderPost),
  reviewPost: limited(reviewPost),
  differences: limited((...texts) => differences(...texts, IN_THREAD)),
  merge: limited((...texts) => merge(...texts, IN_THREAD)),
  call: async (file, name, ...args) => limited((await import(file))[name])(...args),
};
answerCalls(tasks);

/** @template {unknown[]} I @template R @param {(...input: I) => R} task @returns {(...input: I) => R} */
function limited(task) {
  return (...input) => {
    try {
      return task(...input);
    } catch (error) {
      throw error instanceof RangeError ? tooMuch(error) : error;
    }
  };
}

/** A string exceeded V8's maximum length, or the call stack its maximum size. @param {RangeError} error */
const tooMuch = ({ message }) =>
  new LarderError(
    'invalid',
    `The text becomes too large: please split it into several posts (${message})`,
    { field: 'markdown' },
  );
