import { signed } from './jws.js';
import { Refusal } from './refusals.js';
/** @import { KeyObject } from 'node:crypto' */
/** @import { Clock } from '../../base/clock.js' */

/**
 * @typedef {Record<string, any>} Resource  of RFC 8555 section 7.1, as the directory sends it: nothing is checked
 *
 * @typedef {object} Reply
 * @property {Resource} body  of JSON; an empty one of anything else
 * @property {string} text
 * @property {Headers} headers
 *
 * @typedef {{ key: KeyObject, url: string }} Account  `url`: its name, '' before it has one
 *
 * @typedef {{ fetch: typeof fetch, clock: Clock, signal: AbortSignal }} Deps  `signal`: gives up
 */

/** Milliseconds for an answer; bytes of one. */
const PATIENCE = 30_000;
const LARGEST = 1_000_000;
/** How often a request is sent whose nonce is refused: RFC 8555 section 6.5 has the client try again. */
const NONCES = 20;
/** How often one asks whether something is done, and milliseconds in between, unless the directory says. */
const POLLS = 30;
const [SHORTEST_POLL, LONGEST_POLL] = [500, 10_000];

/** A server of certificates (ACME, RFC 8555), for one try: it remembers nothing that could become old. */
export class Directory {
  #url;
  #deps;
  #nonce = '';
  /** Milliseconds by which the clock of the directory is ahead of ours, as far as one knows. */
  ahead = 0;
  /** @type {Promise<Resource> | undefined} */
  #resources;

  /** @param {string} url @param {Deps} deps */
  constructor(url, deps) {
    this.#url = url;
    this.#deps = deps;
  }

  /** @returns {Promise<Resource>} its resources (section 7.1.1) @throws {Refusal} */
  resources() {
    return (this.#resources ??= this.#send(this.#url).then(
      ({ body }) => {
        const needed = ['newNonce', 'newAccount', 'newOrder'];
        if (needed.every((name) => typeof body[name] === 'string')) return body;
        throw new Refusal('noDirectory', `${this.#url} is no ACME directory`);
      },
      (error) => {
        const isOther = error instanceof Refusal && error.type === 'malformed';
        throw isOther ? new Refusal('noDirectory', error.message, error) : error;
      },
    ));
  }

  /** @param {string} url @returns {Promise<Reply>} unsigned @throws {Refusal} */
  get(url) {
    return this.#send(url);
  }

  /**
   * @param {string} url
   * @param {Account} account
   * @param {unknown} [payload]  none: POST-as-GET (section 6.3)
   * @param {object} [head]  instead of the account's name
   * @returns {Promise<Reply>}
   * @throws {Refusal}
   */
  async post(url, { key, url: kid }, payload, head = { kid }) {
    for (let tries = 1; ; tries++) {
      const nonce = this.#nonce || (await this.#newNonce());
      this.#nonce = '';
      try {
        const body = JSON.stringify(signed(key, { ...head, nonce, url }, payload));
        const headers = { 'Content-Type': 'application/jose+json' };
        return await this.#send(url, { method: 'POST', headers, body });
      } catch (error) {
        const isNonce = error instanceof Refusal && error.type === 'badNonce';
        if (!isNonce || tries === NONCES) throw error;
      }
    }
  }

  /**
   * Asks until it is done.
   * @param {string} url
   * @param {Account} account
   * @param {(body: Resource) => boolean} isDone
   * @returns {Promise<Resource>} the last body
   * @throws {Refusal} when it takes too long
   */
  async poll(url, account, isDone) {
    const { clock } = this.#deps;
    for (let polls = 0; polls < POLLS; polls++) {
      const { body, headers } = await this.post(url, account);
      if (isDone(body)) return body;
      const wait = retryAfter(headers, clock.now()) ?? SHORTEST_POLL * 2 ** polls;
      await this.#sleep(Math.min(Math.max(wait, SHORTEST_POLL), LONGEST_POLL));
    }
    throw new Refusal('slow', 'It does not say whether the names are proven');
  }

  async #newNonce() {
    const { newNonce } = await this.resources();
    await this.#send(newNonce, { method: 'HEAD' });
    if (!this.#nonce) throw new Refusal('malformed', 'The directory gives no nonce');
    return this.#nonce;
  }

  /** @param {string} url @param {RequestInit} [request] @returns {Promise<Reply>} */
  async #send(url, request) {
    const { fetch, clock, signal } = this.#deps;
    const late = new AbortController();
    const cancel = clock.after(PATIENCE, () => late.abort(tooLate()));
    const giveUp = () => late.abort(signal.reason);
    signal.addEventListener('abort', giveUp);
    try {
      signal.throwIfAborted();
      const response = await fetch(url, { ...request, redirect: 'manual', signal: late.signal });
      const { headers } = response;
      this.ahead = Date.parse(headers.get('date') ?? '') - clock.now() || 0;
      this.#nonce = headers.get('replay-nonce') ?? this.#nonce;
      const isJson = /\bjson\b/.test(headers.get('content-type') ?? '');
      const text = await readText(response);
      const body = isJson ? parsed(text) : {};
      if (response.ok) return { body, text, headers };
      throw Refusal.of(body, {
        status: response.status,
        retryAfter: retryAfter(headers, clock.now()),
      });
    } finally {
      cancel();
      signal.removeEventListener('abort', giveUp);
    }
  }

  /** @param {number} milliseconds @returns {Promise<void>} */
  #sleep(milliseconds) {
    const { clock, signal } = this.#deps;
    return new Promise((resolve, reject) => {
      const giveUp = () => {
        cancel();
        reject(signal.reason);
      };
      const cancel = clock.after(milliseconds, () => {
        signal.removeEventListener('abort', giveUp);
        resolve();
      });
      signal.addEventListener('abort', giveUp, { once: true });
    });
  }
}

/**
 * @param {Headers} headers
 * @param {number} now  milliseconds since 1970
 * @returns {number | undefined} milliseconds to wait (RFC 9110 section 10.2.3)
 */
export function retryAfter(headers, now) {
  const value = headers.get('retry-after');
  if (value === null) return undefined;
  const wait = /^\d+$/.test(value) ? Number(value) * 1000 : Date.parse(value) - now;
  return Number.isFinite(wait) ? Math.max(0, wait) : undefined;
}

const tooLate = () =>
  Object.assign(new Error('The directory does not answer in time'), { code: 'ETIMEDOUT' });

/** @param {string} text @returns {Resource} */
function parsed(text) {
  try {
    return Object(JSON.parse(text));
  } catch {
    throw new Refusal('malformed', 'The directory does not answer in JSON');
  }
}

/** @param {Response} response @returns {Promise<string>} */
async function readText({ body }) {
  /** @type {Uint8Array[]} */
  const parts = [];
  let bytes = 0;
  for await (const part of /** @type {AsyncIterable<Uint8Array>} */ (body ?? [])) {
    bytes += part.length;
    if (bytes > LARGEST) throw new Refusal('malformed', 'The directory answers with too much');
    parts.push(part);
  }
  return Buffer.concat(parts).toString();
}
