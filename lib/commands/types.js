/**
 * What a command is, and what it works with. Types only.
 *
 * @typedef {object} Context
 * @property {import('../config.js').Config} config
 * @property {import('../clock.js').Clock} clock
 * @property {import('../log.js').Log} log
 * @property {NodeJS.ReadableStream & { isTTY?: boolean }} stdin
 * @property {NodeJS.WritableStream} stdout
 * @property {NodeJS.WritableStream & { isTTY?: boolean }} stderr
 * @property {(options?: { create?: boolean }) => Promise<import('../open-blog.js').OpenBlog>} openContent  a blog that is
 *   not there is made only when told so
 * @typedef {(args: string[], context: Context) => Promise<number>} Run  answers with the exit code
 */
export {};
