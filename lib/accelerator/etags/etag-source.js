import { messageOf } from '../../base/errors.js';
import { pathOfTarget } from '../../base/paths.js';
import { readEtag } from './read-etag.js';
import { Memcached } from './memcached.js';
import { TrackedRedis } from './redis.js';
/** @import { Clock } from '../../base/clock.js' */
/** @import { Log } from '../../base/log.js' */
/** @import { KnownEtag } from './read-etag.js' */
/** @import { Sharing } from '../writes/reported-etags.js' */

/**
 * @typedef {object} Client
 * @property {(key: string) => string | null | undefined} peek  null: there is none; undefined: it has to be read
 * @property {(key: string) => Promise<string | null>} get
 * @property {() => void | Promise<void>} close
 */

/** Milliseconds that a lookup may take. */
const PATIENCE = 200;
/** A key as memcached has it. */
const KEY = /^[\x21-\x7e]{1,250}$/;
const MEMCACHED_PORT = 11211;
/** RFC 9110 section 8.8.3, with its quotation marks or without. */
const ETAG = /^(?:(?:W\/)?"[\x21\x23-\x7e]*"|[\x21\x23-\x7e]+)$/;

/** The ETags that the service behind the accelerator keeps in memcached or Redis. */
export class EtagSource {
  /** @type {Client} */
  #client;
  #pattern;
  #sharing;
  #log;
  #isAway = false;
  #lookups = 0;
  #failures = 0;

  /**
   * @param {object} deps
   * @param {string} deps.url  memcached://host:port, or redis:// or rediss:// with user, password and number of the
   *   database
   * @param {string} deps.pattern  of its keys: {path} is the path with its query, {pathname} without
   * @param {Sharing} [deps.sharing]
   * @param {Clock} deps.clock
   * @param {Log} deps.log
   */
  constructor({ url, pattern, sharing = 'on', clock, log }) {
    const { protocol, hostname, port } = new URL(url);
    const host = hostname.replace(/^\[|\]$/g, '');
    this.#pattern = pattern;
    this.#sharing = sharing;
    this.#log = log;
    this.#client =
      protocol === 'memcached:'
        ? new Memcached({ host, port: Number(port) || MEMCACHED_PORT, timeout: PATIENCE, clock })
        : new TrackedRedis({
            url,
            timeout: PATIENCE,
            clock,
            onError: (error) => this.#fail(error),
          });
  }

  /** Who waits for a response may find its ETag when it has come. */
  get isReadAnew() {
    return true;
  }

  /** @param {string} target of a request @returns {KnownEtag | undefined} undefined: it has to be read first */
  now(target) {
    const key = this.#keyOf(target);
    const value = key === null ? null : this.#client.peek(key);
    return value === undefined ? undefined : readEtag(value && etagOf(value), this.#sharing);
  }

  /** @param {string} target of a request @returns {Promise<KnownEtag>} */
  async read(target) {
    return readEtag(await this.#look(target), this.#sharing);
  }

  /** @param {string} target @returns {Promise<string | null>} its ETag as it is now; null: nothing is known of it */
  async #look(target) {
    const key = this.#keyOf(target);
    if (key === null) return null;
    this.#lookups++;
    try {
      const value = await this.#client.get(key);
      if (this.#isAway) this.#log.info('The ETag source answers again');
      this.#isAway = false;
      return value && etagOf(value);
    } catch (error) {
      this.#failures++;
      this.#fail(error);
      return null;
    }
  }

  /** Figures for the status. */
  statistics() {
    return { reachable: !this.#isAway, lookups: this.#lookups, failures: this.#failures };
  }

  close() {
    return this.#client.close();
  }

  /** @param {string} target @returns {string | null} null: it is too long, or no ASCII */
  #keyOf(target) {
    const key = this.#pattern.replace(/\{path(name)?\}/g, (_match, isBare) =>
      isBare ? pathOfTarget(target) : target,
    );
    return KEY.test(key) ? key : null;
  }

  /** @param {unknown} error */
  #fail(error) {
    if (!this.#isAway)
      this.#log.warn(
        { reason: messageOf(error) },
        'The ETag source does not answer: the origin is asked instead',
      );
    this.#isAway = true;
  }
}

/** @param {string} value @returns {string | null} null: it is no entity tag */
function etagOf(value) {
  if (!ETAG.test(value)) return null;
  return value.endsWith('"') ? value : `"${value}"`;
}
