import { Duplex } from 'node:stream';
/** @import { ServerResponse } from 'node:http' */
/** @import { Socket } from 'node:net' */

/** CR LF CR LF. */
const EMPTY_LINE = 0x0d0a0d0a;

/**
 * A connection as node:http has it, while somebody else reads the real one: what is put into it is what node:http reads, and what
 * node:http writes goes to the real one. See docs/fast-path.md.
 */
export class Tunnel extends Duplex {
  #socket;
  #latest;
  #endsWithEmptyLine = false;
  #isDetached = false;

  /**
   * @param {Socket} socket  the real one
   * @param {WeakMap<object, ServerResponse>} latest  by connection, the response to the last request that node:http has read
   */
  constructor(socket, latest) {
    super({ decodeStrings: false });
    this.#socket = socket;
    this.#latest = latest;
  }

  /**
   * Whether node:http has answered all that it has read. A part of a next request would be the beginning of its head, which ends
   * with the first empty line: if an empty line was the last thing read, there is no such part. Behind an Upgrade Node.js drops bytes.
   * @returns {boolean}
   */
  get isIdle() {
    const last = this.#latest.get(this);
    return (
      this.#endsWithEmptyLine &&
      last !== undefined &&
      last.req.complete &&
      last.req.headers.upgrade === undefined &&
      last.writableFinished &&
      last.socket === null &&
      this.readableLength === 0 &&
      this.writableLength === 0 &&
      this.writable
    );
  }

  /** @param {Buffer} chunk  that was read from the connection */
  feed(chunk) {
    const { length } = chunk;
    this.#endsWithEmptyLine = length >= 4 && chunk.readUInt32BE(length - 4) === EMPTY_LINE;
    if (!this.push(chunk)) this.#socket.pause();
  }

  /** Ends for node:http, while the connection goes on. */
  detach() {
    this.#isDetached = true;
    this.destroy();
  }

  get remoteAddress() {
    return this.#socket.remoteAddress;
  }

  get localAddress() {
    return this.#socket.localAddress;
  }

  get localPort() {
    return this.#socket.localPort;
  }

  get timeout() {
    return this.#socket.timeout;
  }

  /** @param {number} milliseconds @param {() => void} [listener] */
  setTimeout(milliseconds, listener) {
    this.#socket.setTimeout(milliseconds);
    if (listener) this.once('timeout', listener);
    return this;
  }

  destroySoon() {
    this.end();
    if (this.writableFinished) this.destroy();
    else this.once('finish', () => this.destroy());
  }

  /** @override */
  _read() {
    this.#socket.resume();
  }

  /** @override @param {Buffer | string} chunk @param {BufferEncoding} encoding @param {() => void} done */
  _write(chunk, encoding, done) {
    this.#socket.write(chunk, encoding, done);
  }

  /** @override @param {{ chunk: Buffer | string, encoding: BufferEncoding }[]} chunks @param {() => void} done */
  _writev(chunks, done) {
    this.#socket.cork();
    for (const { chunk, encoding } of chunks.slice(0, -1)) this.#socket.write(chunk, encoding);
    const { chunk, encoding } = chunks[chunks.length - 1];
    this.#socket.write(chunk, encoding, done);
    this.#socket.uncork();
  }

  /** @override @param {() => void} done */
  _final(done) {
    this.#socket.end(done);
  }

  /** @override @param {Error | null} error @param {(error: Error | null) => void} done */
  _destroy(error, done) {
    if (!this.#isDetached) this.#socket.destroy();
    done(error);
  }
}
