import { LarderError } from '../base/errors.js';
import { answerCalls } from '../base/threads/thread.js';
import { differences, IN_THREAD, merge } from './differences.js';
import { renderPost, reviewPost } from './render.js';

/** What runs in the worker thread for large texts. */
answerCalls({
  renderPost: limited(renderPost),
  reviewPost: limited(reviewPost),
  differences: limited((/** @type {[string, string]} */ ...texts) =>
    differences(...texts, IN_THREAD),
  ),
  merge: limited((/** @type {[string, string, string]} */ ...texts) => merge(...texts, IN_THREAD)),
});

/** @param {(...input: any) => unknown} task */
function limited(task) {
  return (/** @type {any[]} */ ...input) => {
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
