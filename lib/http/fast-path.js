import { maxHeaderSize, STATUS_CODES } from 'node:http';
import { Server as TlsServer } from 'node:tls';
import { createBacklog } from './backlog.js';
import { Tunnel } from './tunnel.js';
/** @import { IncomingHttpHeaders, Server, ServerResponse } from 'node:http' */
/** @import { Socket } from 'node:net' */
/** @import { Duplex } from 'node:stream' */
/** @import { Clock } from '../base/clock.js' */

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

/** The fields that decide about a stored answer, if there is one of a request. */
const DECISIVE = [
  ...['host', 'connection', 'te', 'accept-encoding'],
  ...['if-none-match', 'if-modified-since'],
];

/** Those with which a request is not simple: it has a body, or asks for something else than a whole stored answer. */
const NOT_SIMPLE = [
  ...['content-length', 'transfer-encoding', 'expect', 'upgrade', 'proxy-connection'],
  ...['authorization', 'cache-control', 'range', 'if-range'],
  ...['if-match', 'if-unmodified-since'],
];

/**
 * @typedef {object} KnownFields
 * @property {Map<string, number>} places  by name: first those that are fieldValues, then the decisive ones; -1: with
 *   it, a request is not simple
 * @property {number} first  the place of the first decisive one
 * @property {SimpleRequest['fieldValues']} none  the values of all of them in a request without any
 */

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
/**
 * Connections whose turn comes again in one turn of the event loop, which accepts one new connection. A request that
 * node:http reads costs as much as all of these.
 */
const TURNS_AT_ONCE = 4;

const RETAINED = 'Connection: keep-alive\r\n\r\n';
const CLOSED = 'Connection: close\r\n\r\n';

/** @type {Buffer} */
const NOTHING = Buffer.alloc(0);

/**
 * Takes over the connections of a server.
 * @param {object} deps
 * @param {Server} deps.server  its own listener gets a tunnel for a connection when something on it is not simple
 * @param {(request: SimpleRequest, client: Client) => RawResponse | null} deps.lookUp  is asked for each request anew;
 *   null: node:http gets it. As long as the headers of an answer are the same, they are the same array
 * @param {(target: string) => boolean} deps.isStored  whether there may be an answer: of other requests only the first
 *   line is read here
 * @param {string[]} [deps.fields]  names of further ones that are passed to `lookUp`, in lower case; they decide
 *   nothing
 * @param {string[]} [deps.notSimple]  names of further ones with which a request is not simple
 * @param {WeakMap<object, ServerResponse>} deps.latest  by connection, the response to the last request that node:http
 *   has read
 * @param {Clock} deps.clock
 * @returns {{ release: () => Socket[], listenAsNode: (connection: Duplex) => void }} `release` hands all connections
 *   over, also those to come, and returns the idle ones; `listenAsNode` has node:http read requests
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
  const [listener] = server.listeners(event);
  const listenAsNode = /** @type {(connection: Duplex) => void} */ (listener);
  const writer = createWriter(clock, isSecure);
  const known = knownFields(fields, notSimple);
  const backlog = createBacklog();
  /** @type {Map<Socket, () => boolean>} */
  const open = new Map();
  /**
   * What goes on with connections that have let others have their turn, and how many turns it counts for.
   * @type {{ goOn: () => void, cost: number }[]}
   */
  const turns = [];
  server.removeListener(event, listenAsNode);
  server.on(event, take);
  return { release, listenAsNode: (connection) => void listenAsNode.call(server, connection) };

  /** @param {() => void} goOn @param {number} [cost] */
  function yieldTurn(goOn, cost = 1) {
    if (turns.push({ goOn, cost }) === 1) setImmediate(resumeSome);
  }

  function resumeSome() {
    let [taken, spent] = [0, 0];
    for (; taken < turns.length && spent < TURNS_AT_ONCE; taken++) {
      spent += turns[taken].cost;
      turns[taken].goOn();
    }
    turns.splice(0, taken);
    if (turns.length > 0) setImmediate(resumeSome);
  }

  /** @param {() => void} goOn */
  function yieldWhole(goOn) {
    yieldTurn(goOn, TURNS_AT_ONCE);
  }

  function release() {
    server.removeListener(event, take);
    server.on(event, listenAsNode);
    return [...open].flatMap(([socket, handOver]) => (handOver() ? [socket] : []));
  }

  /** @param {Socket} socket */
  function take(socket) {
    /** What was read before: clients repeat their requests. */
    let bytes = NOTHING;
    /** The requests that it consists of. @type {SimpleRequest[]} */
    let requests = [];
    /** What is to be answered when the client has taken the answers before. */
    let waiting = NOTHING;
    /** What node:http has of the connection. @type {Tunnel | null} */
    let tunnel = null;
    // Each look at the socket would cost more than the rest of counting a reader.
    const client = { remoteAddress: socket.remoteAddress };
    const listeners = { data: read, drain: goOn, end, timeout, error: destroy, close };
    for (const [event, listener] of Object.entries(listeners)) socket.on(event, listener);
    socket.setTimeout(server.timeout);
    open.set(socket, handOver);

    /** @param {Buffer} chunk */
    function read(chunk) {
      if (tunnel !== null && !tunnel.isIdle) return tunnel.feed(chunk);
      const isRepeated = chunk.equals(bytes);
      const text = isRepeated ? '' : chunk.toString('latin1');
      const asked = isRepeated ? requests : [];
      const most = turns.length === 0 ? MOST_IN_TURN : FEW_IN_TURN;
      let done = 0;
      for (let count = 0; done < chunk.length; count++) {
        const isFull = socket.writableNeedDrain && socket.writableLength > 0;
        if (isFull || count === most) return wait(chunk.subarray(done), isFull);
        if (!isRepeated) {
          const next = readRequest(text, done, known, isStored);
          if (next === null) break;
          asked.push(next);
        }
        const request = asked[count];
        const answer = lookUp(request, client);
        if (answer === null) break;
        done = request.end;
        if (writer.put(socket, request, answer)) return finish();
      }
      writer.flush(socket);
      if (done < chunk.length) return passOn(chunk.subarray(done));
      if (!isRepeated && chunk.buffer.byteLength <= REMEMBERED) [bytes, requests] = [chunk, asked];
    }

    /** @param {Buffer} rest @param {boolean} isFull  whether the client has to read first */
    function wait(rest, isFull) {
      writer.flush(socket);
      waiting = rest;
      socket.pause();
      backlog.add(socket, rest.buffer.byteLength + socket.writableLength);
      if (!isFull) yieldTurn(goOn);
    }

    function goOn() {
      if (waiting === NOTHING) return;
      const rest = waiting;
      waiting = NOTHING;
      backlog.remove(socket);
      socket.resume();
      read(rest);
    }

    /** After the last answer (RFC 9112 section 9.6): what the client has sent behind it is dropped. */
    function finish() {
      writer.flush(socket);
      socket.removeListener('data', read);
      socket.destroySoon();
    }

    /** @param {Buffer} rest  not answered yet */
    function passOn(rest) {
      if (tunnel === null) {
        tunnel = new Tunnel(socket, { latest, backlog, yieldTurn: yieldWhole });
        listenAsNode.call(server, tunnel);
      }
      tunnel.feed(rest);
    }

    /** @returns {boolean} whether nothing is under way */
    function handOver() {
      open.delete(socket);
      const own = tunnel;
      if (own !== null && !own.isIdle) {
        socket.removeListener('data', read).on('data', (chunk) => own.feed(chunk));
        return false;
      }
      own?.detach();
      for (const [event, listener] of Object.entries(listeners))
        socket.removeListener(event, listener);
      socket.pause();
      const rest = waiting;
      waiting = NOTHING;
      backlog.remove(socket);
      if (rest.length > 0) socket.unshift(rest);
      listenAsNode.call(server, socket);
      socket.resume();
      return rest.length === 0 && socket.writableLength === 0;
    }

    function end() {
      if (tunnel === null) socket.end();
      else tunnel.feedEnd();
    }

    function timeout() {
      if (tunnel === null) socket.destroy();
      else tunnel.emit('timeout');
    }

    /** @param {Error} error */
    function destroy(error) {
      (tunnel ?? socket).destroy(error);
    }

    function close() {
      open.delete(socket);
      if (waiting !== NOTHING) backlog.remove(socket);
      waiting = NOTHING;
      tunnel?.destroy();
    }
  }
}

/** @param {string[]} recorded @param {string[]} notSimple @returns {KnownFields} */
function knownFields(recorded, notSimple) {
  const valued = [...recorded, ...DECISIVE];
  const places = new Map(valued.map((name, place) => [name, place]));
  for (const name of [...NOT_SIMPLE, ...notSimple]) places.set(name, -1);
  return { places, first: recorded.length, none: valued.map(() => undefined) };
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
