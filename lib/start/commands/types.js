/** @import { Env } from '../../base/env-file.js' */
/** @import { Clock } from '../../base/clock.js' */
/** @import { Config } from '../config.js' */
/** @import { Log } from '../../base/log.js' */
/** @import { OpenBlog } from '../open-blog.js' */
/** @import { Dns } from './doctor/check-sender.js' */
/** @import { Store } from '../../store/types.js' */
/** @import { Workers } from '../workers/worker.js' */

/**
 * The type of commands, and what they are given. Types only.
 *
 * @typedef {object} System
 * @property {Env} env  the environment, and what larder.env adds
 * @property {Env} envFile  what is in larder.env
 * @property {Clock} clock
 * @property {NodeJS.ReadableStream & { isTTY?: boolean }} stdin
 * @property {NodeJS.WritableStream} stdout
 * @property {NodeJS.WritableStream & { isTTY?: boolean }} stderr
 * @property {Promise<string>} stopping  the signal that tells a server to stop
 *
 * @typedef {object} OfBlog
 * @property {Config} config
 * @property {Log} log
 * @property {(options?: { storeUrl?: string, create?: boolean, wrapStore?: (store: Store) => Store }) =>
 * Promise<OpenBlog>} openContent `create`: creates the blog if it does not exist; `storeUrl`: another one
 * @property {(milliseconds: number) => Promise<unknown>} [sleep]  doctor: in place of a timer
 * @property {Dns} [dns]  doctor: in place of the machine's
 * @property {Workers} [workers]  serve: with which it serves the blog, if it is not alone
 *
 * @typedef {System & OfBlog} Context
 *
 * @typedef {(args: string[], context: Context) => Promise<number>} Run  resolves to the exit code
 */
export {};
