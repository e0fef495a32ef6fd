import { LRUCache } from 'lru-cache';
import { steady, within } from '../../base/clock.js';
/** @import { RedisClientType } from '@redis/client' */
/** @import { Clock } from '../../base/clock.js' */

/** Values that are remembered. */
const REMEMBERED = 100_000;
/** Commands that may wait for their answers. */
const MOST_PENDING = 10_000;
/** Milliseconds from one sign of life to the next, and for how long one lets the values that are remembered be used. */
const HEARTBEAT = 300;
const ALIVE = 1000;

/**
 * Reads values from Redis or Valkey, and remembers them until it says that they have changed (client-side caching,
 * https://redis.io/docs/latest/develop/reference/client-side-caching/). A connection that breaks forgets all.
 */
export class TrackedRedis {
  /** @type {LRUCache<string, { value: string | null }>} */
  #values = new LRUCache({ max: REMEMBERED });
  /**
   * Keys that are being read; whether they have changed meanwhile.
   * @type {Map<string, { isChanged: boolean, value: Promise<string | null> }>}
   */
  #reading = new Map();
  /** It had said all changes up to then. */
  #heardAt = -Infinity;
  /** @type {RedisClientType | undefined} */
  #client;
  #opening;
  #timeout;
  #clock;
  #now;
  #unbeat = () => {};

  /**
   * @param {{ url: string, timeout: number, clock: Clock, onError: (error: Error) => void }} deps  `timeout`:
   *   milliseconds for one answer
   */
  constructor({ url, timeout, clock, onError }) {
    this.#timeout = timeout;
    this.#clock = clock;
    this.#now = steady(clock);
    this.#opening = this.#open(url, onError);
  }

  /** @param {string} key @returns {string | null | undefined} null: there is none; undefined: it has to be read */
  peek(key) {
    return this.#isAlive() ? this.#values.get(key)?.value : undefined;
  }

  /**
   * @param {string} key
   * @returns {Promise<string | null>} null: there is none
   * @throws {Error} when it is away or slow
   */
  async get(key) {
    const known = this.peek(key);
    if (known !== undefined) return known;
    if (!this.#client?.isReady || !this.#isAlive()) throw new Error('Redis is away');
    const others = this.#reading.get(key);
    if (others && !others.isChanged) return others.value;
    const reading = {
      isChanged: false,
      value: within(this.#client.get(key), this.#timeout, this.#clock),
    };
    this.#reading.set(key, reading);
    try {
      const value = await reading.value;
      if (!reading.isChanged) this.#values.set(key, { value });
      return value;
    } finally {
      if (this.#reading.get(key) === reading) this.#reading.delete(key);
    }
  }

  #isAlive() {
    return this.#now() - this.#heardAt < ALIVE;
  }

  async close() {
    await this.#opening;
    this.#unbeat();
    if (this.#client?.isOpen) this.#client.destroy();
  }

  /** @param {string} url @param {(error: Error) => void} onError */
  async #open(url, onError) {
    const { createClient } = await import('@redis/client');
    this.#client = createClient({
      url,
      RESP: 3,
      emitInvalidate: true,
      disableOfflineQueue: true,
      commandsQueueMaxLength: MOST_PENDING,
      socket: {
        connectTimeout: 1000,
        reconnectStrategy: (retries) => Math.min(50 * 2 ** retries, 1000),
      },
    });
    this.#client.on('error', (error) => {
      this.#forget();
      onError(error);
    });
    this.#client.on('ready', this.#startAnew);
    this.#client.on('invalidate', (key) =>
      key === null ? this.#startAnew() : this.#drop(String(key)),
    );
    this.#client.connect().catch(onError);
  }

  #startAnew = () => {
    this.#forget();
    this.#beat();
  };

  /** All changes that it knew of when it was asked have been said when it answers. */
  #beat = () => {
    this.#unbeat();
    const askedAt = this.#now();
    this.#client?.ping().then(
      () => {
        this.#heardAt = Math.max(this.#heardAt, askedAt);
        this.#unbeat();
        this.#unbeat = this.#clock.after(HEARTBEAT, this.#beat);
      },
      () => this.#forget(),
    );
  };

  /** @param {string} key */
  #drop(key) {
    this.#values.delete(key);
    const reading = this.#reading.get(key);
    if (reading) reading.isChanged = true;
  }

  #forget() {
    this.#heardAt = -Infinity;
    this.#values.clear();
    for (const reading of this.#reading.values()) reading.isChanged = true;
  }
}
