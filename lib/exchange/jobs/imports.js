import { existsSync } from 'node:fs';
import { mkdir, realpath, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isSystemError, LarderError } from '../../base/errors.js';
import { startTask } from './task.js';
/** @import { Clock } from '../../base/clock.js' */
/** @import { Log } from '../../base/log.js' */
/** @import { Forecast } from '../import/forecast.js' */
/** @import { importBlog } from '../import/importer.js' */
/** @import { ImportTask, Note, TaskConfig } from './task.js' */

/**
 * @typedef {'none' | 'uploading' | 'checking' | 'ready' | 'importing' | 'done' | 'failed' | 'cancelled' |
 *   'interrupted'} Stage
 *
 * @typedef {object} ImportState
 * @property {Stage} stage
 * @property {string} name  of the file
 * @property {{ what: string, done: number, total: number } | null} progress
 * @property {Note[]} notes  of the check, or of the import
 * @property {number} moreNotes  how many are left out
 * @property {string} path  of what is imported
 * @property {string} permalink  the addresses that its posts had, or ''
 * @property {Forecast | null} forecast
 * @property {Awaited<ReturnType<typeof importBlog>> | null} counts
 * @property {string} problem
 */

/** Bytes of an upload, with the form around it. */
export const LARGEST_IMPORT = 1024 ** 3;

/** How many notes are kept of one import. */
const MOST_NOTES = 10_000;

/** Milliseconds for which a checked import waits for its owner: its files take room. */
const WAITS = 24 * 60 * 60 * 1000;

/** A file that is there while an import runs. */
const MARK = 'importing';

const NOT_REMOVED = 'The files of an import could not be removed';

const BUSY = ['uploading', 'checking', 'importing'];

/** @param {Stage} stage @param {string} [name] @returns {ImportState} */
const begin = (stage, name = '') => ({
  stage,
  name,
  progress: null,
  notes: [],
  moreNotes: 0,
  path: '',
  permalink: '',
  forecast: null,
  counts: null,
  problem: '',
});

/**
 * The imports of the admin page: one at a time, in a process of its own. Nothing of it is in the store but what was
 * imported: when the server ends, the import ends, and a second one continues.
 */
export class Imports {
  state = begin('none');
  #folder;
  #config;
  #clock;
  #log;
  /** @type {ReturnType<typeof startTask> | null} */
  #task = null;
  #isEnding = false;
  #isClosed = false;
  #cleared;

  /**
   * @param {object} deps
   * @param {TaskConfig} deps.config
   * @param {string} deps.folder  of its own, for files that it needs for a while; what an earlier process left there is
   *   removed
   * @param {Pick<Clock, 'after'>} deps.clock
   * @param {Log} deps.log
   */
  constructor({ config, folder, clock, log }) {
    this.#config = config;
    this.#folder = folder;
    this.#clock = clock;
    this.#log = log;
    if (existsSync(join(folder, MARK))) this.state = begin('interrupted');
    this.#cleared = this.#clear().catch((error) => log.warn({ err: error }, NOT_REMOVED));
  }

  /** Whether an import is under way, or its files are being removed. */
  get isBusy() {
    return this.#isEnding || BUSY.includes(this.state.stage);
  }

  /** How far it is, for the page. */
  overview() {
    return { state: this.state, isBusy: this.isBusy };
  }

  /**
   * Takes a file in, and begins to check what it would bring.
   * @param {(folder: string, onName: (name: string) => void) => Promise<void>} save  writes the file into the folder,
   *   once it has called `onName`
   * @throws {LarderError} `conflict` when there is an import already; `tooLarge` when there is no room; and what `save`
   *   throws
   */
  async receive(save) {
    if (this.isBusy) throw new LarderError('conflict', 'Another import is in progress');
    this.state = begin('uploading');
    try {
      await this.#cleared;
      await this.#clear();
      await mkdir(this.#folder, { recursive: true, mode: 0o700 });
      this.#folder = await realpath(this.#folder);
      await save(this.#folder, (name) => (this.state = { ...this.state, name }));
      this.#check(join(this.#folder, this.state.name));
    } catch (error) {
      await this.#end(begin('none'));
      if (!isSystemError(error)) throw error;
      this.#log.error({ err: error }, 'An upload could not be stored');
      throw /^(ENOSPC|EDQUOT)$/.test(error.code ?? '')
        ? new LarderError('tooLarge', 'The server’s disk has no room for this file', {
            cause: error,
          })
        : new LarderError('unavailable', 'The server cannot write to its folder for imports', {
            cause: error,
          });
    }
  }

  /**
   * Checks the same again.
   * @param {string} permalink  the addresses that posts had, or ''
   * @throws {LarderError} `conflict` when there is nothing
   */
  checkAgain(permalink) {
    const { stage, path } = this.state;
    if (stage !== 'ready') throw new LarderError('conflict', 'There is nothing to check');
    this.#check(path, permalink);
  }

  /** Imports what was checked. @throws {LarderError} `conflict` when there is nothing */
  async start() {
    const { stage, path, name, permalink } = this.state;
    if (stage !== 'ready') throw new LarderError('conflict', 'There is nothing to import');
    this.state = begin('importing', name);
    try {
      await writeFile(join(this.#folder, MARK), '');
    } catch (error) {
      return this.#fail(error);
    }
    this.#run(
      { name: 'import', path, permalink },
      async (/** @type {NonNullable<ImportState['counts']>} */ counts) => {
        await this.#end({ ...this.state, stage: 'done', counts });
        this.#log.info({ ...counts }, 'An import is done');
      },
    );
  }

  /** Stops what is under way, or discards what was checked. What was imported stays. */
  async cancel() {
    const { stage, name } = this.state;
    if (this.#isEnding || !['checking', 'ready', 'importing'].includes(stage)) return;
    await this.#end(stage === 'importing' ? begin('cancelled', name) : begin('none'));
  }

  /** Ends an import; the next start says that it was interrupted. */
  async close() {
    this.#isClosed = true;
    const isImporting = this.state.stage === 'importing';
    await this.#stop();
    if (!isImporting)
      await this.#clear().catch((error) => this.#log.warn({ err: error }, NOT_REMOVED));
  }

  /** @param {string} path @param {string} [permalink] */
  #check(path, permalink = '') {
    const { name } = this.state;
    this.state = { ...begin('checking', name), permalink };
    this.#run(
      { name: 'check', path, permalink },
      async (/** @type {Pick<ImportState, 'path' | 'forecast'>} */ found) => {
        /** @type {ImportState} */
        const ready = { ...this.state, ...found, stage: 'ready' };
        this.state = ready;
        this.#clock.after(WAITS, () => this.state === ready && this.cancel());
      },
    );
  }

  /**
   * @template R
   * @param {ImportTask} task
   * @param {(result: R) => Promise<void>} onResult
   */
  #run(task, onResult) {
    if (this.#isClosed) return;
    const run = startTask({ ...task, config: this.#config, folder: this.#folder }, (news) => {
      if (run !== this.#task) return;
      if ('progress' in news) this.state = { ...this.state, progress: news.progress };
      else this.#record(news.note);
    });
    this.#task = run;
    run.result
      .then(async (result) => {
        if (run === this.#task) await onResult(/** @type {R} */ (result));
      })
      .catch(async (error) => {
        if (run === this.#task) await this.#fail(error);
      });
  }

  /** @param {Note} note */
  #record(note) {
    const { notes, moreNotes } = this.state;
    if (notes.length < MOST_NOTES) notes.push(note);
    else this.state = { ...this.state, moreNotes: moreNotes + 1 };
  }

  /** @param {unknown} error */
  async #fail(error) {
    const isExpected = error instanceof LarderError;
    if (!isExpected) this.#log.error({ err: error }, 'An import failed');
    const problem = isExpected ? error.message : 'The error has been logged.';
    await this.#end({ ...this.state, stage: 'failed', problem });
  }

  /** @param {ImportState} state when nothing is left of the import */
  async #end(state) {
    this.#isEnding = true;
    try {
      await this.#stop();
      await this.#clear();
    } catch (error) {
      this.#log.warn({ err: error }, NOT_REMOVED);
    }
    this.state = state;
    this.#isEnding = false;
  }

  async #stop() {
    const task = this.#task;
    this.#task = null;
    await task?.stop();
  }

  async #clear() {
    await rm(this.#folder, { recursive: true, force: true });
  }
}
