import { Worker } from 'node:worker_threads';
import { LarderError } from '../errors.js';
/** @import { Methods } from './thread.js' */

/** Memory limits of the thread, in MB. */
const MEMORY = { maxYoungGenerationSizeMb: 8, maxOldGenerationSizeMb: 128 };

/**
 * The other end of lib/search/thread.js.
 * @param {string} folder of the index
 * @param {(error: Error) => void} onFailure  it has ended by itself
 */
export function startThread(folder, onFailure) {
  const worker = new Worker(new URL('thread.js', import.meta.url), {
    execArgv: [],
    resourceLimits: MEMORY,
    workerData: { folder },
  });
  // The server keeps the process alive.
  worker.unref();
  /** @type {Map<number, { resolve: (result: any) => void, reject: (error: Error) => void }>} */
  const calls = new Map();
  let last = 0;
  let hasEnded = false;
  worker.on('message', ({ number, result }) => {
    calls.get(number)?.resolve(result);
    calls.delete(number);
  });
  const fail = (/** @type {Error} */ error) => {
    if (end(error)) onFailure(error);
  };
  worker.on('error', fail);
  worker.on('exit', () => fail(new Error('The thread of the search has ended')));
  return {
    call,
    close,
    /** How many calls it has not answered yet. */
    get waiting() {
      return calls.size;
    },
  };

  /**
   * @template {keyof Methods} M
   * @param {M} method
   * @param {Parameters<Methods[M]>} args copied into the thread
   * @returns {Promise<ReturnType<Methods[M]>>}
   * @throws {LarderError} `unavailable` when the thread ends
   */
  function call(method, ...args) {
    return new Promise((resolve, reject) => {
      if (hasEnded) return reject(unavailable());
      calls.set(++last, { resolve, reject });
      worker.postMessage({ number: last, method, args });
    });
  }

  /** @param {Error} [error] @returns {boolean} whether it had not ended yet */
  function end(error) {
    if (hasEnded) return false;
    hasEnded = true;
    for (const { reject } of calls.values()) reject(unavailable(error));
    calls.clear();
    return true;
  }

  async function close() {
    end();
    await worker.terminate();
  }
}

/** @param {Error} [cause] */
const unavailable = (cause) => new LarderError('unavailable', 'The search has ended', { cause });
