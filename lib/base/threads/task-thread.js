import { setImmediate } from 'node:timers/promises';
import { isError, LarderError } from '../errors.js';
import { Semaphore } from '../semaphore.js';
import { startThread, stopped } from './thread.js';
/** @import { Clock } from '../clock.js' */
/** @import { Functions } from './calls.js' */
/** @import { Thread } from './thread.js' */

/** Milliseconds of processor time for one task, by default. */
const TIME_LIMIT = 10_000;
/** How many times as long it may take by the clock, while others use the processor. */
const PATIENCE = 6;
/** Milliseconds until the processor time is looked at again. */
const LOOK_AGAIN = 100;
/** Milliseconds without a task after which the thread ends. */
const IDLE = 30_000;
/** Memory limits of the thread, in MB. */
const MEMORY = { maxYoungGenerationSizeMb: 32, maxOldGenerationSizeMb: 512 };
/** Tasks that may wait: each keeps its input in memory. */
const WAITING_AT_MOST = 20;

/**
 * A worker thread for tasks that would block the event loop for too long; it runs one at a time. It starts when it is
 * needed, and ends after a while without tasks.
 * @template {Functions} T  the tasks
 */
export class TaskThread {
  #clock;
  #file;
  #timeLimit;
  #processorTime;
  #refuse;
  #semaphore = new Semaphore(1);
  /** @type {Thread<T> | null} */
  #thread = null;
  #cancelEnd = () => {};
  #isClosed = false;

  /**
   * @param {object} deps
   * @param {Pick<Clock, 'after'>} deps.clock
   * @param {URL} deps.file  what runs in it
   * @param {(reason: string) => LarderError} deps.refuse  an error that says of the task: it “takes too long”, for
   *   instance
   * @param {number} [deps.timeLimit]  milliseconds of processor time for one task
   * @param {() => number} [deps.processorTime]  that this process has used, in milliseconds: at least what the thread
   *   has
   */
  constructor({
    clock,
    file,
    refuse,
    timeLimit = TIME_LIMIT,
    processorTime = processorTimeOfProcess,
  }) {
    this.#clock = clock;
    this.#file = file;
    this.#refuse = refuse;
    this.#timeLimit = timeLimit;
    this.#processorTime = processorTime;
  }

  /** Whether it is running a task. */
  get isBusy() {
    return this.#thread !== null && this.#thread.waiting > 0;
  }

  /** Whether the thread exists. */
  get isRunning() {
    return this.#thread !== null;
  }

  /**
   * @template {keyof T & string} N
   * @param {N} task
   * @param {Parameters<T[N]>} input copied into the thread
   * @returns {Promise<Awaited<ReturnType<T[N]>>>} the result of the task
   * @throws {LarderError} as from `refuse` when it takes too long or too much memory; `unavailable` when too many tasks
   *   wait or the thread was closed; and whatever the task throws
   */
  async run(task, ...input) {
    if (this.#semaphore.waiting >= WAITING_AT_MOST)
      throw new LarderError('unavailable', 'Too many large tasks are waiting');
    try {
      return await this.#semaphore.run(() => this.#ask(task, input));
    } finally {
      // Copying a long result has already taken a while: lets readers be served first.
      await setImmediate();
    }
  }

  /** Ends the thread for good, even during a task. @returns {Promise<void>} */
  async close() {
    this.#isClosed = true;
    await this.#end();
  }

  /** @template {keyof T & string} N @param {N} task @param {Parameters<T[N]>} input */
  async #ask(task, input) {
    if (this.#isClosed) throw stopped();
    this.#cancelEnd();
    const onFailure = () => void (this.#thread = null);
    this.#thread ??= startThread(this.#file, { resourceLimits: MEMORY, onFailure });
    const tooSlow = () => this.#refuse(`takes longer than ${this.#timeLimit / 1000} s`);
    const cancel = this.#atLimit(() => this.#end(tooSlow()));
    try {
      return await this.#thread.call(task, ...input);
    } catch (error) {
      throw isOutOfMemory(error) ? this.#refuse('takes too much memory') : error;
    } finally {
      cancel();
      this.#cancelEnd = this.#clock.after(IDLE, () => this.#end());
    }
  }

  /**
   * A thread's own processor time is not known before Node.js 22, so that of the process stands for it: a task may get
   * less while readers are served, but never less than its limit by the clock.
   * @param {() => void} stop  is called once a task that begins now has taken too long
   * @returns {() => void} cancels it
   */
  #atLimit(stop) {
    const start = this.#processorTime();
    let waited = 0;
    let cancel = () => {};
    const wait = (/** @type {number} */ time) => {
      cancel = this.#clock.after(time, () => {
        waited += time;
        const left = this.#timeLimit - (this.#processorTime() - start);
        if (left <= 0 || waited >= this.#timeLimit * PATIENCE) stop();
        else wait(Math.max(left, LOOK_AGAIN));
      });
    };
    wait(this.#timeLimit);
    return () => cancel();
  }

  /** @param {Error} [reason] for the current task */
  async #end(reason) {
    this.#cancelEnd();
    const thread = this.#thread;
    this.#thread = null;
    await thread?.close(reason);
  }
}

function processorTimeOfProcess() {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

/** @param {unknown} error */
const isOutOfMemory = (error) =>
  isError(error, 'unavailable') &&
  error.cause instanceof Error &&
  'code' in error.cause &&
  error.cause.code === 'ERR_WORKER_OUT_OF_MEMORY';
