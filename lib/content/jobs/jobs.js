import { setImmediate } from 'node:timers/promises';
import { isError, LarderError, messageOf } from '../../base/errors.js';
/** @import { Clock } from '../../base/clock.js' */
/** @import { Log } from '../../base/log.js' */
/** @import { Job, Put, Store } from '../../store/types.js' */

/**
 * @typedef {ReturnType<typeof createJobs>} Jobs
 *
 * @typedef {(changes?: Partial<Job>, writes?: Put[]) => Promise<void>} Save  writes how far the job is, together with
 *   other records
 *
 * @typedef {(job: Job, save: Save) => AsyncIterable<unknown>} Work  goes on with the job from where it is, and yields
 *   after each record, where it can be ended
 *
 * @typedef {{ job: Job, ended: Promise<void> }} Started  `ended`: rejects when it breaks off
 */

/** Milliseconds between two reports of how far a job is, and after which another process goes on with it. */
const REPORT_EVERY = 500;
const LEASE = 10_000;
/** After which nobody seems to be able to go on with it. */
const LOST = 60_000;

/**
 * Work on many records. What is to be done, by whom, and how far it is, is in the store: so a job goes on after its
 * process has ended, in the next one, or in another one that serves the blog.
 * @param {{ store: Store, clock: Clock, log: Log, newId: () => string }} deps
 */
export function createJobs({ store, clock, log, newId }) {
  const own = newId();
  /** By the name of the job. @type {Map<string, { work: Work, isPossible: (job: Job) => boolean }>} */
  const works = new Map();
  /** By id. @type {Map<string, Started>} */
  const running = new Map();
  /** By id: what cancels the next look at the job of another process. @type {Map<string, () => void>} */
  const watched = new Map();
  let isClosing = false;
  return { define, begin, find, goOn, close };

  /**
   * @param {string} name
   * @param {Work} work
   * @param {(job: Job) => boolean} [isPossible]  whether this process has what it takes
   */
  function define(name, work, isPossible = () => true) {
    works.set(name, { work, isPossible });
  }

  /**
   * @param {Pick<Job, 'id' | 'name' | 'by' | 'total'> & Record<string, unknown>} about
   * @param {Put[]} [writes]  written before it; if one is refused, the job does not begin
   * @returns {Promise<Started | null>} null: it is under way
   * @throws {LarderError} `unavailable`
   */
  async function begin(about, writes = []) {
    const before = await find(about.id);
    if (before && !before.isOver && before.until > clock.now() - LOST) return null;
    const job = { done: 0, isOver: false, problem: null, ...about, ...lease() };
    try {
      return start(await write(job, before?.revision ?? null, writes));
    } catch (error) {
      if (isError(error, 'conflict')) return null;
      throw error;
    }
  }

  /** @param {string} id @returns {Promise<Job | null>} */
  async function find(id) {
    const job = await store.get('job', id);
    if (job && !job.isOver) await goOnWith(job);
    return running.get(id)?.job ?? job;
  }

  /** Goes on with the jobs of processes that have ended. */
  async function goOn() {
    for await (const job of store.all('job')) if (job.isOver === false) await goOnWith(job);
  }

  /** Ends after the record at hand: the next process goes on. */
  async function close() {
    isClosing = true;
    for (const cancel of watched.values()) cancel();
    await Promise.allSettled(Array.from(running.values(), ({ ended }) => ended));
  }

  /** @param {Job} job */
  async function goOnWith({ revision, ...job }) {
    if (running.has(job.id) || isClosing || !works.get(job.name)?.isPossible(job)) return;
    if (job.until > clock.now()) return watch(job);
    try {
      const taken = await write({ ...job, ...lease() }, revision ?? null);
      log.info({ job: job.name, done: job.done, total: job.total }, 'Going on with a job');
      start(taken);
    } catch (error) {
      // Another process goes on with it.
      if (!isError(error, 'conflict')) throw error;
    }
  }

  /** Looks again when its process should have said more. @param {Pick<Job, 'id' | 'until'>} job */
  function watch({ id, until }) {
    if (watched.has(id)) return;
    const look = () => {
      watched.delete(id);
      return find(id).catch((error) => {
        log.warn({ err: error }, 'A job could not be read; retrying');
        watch({ id, until: clock.now() + LEASE });
      });
    };
    watched.set(id, clock.after(until - clock.now() + 1, look));
  }

  /** @param {Job} job @returns {Started} */
  function start(job) {
    const ended = run(job).finally(() => running.delete(job.id));
    ended.catch(() => {});
    const started = { job, ended };
    running.set(job.id, started);
    return started;
  }

  /** @param {Job} job  is changed */
  async function run(job) {
    let savedAt = clock.now();
    let isLost = false;
    /** @type {Save} */
    const save = async (changes, writes) => {
      Object.assign(job, lease(), changes);
      const { revision, ...record } = job;
      try {
        job.revision = (await write(record, revision ?? null, writes)).revision;
      } catch (error) {
        isLost = isError(error, 'conflict');
        if (!isLost) watch({ id: job.id, until: clock.now() + LEASE });
        throw error;
      }
      savedAt = clock.now();
    };
    try {
      for await (const _ of works.get(job.name)?.work(job, save) ?? []) {
        if (isClosing) return await save({ until: 0 });
        if (clock.now() - savedAt >= REPORT_EVERY) await save();
        await setImmediate();
      }
      await save({ isOver: true });
    } catch (error) {
      if (isLost) log.warn({ job: job.name }, 'Another process goes on with a job');
      else await breakOff(job, error, save);
    }
  }

  /** @param {Job} job @param {unknown} error @param {Save} save */
  async function breakOff(job, error, save) {
    log.error({ err: error, job: job.name, by: job.by }, 'A job broke off');
    const word = error instanceof LarderError ? error.word : undefined;
    const message = error instanceof LarderError ? messageOf(error) : '';
    await save({ isOver: true, problem: { message, word } });
    throw error;
  }

  /**
   * @param {Omit<Job, 'revision'>} job
   * @param {string | null} revision
   * @param {Put[]} [writes]
   * @returns {Promise<Job>}
   */
  async function write(job, revision, writes = []) {
    const revisions = await store.write([...writes, { kind: 'job', record: { ...job }, revision }]);
    return { ...job, revision: revisions.at(-1) ?? '' };
  }

  function lease() {
    return { worker: own, until: clock.now() + LEASE };
  }
}
