import { isError, messageOf } from '../../base/errors.js';
import { resizeHere } from '../../content/media/resize.js';
import { makeSizes } from '../../content/media/sizes.js';
/** @import { Content } from '../../content/content.js' */
/** @import { Media } from '../../store/types.js' */
/** @import { LastImport } from './last-import.js' */
/** @import { SourcePost } from './sources/source.js' */

/**
 * @typedef {(media: Media, content: Content) => Promise<string>} ResizeImage  '', or a sentence about why it has no
 *   smaller sizes
 */

/** @type {ResizeImage} */
const makeSizesHere = (media, content) => makeSizes(media, content, resizeHere);

/**
 * @typedef {object} Report  Callbacks during an import.
 * @property {(done: number, total: number) => void} progress
 * @property {(file: string, text: string) => void} warning
 * @property {(file: string, reason: string) => void} refusal
 * @property {(post: SourcePost) => void} [post]  called for each, except those that were deleted here
 *
 * @typedef {object} Counts
 * @property {number} created
 * @property {number} updated
 * @property {number} unchanged
 * @property {number} warned files with at least one warning
 * @property {number} refused files, images and comments that were not imported
 */

/** Errors that concern a single file: the import continues. */
const ofOneFile = /** @type {const} */ (['invalid', 'conflict', 'notFound']);

/** One run of an import: counts, reports, and continues after errors that concern a single file. */
export class Run {
  /** @type {Counts} */
  counts = { created: 0, updated: 0, unchanged: 0, warned: 0, refused: 0 };
  /** Comments and images, counted apart from posts. */
  taken = { comments: 0, images: 0 };
  /** How many records were left as they are here. */
  kept = 0;
  /** Posts of which nothing says the date. @type {string[]} */
  undated = [];
  /** Those of which nothing says the old address. @type {{ file: string, date: unknown }[]} */
  unplaced = [];
  /** Files of which the other engine made no page. @type {string[]} */
  leftOut = [];
  /** Real paths of files of which nothing was imported so far, to their names. @type {Map<string, string>} */
  others = new Map();
  /** Those of which something was, or was refused. @type {Set<string>} */
  seen = new Set();
  /** @type {Set<string>} */
  #warned = new Set();
  #report;

  /** @param {Content} content @param {Report} report @param {LastImport} last @param {ResizeImage} [resize] */
  constructor(content, report, last, resize = makeSizesHere) {
    this.content = content;
    this.resize = resize;
    this.last = last;
    this.progress = report.progress;
    this.post = report.post ?? (() => {});
    this.#report = report;
  }

  /** @param {string} name of a file or a post @param {string} text */
  warn = (name, text) => {
    this.#warned.add(name);
    this.counts.warned = this.#warned.size;
    this.#report.warning(name, text);
  };

  /** Counts a record that is left as it is here, and reports why. @param {string} name @param {string} text */
  keep = (name, text) => {
    this.kept += 1;
    this.warn(name, text);
  };

  /** @param {string} name @param {string} reason */
  refuse = (name, reason) => {
    this.counts.refused += 1;
    this.#report.refusal(name, reason);
  };

  /** @param {string} name @param {() => Promise<unknown>} work */
  async attempt(name, work) {
    try {
      await work();
    } catch (error) {
      if (!ofOneFile.some((code) => isError(error, code))) throw error;
      this.refuse(name, messageOf(error));
    }
  }
}
