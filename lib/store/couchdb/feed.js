import { setImmediate } from 'node:timers/promises';
import { unavailable } from './errors.js';
/** @import { Sleep } from '../open.js' */
/** @import { Client } from './client.js' */

/**
 * @typedef {object} Line  One line of the feed.
 * @property {string} id  of the document
 * @property {string | number} seq
 * @property {{ rev: string }[]} changes
 * @property {boolean} [deleted]
 */

/** In milliseconds: CouchDB sends an empty line this often, and three that are missing mean a dead connection. */
const heartbeat = 400;
const longestSilence = 3 * heartbeat;

/** In characters. A line names one document and is far shorter. */
const longestLine = 1_000_000;

/** The feed did not understand where it should go on. */
export class UnknownPlace extends Error {}

/** Nothing comes from where it should go on, though other places may answer. */
export class Stuck extends Error {}

/**
 * Opens the continuous feed. It is read with fetch, not with nano, whose streams end the process when the connection breaks.
 *
 * @param {Client} client
 * @param {string} since
 * @param {{ sleep: Sleep, closing: AbortSignal }} deps
 * @returns {AsyncIterable<Line[]>} all whole lines that have come, none for a heartbeat; the next are read when
 *   these are done with. Ends when CouchDB ends the feed
 * @throws {UnknownPlace}
 * @throws {Stuck} when it is silent for too long
 * @throws {Error} when the connection breaks, or carries anything else
 */
export async function* openFeed({ address, database, place, headers }, since, { sleep, closing }) {
  if (closing.aborted) return;
  const ending = new AbortController();
  /** @type {ReadableStreamDefaultReader<string> | undefined} */
  let reader;
  const end = () => {
    ending.abort();
    // By itself the signal is not enough: fetch forgets it when the garbage collector comes by.
    reader?.cancel().catch(() => {});
  };
  closing.addEventListener('abort', end);
  /** @type {<T>(promise: Promise<T>) => Promise<T>} */
  const unlessSilent = (promise) => within(longestSilence, promise, sleep);
  try {
    const query = new URLSearchParams({ feed: 'continuous', heartbeat: String(heartbeat), since });
    const response = await unlessSilent(
      fetch(`${address.origin}/${database}/_changes?${query}`, {
        // A server or proxy that packs the feed may hold lines back.
        headers: { ...headers, accept: 'application/json', 'accept-encoding': 'identity' },
        redirect: 'error',
        signal: ending.signal,
      }),
    );
    if (response.status === 400) throw new UnknownPlace();
    if (!response.ok || !response.body) {
      throw unavailable(place, {
        status: response.status,
        body: { reason: 'the change feed' },
      });
    }
    reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
    let rest = '';
    for await (const text of texts(reader, unlessSilent)) {
      const lines = (rest + text).split('\n');
      rest = lines.pop() ?? '';
      if (rest.length > longestLine) throw new Error('a line of the change feed is too long');
      yield lines.filter((line) => line.trim()).map(parse);
    }
  } finally {
    closing.removeEventListener('abort', end);
    end();
  }
}

/**
 * All that has come since the last time, in one piece: whoever takes long over one change is then told of
 * the next ones together.
 *
 * @param {ReadableStreamDefaultReader<string>} reader
 * @param {<T>(promise: Promise<T>) => Promise<T>} unlessSilent
 * @returns {AsyncIterable<string>}
 */
async function* texts(reader, unlessSilent) {
  const read = () => {
    const promise = reader.read();
    // Nobody may be waiting for it any more when the connection ends.
    promise.catch(() => {});
    return promise;
  };
  let next = read();
  for (;;) {
    let { value: text = '', done } = await unlessSilent(next);
    while (!done && text.length < longestLine) {
      next = read();
      const more = await Promise.race([next, setImmediate()]);
      if (!more) break;
      text += more.value ?? '';
      done = more.done;
    }
    if (text) yield text;
    if (done) return;
    if (text.length >= longestLine) next = read();
  }
}

/**
 * @param {string} text
 * @returns {Line}
 */
function parse(text) {
  const line = JSON.parse(text);
  if (typeof line.id !== 'string' || !Array.isArray(line.changes)) {
    throw new Error(`the change feed has an unexpected line: ${text.slice(0, 200)}`);
  }
  return line;
}

/**
 * @template T
 * @param {number} ms
 * @param {Promise<T>} promise
 * @param {Sleep} sleep
 * @returns {Promise<T>}
 */
async function within(ms, promise, sleep) {
  const done = new AbortController();
  const silence = sleep(ms, { ref: false, signal: done.signal }).then(
    () => {
      throw new Stuck(`the change feed was silent for ${ms} ms`);
    },
    () => promise,
  );
  return Promise.race([promise, silence]).finally(() => done.abort());
}
