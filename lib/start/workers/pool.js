import { steady } from '../../base/clock.js';
import { messageOf } from '../../base/errors.js';
import { Calls } from '../../base/threads/calls.js';
import { deadline } from './deadline.js';
/** @import { Worker } from 'node:cluster' */
/** @import { Clock } from '../../base/clock.js' */
/** @import { Log } from '../../base/log.js' */
/** @import { Socket } from 'node:net' */
/** @import { Functions } from '../../base/threads/calls.js' */
/** @import { Connections } from './connections.js' */

/**
 * @typedef {object} Member  A worker.
 * @property {number} id
 * @property {Calls} calls  to it
 * @property {boolean} isListening  whether it has said hello: what is sent before that is lost, and it reads the blog
 *   later
 * @property {boolean} hasEntered  whether it may serve, so that changes wait for its acknowledgement
 * @property {boolean} isOnTrial  whether it is replaced by another when it ends, or tells those who started it
 * @property {boolean} isServing  whether it takes connections, and can be asked
 * @property {boolean} isFinishing  whether it gets no more connections
 * @property {() => void} setReady
 * @property {Promise<void>} ready  when it serves; rejects when it ends before
 * @property {Promise<number>} ended  the exit code
 * @property {(socket: Socket) => void} give  a connection, of which this process keeps its own descriptor
 * @property {() => void} kill
 * @property {() => void} giveUp  kills one that hangs, and says so once
 */

/** Milliseconds in which a worker must acknowledge a change, and then end when it is killed. */
const ACKNOWLEDGED_WITHIN = 2000;
const KILLED_WITHIN = 1000;
/** Milliseconds in which a worker gives its figures; and saves its cached pages. */
const ANSWERED_WITHIN = 1000;
const SAVED_WITHIN = 10_000;
/**
 * Milliseconds for requests in progress when the server stops, and when other workers have taken over; and for all else
 * until the end.
 */
const STOP_WITHIN = 10_000;
const FINISH_WITHIN = 10 * 60_000;
const END_WITHIN = 10_000;
/** Milliseconds from the end of a process to its last message. */
const LAST_MESSAGE_WITHIN = 10;
/** Milliseconds for which a worker must have served, for its end not to count as a failure of what it runs. */
const SETTLED_AFTER = 1000;
/** Milliseconds before the third worker in a row that fails is replaced; doubles. The first is replaced at once. */
const FIRST_PAUSE = 100;
const LONGEST_PAUSE = 30_000;

/** The workers: starts them, replaces those that end, and passes on what they say to each other. */
export class Pool {
  /** Oldest first. @type {Set<Member>} */
  #members = new Set();
  #count;
  #connections;
  #fork;
  #functions;
  #clock;
  #now;
  #log;
  #failures = 0;
  #isStopping = false;
  /** Cancel the replacements that are planned. @type {Set<() => void>} */
  #planned = new Set();

  /**
   * @param {object} deps
   * @param {number} deps.count  of workers
   * @param {Connections} deps.connections
   * @param {() => Worker} deps.fork
   * @param {(member: Member) => Functions} deps.functions  that it may call
   * @param {Clock} deps.clock
   * @param {Log} deps.log
   */
  constructor({ count, connections, fork, functions, clock, log }) {
    this.#count = count;
    this.#connections = connections;
    this.#fork = fork;
    this.#functions = functions;
    this.#clock = clock;
    this.#now = steady(clock);
    this.#log = log;
  }

  /**
   * Starts the first worker, which creates and updates the database, and then the others.
   * @returns {Promise<number | null>} its exit code when it cannot start
   */
  async start() {
    const first = this.#add({ isOnTrial: true });
    const code = await first.ready.then(
      () => null,
      () => first.ended,
    );
    if (code !== null) return code;
    first.isOnTrial = false;
    const others = this.#times(this.#count - 1, () => this.#add());
    await Promise.allSettled(others.map(({ ready }) => ready));
    return null;
  }

  /** Whether any hears of all changes. */
  get hasEntered() {
    return [...this.#members].some(({ hasEntered }) => hasEntered);
  }

  /** The worker that does what is done once. @returns {Member | undefined} */
  get leader() {
    return this.#serving.find(({ isFinishing }) => !isFinishing);
  }

  /**
   * Tells all other workers, and waits until each has acknowledged it. Who does not is killed, so that it cannot serve
   * what is no longer true.
   * @param {Member | null} from
   * @param {string} name
   * @param {unknown[]} args
   * @returns {Promise<any[]>} what they answered
   */
  async insist(from, name, ...args) {
    const others = [...this.#members].filter((member) => member !== from && member.isListening);
    const answers = await Promise.all(
      others.map((member) => {
        const answer = member.calls.call(name, ...args).catch(() => undefined);
        return member.hasEntered ? this.#enforce(member, answer) : undefined;
      }),
    );
    return answers.filter((answer) => answer !== undefined);
  }

  /**
   * @param {string} name
   * @param {unknown[]} args
   * @returns {Promise<{ worker: number, value: unknown }[]>} of all workers that answer in time
   */
  async ask(name, ...args) {
    const answers = await Promise.all(
      this.#serving.map(async ({ id, calls }) => {
        const value = await this.#within(ANSWERED_WITHIN, calls.call(name, ...args));
        return value === undefined ? [] : [{ worker: id, value }];
      }),
    );
    return answers.flat();
  }

  /** Tells the leader, or the next one when it ends before it knows. @param {string} name @param {unknown[]} args */
  async notifyLeader(name, ...args) {
    for (let member; (member = this.leader);)
      try {
        return await member.calls.call(name, ...args);
      } catch (error) {
        if (this.#members.has(member)) throw error;
      }
  }

  /** Starts new workers with the code and theme of now, and then lets the others finish. */
  async reload() {
    const { leader } = this;
    if (leader) await this.#within(SAVED_WITHIN, leader.calls.call('save'));
    const fresh = this.#times(this.#count, () => this.#add({ isOnTrial: true }));
    try {
      await Promise.all(fresh.map(({ ready }) => ready));
    } catch (error) {
      this.#log.error({ err: error }, 'The new workers do not start: the old ones go on');
      for (const { kill } of fresh) kill();
      return;
    }
    this.#failures = 0;
    for (const cancel of this.#planned) cancel();
    this.#planned.clear();
    for (const member of fresh) member.isOnTrial = false;
    const left = [...this.#members].filter((member) => !fresh.includes(member));
    this.#times(fresh.filter((member) => !this.#members.has(member)).length, () => this.#add());
    for (const member of left) this.#finish(member, { within: FINISH_WITHIN });
    this.#log.info('New workers serve, and the old ones finish');
  }

  /** Lets all finish. One of them saves the cached pages. */
  async stop() {
    this.#isStopping = true;
    const { leader } = this;
    for (const cancel of this.#planned) cancel();
    const members = [...this.#members];
    for (const member of members)
      this.#finish(member, { within: STOP_WITHIN, save: member === leader });
    await Promise.all(members.map(({ ended }) => ended));
  }

  /** Those that can be asked. */
  get #serving() {
    return [...this.#members].filter(({ isServing }) => isServing);
  }

  /** @param {{ isOnTrial?: boolean }} [options] @returns {Member} */
  #add({ isOnTrial = false } = {}) {
    const worker = this.#fork();
    const functions = {};
    const calls = new Calls({
      send: (message) => void worker.send(message, () => {}),
      functions,
    });
    let setReady = () => {};
    /** @type {(error: Error) => void} */
    let fail = () => {};
    /** @type {Promise<void>} */
    const ready = new Promise((resolve, reject) => {
      setReady = () => resolve(undefined);
      fail = reject;
    });
    ready.catch(() => {});
    let readyAt = Infinity;
    ready.then(
      () => (readyAt = this.#now()),
      () => {},
    );
    /** @type {Promise<[code: number | null, signal: string | null]>} */
    const exited = new Promise((resolve) => worker.once('exit', (...how) => resolve(how)));
    const left = new Promise((resolve) => worker.once('disconnect', () => resolve(undefined)));
    /** @type {Promise<number>} */
    const ended = exited.then(async ([code, signal]) => {
      // Its last message may arrive after its end. (With a connection on its way, Node.js does not tell of the end of
      // the channel.)
      await this.#race(LAST_MESSAGE_WITHIN, left, undefined);
      this.#members.delete(member);
      calls.end();
      this.#connections.ended(member);
      fail(new Error(`Worker ${member.id} ended at its start`));
      if (!member.isFinishing && !member.isOnTrial && !this.#isStopping) {
        this.#log.error({ worker: member.id, code, signal }, 'A worker has ended');
        this.#replace(this.#now() - readyAt >= SETTLED_AFTER);
      }
      return code ?? 1;
    });
    const kill = () => void worker.process.kill('SIGKILL');
    let hangs = false;
    const giveUp = () => {
      if (!hangs) this.#log.error({ worker: worker.id }, 'A worker hangs: it is replaced');
      hangs = true;
      kill();
    };
    const give = (/** @type {Socket} */ socket) =>
      void worker.process.send({ connection: true }, socket, { keepOpen: true }, () => {});
    /** @type {Member} */
    const member = {
      id: worker.id,
      calls,
      isListening: false,
      hasEntered: false,
      isOnTrial,
      isServing: false,
      isFinishing: false,
      setReady,
      ready,
      ended,
      give,
      kill,
      giveUp,
    };
    Object.assign(functions, this.#functions(member));
    worker.on('message', (message) => calls.receive(message));
    worker.on('error', (error) => this.#log.warn({ err: error }, 'A message was lost'));
    this.#members.add(member);
    return member;
  }

  /** @param {boolean} hadSettled whether the worker that ended had served for a while */
  #replace(hadSettled) {
    this.#failures = hadSettled ? 0 : this.#failures + 1;
    if (this.#failures < 2) return void this.#add();
    const pause = Math.min(FIRST_PAUSE * 2 ** (this.#failures - 2), LONGEST_PAUSE);
    const cancel = this.#clock.after(pause, () => {
      this.#planned.delete(cancel);
      this.#add();
    });
    this.#planned.add(cancel);
  }

  /**
   * @param {Member} member
   * @param {{ within: number, save?: boolean }} how  `within`: milliseconds for requests in progress
   */
  #finish(member, { within, save = false }) {
    member.isFinishing = true;
    this.#connections.end(member);
    if (!member.isListening) return member.kill();
    member.calls.call('stop', { within, save }).catch(() => {});
    const cancel = this.#clock.after(within + END_WITHIN, member.kill);
    member.ended.then(cancel);
  }

  /** @template T @param {Member} member @param {Promise<T>} answer @returns {Promise<T | undefined>} */
  async #enforce(member, answer) {
    const isLate = Symbol('late');
    const first = await this.#race(ACKNOWLEDGED_WITHIN, answer, isLate);
    if (first !== isLate) return first;
    member.giveUp();
    return this.#race(KILLED_WITHIN, answer, undefined);
  }

  /**
   * @template T
   * @param {number} milliseconds
   * @param {Promise<T>} answer
   * @returns {Promise<T | void>} undefined when it is late or fails
   */
  #within(milliseconds, answer) {
    const stored = answer.catch((error) => {
      this.#log.warn({ reason: messageOf(error) }, 'A worker could not answer');
    });
    return this.#race(milliseconds, stored, undefined);
  }

  /** @template T, L @param {number} milliseconds @param {Promise<T>} answer @param {L} late */
  async #race(milliseconds, answer, late) {
    let cancel = () => {};
    /** @type {Promise<L>} */
    const timer = new Promise((resolve) => {
      cancel = deadline(this.#clock, milliseconds, () => resolve(late));
    });
    const first = await Promise.race([answer, timer]);
    cancel();
    return first;
  }

  /** @template T @param {number} count @param {() => T} make @returns {T[]} */
  #times(count, make) {
    return Array.from({ length: count }, make);
  }
}
