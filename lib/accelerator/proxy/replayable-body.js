/** @import { Readable } from 'node:stream' */

/** Bytes that are remembered. */
const REMEMBERED = 64 * 1024;

/** The body of a request, which can be sent once more as long as it is short. */
export class ReplayableBody {
  #iterator;
  /** @type {Buffer[]} */
  #chunks = [];
  #length = 0;
  /** @type {Promise<Buffer | undefined> | undefined} */
  #pulling;

  /** @param {Readable} body */
  constructor(body) {
    this.#iterator = body[Symbol.asyncIterator]();
  }

  /** Whether all that was sent of it is remembered. */
  get isReplayable() {
    return this.#length <= REMEMBERED;
  }

  async *[Symbol.asyncIterator]() {
    for (let i = 0; ; i++) {
      const chunk = this.#chunks[i] ?? (await this.#pull());
      if (chunk === undefined) return;
      yield chunk;
    }
  }

  /**
   * @returns {Promise<Buffer | undefined>} the next chunk, the same for a sending that was given up and the one after
   *   it
   */
  #pull() {
    this.#pulling ??= this.#iterator.next().then(({ value }) => {
      this.#pulling = undefined;
      if (value === undefined) return;
      if (this.isReplayable) this.#chunks.push(value);
      this.#length += value.length;
      return value;
    });
    return this.#pulling;
  }
}
