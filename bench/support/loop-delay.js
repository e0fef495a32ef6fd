/** Loaded before a server: notes five times a second for how long its main thread was blocked. */
import { appendFileSync } from 'node:fs';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { isMainThread } from 'node:worker_threads';

const { DELAYS = '' } = process.env;
if (isMainThread && DELAYS) {
  const delay = monitorEventLoopDelay({ resolution: 1 });
  delay.enable();
  setInterval(() => {
    appendFileSync(DELAYS, `${Date.now()} ${delay.percentile(99) / 1e6} ${delay.max / 1e6}\n`);
    delay.reset();
  }, 200).unref();
}
