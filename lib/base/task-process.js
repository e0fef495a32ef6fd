import { fork } from 'node:child_process';
import { setPriority } from 'node:os';
import { isSystemError } from './errors.js';
/** @import { ChildProcess } from 'node:child_process' */

/**
 * Starts a process for one task, which goes behind readers: it may take much time and memory, and a fault in a decoder
 * ends it alone.
 * @param {URL} file
 * @param {object} task  what the process is sent first
 * @param {object} options
 * @param {number} options.priority  one of `os.constants.priority`
 * @param {'ignore' | 'pipe'} [options.stdout]
 * @param {number} [options.timeout]  milliseconds until it is killed
 * @returns {ChildProcess} whose end is told by `exit`
 */
export function startTaskProcess(file, task, { priority, stdout = 'ignore', timeout }) {
  const child = fork(file, {
    execArgv: [],
    serialization: 'advanced',
    stdio: ['ignore', stdout, 'inherit', 'ipc'],
    timeout,
    killSignal: timeout === undefined ? 'SIGTERM' : 'SIGKILL',
  });
  child.send(task, () => {});
  lowerPriority(child.pid, priority);
  return child;
}

/**
 * @param {number | undefined} pid of a process that has just begun: its threads get the same
 * @param {number} priority
 */
function lowerPriority(pid, priority) {
  try {
    if (pid) setPriority(pid, priority);
  } catch (error) {
    // It has ended already, or the system does not allow it.
    if (!isSystemError(error)) throw error;
  }
}
