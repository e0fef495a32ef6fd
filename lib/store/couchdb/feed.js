import { setImmediate } from 'node:timers/promises';
import { generation } from '../../base/revision.js';
import { unavailable } from './errors.js';
/** @import { Sleep } from '../open.js' */
/** @import { Client } from './client.js' */

/**
 * @typedef {object} Line  One line of the feed.
 * @property {string} id  of the document
 * @property {string | number} seq
 * @property {{ rev: string }[]} changes  the revision that is shown, and those of its rivals, which may be removed
 * @property {boolean} [deleted]
 */

/** In milliseconds: CouchDB sends an empty line this often; after three missing ones the connection counts as dead. */
const heartbeat = 400;
const longestSilence = 3 * heartbeat;

/** In characters. A line has one document's id and revisions, and is far shorter. */
const longestLine = 1_000_000;

/** CouchDB rejected the sequence to continue from. */
export class InvalidSequence extends Error {}

/** The feed is silent from this sequence, though it may work from another. */
export class Stalled extends Error {}

/**
 * Opens the continuous changes feed of the preferred node. It uses fetch, since an error in one of nano's streams ends
 * the process.
 *
 * @param {Client} client
 * @param {string} since
 * @param {{ sleep: Sleep, closing: AbortSignal }} deps
 * @returns {AsyncIterable<Line[]>} all complete lines received so far, none for a heartbeat. Ends when CouchDB ends the
 *   feed
 * @throws {InvalidSequence}
 * @throws {Stalled} when it is silent for too long
 * @throws {Error} when the connection breaks or sends anything else
 */
export async function* openFeed(client, since, { sleep, closing }) {
  if (closing.aborted) return;
  const { database, place, headers } = client;
  const origin = client.nodes.preferred();
  const ending = new AbortController();
  /** @type {ReadableStreamDefaultReader<string> | undefined} */
  let reader;
  const end = () => {
    ending.abort();
    // The signal alone is not enough: fetch can lose it to the garbage collector.
    reader?.cancel().catch(() => {});
  };
  closing.addEventListener('abort', end);
  /** @type {<T>(promise: Promise<T>) => Promise<T>} */
  const unlessSilent = (promise) => within(longestSilence, promise, sleep);
  try {
    const query = new URLSearchParams({
      feed: 'continuous',
      style: 'all_docs',
      heartbeat: String(heartbeat),
      since,
    });
    const response = await unlessSilent(
      fetch(`${origin}/${database}/_changes?${query}`, {
        // A server or proxy that compresses the feed may buffer lines.
        headers: { ...headers, accept: 'application/json', 'accept-encoding': 'identity' },
        redirect: 'error',
        signal: ending.signal,
      }),
    );
    if (response.status === 400) throw new InvalidSequence();
    if (!response.ok || !response.body) {
      throw unavailable(place, {
        status: response.status,
        body: { reason: 'the change feed' },
      });
    }
    reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
    let rest = '';
    for await (const text of chunks(reader, unlessSilent)) {
      const lines = (rest + text).split('\n');
      rest = lines.pop() ?? '';
      if (rest.length > longestLine) throw new Error('a line of the change feed is too long');
      yield lines.filter((line) => line.trim()).flatMap(parse);
    }
  } finally {
    // Whatever the reason is, another node may do better.
    client.nodes.leave(origin);
    closing.removeEventListener('abort', end);
    end();
  }
}

/** @param {Line} line @returns {number} the highest generation of its revisions */
export const newestGeneration = ({ changes }) =>
  Math.max(...changes.map(({ rev }) => generation(rev)));

/**
 * Yields everything received since the last time in one piece, so that a slow consumer gets several changes together.
 *
 * @param {ReadableStreamDefaultReader<string>} reader
 * @param {<T>(promise: Promise<T>) => Promise<T>} unlessSilent
 * @returns {AsyncIterable<string>}
 */
async function* chunks(reader, unlessSilent) {
  const read = () => {
    const promise = reader.read();
    // Avoids an unhandled rejection when the connection ends while nothing awaits it.
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
 * @returns {Line | []} none for the last line of a feed that CouchDB ends
 */
function parse(text) {
  const line = JSON.parse(text);
  if (line.last_seq !== undefined) return [];
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
      throw new Stalled(`the change feed was silent for ${ms} ms`);
    },
    () => promise,
  );
  return Promise.race([promise, silence]).finally(() => done.abort());
}
