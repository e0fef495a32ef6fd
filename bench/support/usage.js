import { readdirSync, readFileSync } from 'node:fs';

/** @typedef {{ main: number, all: number }} Cpu  microseconds: of the main thread, and of all threads */

/**
 * What a process has used of the processors since it began, as Linux counts it (proc(5), schedstat).
 * @param {number} pid
 * @returns {Cpu}
 */
export function cpuOf(pid) {
  const all = readdirSync(`/proc/${pid}/task`).reduce(
    (sum, thread) => sum + ran(`/proc/${pid}/task/${thread}/schedstat`),
    0,
  );
  return { main: ran(`/proc/${pid}/task/${pid}/schedstat`), all };
}

/**
 * @param {Cpu} before
 * @param {Cpu} after
 * @param {number} count of requests
 * @returns {Cpu} for each of them
 */
export const perRequest = (before, after, count) => ({
  main: (after.main - before.main) / count,
  all: (after.all - before.all) / count,
});

/** @param {number} pid @returns {number} the memory that it holds, in megabytes of a million bytes */
export function memoryOf(pid) {
  const [, kilobytes = '0'] =
    /^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
  return (Number(kilobytes) * 1024) / 1e6;
}

/** @param {string} file @returns {number} microseconds; 0 when the thread has just ended */
function ran(file) {
  try {
    return Number(readFileSync(file, 'utf8').split(' ')[0]) / 1000;
  } catch {
    return 0;
  }
}
