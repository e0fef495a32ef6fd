/** Limits how many tasks run at once; the others wait, first come first served. */
export class Semaphore {
  #atOnce;
  #running = 0;
  /** @type {(() => void)[]} */
  #waiting = [];

  /** @param {number} atOnce */
  constructor(atOnce) {
    this.#atOnce = atOnce;
  }

  /** How many wait. */
  get waiting() {
    return this.#waiting.length;
  }

  /**
   * @template T
   * @param {() => Promise<T>} work
   * @returns {Promise<T>}
   */
  async run(work) {
    if (this.#running < this.#atOnce) this.#running++;
    else await new Promise((resolve) => this.#waiting.push(() => resolve(undefined)));
    try {
      return await work();
    } finally {
      const next = this.#waiting.shift();
      if (next) next();
      else this.#running--;
    }
  }
}
