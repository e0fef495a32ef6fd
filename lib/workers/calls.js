import { isSystemError, LarderError, messageOf } from '../errors.js';

/**
 * @typedef {{ code?: LarderError['code'], message: string, field?: string, headers?: string[], syscall?: string }} Failure
 * @typedef {{ id: number } & ({ name: string, args: any[] } | { value: any } | { failure: Failure })} Message
 * @typedef {Record<string, (...args: any[]) => any>} Functions
 */

/** The id of calls that want no answer. */
const UNANSWERED = 0;

/** Calls from one process to another and back, over their channel of messages. */
export class Calls {
  #send;
  #functions;
  /** @type {Map<number, { resolve: (value: any) => void, reject: (error: unknown) => void }>} */
  #pending = new Map();
  #last = 0;
  #isEnded = false;

  /** @param {{ send: (message: Message) => void, functions: Functions }} deps `functions`: what the other process may call */
  constructor({ send, functions }) {
    this.#send = send;
    this.#functions = functions;
  }

  /**
   * @param {string} name  of a function of the other process
   * @param {any[]} args
   * @returns {Promise<any>} what it returns
   * @throws {LarderError} as it does; `unavailable` when the other process ends first
   */
  call(name, ...args) {
    return new Promise((resolve, reject) => {
      if (this.#isEnded) return reject(gone());
      const id = ++this.#last;
      this.#pending.set(id, { resolve, reject });
      this.#send({ id, name, args });
    });
  }

  /** Calls without an answer. @param {string} name @param {any[]} args */
  tell(name, ...args) {
    this.#send({ id: UNANSWERED, name, args });
  }

  /** @param {Message} message from the other process */
  async receive(message) {
    const { id } = message;
    if ('name' in message) {
      const outcome = await this.#outcomeOf(message.name, message.args);
      if (id !== UNANSWERED && !this.#isEnded) this.#send({ id, ...outcome });
      return;
    }
    const waiting = this.#pending.get(id);
    this.#pending.delete(id);
    if ('failure' in message) waiting?.reject(errorOf(message.failure));
    else waiting?.resolve(message.value);
  }

  /** The other process has ended, or is about to. */
  end() {
    this.#isEnded = true;
    for (const { reject } of this.#pending.values()) reject(gone());
    this.#pending.clear();
  }

  /** @param {string} name @param {any[]} args @returns {Promise<{ value: any } | { failure: Failure }>} */
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
  if (!(error instanceof LarderError))
    return isSystemError(error) ? { message, syscall: error.syscall } : { message };
  const { code, field, headers } = error;
  return { code, message, field, headers };
}

/** @param {Failure} failure @returns {Error} */
function errorOf({ code, message, field, headers, syscall }) {
  if (code) return new LarderError(code, message, { field, headers });
  return Object.assign(new Error(message), syscall && { syscall });
}

const gone = () => new LarderError('unavailable', 'A process of the server has just ended');
