import * as fs from 'node:fs';
import { stat } from 'node:fs/promises';
import { isIP } from 'node:net';
import { finished } from 'node:stream/promises';
import { networkOf } from '../base/attempts.js';
/** @import { IncomingHttpHeaders } from 'node:http' */
/** @import { Clock } from '../base/clock.js' */
/** @import { Log } from '../base/log.js' */
/** @import { Answered } from './door.js' */
/** @import { Client } from './fast-path.js' */

/** The fields of a request that a line is made of. */
const FIELDS = ['referer', 'user-agent', 'x-forwarded-for'];

/**
 * Bytes of a write to a pipe: the system does not mix those of several workers, and no line is longer. To a file it
 * mixes none.
 */
const BATCH = { pipe: 4096, file: 64 * 1024 };
/** Characters of the longest value; a quarter of them, if some need to be escaped. */
const LONGEST = { target: 1500, field: 1000 };
/** Bytes that wait at most for a slow disk or reader; beyond them, lines are dropped. */
const MOST_WAITING = 1024 * 1024;
/** Milliseconds after which a line is written at the latest, and between two looks whether the file was rotated. */
const WRITE_EVERY = 1000;
/** A pipe that nobody reads must not hold whoever opens it, which would hold the end of the process. */
const { O_APPEND, O_CREAT, O_NONBLOCK, O_WRONLY } = fs.constants;
const APPEND = O_WRONLY | O_CREAT | O_APPEND | O_NONBLOCK;

/**
 * @typedef {object} Line
 * @property {number} time  milliseconds since 1970
 * @property {string} address  whole
 * @property {string} method
 * @property {string} target
 * @property {string} version
 * @property {number} status
 * @property {number} bytes  of the body
 * @property {IncomingHttpHeaders} headers
 * @property {number} milliseconds  that it took
 */

/**
 * A line for each request, written in batches. Where they cannot be written as fast as requests come, lines are
 * dropped.
 */
export class AccessLog {
  /** Further ones that the fast path is to read. */
  fields = FIELDS;
  #places = [...FIELDS.keys()];
  #batch = '';
  #inode = 0;
  #isLosing = false;
  #cancel = () => {};
  #format;
  #most;
  #file;
  /** null after an error, until it is opened again. @type {fs.WriteStream | null} */
  #stream = null;
  #addressOf;
  #clock;
  #log;

  /**
   * @param {object} deps
   * @param {'combined' | 'json'} deps.format
   * @param {string} deps.file  opened again when it was rotated; '' for stdout
   * @param {(request: { headers: IncomingHttpHeaders, socket: Client }) => string} deps.addressOf  of a client
   * @param {Clock} deps.clock
   * @param {Log} deps.log
   */
  constructor({ format, file, addressOf, clock, log }) {
    this.#format = format === 'json' ? json : combined();
    this.#file = file;
    this.#most = file ? BATCH.file : BATCH.pipe;
    this.#addressOf = addressOf;
    this.#clock = clock;
    this.#log = log;
    this.#tick();
  }

  /** @param {number[]} places  where `values` has those of `fields` */
  locate(places) {
    this.#places = places;
  }

  /** @param {Answered} answer */
  answered({ request, target, values, client, status, bytes, ...answer }) {
    const now = this.#clock.now();
    const { time = now } = answer;
    /** @type {IncomingHttpHeaders} */
    const headers = {};
    for (const [at, place] of this.#places.entries()) headers[FIELDS[at]] = values[place];
    // Spreading would cost several times as much as all of the line.
    this.#write({
      time,
      address: this.#addressOf({ headers, socket: client }),
      method: request.method ?? '',
      target,
      version: request.httpVersion,
      headers,
      status,
      bytes,
      milliseconds: Math.max(0, now - time),
    });
  }

  /** Writes what waits. */
  async close() {
    this.#cancel();
    this.#flush();
    await this.#end();
  }

  /** @param {Line} line */
  #write(line) {
    const text = `${this.#format(line)}\n`;
    if (this.#batch.length + text.length > this.#most) this.#flush();
    this.#batch += text;
  }

  #flush() {
    if (this.#batch === '') return;
    if (this.#stream === null || this.#stream.writableLength > MOST_WAITING) this.#lose();
    else this.#stream.write(this.#batch);
    this.#batch = '';
  }

  async #tick() {
    this.#cancel = this.#clock.after(WRITE_EVERY, () => this.#tick());
    this.#stream ??= this.#open();
    this.#flush();
    const { bytesWritten, writableLength } = this.#stream;
    if (bytesWritten > 0 && writableLength === 0) this.#isLosing = false;
    if (!this.#file) return;
    const { ino } = await stat(this.#file).catch(() => ({ ino: 0 }));
    if (this.#inode !== 0 && ino !== this.#inode) {
      this.#end();
      this.#stream = this.#open();
    }
    this.#inode = ino;
  }

  #open() {
    // Without writev, which would make one large write of several batches.
    const { open, write, close } = fs;
    const to = this.#file ? {} : { fd: 1, autoClose: false };
    const options = {
      flags: /** @type {any} */ (APPEND),
      mode: 0o640,
      fs: { open, write, close },
      ...to,
    };
    const stream = fs.createWriteStream(this.#file, options);
    return stream.on('error', (error) => {
      this.#lose(error);
      this.#stream = null;
    });
  }

  /** Ends what is open; the next look opens it again. */
  async #end() {
    const stream = this.#stream;
    this.#stream = null;
    stream?.end();
    if (stream) await finished(stream).catch(() => {});
  }

  /** @param {Error} [err] none: it is not written as fast as requests come */
  #lose(err) {
    if (!this.#isLosing) this.#log.error({ err }, 'Lines of the access log are lost');
    this.#isLosing = true;
  }
}

/** @returns {(line: Line) => string} in the combined format of Apache and nginx */
function combined() {
  let second = NaN;
  let date = '';
  return ({ time, address, method, target, version, headers, status, bytes }) => {
    if (Math.floor(time / 1000) !== second) {
      second = Math.floor(time / 1000);
      const [, day, month, year, clock] = new Date(time).toUTCString().split(' ');
      date = `${day}/${month}/${year}:${clock} +0000`;
    }
    const { referer = '-', 'user-agent': agent = '-' } = headers;
    const request = `${method} ${withoutSecrets(target)} HTTP/${version}`;
    const parts = [
      quoted(request, LONGEST.target),
      status,
      bytes || '-',
      quoted(withoutSecrets(referer)),
      quoted(agent),
    ];
    return `${shortened(address)} - - [${date}] ${parts.join(' ')}`;
  };
}

/** @param {Line} line */
function json({ time, address, target, version, headers, ...rest }) {
  const { referer = '', 'user-agent': agent = '' } = headers;
  const line = JSON.stringify({
    time: new Date(time).toISOString(),
    address: shortened(address),
    ...rest,
    target: cut(withoutSecrets(target), LONGEST.target),
    protocol: `HTTP/${version}`,
    referrer: cut(withoutSecrets(referer)),
    userAgent: cut(agent),
  });
  return NOT_ASCII.test(line) ? line.replace(ALL_NOT_ASCII, unicodeEscape) : line;
}

const NOT_ASCII = /[^ -~]/;
const ALL_NOT_ASCII = new RegExp(NOT_ASCII, 'g');

/** Bytes of a request are nothing that a terminal or a reader of JSON should act on. @param {string} character */
const unicodeEscape = (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;

const ODD = /["\\]|[^ -~]/;
const ALL_ODD = new RegExp(ODD, 'g');

/** Cuts a value so that it stays short when it is escaped. @param {string} text @param {number} [longest] */
const cut = (text, longest = LONGEST.field) =>
  text.slice(0, ODD.test(text) ? longest / 4 : longest);

/** Escapes as Apache does, so that nobody ends a field or a line. @param {string} text @param {number} [longest] */
function quoted(text, longest) {
  const short = cut(text, longest);
  return `"${ODD.test(short) ? short.replace(ALL_ODD, escaped) : short}"`;
}

/** @param {string} character of a header, which is one byte */
const escaped = (character) =>
  character === '"' || character === '\\'
    ? `\\${character}`
    : `\\x${character.charCodeAt(0).toString(16).padStart(2, '0')}`;

/** @param {string} address @returns {string} IPv4 without its last number, IPv6 without what is below /48 */
function shortened(address) {
  const version = isIP(address);
  if (version === 0) return '-';
  if (version === 4) return withoutHost(address);
  const network = networkOf(address, 3);
  return network.includes(':') ? `${network}::` : withoutHost(network);
}

/** @param {string} address of IPv4 */
const withoutHost = (address) => `${address.slice(0, address.lastIndexOf('.'))}.0`;

/** Links for setting up, to previews, and of subscribers have secrets in them. @param {string} target or URL */
function withoutSecrets(target) {
  const plain = target.includes('%') ? target.replace(ESCAPED, unescaped) : target;
  const subscriber = SUBSCRIBER.exec(plain);
  if (subscriber) return plain.slice(0, subscriber.index + subscriber[0].length);
  const at = plain.indexOf('/admin/');
  if (at < 0) return target;
  const preview = plain.indexOf(PREVIEW, at);
  return preview < 0 ? plain.split('?', 1)[0] : plain.slice(0, preview + PREVIEW.length);
}

/** What a path may have in place of a character that it means (RFC 3986 section 2.3). */
const ESCAPED = /%([2-7][\da-f])/gi;

/** @param {string} _escape @param {string} hex */
const unescaped = (_escape, hex) => String.fromCharCode(parseInt(hex, 16));

const PREVIEW = '/admin/preview/';
/** Up to the secret. */
const SUBSCRIBER = /\/subscribe\/[^/]*\/?/i;
