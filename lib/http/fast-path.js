import { maxHeaderSize, STATUS_CODES } from 'node:http';
import { Server as TlsServer } from 'node:tls';
import { createBacklog } from './backlog.js';
import { knownFields } from './known-fields.js';
import { Tunnel } from './tunnel.js';
import { createTurns } from './turns.js';
/** @import { IncomingHttpHeaders, Server, ServerResponse } from 'node:http' */
/** @import { Socket } from 'node:net' */
/** @import { Duplex } from 'node:stream' */
/** @import { Clock } from '../base/clock.js' */
/** @import { KnownFields } from './known-fields.js' */

/**
 * Answers simple requests for stored entries without node:http, which costs more than all the rest of a hit. Whatever
 * is not simple goes to node:http, untouched, and so does all that follows on its connection until that is answered.
 * See docs/dev/fast-path.md.
 *
 * @typedef {object} SimpleRequest
 * @property {string} method  GET or HEAD
 * @property {string} url  the request target, in origin form
 * @property {'1.0' | '1.1'} httpVersion
 * @property {IncomingHttpHeaders} headers  those that decide
 * @property {boolean} persistent  whether the connection may be kept (RFC 9112 section 9.3)
 * @property {number} start  where it begins in what was read
 * @property {number} end
 * @property {(string | undefined)[]} fieldValues  begins with the values of further fields, in the order of `fields`;
 *   those of a repeated one are joined by commas
 *
 * @typedef {Pick<Socket, 'remoteAddress'>} Client  of a connection
 *
 * @typedef {Client & { noted: unknown[] }} FastClient  `noted`: what `lookUp` has noted of answers to it, until the
 *   system has taken them
 *
 * @typedef {{ socket: Socket, until: number, noted: unknown[] }} Unsent  what the system has not taken of the answers
 *   on a connection: up to so many bytes
 *
 * @typedef {object} RawResponse  A whole response, apart from the headers of the connection and Date.
 * @property {number} status
 * @property {string[]} headers  a flat list
 * @property {Buffer} body  empty: without one
 */

/** RFC 9112 section 3: method SP request-target SP HTTP-version CRLF; the target in origin form (3.2.1). */
const requestLine = /(GET|HEAD) (\/[!-"$-~]*) HTTP\/(1\.[01])\r\n/y;

/**
 * Section 5: field-name ":" OWS field-value OWS CRLF; RFC 9110 section 5.6.2 has the name's characters, section 5.5 the
 * value's.
 */
const fieldLine =
  /([!#$%&'*+\-.^`|~\w]+):[\t ]*(?:([!-~\x80-\xff]+(?:[\t ]+[!-~\x80-\xff]+)*) *)?\r\n/y;

/** By Connection: whether the client wants it kept. */
const PERSISTENT = new Map([
  ['keep-alive', true],
  ['close', false],
]);

/** Node.js ignores what is beyond the thousandth. */
const MOST_FIELDS = 100;

/**
 * Bytes that are collected before they are written. A larger answer is written without copying its body; but over TLS
 * Node.js would copy it to new memory.
 */
const ROOM = 20 * 1024;
const SECURE_ROOM = 40 * 1024;
/** Rooms that are reused when the system has taken what is in them. */
const MOST_ROOMS = 32;

/** Bytes of the most that is remembered of a connection. */
const REMEMBERED = 4096;

/** Requests of one connection that are answered before those of others have their turn; the same while others wait. */
const MOST_IN_TURN = 16;
const FEW_IN_TURN = 4;
const RETAINED = 'Connection: keep-alive\r\n\r\n';
const CLOSED = 'Connection: close\r\n\r\n';

/** @type {Buffer} */
const NOTHING = Buffer.alloc(0);

/**
 * Takes over the connections of a server.
 * @param {object} deps
 * @param {Server} deps.server  its own listener gets a tunnel for a connection when something on it is not simple
 * @param {(request: SimpleRequest, client: FastClient) => RawResponse | null} deps.lookUp  is asked for each request
 *   anew; null: node:http gets it. As long as the headers of an answer are the same, they are the same array
 * @param {(target: string) => boolean} deps.isStored  whether there may be an answer: of other requests only the first
 *   line is read here
 * @param {string[]} [deps.fields]  names of further ones that are passed to `lookUp`, in lower case; they decide
 *   nothing
 * @param {string[]} [deps.notSimple]  names of further ones with which a request is not simple
 * @param {WeakMap<object, ServerResponse>} deps.latest  by connection, the response to the last request that node:http
 *   has read
 * @param {Clock} deps.clock
 * @returns {{ release: () => Socket[], listenAsNode: (connection: Duplex) => void, unsent: () => Unsent[] }} `release`
 *   hands all connections over, also those to come, and returns the idle ones; `listenAsNode` has node:http read
 *   requests
 */
export function openFastPath({
  server,
  lookUp,
  isStored,
  fields = [],
  notSimple = [],
  latest,
  clock,
}) {
  const isSecure = server instanceof TlsServer;
  const event = isSecure ? 'secureConnection' : 'connection';
  const [listener] = /** @type {((connection: Duplex) => void)[]} */ (server.listeners(event));
  const listenAsNode = (/** @type {Duplex} */ connection) => listener.call(server, connection);
  /** @type {Set<Connection>} */
  const open = new Set();
  const own = {
    server,
    lookUp,
    isStored,
    latest,
    listenAsNode,
    open,
    turns: createTurns(),
    backlog: createBacklog(),
    writer: createWriter(clock, isSecure),
    known: knownFields(fields, notSimple),
  };
  const take = (/** @type {Socket} */ socket) => void new Connection(socket, own);
  server.removeListener(event, listener);
  server.on(event, take);
  return { release, listenAsNode, unsent: () => [...open].flatMap((each) => each.unsent()) };

  function release() {
    server.removeListener(event, take);
    server.on(event, listener);
    return [...open].flatMap((connection) => connection.handOver());
  }
}

/**
 * @typedef {object} Own  What the connections of a server have in common.
 * @property {Server} server
 * @property {(request: SimpleRequest, client: FastClient) => RawResponse | null} lookUp
 * @property {(target: string) => boolean} isStored
 * @property {WeakMap<object, ServerResponse>} latest
 * @property {(connection: Duplex) => void} listenAsNode
 * @property {Set<Connection>} open
 * @property {ReturnType<typeof createTurns>} turns
 * @property {ReturnType<typeof createBacklog>} backlog
 * @property {ReturnType<typeof createWriter>} writer
 * @property {KnownFields} known
 */

/** A connection that was taken over. */
class Connection {
  /** What was read before: clients repeat their requests. */
  #bytes = NOTHING;
  /** The requests that it consists of. @type {SimpleRequest[]} */
  #requests = [];
  /** What is to be answered when the client has taken the answers before. */
  #waiting = NOTHING;
  /** What node:http has of the connection. @type {Tunnel | null} */
  #tunnel = null;
  /** Bytes up to the last answer that was given here, before node:http went on. */
  #answered = 0;
  #socket;
  #own;
  /** @type {FastClient} */
  #client;
  #goOn = () => this.#resume();
  #listeners = {
    data: (/** @type {Buffer} */ chunk) => this.#read(chunk),
    drain: this.#goOn,
    end: () => (this.#tunnel ? this.#tunnel.feedEnd() : this.#socket.end()),
    timeout: () => (this.#tunnel ? this.#tunnel.emit('timeout') : this.#socket.destroy()),
    error: (/** @type {Error} */ error) => (this.#tunnel ?? this.#socket).destroy(error),
    close: () => this.#close(),
  };

  /** @param {Socket} socket @param {Own} own */
  constructor(socket, own) {
    this.#socket = socket;
    this.#own = own;
    // Each look at the socket would cost more than the rest of counting a reader.
    this.#client = { remoteAddress: socket.remoteAddress, noted: [] };
    for (const [event, listener] of Object.entries(this.#listeners)) socket.on(event, listener);
    socket.setTimeout(own.server.timeout);
    own.open.add(this);
  }

  /** @returns {Unsent[]} of what was answered here */
  unsent() {
    const socket = this.#socket;
    const { noted } = this.#client;
    const isOwn = this.#tunnel === null || this.#tunnel.isIdle;
    const until = isOwn ? socket.bytesWritten : this.#answered;
    const isTaken = socket.bytesWritten - socket.writableLength >= until;
    return isTaken || noted.length === 0 ? [] : [{ socket, until, noted }];
  }

  /** Leaves it to node:http. @returns {Socket[]} its socket, if nothing is under way */
  handOver() {
    const socket = this.#socket;
    const tunnel = this.#tunnel;
    this.#own.open.delete(this);
    if (tunnel !== null && !tunnel.isIdle) {
      socket.removeListener('data', this.#listeners.data);
      socket.on('data', (chunk) => tunnel.feed(chunk));
      return [];
    }
    tunnel?.detach();
    for (const [event, listener] of Object.entries(this.#listeners))
      socket.removeListener(event, listener);
    socket.pause();
    const rest = this.#stopWaiting();
    if (rest.length > 0) socket.unshift(rest);
    this.#own.listenAsNode(socket);
    socket.resume();
    return rest.length === 0 && socket.writableLength === 0 ? [socket] : [];
  }

  /** @param {Buffer} chunk */
  #read(chunk) {
    const socket = this.#socket;
    const { lookUp, isStored, turns, writer, known } = this.#own;
    if (this.#tunnel !== null && !this.#tunnel.isIdle) return this.#tunnel.feed(chunk);
    if (this.#client.noted.length > 0 && socket.writableLength === 0) this.#client.noted = [];
    const isRepeated = chunk.equals(this.#bytes);
    const text = isRepeated ? '' : chunk.toString('latin1');
    const asked = isRepeated ? this.#requests : [];
    const most = turns.waiting.length === 0 ? MOST_IN_TURN : FEW_IN_TURN;
    let done = 0;
    for (let count = 0; done < chunk.length; count++) {
      const isFull = socket.writableNeedDrain && socket.writableLength > 0;
      if (isFull || count === most) return this.#wait(chunk.subarray(done), isFull);
      if (!isRepeated) {
        const next = readRequest(text, done, known, isStored);
        if (next === null) break;
        asked.push(next);
      }
      const request = asked[count];
      const answer = lookUp(request, this.#client);
      if (answer === null) break;
      done = request.end;
      if (writer.put(socket, request, answer)) return this.#finish();
    }
    writer.flush(socket);
    if (done < chunk.length) return this.#passOn(chunk.subarray(done));
    if (!isRepeated && chunk.buffer.byteLength <= REMEMBERED) {
      this.#bytes = chunk;
      this.#requests = asked;
    }
  }

  /** @param {Buffer} rest @param {boolean} isFull  whether the client has to read first */
  #wait(rest, isFull) {
    const socket = this.#socket;
    const { writer, backlog, turns } = this.#own;
    writer.flush(socket);
    this.#waiting = rest;
    socket.pause();
    backlog.add(socket, rest.buffer.byteLength + socket.writableLength);
    if (!isFull) turns.take(this.#goOn);
  }

  #resume() {
    if (this.#waiting === NOTHING) return;
    const rest = this.#stopWaiting();
    this.#socket.resume();
    this.#read(rest);
  }

  /** @returns {Buffer} what was waiting */
  #stopWaiting() {
    const rest = this.#waiting;
    this.#waiting = NOTHING;
    this.#own.backlog.remove(this.#socket);
    return rest;
  }

  /** After the last answer (RFC 9112 section 9.6): what the client has sent behind it is dropped. */
  #finish() {
    this.#own.writer.flush(this.#socket);
    this.#socket.removeListener('data', this.#listeners.data);
    this.#socket.destroySoon();
  }

  /** @param {Buffer} rest  not answered yet */
  #passOn(rest) {
    const { latest, backlog, turns, listenAsNode } = this.#own;
    if (this.#client.noted.length > 0) this.#answered = this.#socket.bytesWritten;
    if (this.#tunnel === null) {
      this.#tunnel = new Tunnel(this.#socket, { latest, backlog, yieldTurn: turns.takeWhole });
      listenAsNode(this.#tunnel);
    }
    this.#tunnel.feed(rest);
  }

  #close() {
    this.#own.open.delete(this);
    if (this.#waiting !== NOTHING) this.#stopWaiting();
    this.#tunnel?.destroy();
  }
}

/**
 * @param {string} text
 * @param {number} start
 * @param {KnownFields} known
 * @param {(target: string) => boolean} isStored
 * @returns {SimpleRequest | null}
 */
function readRequest(text, start, known, isStored) {
  requestLine.lastIndex = start;
  const [line, method, url, httpVersion] = requestLine.exec(text) ?? [];
  if (line === undefined || !isStored(url)) return null;
  // Numbers and a literal: names that were just read, as keys of an object, cost a twentieth of a hit.
  const { places, first } = known;
  const fieldValues = known.none.slice();
  let at = start + line.length;
  for (let count = 0; count < MOST_FIELDS; count++) {
    fieldLine.lastIndex = at;
    const field = fieldLine.exec(text);
    if (field === null) break;
    at = fieldLine.lastIndex;
    const place = places.get(field[1].toLowerCase());
    if (place === undefined) continue;
    if (place < 0) return null;
    const value = field[2] ?? '';
    if (fieldValues[place] === undefined) fieldValues[place] = value;
    else if (place < first) fieldValues[place] += `, ${value}`;
    else return null;
  }
  const headers = {
    host: fieldValues[first],
    connection: fieldValues[first + 1],
    te: fieldValues[first + 2],
    'accept-encoding': fieldValues[first + 3],
    'if-none-match': fieldValues[first + 4],
    'if-modified-since': fieldValues[first + 5],
  };
  const end = at + 2;
  if (!text.startsWith('\r\n', at) || end - start >= maxHeaderSize) return null;
  const isOld = httpVersion === '1.0';
  // It would permit a chunked answer.
  if (isOld && headers.te !== undefined) return null;
  const persistent =
    headers.connection === undefined ? !isOld : PERSISTENT.get(headers.connection.toLowerCase());
  if (persistent === undefined) return null;
  const version = isOld ? '1.0' : '1.1';
  return { method, url, httpVersion: version, headers, persistent, start, end, fieldValues };
}

/** @param {Clock} clock @param {boolean} isSecure */
function createWriter(clock, isSecure) {
  const size = isSecure ? SECURE_ROOM : ROOM;
  let room = Buffer.allocUnsafeSlow(size);
  /** @type {(typeof room)[]} */
  const free = [];
  let used = 0;
  /** Seconds since 1970. */
  let second = NaN;
  /** The ends of heads in this second. */
  let stored = '';
  let closed = '';
  /**
   * Status lines with headers, which may have a date of their own.
   * @type {WeakMap<string[], { status: number, head: string, isDated: boolean }>}
   */
  const heads = new WeakMap();
  return { put, flush };

  /**
   * Writes an answer, or collects it until `flush`.
   * @param {Socket} socket  the same one until `flush`
   * @param {SimpleRequest} request
   * @param {RawResponse} answer
   * @returns {boolean} whether it is the last one on its connection
   */
  function put(socket, { method, httpVersion, persistent }, { status, headers, body }) {
    // For a client of HTTP/1.0, an answer without a length ends with the connection.
    const isLast = !persistent || (status === 304 && httpVersion === '1.0');
    const { head, isDated } = headOf(status, headers);
    const rest = isDated ? (isLast ? CLOSED : RETAINED) : datedEnd(isLast);
    const own = method === 'HEAD' ? NOTHING : body;
    const length = head.length + rest.length + own.length;
    if (used + length > size) flush(socket);
    if (length > size) {
      socket.cork();
      socket.write(head + rest, 'latin1');
      socket.write(own);
      socket.uncork();
    } else {
      used += room.write(head, used, 'latin1');
      used += room.write(rest, used, 'latin1');
      used += own.copy(room, used);
    }
    return isLast;
  }

  /** @param {Socket} socket */
  function flush(socket) {
    if (used === 0) return;
    const written = room;
    const bytes = written.subarray(0, used);
    used = 0;
    // Over TLS, nothing counts as taken at once.
    if (isSecure) {
      socket.write(bytes, () => void (free.length < MOST_ROOMS && free.push(written)));
      room = free.pop() ?? Buffer.allocUnsafeSlow(size);
      return;
    }
    socket.write(bytes);
    // The system has not taken all of it yet.
    if (socket.writableLength > 0) room = Buffer.allocUnsafeSlow(size);
  }

  /** @param {number} status @param {string[]} headers */
  function headOf(status, headers) {
    const known = heads.get(headers);
    if (known?.status === status) return known;
    let head = `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n`;
    for (let at = 0; at < headers.length; at += 2) head += `${headers[at]}: ${headers[at + 1]}\r\n`;
    const made = { status, head, isDated: /\ndate:/i.test(head) };
    heads.set(headers, made);
    return made;
  }

  /** @param {boolean} isLast */
  function datedEnd(isLast) {
    const now = Math.floor(clock.now() / 1000);
    if (now !== second) {
      second = now;
      const date = `Date: ${new Date(now * 1000).toUTCString()}\r\n`;
      stored = date + RETAINED;
      closed = date + CLOSED;
    }
    return isLast ? closed : stored;
  }
}
