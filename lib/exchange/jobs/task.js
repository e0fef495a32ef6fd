import { once } from 'node:events';
import { constants } from 'node:os';
import { LarderError } from '../../base/errors.js';
import { startTaskProcess } from '../../base/task-process.js';
/** @import { Readable } from 'node:stream' */
/** @import { ErrorCode } from '../../base/errors.js' */

/**
 * @typedef {{ storeUrl: string, cacheDir: string, logLevel: import('pino').LevelWithSilent }} TaskConfig
 * @typedef {{ name: 'check' | 'import', path: string, permalink: string }} ImportTask
 * @typedef {{ config: TaskConfig, folder: string } & (ImportTask | { name: 'export' | 'backup' })} Task
 *
 * @typedef {{ file: string, text: string, isRefused: boolean }} Note
 * @typedef {{ code: ErrorCode, message: string }} Failure
 * @typedef {{ progress: { what: string, done: number, total: number } } | { note: Note }} News  about a task that goes
 *   on
 * @typedef {News | { result: unknown } | { failed: Failure }} Message
 */

/** What runs tasks. It opens the blog, so it is where all the parts are known. */
const program = new URL('../../start/job-process.js', import.meta.url);

/**
 * Runs a task in a process of its own: it may take much time and memory, and readers come first. The process ends with
 * this one.
 * @param {Task} task
 * @param {(news: News) => void} [onNews]
 * @returns {{ result: Promise<unknown>, output: Readable, stop: () => Promise<void> }} `result` rejects with a
 *   LarderError that the task threw, or with any other error when it ended in another way
 */
export function startTask(task, onNews = () => {}) {
  const child = startTaskProcess(program, task, {
    priority: constants.priority.PRIORITY_BELOW_NORMAL,
    stdout: 'pipe',
  });
  /** @type {{ result: unknown } | { failed: Failure }} */
  let last = { failed: { code: 'internal', message: 'The process ended before its task' } };
  child.on('message', (/** @type {Message} */ message) => {
    if ('progress' in message || 'note' in message) onNews(message);
    else last = message;
  });
  // Its last message may arrive after its end.
  const ended = Promise.all([once(child, 'exit'), once(child, 'disconnect')]);
  const result = ended.then(() => {
    if ('result' in last) return last.result;
    const { code, message } = last.failed;
    throw code === 'internal' ? new Error(message) : new LarderError(code, message);
  });
  result.catch(() => {});
  return {
    result,
    output: /** @type {Readable} */ (child.stdout),
    async stop() {
      child.kill();
      await result.catch(() => {});
    },
  };
}
