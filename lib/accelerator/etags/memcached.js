import { connect } from 'node:net';
import { steady } from '../../base/clock.js';
/** @import { Socket } from 'node:net' */
/** @import { Clock } from '../../base/clock.js' */

/**
 * @typedef {{ key: string, sentAt: number, resolve: (value: string | null) => void, reject: (error: Error) => void }}
 *   Lookup
 */

/** Lookups that may wait for their answers. */
const MOST_PENDING = 10_000;
/** Bytes of a value. */
const LARGEST = 1024;
/** Characters of an answer's first line; the key is in it. */
const LONGEST_LINE = 512;
/** Milliseconds from a failure to the next attempt. */
const PAUSE = 500;
const VALUE = /^VALUE (\S+) \d{1,10} (\d{1,10})\r\n/;
const END = 'END\r\n';

/**
 * Reads values from memcached over one kept connection, on which requests do not wait for each other's answers.
 * Text protocol: https://github.com/memcached/memcached/blob/master/doc/protocol.txt.
 */
export class Memcached {
  /** In the order in which they were sent. @type {Lookup[]} */
  #pending = [];
  /** @type {Socket | null} */
  #socket = null;
  #received = '';
  #retryAt = 0;
  #error = new Error('memcached is away');
  /** @type {(() => void) | null} */
  #unwatch = null;
  #address;
  #timeout;
  #clock;
  #now;

  /**
   * @param {{ host: string, port: number, timeout: number, clock: Clock }} deps  `timeout`: milliseconds for one answer
   */
  constructor({ host, port, timeout, clock }) {
    this.#address = { host, port };
    this.#timeout = timeout;
    this.#clock = clock;
    this.#now = steady(clock);
  }

  /** Every value is read anew. @returns {undefined} */
  peek() {
    return undefined;
  }

  /**
   * @param {string} key  at most 250 bytes, without spaces and control characters
   * @returns {Promise<string | null>} null: there is none
   * @throws {Error} when it is away, slow or says nonsense
   */
  get(key) {
    return new Promise((resolve, reject) => {
      const sentAt = this.#now();
      if (this.#pending.length >= MOST_PENDING) throw new Error('too many lookups wait');
      if (!this.#socket && sentAt < this.#retryAt) throw this.#error;
      const socket = (this.#socket ??= this.#connect());
      this.#pending.push({ key, sentAt, resolve, reject });
      this.#unwatch ??= this.#clock.after(this.#timeout, this.#watch);
      // What is asked for in one turn goes out together.
      if (socket.writableCorked === 0) {
        socket.cork();
        process.nextTick(() => socket.uncork());
      }
      socket.write(`get ${key}\r\n`);
    });
  }

  close() {
    this.#unwatch?.();
    this.#socket?.destroy();
  }

  #connect() {
    const socket = connect({ ...this.#address, noDelay: true });
    socket.on('data', (chunk) => this.#read(chunk));
    socket.on('error', (error) => this.#fail(socket, error));
    socket.on('close', () => this.#fail(socket, new Error('memcached closed the connection')));
    return socket;
  }

  #watch = () => {
    this.#unwatch = null;
    const [oldest] = this.#pending;
    if (!oldest) return;
    const left = oldest.sentAt + this.#timeout - this.#now();
    if (left > 0) this.#unwatch = this.#clock.after(left, this.#watch);
    else if (this.#socket) this.#fail(this.#socket, new Error('memcached is slow'));
  };

  /** @param {Buffer} chunk */
  #read(chunk) {
    this.#received += chunk.toString('latin1');
    try {
      while (this.#received !== '' && this.#readAnswer());
    } catch (error) {
      if (this.#socket) this.#fail(this.#socket, /** @type {Error} */ (error));
    }
  }

  /** @returns {boolean} whether there was a whole answer @throws {Error} when it is none */
  #readAnswer() {
    if (this.#received.startsWith(END)) return this.#settle(END.length, null);
    const match = VALUE.exec(this.#received);
    if (!match) {
      if (this.#received.includes('\r\n') || this.#received.length > LONGEST_LINE)
        throw new Error(`memcached answered ${JSON.stringify(this.#received.slice(0, 40))}`);
      return false;
    }
    const [line, key, digits] = match;
    const length = Number(digits);
    if (key !== this.#pending[0]?.key || length > LARGEST)
      throw new Error('memcached answered with another or a large value');
    const end = line.length + length;
    const rest = `\r\n${END}`;
    if (this.#received.length < end + rest.length) return false;
    if (!this.#received.startsWith(rest, end)) throw new Error('memcached answered with more');
    return this.#settle(end + rest.length, this.#received.slice(line.length, end));
  }

  /** @param {number} length of the answer @param {string | null} value @returns {true} */
  #settle(length, value) {
    this.#received = this.#received.slice(length);
    const lookup = this.#pending.shift();
    if (!lookup) throw new Error('memcached answered unasked');
    lookup.resolve(value);
    return true;
  }

  /** @param {Socket} socket @param {Error} error */
  #fail(socket, error) {
    socket.destroy();
    if (socket !== this.#socket) return;
    this.#socket = null;
    this.#received = '';
    this.#retryAt = this.#now() + PAUSE;
    this.#error = error;
    for (const { reject } of this.#pending.splice(0)) reject(error);
  }
}
