import { isError } from '../errors.js';

/**
 * @typedef {import('../content/content.js').Content} Content
 *
 * @typedef {object} Report  What is told while it happens.
 * @property {(done: number, total: number) => void} progress
 * @property {(file: string, text: string) => void} warning
 * @property {(file: string, reason: string) => void} refusal
 *
 * @typedef {object} Counts
 * @property {number} created
 * @property {number} updated
 * @property {number} unchanged
 * @property {number} warned files with at least one warning
 * @property {number} refused files, images and comments that were not taken
 */

/** Errors after which the next file may do better. */
const ofOneFile = /** @type {const} */ (['invalid', 'conflict', 'notFound']);

/** What happens in one import: it counts, tells, and goes on after what only concerns one file. */
export class Run {
  /** @type {Counts} */
  counts = { created: 0, updated: 0, unchanged: 0, warned: 0, refused: 0 };
  /** What came along with the posts. */
  taken = { comments: 0, images: 0 };
  /** What stays as it is here. */
  kept = 0;
  /** @type {Set<string>} */
  #warned = new Set();
  #report;

  /**
   * @param {Content} content
   * @param {Report} report
   * @param {import('./last-import.js').LastImport} last
   */
  constructor(content, report, last) {
    this.content = content;
    this.last = last;
    this.#report = report;
  }

  /** @param {string} file @param {string} text */
  warn = (file, text) => {
    this.#warned.add(file);
    this.counts.warned = this.#warned.size;
    this.#report.warning(file, text);
  };

  /**
   * Tells what stays as it is here, and counts it.
   * @param {string} name
   * @param {string} text
   */
  keep = (name, text) => {
    this.kept += 1;
    this.warn(name, text);
  };

  /** @param {string} file @param {string} reason */
  refuse = (file, reason) => {
    this.counts.refused += 1;
    this.#report.refusal(file, reason);
  };

  /**
   * @param {string} file
   * @param {() => Promise<unknown>} work
   */
  async attempt(file, work) {
    try {
      await work();
    } catch (error) {
      if (!ofOneFile.some((code) => isError(error, code))) throw error;
      this.refuse(file, /** @type {Error} */ (error).message);
    }
  }
}
