import { isSystemError, LarderError, messageOf } from '../errors.js';

/**
 * @typedef {{ code?: LarderError['code'], message: string, syscall?: string, stack?: string } & Partial<Pick<
 *   LarderError, 'field' | 'details' | 'headers' | 'outcome' | 'word'>>} Failure
 * @typedef {{ id: number } & ({ name: string, args: unknown[] } | { value: unknown } | { failure: Failure })} Message
 * @typedef {Record<string, (...args: any[]) => any>} Functions
 */

/** The id of calls that want no answer. */
const UNANSWERED = 0;

/**
 * Calls from one process or thread to another and back, over their channel of messages.
 * @template {Functions} [T=Functions]  of the other end
 */
export class Calls {
  #send;
  #functions;
  /** @type {Map<number, { resolve: (value: any) => void, reject: (error: unknown) => void }>} */
  #pending = new Map();
  #last = 0;
  /** @type {Error | null} */
  #ended = null;

  /**
   * @param {{ send: (message: Message) => void, functions: Functions }} deps `functions`: what the other end may call
   */
  constructor({ send, functions }) {
    this.#send = send;
    this.#functions = functions;
  }

  /** How many have no answer yet. */
  get waiting() {
    return this.#pending.size;
  }

  /**
   * @template {keyof T & string} N
   * @param {N} name  of a function of the other end
   * @param {Parameters<T[N]>} args
   * @returns {Promise<Awaited<ReturnType<T[N]>>>} what it returns
   * @throws {LarderError} as it does; the reason when these calls end first
   */
  call(name, ...args) {
    return new Promise((resolve, reject) => {
      if (this.#ended) return reject(this.#ended);
      const id = ++this.#last;
      this.#pending.set(id, { resolve, reject });
      this.#send({ id, name, args });
    });
  }

  /**
   * Calls without an answer.
   * @template {keyof T & string} N
   * @param {N} name
   * @param {Parameters<T[N]>} args
   */
  notify(name, ...args) {
    this.#send({ id: UNANSWERED, name, args });
  }

  /** @param {Message} message from the other end */
  async receive(message) {
    const { id } = message;
    if ('name' in message) {
      const outcome = await this.#outcomeOf(message.name, message.args);
      if (id !== UNANSWERED && !this.#ended) this.#send({ id, ...outcome });
      return;
    }
    const waiting = this.#pending.get(id);
    this.#pending.delete(id);
    if ('failure' in message) waiting?.reject(errorOf(message.failure));
    else waiting?.resolve(message.value);
  }

  /**
   * The other end is gone, or is about to be.
   * @param {Error} [reason] for all calls
   * @returns {boolean} whether it was there
   */
  end(reason = gone()) {
    if (this.#ended) return false;
    this.#ended = reason;
    for (const { reject } of this.#pending.values()) reject(reason);
    this.#pending.clear();
    return true;
  }

  /** @param {string} name @param {unknown[]} args @returns {Promise<{ value: unknown } | { failure: Failure }>} */
  async #outcomeOf(name, args) {
    try {
      return { value: await this.#functions[name](...args) };
    } catch (error) {
      return { failure: failureOf(error) };
    }
  }
}

/** @param {unknown} error @returns {Failure} */
function failureOf(error) {
  const message = messageOf(error);
  if (error instanceof LarderError) {
    const { code, field, details, headers, outcome, word } = error;
    return { code, message, field, details, headers, outcome, word };
  }
  const { stack } = error instanceof Error ? error : {};
  return isSystemError(error) ? { message, stack, syscall: error.syscall } : { message, stack };
}

/** @param {Failure} failure @returns {Error} */
function errorOf({ code, message, ...rest }) {
  return code ? new LarderError(code, message, rest) : Object.assign(new Error(message), rest);
}

const gone = () => new LarderError('unavailable', 'A process of the server has just ended');
