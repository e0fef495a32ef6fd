import { setImmediate } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { LarderError } from '../errors.js';
import { Semaphore } from '../runtime/semaphore.js';
/** @import { Clock } from '../clock.js' */
/** @import { Answer, Task } from './text-worker.js' */

const TEXTS = new URL('text-worker.js', import.meta.url);

/** Milliseconds for one task, by default. */
const TIME_LIMIT = 10_000;
/** Milliseconds without a task after which the thread ends. */
const IDLE = 30_000;
/** Memory limits of the thread, in MB. */
const MEMORY = { maxYoungGenerationSizeMb: 32, maxOldGenerationSizeMb: 512 };
/** Tasks that may wait: each keeps a text in memory. */
const WAITING_AT_MOST = 20;

/**
 * A worker thread for tasks that would block the event loop for too long; it runs one at a time. It starts when it is
 * needed, and ends after a while without tasks.
 */
export class TextThread {
  #clock;
  #timeLimit;
  #file;
  #semaphore = new Semaphore(1);
  /** @type {Worker | null} */
  #worker = null;
  /** Settles the current task. @type {(answer: Answer | Error) => void} */
  #settle = () => {};
  #cancelEnd = () => {};
  #isBusy = false;
  #isClosed = false;

  /** @param {{ clock: Pick<Clock, 'after'>, timeLimit?: number, file?: URL }} deps `timeLimit`: milliseconds for one task; `file`: what runs in it */
  constructor({ clock, timeLimit = TIME_LIMIT, file = TEXTS }) {
    this.#clock = clock;
    this.#file = file;
    this.#timeLimit = timeLimit;
  }

  /** Whether it is running a task. */
  get isBusy() {
    return this.#isBusy;
  }

  /** Whether the thread exists. */
  get isRunning() {
    return this.#worker !== null;
  }

  /**
   * @param {Task | 'drawCard'} task
   * @param {...any} input copied into the thread
   * @returns {Promise<any>} the result of the task
   * @throws {LarderError} `invalid` when it takes too long or too much memory; `unavailable` when too many tasks wait or the
   *   thread was closed; and whatever the task throws
   */
  async run(task, ...input) {
    if (this.#semaphore.waiting >= WAITING_AT_MOST)
      throw new LarderError('unavailable', 'Too many large texts are being processed');
    const answer = await this.#semaphore.run(() => this.#ask(task, input));
    // Copying a long result has already taken a while: lets readers be served first.
    await setImmediate();
    if (answer instanceof Error) throw answer;
    if ('result' in answer) return answer.result;
    const { code, message, field } = answer.refused;
    throw new LarderError(code, message, { field });
  }

  /** Ends the thread for good, even during a task. @returns {Promise<void>} */
  async close() {
    this.#isClosed = true;
    this.#cancelEnd();
    await this.#worker?.terminate();
  }

  /** @param {string} task @param {any[]} input @returns {Promise<Answer | Error>} */
  async #ask(task, input) {
    if (this.#isClosed) return stopped();
    this.#cancelEnd();
    this.#isBusy = true;
    const worker = (this.#worker ??= this.#start());
    // Only a thread with a task keeps the process alive.
    worker.ref();
    return new Promise((resolve) => {
      const cancel = this.#clock.after(this.#timeLimit, () =>
        this.#drop(worker, tooSlow(this.#timeLimit)),
      );
      this.#settle = (answer) => {
        this.#settle = () => {};
        this.#isBusy = false;
        cancel();
        worker.unref();
        this.#cancelEnd = this.#clock.after(IDLE, () => this.#drop(worker, stopped()));
        resolve(answer);
      };
      worker.postMessage({ task, input });
    });
  }

  #start() {
    const worker = new Worker(this.#file, {
      execArgv: [],
      resourceLimits: MEMORY,
    });
    // A dropped thread may have posted its result already.
    worker.on('message', (answer) => worker === this.#worker && this.#settle(answer));
    worker.on('error', (error) => this.#drop(worker, translate(error)));
    worker.on('exit', () => this.#drop(worker, stopped()));
    return worker;
  }

  /** @param {Worker} worker @param {Error} reason rejects the current task */
  #drop(worker, reason) {
    if (worker !== this.#worker) return;
    this.#worker = null;
    this.#settle(reason);
    void worker.terminate();
  }
}

/** @param {string} reason */
const refusal = (reason) =>
  new LarderError('invalid', `The text ${reason}: please split it into several posts`, {
    field: 'markdown',
  });

/** @param {number} limit in milliseconds */
const tooSlow = (limit) => refusal(`takes longer than ${limit / 1000} s to prepare`);

const stopped = () => new LarderError('unavailable', 'The thread for large texts was stopped');

/** @param {any} error the 'error' event of the thread @returns {Error} */
const translate = (error) =>
  error?.code === 'ERR_WORKER_OUT_OF_MEMORY' ? refusal('takes too much memory to prepare') : error;
