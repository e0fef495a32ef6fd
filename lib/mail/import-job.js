import { on } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { constants } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { startTaskProcess } from '../base/task-process.js';
import { putAct } from '../content/acts.js';
import { beginImport } from './import.js';
/** @import { Clock } from '../base/clock.js' */
/** @import { Jobs, Save } from '../content/jobs/jobs.js' */
/** @import { Job } from '../store/types.js' */
/** @import { Progress } from './import.js' */

const NAME = 'importSubscribers';
const ID = 'subscribers:import';
const program = new URL('import-process.js', import.meta.url);

/**
 * @typedef {ReturnType<typeof createImportJob>} SubscriberImport
 *
 * @typedef {Job & { path: string, progress: Progress }} ImportJob  `done` and `total` are bytes
 *
 * @typedef {object} ImportTask
 * @property {string} storeUrl
 * @property {import('pino').LevelWithSilent} logLevel
 * @property {string} path
 * @property {Progress} progress
 *
 * @typedef {{ progress?: Progress, done?: number, isOver?: boolean, problem?: string }} ImportMessage
 */

/**
 * Imports a list of subscribers as a job, which goes on after its process has ended. The list stays on the disk of this
 * machine until then.
 * @param {object} deps
 * @param {Pick<ImportTask, 'storeUrl' | 'logLevel'>} deps.config
 * @param {string} deps.folder  of its own, for lists
 * @param {Jobs} deps.jobs
 * @param {Clock} deps.clock
 * @param {() => string} deps.newId
 */
export function createImportJob({ config, folder, jobs, clock, newId }) {
  jobs.define(
    NAME,
    (job, save) => work(/** @type {ImportJob} */ (job), save),
    (job) => existsSync(/** @type {ImportJob} */ (job).path),
  );
  return { makeFolder, begin, report };

  /** @returns {Promise<string>} of a list to come; whoever makes it removes it, or begins an import */
  async function makeFolder() {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    return mkdtemp(join(folder, 'list-'));
  }

  /**
   * @param {string} path  in such a folder
   * @param {string} by  a user's id
   * @returns {Promise<boolean>} false: another one is under way
   */
  async function begin(path, by) {
    const { size: total } = await stat(path);
    const about = { id: ID, name: NAME, by, total, path, progress: beginImport(clock.now()) };
    const started = await jobs.begin(about);
    await removeLists(started ? path : '');
    return started !== null;
  }

  /** Those of imports that could not go on are left. @param {string} path  of the one under way */
  async function removeLists(path) {
    if (!path) return;
    for (const name of await readdir(folder))
      if (name !== basename(dirname(path))) await removeFolder(join(folder, name));
  }

  /** @returns {Promise<ImportJob | null>} the last one, or the one under way */
  async function report() {
    return /** @type {ImportJob | null} */ (await jobs.find(ID));
  }

  /** @param {ImportJob} job  is changed @param {Save} save */
  async function* work(job, save) {
    const folderOfJob = dirname(job.path);
    try {
      yield* run(job);
    } catch (error) {
      await removeFolder(folderOfJob);
      throw error;
    }
    const count = Math.max(1, job.progress.added);
    const done = { what: 'subscriber.imported', count };
    await save({ isOver: true }, [putAct({ user: job.by, via: 'job' }, done, { clock, newId })]);
    await removeFolder(folderOfJob);
  }

  /** @param {ImportJob} job  is changed */
  async function* run(job) {
    const { path, progress } = job;
    const priority = constants.priority.PRIORITY_BELOW_NORMAL;
    const child = startTaskProcess(program, { ...config, path, progress }, { priority });
    try {
      const messages = on(child, 'message', { close: ['disconnect'] });
      for await (const [message] of /** @type {AsyncIterable<[ImportMessage]>} */ (messages)) {
        if (message.problem) throw new Error(message.problem);
        if (message.isOver) return;
        job.progress = message.progress ?? job.progress;
        job.done = message.done ?? job.done;
        yield;
      }
      throw new Error('The process that imports subscribers ended before it was done');
    } finally {
      child.kill();
    }
  }
}

/** @param {string} path */
const removeFolder = (path) => rm(path, { recursive: true, force: true });
