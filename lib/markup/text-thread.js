import { setImmediate } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { LarderError } from '../errors.js';
import { Semaphore } from '../runtime/semaphore.js';
/** @import { Clock } from '../clock.js' */
/** @import { Answer, Task } from './text-worker.js' */

/** Milliseconds that one piece of work may take. */
const TIME_LIMIT = 10_000;
/** Milliseconds without work after which the thread ends. */
const IDLE = 30_000;
/** What the thread may hold, in MB. */
const MEMORY = { maxYoungGenerationSizeMb: 32, maxOldGenerationSizeMb: 512 };
/** Pieces of work that may wait: each holds a text in memory. */
const WAITING_AT_MOST = 20;

/**
 * A thread for what would hold the process that serves readers for too long: one piece of work after the other. It starts
 * when it is first needed, and ends when nothing has been asked of it for a while.
 */
export class TextThread {
  #clock;
  #timeLimit;
  #semaphore = new Semaphore(1);
  /** @type {Worker | null} */
  #worker = null;
  /** Settles what is under way. @type {(answer: Answer | Error) => void} */
  #settle = () => {};
  #cancelEnd = () => {};
  #isBusy = false;
  #isClosed = false;

  /** @param {{ clock: Pick<Clock, 'after'>, timeLimit?: number }} deps `timeLimit`: milliseconds for one piece of work */
  constructor({ clock, timeLimit = TIME_LIMIT }) {
    this.#clock = clock;
    this.#timeLimit = timeLimit;
  }

  /** Whether it is at work. */
  get isBusy() {
    return this.#isBusy;
  }

  /** Whether there is a thread at this moment. */
  get isRunning() {
    return this.#worker !== null;
  }

  /**
   * @param {Task} task
   * @param {...any} input copied into the thread
   * @returns {Promise<any>} what the task made of it
   * @throws {LarderError} `invalid` when it takes longer than the time limit or more memory than the thread has, `unavailable`
   *   when too much waits, or it was closed; and what the task throws
   */
  async run(task, ...input) {
    if (this.#semaphore.waiting >= WAITING_AT_MOST)
      throw new LarderError('unavailable', 'Too many large texts are being processed');
    const answer = await this.#semaphore.run(() => this.#ask(task, input));
    // To take a long text over has held the process for a while already.
    await setImmediate();
    if (answer instanceof Error) throw answer;
    if ('result' in answer) return answer.result;
    const { code, message, field } = answer.refused;
    throw new LarderError(code, message, { field });
  }

  /** Ends the thread for good, whatever it is doing and whatever waits. @returns {Promise<void>} */
  async close() {
    this.#isClosed = true;
    this.#cancelEnd();
    await this.#worker?.terminate();
  }

  /** @param {Task} task @param {any[]} input @returns {Promise<Answer | Error>} */
  async #ask(task, input) {
    if (this.#isClosed) return stopped();
    this.#cancelEnd();
    this.#isBusy = true;
    const worker = (this.#worker ??= this.#start());
    // The process waits for what is under way, and not for a thread that rests.
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
    const worker = new Worker(new URL('text-worker.js', import.meta.url), {
      execArgv: [],
      resourceLimits: MEMORY,
    });
    // One that was dropped may have posted its answer already.
    worker.on('message', (answer) => worker === this.#worker && this.#settle(answer));
    worker.on('error', (error) => this.#drop(worker, translate(error)));
    worker.on('exit', () => this.#drop(worker, stopped()));
    return worker;
  }

  /** @param {Worker} worker @param {Error} reason for what is under way */
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

const stopped = () => new LarderError('unavailable', 'The thread for large texts was ended');

/** @param {any} error that ended the thread @returns {Error} */
const translate = (error) =>
  error?.code === 'ERR_WORKER_OUT_OF_MEMORY' ? refusal('takes too much memory to prepare') : error;
