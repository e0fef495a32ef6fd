import { Duplex } from 'node:stream';
/** @import { ServerResponse } from 'node:http' */
/** @import { Socket } from 'node:net' */
/** @import { Backlog } from './backlog.js' */

/** CR LF CR LF. */
const EMPTY_LINE = 0x0d0a0d0a;
const EMPTY_LINE_BYTES = Buffer.from('\r\n\r\n');

/** Bytes of the most that node:http reads of heads at once: all requests in it are objects of its own. */
const HEAD_BYTES = 4096;
/** Bytes of a body behind which it may read on to the next empty line. */
const BODY_BYTES = 1024;

/** @type {Buffer} */
const NOTHING = Buffer.alloc(0);

/**
 * A connection as node:http has it, while somebody else reads the real one: what is put into it is what node:http
 * reads, and what node:http writes goes to the real one. See docs/dev/fast-path.md.
 */
export class Tunnel extends Duplex {
  #socket;
  #latest;
  #backlog;
  #yieldTurn;
  /** What node:http is to read when it has answered what it has read. */
  #rest = NOTHING;
  #hasEnded = false;
  #wantsMore = false;
  #isQueued = false;
  /** Whether node:http has a part of a head. */
  #isInHead = false;
  #endsWithEmptyLine = false;
  #isDetached = false;
  /** Whether what the client sends is no longer HTTP. */
  #isRaw = false;
  /** The response that is waited for. @type {ServerResponse | null} */
  #answering = null;

  /**
   * @param {Socket} socket  the real one
   * @param {object} deps
   * @param {WeakMap<object, ServerResponse>} deps.latest  by connection, the response to the last request that
   *   node:http has read
   * @param {Backlog} deps.backlog
   * @param {(goOn: () => void) => void} deps.yieldTurn  lets others have theirs
   */
  constructor(socket, { latest, backlog, yieldTurn }) {
    // With 0, more is asked for when node:http has taken what there was, and not before.
    super({ decodeStrings: false, readableHighWaterMark: 0 });
    this.#socket = socket;
    this.#latest = latest;
    this.#backlog = backlog;
    this.#yieldTurn = yieldTurn;
  }

  /**
   * Whether node:http has answered all that it has read. A part of a next request would be the beginning of its head,
   * which ends with the first empty line: if an empty line was the last thing read, there is no such part. Behind an
   * Upgrade Node.js drops bytes.
   * @returns {boolean}
   */
  get isIdle() {
    const last = this.#latest.get(this);
    return (
      !this.#isRaw &&
      this.#endsWithEmptyLine &&
      this.#rest.length === 0 &&
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

  /**
   * Has node:http read a chunk, request by request: it would make objects of all that are in it at once.
   * @param {Buffer} chunk  that was read from the connection
   */
  feed(chunk) {
    const { length } = chunk;
    this.#endsWithEmptyLine = length >= 4 && chunk.readUInt32BE(length - 4) === EMPTY_LINE;
    this.#rest = this.#rest.length === 0 ? chunk : Buffer.concat([this.#rest, chunk]);
    this.#feedOn();
  }

  /** The client sends no more. */
  feedEnd() {
    this.#hasEnded = true;
    this.#feedOn();
  }

  /** To be called when node:http has let go of it, at another protocol: bytes are passed on as they come. */
  switchProtocols() {
    this.#isRaw = true;
  }

  /** To be called when node:http has let go of it, but is to read a request all the same. @param {Buffer} head */
  feedAgain(head) {
    this.#rest = Buffer.concat([head, this.#rest]);
    this.#feedOn();
  }

  #feedOn() {
    if (this.#wantsMore && this.#rest.length > 0 && this.#isRaw) {
      const all = this.#rest;
      this.#rest = NOTHING;
      this.#wantsMore = false;
      this.push(all);
    } else if (this.#wantsMore && this.#rest.length > 0 && this.#hasAnswered()) {
      const isInBody = this.#latest.get(this)?.req.complete === false;
      const part = this.#rest.subarray(0, endOfPart(this.#rest, isInBody));
      this.#rest = this.#rest.subarray(part.length);
      this.#wantsMore = false;
      this.push(isInBody || this.#isInHead ? part : encodeTarget(part));
      this.#isInHead = !isInBody && !part.subarray(-4).equals(EMPTY_LINE_BYTES);
    }
    if (this.#rest.length > 0) this.#backlog.add(this.#socket, this.#rest.buffer.byteLength);
    else if (this.#isQueued) this.#backlog.remove(this.#socket);
    this.#isQueued = this.#rest.length > 0;
    if (this.#rest.length > 0) this.#socket.pause();
    else if (!this.#hasEnded) this.#socket.resume();
    else if (this.#wantsMore) this.push(null);
  }

  /** @returns {boolean} whether node:http is in the middle of a request, or has answered all that it has read */
  #hasAnswered() {
    const last = this.#latest.get(this);
    if (last === undefined || !last.req.complete || last.closed) return true;
    if (this.#answering !== last) last.once('close', () => this.#yieldTurn(() => this.#feedOn()));
    this.#answering = last;
    return false;
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
    this.#wantsMore = true;
    this.#feedOn();
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
    this.#rest = NOTHING;
    if (this.#isQueued) this.#backlog.remove(this.#socket);
    if (!this.#isDetached) this.#socket.destroy();
    done(error);
  }
}

/**
 * @param {Buffer} bytes
 * @param {boolean} isInBody
 * @returns {number} where the next part of it ends: behind a head, or somewhere in a body
 */
function endOfPart(bytes, isInBody) {
  const found = bytes.indexOf(EMPTY_LINE_BYTES, isInBody ? BODY_BYTES : 0);
  const end = found < 0 ? bytes.length : found + EMPTY_LINE_BYTES.length;
  return isInBody ? end : Math.min(end, HEAD_BYTES);
}

/**
 * Some clients leave a path in UTF-8 as it is, which node:http refuses.
 * @param {Buffer} head  or its beginning
 * @returns {Buffer} the same with a request target as RFC 3986 section 2.1 has it
 */
function encodeTarget(head) {
  const end = head.indexOf('\r\n');
  const line = head.toString('latin1', 0, end < 0 ? head.length : end);
  if (!/[\x80-\xff]/.test(line)) return head;
  const encoded = line.replace(
    /[\x80-\xff]/g,
    (byte) => `%${byte.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return Buffer.concat([Buffer.from(encoded, 'latin1'), head.subarray(line.length)]);
}
