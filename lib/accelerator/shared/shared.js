import { setTimeout as pause } from 'node:timers/promises';
import { steady, within } from '../../base/clock.js';
import { LarderError, messageOf } from '../../base/errors.js';
import { fromJson, toJson } from '../control/write-json.js';
import { explicitLifetime } from '../rules/policy.js';
import { etagsOf } from '../store/selector.js';
import { Trust } from '../writes/trust.js';
import { Engine } from './engine.js';
/** @import { Clock } from '../../base/clock.js' */
/** @import { AcceleratorConfig } from '../config.js' */
/** @import { Log } from '../../base/log.js' */
/** @import { StoredEntry, Write } from '../types.js' */
/** @import { ReportedEtags } from '../writes/reported-etags.js' */
/** @import { Versions } from '../writes/versions.js' */
/** @import { Writes } from '../writes/writes.js' */
/** @import { Workers } from './between-workers.js' */
/** @import { Logged, State } from './engine.js' */

/**
 * @typedef {{ write: Write, end: (count: number) => void }} Pending  A write of this node. `end`: it was applied here
 */

/**
 * Milliseconds for which what is known of the engine counts: a node that is cut off serves nothing by telling after
 * that.
 */
export const BOUND = 2000;
/** Milliseconds between two looks at the engine's state. */
const LOOK_EVERY = 250;
/**
 * Milliseconds within which the engine has to begin with a write; and for which its client waits, so that a refusal is
 * true.
 */
const DEADLINE = 1000;
const PATIENCE = 2000;
/** Milliseconds for which a worker of the same node waits until a write comes here. */
const SOON = 1000;
/** Milliseconds before the engine is tried again. */
const PAUSE = 50;
/**
 * Changes of the origin that the engine has not taken yet; entries to be fetched from it, and those that are fetched at
 * once.
 */
const MOST_MISSED = 1000;
const MOST_TO_FILL = 10_000;
const MOST_FILLING = 64;

/**
 * What several nodes put, tell and invalidate, in Redis or Valkey: each write is done there, and then here in the order
 * of its log.
 */
export class Shared {
  /** @type {Engine | undefined} */
  #engine;
  #identity = '';
  /** Of the last write that was applied here. */
  #number = 0;
  #id = '0-0';
  /** Milliseconds by which the engine's clock is ahead, at least. */
  #ahead = 0;
  /** By writer. @type {Map<string, Pending>} */
  #pending = new Map();
  #count = 0;
  #filling = 0;
  /** Keys of what others have put. @type {Set<string>} */
  #toFill = new Set();
  /** @type {Write[]} */
  #missed = [];
  #isClosed = false;
  #lastReason = '';
  #ready = () => {};
  /** Writes of other workers that are to come. @type {Set<{ number: number, end: (value?: unknown) => void }>} */
  #awaited = new Set();
  #workers;
  #connect;
  #writes;
  #trust;
  #versions;
  #clock;
  #now;
  #log;

  /**
   * @param {object} deps
   * @param {() => Promise<Engine>} deps.connect
   * @param {Writes} deps.writes
   * @param {Trust} deps.trust
   * @param {Versions} deps.versions
   * @param {Workers} [deps.workers]  of this node, if there are several
   * @param {Clock} deps.clock
   * @param {Log} deps.log
   */
  constructor({ connect, writes, trust, versions, workers, clock, log }) {
    this.#connect = connect;
    this.#writes = writes;
    this.#trust = trust;
    this.#versions = versions;
    this.#workers = workers;
    this.#clock = clock;
    this.#now = steady(clock);
    this.#log = log;
  }

  /** Resolves when the engine is there, after two seconds at most. */
  async start() {
    this.#writes.doubt();
    this.#writes.performIn((write) => this.commit(write).then(({ count }) => count));
    this.#writes.onPerformed((write) => this.#commitLater(write));
    this.#workers?.offer({ reach: (/** @type {number} */ number) => this.#reach(number) });
    /** @type {Promise<void>} */
    const ready = new Promise((resolve) => (this.#ready = resolve));
    void this.#run();
    await within(ready, PATIENCE, this.#clock).catch(() => {});
  }

  /** For /.cache/status. */
  status() {
    const isOpen = this.#engine?.isOpen ?? false;
    return { reachable: isOpen && !this.#trust.isLapsed, writes: this.#number };
  }

  stop() {
    this.#isClosed = true;
    this.#trust.stop();
    this.#engine?.close();
  }

  /**
   * @param {string} key
   * @returns {Promise<{ entry: StoredEntry, number: string } | undefined>} what was put, and the number of that write
   * @throws {LarderError} `unavailable`
   */
  async find(key) {
    const version = this.#versions.next();
    const found = await this.#ask((engine) => engine.find(key));
    const write = found && fromJson(JSON.parse(found.entry));
    if (!found || write?.type !== 'put') return undefined;
    this.#writes.apply({ ...write, version });
    return { entry: { ...write.entry, version }, number: found.number };
  }

  /**
   * @param {Write} write
   * @param {string} [expected]  the number of the write that the entry must be of; '0': there must be none; '': any
   * @returns {Promise<{ isChanged: boolean, before: boolean, count: number }>} `isChanged`: it is not the expected one,
   *   and nothing was done; `before`: there was an entry; `count`: how many were stored, removed or given another
   *   entity tag
   * @throws {LarderError} `unavailable`, with nothing done; `noSpace`
   */
  async commit(write, expected = '') {
    const writer = `${this.#versions.node} ${++this.#count}`;
    /** @type {Promise<number>} */
    const applied = new Promise((end) => this.#pending.set(writer, { write, end }));
    try {
      const deadline = this.#clock.now() + this.#ahead + DEADLINE;
      const args = [String(deadline), expected, ...argsOf(write, writer)];
      const result = await this.#ask((engine) => engine.commit(write.type === 'put', args));
      if (result.outcome === 'late') throw away('It answers too late');
      if (result.outcome === 'changed') return { isChanged: true, before: false, count: 0 };
      const count = await within(applied, PATIENCE, this.#clock).catch(() => 0);
      await this.#workers?.call('insist', 'reach', result.number);
      const before = result.dropped > 0 || (write.type === 'remove' && count > 0);
      return { isChanged: false, before, count: Math.max(count, result.dropped) };
    } finally {
      this.#pending.delete(writer);
    }
  }

  /** Resolves when this write was applied here, or all is emptied that may be older. @param {number} number */
  async #reach(number) {
    if (this.#number >= number || this.#trust.isLapsed) return;
    const reached = new Promise((end) => this.#awaited.add({ number, end }));
    await within(reached, SOON, this.#clock).catch(() => this.#trust.lapse('A write is late'));
  }

  /** @param {number} [number]  of the last write that was applied */
  #release(number = Infinity) {
    for (const each of this.#awaited) {
      if (each.number > number) continue;
      this.#awaited.delete(each);
      each.end();
    }
  }

  /**
   * What the origin has changed, and was applied here: the others learn of it when the engine is there again.
   * @param {Write} write
   */
  async #commitLater(write) {
    try {
      await this.commit(write);
    } catch (error) {
      if (this.#missed.length < MOST_MISSED) this.#missed.push(write);
      throw error;
    }
  }

  /** @template T @param {(engine: Engine) => Promise<T>} question @returns {Promise<T>} */
  async #ask(question) {
    if (!this.#engine) throw away(this.#lastReason);
    try {
      return await within(question(this.#engine), PATIENCE, this.#clock);
    } catch (error) {
      throw error instanceof LarderError ? error : away(messageOf(error));
    }
  }

  async #run() {
    while (!this.#isClosed) {
      try {
        await this.#follow(await this.#connect());
      } catch (error) {
        const reason = messageOf(error);
        if (reason !== this.#lastReason && !this.#isClosed)
          this.#log.warn({ reason }, 'The shared engine cannot be used');
        this.#lastReason = reason;
        this.#engine = undefined;
        // Others may have found it again already.
        if (!this.#isClosed) this.#trust.lapse('The shared engine is away');
        this.#release();
      }
      await pause(PAUSE, undefined, { ref: false });
    }
  }

  /** Applies what is written, until something fails. @param {Engine} engine */
  async #follow(engine) {
    try {
      while (!this.#isClosed) await this.#look(engine);
    } finally {
      engine.close();
    }
  }

  /**
   * Compares what is known with the engine's state, and then applies what is written for a while.
   * @param {Engine} engine
   */
  async #look(engine) {
    const sentAt = this.#now();
    const state = await within(engine.state(), PATIENCE, this.#clock);
    this.#ahead = state.time - this.#clock.now();
    if (state.identity !== this.#identity)
      this.#startEmpty(state, 'It was started, or another took over');
    await this.#catchUp(engine, state);
    this.#trust.extend(sentAt + BOUND - this.#now());
    if (!this.#engine) this.#log.info('The shared engine can be used');
    this.#engine = engine;
    this.#lastReason = '';
    this.#ready();
    for (const write of this.#missed.splice(0)) void this.#commitLater(write).catch(() => {});
    while (this.#now() < sentAt + LOOK_EVERY) await this.#read(engine, LOOK_EVERY);
  }

  /** @param {Engine} engine @param {State} state */
  async #catchUp(engine, state) {
    // The engine was emptied, since only this connection moves on.
    let isWhole = this.#number <= state.number;
    while (isWhole && this.#number < state.number) isWhole = (await this.#read(engine, 0)) > 0;
    if (!isWhole) this.#startEmpty(state, 'Its log is not what it was');
  }

  /** @param {Engine} engine @param {number} wait @returns {Promise<number>} how many writes came */
  async #read(engine, wait) {
    const all = await within(engine.readAfter(this.#id, wait), PATIENCE, this.#clock);
    for (const each of all) {
      if (each.number !== this.#number + 1) this.#trust.doubt('Its log has a gap');
      this.#number = each.number;
      this.#id = each.id;
      this.#apply(each);
    }
    this.#release(this.#number);
    return all.length;
  }

  /** @param {Logged} logged */
  #apply({ write: json, by }) {
    const own = this.#pending.get(by);
    if (own) return own.end(this.#writes.take(own.write));
    const { type, key, ...rest } = JSON.parse(json);
    if (type !== 'put') return void this.#writes.take(fromJson({ type, key, ...rest }));
    this.#writes.take({ type: 'remove', key });
    if (this.#toFill.size < MOST_TO_FILL) this.#toFill.add(key);
    if (this.#filling < MOST_FILLING) void this.#fill();
  }

  /** Fetches what other nodes have put. */
  async #fill() {
    this.#filling++;
    for (const key of this.#toFill) {
      this.#toFill.delete(key);
      await this.find(key).catch(() => undefined);
    }
    this.#filling--;
  }

  /** @param {State} state @param {string} reason */
  #startEmpty(state, reason) {
    // Nothing is amiss when it is seen first.
    if (this.#identity === '') this.#writes.doubt();
    else this.#trust.doubt(reason);
    this.#identity = state.identity;
    this.#number = state.number;
    this.#id = state.id;
    this.#release();
  }
}

/**
 * @param {Write} write
 * @param {string} writer
 * @returns {string[]} ARGV of the script, from the type on
 */
function argsOf(write, writer) {
  if (write.type !== 'put')
    return [write.type, JSON.stringify(write), writer, 'key' in write ? write.key : '', '', '', ''];
  const { type, entry } = write;
  const { key, groups, variants } = entry;
  const lifetime = explicitLifetime(variants[0].headers);
  const names = ['u', ...etagsOf(entry).map((etag) => `e${etag}`), ...groups.map((g) => `g${g}`)];
  return [
    ...[type, JSON.stringify({ type, key }), writer, key, JSON.stringify(toJson(write))],
    ...[lifetime === undefined ? '' : String(lifetime * 1000), JSON.stringify(names)],
  ];
}

/** @param {string} reason */
const away = (reason) =>
  new LarderError('unavailable', `The shared engine cannot be used: ${reason}`, {
    headers: ['Retry-After', '1'],
  });

/**
 * @param {AcceleratorConfig} config
 * @param {{ writes: Writes, reported: ReportedEtags, versions: Versions, workers?: Workers, clock: Clock, log: Log }}
 *   deps
 * @returns {Shared | undefined} undefined without SHARED_URL; else not yet started
 */
export function openShared({ sharedUrl: url, sharedPrefix: prefix }, deps) {
  if (url === '') return undefined;
  const connect = () => Engine.connect({ url, prefix });
  return new Shared({ connect, trust: new Trust(deps), ...deps });
}
