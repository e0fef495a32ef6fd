import { parentPort, Worker } from 'node:worker_threads';
import { LarderError } from '../errors.js';
import { Calls } from './calls.js';
/** @import { ResourceLimits } from 'node:worker_threads' */
/** @import { Functions } from './calls.js' */

/** @template {Functions} T @typedef {ReturnType<typeof startThread<T>>} Thread */

/**
 * Starts a worker thread, which keeps the process alive while it has to answer.
 * @template {Functions} T  what can be called in it
 * @param {URL} file  what runs in it
 * @param {object} options
 * @param {ResourceLimits} options.resourceLimits
 * @param {unknown} [options.workerData]
 * @param {(error: Error) => void} options.onFailure  it has ended by itself
 */
export function startThread(file, { onFailure, ...options }) {
  const worker = new Worker(file, { execArgv: [], ...options });
  worker.unref();
  /** @type {Calls<T>} */
  const calls = new Calls({ send: (message) => worker.postMessage(message), functions: {} });
  const fail = (/** @type {Error} */ error) => {
    if (calls.end(stopped(error))) onFailure(error);
  };
  worker.on('message', (message) => calls.receive(message));
  worker.on('error', fail);
  worker.on('exit', () => fail(new Error('A thread has ended')));
  return {
    /** How many calls it has not answered yet. */
    get waiting() {
      return calls.waiting;
    },

    /**
     * @template {keyof T & string} N
     * @param {N} name
     * @param {Parameters<T[N]>} args  copied into the thread
     * @returns what the function of that name returns there
     * @throws as it does; {LarderError} `unavailable` when the thread ends first
     */
    async call(name, ...args) {
      worker.ref();
      try {
        return await calls.call(name, ...args);
      } finally {
        if (calls.waiting === 0) worker.unref();
      }
    },

    /** @param {Error} [reason] for the calls that are not answered yet */
    async close(reason = stopped()) {
      calls.end(reason);
      await worker.terminate();
    },
  };
}

/** In the thread. @param {Functions} functions  that may be called */
export function answerCalls(functions) {
  const calls = new Calls({ send: (message) => parentPort?.postMessage(message), functions });
  parentPort?.on('message', (message) => calls.receive(message));
}

/** @param {Error} [cause] */
export const stopped = (cause) => new LarderError('unavailable', 'A thread has ended', { cause });
