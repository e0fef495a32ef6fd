import { createHash } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { LarderError, messageOf } from '../../base/errors.js';
import { COMMIT, COMMIT_IN_NO_SPACE, STATE } from './scripts.js';
/** @import { RedisClientType } from '@redis/client' */

/**
 * @typedef {RedisClientType<{}, {}, {}, 2>} Client
 * @typedef {{ id: string, number: number, write: string, by: string }} Logged  A write in the log. `number`: one more
 *   than that before; `write` in JSON, without the body of a PUT; `by`: its writer
 * @typedef {object} State  Of the engine at one moment.
 * @property {string} identity  another one after a restart or a failover
 * @property {number} number  of the last write; 0 for none
 * @property {string} id  of the last write in the log
 * @property {number} time  by its clock, in milliseconds since 1970
 * @typedef {{ number: string, entry: string }} Found  An entry that was put, in JSON, and the number of that write.
 */

/** Milliseconds to connect, and without an answer after which a connection is given up. */
const CONNECT = 1000;
const SILENCE = 1500;
/** Questions that wait for an answer. */
const MOST_ASKED = 1000;
/** Writes that are read at once. */
const AT_ONCE = 500;

/** @type {Map<string, string>} */
const digests = new Map(
  [COMMIT, COMMIT_IN_NO_SPACE, STATE].map((script) => [
    script,
    createHash('sha1').update(script).digest('hex'),
  ]),
);

/** Two connections to Redis or Valkey: one waits for what is written, the other does all else. */
export class Engine {
  #waiting;
  #asking;
  #prefix;

  /** @param {{ waiting: Client, asking: Client, prefix: string }} deps */
  constructor({ waiting, asking, prefix }) {
    this.#waiting = waiting;
    this.#asking = asking;
    this.#prefix = prefix;
  }

  /**
   * @param {{ url: string, prefix: string }} options  `url`: redis: or rediss:, perhaps with a user and a password
   * @returns {Promise<Engine>}
   * @throws {Error} when it cannot be reached, or refuses the user
   */
  static async connect({ url, prefix }) {
    const { createClient } = await import('@redis/client');
    const clients = ['waiting', 'asking'].map(() =>
      createClient({
        url,
        disableOfflineQueue: true,
        disableClientInfo: true,
        RESP: 2,
        commandsQueueMaxLength: MOST_ASKED,
        // What waits has an answer every 250 ms; the other one is kept awake.
        pingInterval: SILENCE / 3,
        socket: { connectTimeout: CONNECT, socketTimeout: SILENCE, reconnectStrategy: false },
      }),
    );
    const [waiting, asking] = clients;
    const engine = new Engine({ waiting, asking, prefix });
    // Where one of them is lost, the other has to fail as well, so that both are opened anew.
    for (const client of clients)
      client.on('error', () => engine.close()).on('end', () => engine.close());
    try {
      const late = pause(CONNECT + SILENCE, undefined, { ref: false }).then(() => {
        throw new Error('It does not answer in time');
      });
      await Promise.race([late, Promise.all([waiting.connect(), asking.connect()])]);
      return engine;
    } catch (error) {
      engine.close();
      throw error;
    }
  }

  /** @returns {Promise<State>} */
  async state() {
    const keys = ['counter', 'log'];
    /** @type {[string | null, [string][], string[], string, string]} */
    const reply = await this.#run(this.#waiting, STATE, keys, []);
    const [number, last, time, server, replication] = reply;
    const identity = [
      /^run_id:(\w+)/m.exec(String(server))?.[1],
      /^master_replid:(\w+)/m.exec(String(replication))?.[1],
    ].join(' ');
    const milliseconds = Number(time[0]) * 1000 + Math.floor(Number(time[1]) / 1000);
    return { identity, number: Number(number ?? 0), id: last[0]?.[0] ?? '0-0', time: milliseconds };
  }

  /**
   * @param {string} id  of a write in the log
   * @param {number} wait  milliseconds to wait for one; 0: not at all
   * @returns {Promise<Logged[]>} the first ones after it, up to 500
   */
  async readAfter(id, wait) {
    const block = wait > 0 ? ['BLOCK', String(wait)] : [];
    const command = ['XREAD', 'COUNT', String(AT_ONCE), ...block, 'STREAMS', this.#key('log'), id];
    /** @type {[name: string, entries: [string, string[]][]][] | null} */
    const reply = await this.#waiting.sendCommand(command);
    const entries = reply?.[0]?.[1] ?? [];
    return entries.map(([id, [, number, , write, , by]]) => ({
      id,
      number: Number(number),
      write,
      by,
    }));
  }

  /**
   * @param {string} key
   * @returns {Promise<Found | undefined>}
   */
  async find(key) {
    const command = ['HMGET', this.#key(`entry:${key}`), 'number', 'entry'];
    /** @type {[string | null, string]} */
    const [number, entry] = await this.#asking.sendCommand(command);
    return number === null ? undefined : { number, entry };
  }

  /**
   * @param {boolean} isPut
   * @param {string[]} args  ARGV of the script
   * @returns {Promise<{ outcome: 'late' | 'changed' | 'done', number: number, dropped: number }>} `dropped`: how many
   *   entries went
   * @throws {LarderError} `noSpace`
   */
  async commit(isPut, args) {
    const keys = ['counter', 'log', 'index', 'expiry', 'entry:'];
    const script = isPut ? COMMIT : COMMIT_IN_NO_SPACE;
    try {
      /** @type {['late' | 'changed' | 'done', number, number?]} */
      const [outcome, number, dropped = 0] = await this.#run(this.#asking, script, keys, args);
      return { outcome, number, dropped };
    } catch (cause) {
      if (/^OOM/.test(messageOf(cause)))
        throw new LarderError('noSpace', 'The shared engine has no room', { cause });
      throw cause;
    }
  }

  /** Whether both connections are there. */
  get isOpen() {
    return this.#waiting.isReady && this.#asking.isReady;
  }

  close() {
    for (const client of [this.#waiting, this.#asking]) if (client.isOpen) client.destroy();
  }

  /**
   * @template R
   * @param {Client} client
   * @param {string} script
   * @param {string[]} keys  without the prefix
   * @param {string[]} args
   * @returns {Promise<R>}
   */
  async #run(client, script, keys, args) {
    const rest = [String(keys.length), ...keys.map((name) => this.#key(name)), ...args];
    try {
      return await client.sendCommand(['EVALSHA', digests.get(script) ?? '', ...rest]);
    } catch (error) {
      if (!/^NOSCRIPT/.test(messageOf(error))) throw error;
      return client.sendCommand(['EVAL', script, ...rest]);
    }
  }

  /** @param {string} name */
  #key(name) {
    return this.#prefix + name;
  }
}
