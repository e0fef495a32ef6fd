import nano from 'nano';
import { isPassing, Unanswered, unavailable } from './errors.js';
/** @import { LarderError } from '../../errors.js' */
/** @import { Deps } from '../open.js' */

/**
 * @typedef {object} Question  One HTTP request to the database.
 * @property {string} [path]  below the database, already encoded; '' is the database itself
 * @property {boolean} [isOfServer]  the path is below the server instead
 * @property {string} [method]  GET unless given
 * @property {Record<string, any>} [query]
 * @property {any} [body]
 * @property {number} [timeout]  milliseconds for the whole answer
 *
 * @typedef {object} Answer
 * @property {number} status  any that CouchDB gives, also 4xx and 5xx
 * @property {any} body  parsed JSON
 *
 * @typedef {ReturnType<typeof makeClient>} Client
 */

/** In milliseconds. */
const timeoutOfARequest = 5000;
/** Nodes that differ wait for one that is frozen; a moment later they agree, and whoever asks again has an answer. */
const timeoutsOfTheFirst = [400, 1000];
const retryFor = 6000;
const pauses = [100, 250, 600];

/**
 * Speaks HTTP with one database. Nothing that it throws or logs has the password in it.
 *
 * @param {URL} address with name and password
 * @param {Pick<Deps, 'clock' | 'sleep' | 'random'> & { timeout?: number }} deps
 */
export function makeClient(address, { clock, sleep, random, timeout = timeoutOfARequest }) {
  const database = decodeURIComponent(address.pathname).replaceAll('/', '');
  const headers = authorisation(address);
  const place = `${address.origin}/${database}`;

  /**
   * Asks once.
   *
   * @param {Question} question
   * @returns {Promise<Answer>}
   * @throws {Unanswered} when no whole answer came: whether a write was done is unknown
   */
  async function askOnce(question) {
    const {
      path = '',
      method = 'GET',
      query,
      body,
      isOfServer,
      timeout: limit = timeout,
    } = question;
    let status = 0;
    // Of a success nano tells the status to its log alone, and 202 is none of ours: so each request has a nano of its own.
    const server = nano({
      url: address.origin,
      headers: { ...headers },
      log: (entry) => (status = /** @type {any} */ (entry)?.headers?.statusCode ?? status),
    });
    const late = timer(limit);
    /** @type {any} */
    const request = { db: isOfServer ? undefined : database, path, method, qs: query, body };
    request.signal = late.signal;
    try {
      const answer = await Promise.race([server.request(request), late.promise]);
      // What nano makes of an answer that is no JSON, or that broke off.
      if (typeof answer !== 'object') throw new Unanswered('the answer was cut short');
      return { status, body: answer };
    } catch (/** @type {any} */ error) {
      if (error.statusCode)
        return { status: error.statusCode, body: { error: error.error, reason: error.reason } };
      throw error instanceof Unanswered ? error : new Unanswered(whyNoAnswer(error));
    } finally {
      late.stop();
    }
  }

  /**
   * Asks what may be asked again without harm, and does so a few times while the database is away or busy.
   *
   * @param {Question} question
   * @returns {Promise<Answer>} any status but the passing ones
   * @throws {LarderError} `unavailable`
   */
  async function ask(question) {
    /** @type {Answer} */
    let answer = { status: 0, body: {} };
    let turn = 0;
    for await (const _ of tries()) {
      const limit = Math.min(timeout, timeoutsOfTheFirst[turn++] ?? timeout);
      answer = await askOnce({ timeout: limit, ...question }).catch(asAnswer);
      if (!isPassing(answer)) return answer;
    }
    throw unavailable(place, answer);
  }

  /** Yields at once, and again after each of a few growing pauses; none begins when the time is up. */
  async function* tries() {
    const end = clock.now() + retryFor;
    yield;
    for (const pause of pauses) {
      if (clock.now() >= end) return;
      await sleep(pause * (0.5 + random()));
      yield;
    }
  }

  return { ask, askOnce, tries, address, database, place, headers };
}

/**
 * @param {URL} address
 * @returns {Record<string, string>} the header that names the user, if there is one
 */
function authorisation({ username, password }) {
  if (!username) return {};
  const credentials = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
  return { Authorization: `Basic ${Buffer.from(credentials).toString('base64')}` };
}

/**
 * A time-out of its own beside the signal, which fetch forgets when the garbage collector comes by.
 *
 * @param {number} ms
 */
function timer(ms) {
  const ending = new AbortController();
  /** @type {NodeJS.Timeout | undefined} */
  let timeout;
  /** @type {Promise<never>} */
  const promise = new Promise((_, reject) => {
    timeout = setTimeout(() => {
      reject(new Unanswered('it did not answer in time'));
      ending.abort();
    }, ms);
  });
  return { promise, signal: ending.signal, stop: () => clearTimeout(timeout) };
}

/**
 * @param {Error} error of nano
 * @returns {string}
 */
const whyNoAnswer = ({ message }) =>
  message.replace(/^error happened in your connection\. Reason: /, '');

/**
 * @param {unknown} error
 * @returns {Answer} status 0 stands for no answer
 */
export function asAnswer(error) {
  if (error instanceof Unanswered) return { status: 0, body: { reason: error.message } };
  throw error;
}
