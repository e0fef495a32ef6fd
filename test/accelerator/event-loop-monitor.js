import { readFileSync, writeSync } from 'node:fs';

/**
 * Says at the end how long a process was late, as JSON on its descriptor 3: imported before its program. `late`: by how many milliseconds a timer
 * came late (99 %, longest); `starved`: for how many of them it waited for a processor (Linux), which is no delay of its own.
 */
const EVERY = 10;
/** Milliseconds of the start that do not count. */
const START = 2000;

/** @returns {{ report: () => Record<string, number> }} */
export function watchLoop() {
  /** @type {number[]} */
  const late = [];
  /** @type {number[]} */
  const starved = [];
  /** @type {number[]} */
  const own = [];
  const begun = performance.now();
  let waited = waitedFor();
  const first = waited;
  let last = performance.now();
  const timer = setInterval(() => {
    const now = performance.now();
    const total = waitedFor();
    const delay = Math.max(0, now - last - EVERY);
    const starving = Math.min(delay, total - waited);
    [last, waited] = [now, total];
    if (now - begun < START) return;
    late.push(delay);
    starved.push(starving);
    own.push(delay - starving);
  }, EVERY);
  timer.unref();
  return {
    report() {
      const seconds = (performance.now() - begun) / 1000;
      const { user, system } = process.cpuUsage();
      return {
        cpu: percent((user + system) / 1e6 / seconds),
        starvedShare: percent((waitedFor() - first) / 1000 / seconds),
        late99: at(late, 0.99),
        lateMax: at(late, 1),
        starved99: at(starved, 0.99),
        starvedMax: at(starved, 1),
        own99: at(own, 0.99),
        ownMax: at(own, 1),
      };
    },
  };
}

/** @returns {number} milliseconds for which this thread has waited for a processor */
function waitedFor() {
  return Number(readFileSync('/proc/thread-self/schedstat', 'latin1').split(' ')[1]) / 1e6;
}

/** @param {number[]} all @param {number} share */
function at(all, share) {
  const sorted = all.sort((a, b) => a - b);
  return Math.round(sorted[Math.min(all.length - 1, Math.floor(all.length * share))] ?? 0);
}

/** @param {number} share */
const percent = (share) => Math.round(share * 100);

if (process.execArgv.some((each) => each.includes('event-loop-monitor'))) {
  const { report } = watchLoop();
  process.on('exit', () => writeSync(3, JSON.stringify(report())));
}
