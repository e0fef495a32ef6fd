/** @import { Clock } from '../clock.js' */
/** @import { Config } from '../config.js' */
/** @import { Log } from '../log.js' */
/** @import { OpenBlog } from '../open-blog.js' */

/**
 * What a command is, and what it works with. Types only.
 *
 * @typedef {object} Context
 * @property {Config} config
 * @property {Clock} clock
 * @property {Log} log
 * @property {NodeJS.ReadableStream & { isTTY?: boolean }} stdin
 * @property {NodeJS.WritableStream} stdout
 * @property {NodeJS.WritableStream & { isTTY?: boolean }} stderr
 * @property {(options?: { create?: boolean }) => Promise<OpenBlog>} openContent  a blog that is
 *   not there is made only when told so
 * @typedef {(args: string[], context: Context) => Promise<number>} Run  answers with the exit code
 */
export {};
