import { maxHeaderSize, STATUS_CODES } from 'node:http';
/** @import { IncomingHttpHeaders, Server } from 'node:http' */
/** @import { Socket } from 'node:net' */
/** @import { Clock } from '../clock.js' */
/** @import { Answer } from './response-manager.js' */

/**
 * Answers simple requests for stored entries without node:http, which costs more than all the rest of a hit. Whatever is not
 * simple goes to node:http, untouched, with all that follows on its connection. See docs/fast-path.md.
 *
 * @typedef {object} SimpleRequest
 * @property {string} method  GET or HEAD
 * @property {string} url  the request target, in origin form
 * @property {'1.0' | '1.1'} httpVersion
 * @property {IncomingHttpHeaders} headers  those that decide
 * @property {boolean} persistent  whether the connection may be kept (RFC 9112 section 9.3)
 * @property {number} start  where it begins in what was read
 * @property {number} end
 */

/** RFC 9112 section 3: method SP request-target SP HTTP-version CRLF; the target in origin form (3.2.1). */
const requestLine = /(GET|HEAD) (\/[!-"$-~]*) HTTP\/(1\.[01])\r\n/y;

/** Section 5: field-name ":" OWS field-value OWS CRLF; RFC 9110 section 5.6.2 has the name's characters, section 5.5 the value's. */
const fieldLine =
  /([!#$%&'*+\-.^`|~\w]+):[\t ]*(?:([!-~\x80-\xff]+(?:[\t ]+[!-~\x80-\xff]+)*) *)?\r\n/y;

/**
 * The fields that mean something to the usual path. True: it decides about a stored answer, if there is one of it. False: the
 * request is not simple, since it has a body, or asks for something else than a whole stored answer.
 */
const FIELDS = new Map([
  ...many(true, 'host', 'connection', 'te', 'accept-encoding'),
  ...many(true, 'if-none-match', 'if-modified-since'),
  ...many(false, 'content-length', 'transfer-encoding', 'expect', 'upgrade', 'proxy-connection'),
  ...many(false, 'authorization', 'cache-control', 'range', 'if-range'),
  ...many(false, 'if-match', 'if-unmodified-since'),
]);

/** By Connection: whether the client wants it kept. */
const PERSISTENT = new Map([
  ['keep-alive', true],
  ['close', false],
]);

/** Node.js ignores what is beyond the thousandth. */
const MOST_FIELDS = 100;

/** Bytes that are collected before they are written. A larger answer is written without copying its body. */
const ROOM = 20 * 1024;

/** Bytes of the most that is remembered of a connection. */
const REMEMBERED = 4096;

const NOTHING = Buffer.alloc(0);

/**
 * Takes over the connections of a server.
 * @param {object} deps
 * @param {Server} deps.server  its own listener gets every connection that is handed over
 * @param {(request: SimpleRequest, socket: Socket) => Answer | null} deps.lookUp  is asked for each request anew; null: hand it over. As long as
 *   the headers of an answer are the same, they are the same array
 * @param {string[]} [deps.fields]  further ones that `lookUp` looks at, in lower case; they decide nothing
 * @param {Clock} deps.clock
 * @returns {{ release: () => Socket[] }} `release` hands all connections over, also those to come, and returns the idle ones
 */
export function openFastPath({ server, lookUp, fields = [], clock }) {
  const [listenAsNode] = server.listeners('connection');
  const writer = createWriter(clock);
  const known = new Map([...FIELDS, ...many(true, ...fields)]);
  /** @type {Map<Socket, () => boolean>} */
  const open = new Map();
  server.removeListener('connection', /** @type {() => void} */ (listenAsNode));
  server.on('connection', take);
  return { release };

  function release() {
    server.removeListener('connection', take);
    server.on('connection', /** @type {() => void} */ (listenAsNode));
    return [...open].flatMap(([socket, handOver]) => (handOver() ? [socket] : []));
  }

  /** @param {Socket} socket */
  function take(socket) {
    /** What was read before: clients repeat their requests. */
    let bytes = /** @type {Buffer} */ (NOTHING);
    /** The requests that it consists of. @type {SimpleRequest[]} */
    let requests = [];
    /** What is to be answered when the client has taken the answers before. */
    let waiting = /** @type {Buffer} */ (NOTHING);
    const listeners = {
      data: read,
      drain: goOn,
      end,
      timeout: destroy,
      error: destroy,
      close: leave,
    };
    for (const [event, listener] of Object.entries(listeners)) socket.on(event, listener);
    socket.setTimeout(server.timeout);
    open.set(socket, () => handOver(waiting));

    /** @param {Buffer} chunk */
    function read(chunk) {
      const asked = chunk.equals(bytes) ? requests : readRequests(chunk, known);
      if (asked.length === 0) return void handOver(chunk);
      if (chunk.buffer.byteLength <= REMEMBERED) [bytes, requests] = [chunk, asked];
      let done = 0;
      for (const request of asked) {
        if (socket.writableNeedDrain && socket.writableLength > 0)
          return wait(chunk.subarray(done));
        const answer = lookUp(request, socket);
        if (answer === null) break;
        done = request.end;
        if (writer.put(socket, request, answer)) return finish();
      }
      writer.flush(socket);
      if (done < chunk.length) handOver(chunk.subarray(done));
    }

    /** @param {Buffer} rest */
    function wait(rest) {
      writer.flush(socket);
      waiting = rest;
      socket.pause();
    }

    function goOn() {
      if (waiting === NOTHING) return;
      const rest = waiting;
      waiting = NOTHING;
      socket.resume();
      read(rest);
    }

    /** After the last answer (RFC 9112 section 9.6): what the client has sent behind it is dropped. */
    function finish() {
      writer.flush(socket);
      socket.removeListener('data', read);
      socket.destroySoon();
    }

    /** @param {Buffer} rest  not answered yet @returns {boolean} whether nothing is under way */
    function handOver(rest) {
      leave();
      for (const [event, listener] of Object.entries(listeners))
        socket.removeListener(event, listener);
      socket.pause();
      if (rest.length > 0) socket.unshift(rest);
      listenAsNode.call(server, socket);
      socket.resume();
      return rest.length === 0 && socket.writableLength === 0;
    }

    function leave() {
      open.delete(socket);
    }

    function end() {
      socket.end();
    }

    function destroy() {
      socket.destroy();
    }
  }
}

/**
 * @param {Buffer} bytes
 * @param {Map<string, boolean>} known  fields
 * @returns {SimpleRequest[]} none, unless all of it are simple requests, and whole
 */
function readRequests(bytes, known) {
  const text = bytes.toString('latin1');
  const requests = [];
  for (let at = 0; at < text.length; at = requests[requests.length - 1].end) {
    const request = readRequest(text, at, known);
    if (request === null) return [];
    requests.push(request);
  }
  return requests;
}

/** @param {string} text @param {number} start @param {Map<string, boolean>} known @returns {SimpleRequest | null} */
function readRequest(text, start, known) {
  requestLine.lastIndex = start;
  const [line, method, url, httpVersion] = requestLine.exec(text) ?? [];
  if (line === undefined) return null;
  const headers = Object.create(null);
  let at = start + line.length;
  for (let count = 0; count < MOST_FIELDS; count++) {
    fieldLine.lastIndex = at;
    const field = fieldLine.exec(text);
    if (field === null) break;
    at = fieldLine.lastIndex;
    const name = field[1].toLowerCase();
    const decides = known.get(name);
    if (decides === undefined) continue;
    if (!decides || name in headers) return null;
    headers[name] = field[2] ?? '';
  }
  const end = at + 2;
  if (!text.startsWith('\r\n', at) || end - start >= maxHeaderSize) return null;
  const isOld = httpVersion === '1.0';
  // It would permit a chunked answer.
  if (isOld && headers.te !== undefined) return null;
  const persistent =
    headers.connection === undefined ? !isOld : PERSISTENT.get(headers.connection.toLowerCase());
  if (persistent === undefined) return null;
  return { method, url, httpVersion: isOld ? '1.0' : '1.1', headers, persistent, start, end };
}

/** @param {boolean} decides @param {...string} names @returns {[string, boolean][]} */
function many(decides, ...names) {
  return names.map((name) => [name, decides]);
}

/** @param {Clock} clock */
function createWriter(clock) {
  let room = Buffer.allocUnsafeSlow(ROOM);
  let used = 0;
  /** Seconds since 1970. */
  let second = NaN;
  let kept = '';
  let closed = '';
  /** Status lines with headers. @type {WeakMap<string[], { status: number, head: string }>} */
  const heads = new WeakMap();
  return { put, flush };

  /**
   * Writes an answer, or collects it until `flush`.
   * @param {Socket} socket  the same one until `flush`
   * @param {SimpleRequest} request
   * @param {Answer} answer
   * @returns {boolean} whether it is the last one on its connection
   */
  function put(socket, { method, httpVersion, persistent }, { status, headers, body }) {
    // For a client of HTTP/1.0, an answer without a length ends with the connection.
    const isLast = !persistent || (status === 304 && httpVersion === '1.0');
    const head = headOf(status, headers);
    const rest = restOfHead(isLast);
    const own = method === 'HEAD' ? NOTHING : body;
    const size = head.length + rest.length + own.length;
    if (used + size > ROOM) flush(socket);
    if (size > ROOM) {
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
    socket.write(room.subarray(0, used));
    used = 0;
    // The system has not taken all of it yet.
    if (socket.writableLength > 0) room = Buffer.allocUnsafeSlow(ROOM);
  }

  /** @param {number} status @param {string[]} headers */
  function headOf(status, headers) {
    const known = heads.get(headers);
    if (known?.status === status) return known.head;
    let head = `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n`;
    for (let at = 0; at < headers.length; at += 2) head += `${headers[at]}: ${headers[at + 1]}\r\n`;
    heads.set(headers, { status, head });
    return head;
  }

  /** @param {boolean} isLast */
  function restOfHead(isLast) {
    const now = Math.floor(clock.now() / 1000);
    if (now !== second) {
      second = now;
      const date = `Date: ${new Date(now * 1000).toUTCString()}\r\n`;
      kept = `${date}Connection: keep-alive\r\n\r\n`;
      closed = `${date}Connection: close\r\n\r\n`;
    }
    return isLast ? closed : kept;
  }
}
