import cluster from 'node:cluster';
import { checkWorkers } from '../../accelerator/shared/check-workers.js';
import { createPrimaryWrites } from '../../accelerator/shared/primary.js';
import { runPrimary } from '../workers/primary.js';
import { connectWorker } from '../workers/worker.js';
/** @import { Connected } from '../workers/worker.js' */
/** @import { AcceleratorContext } from './accelerate.js' */

/**
 * `node app.js accelerate` with two workers or more: this process starts them, or is one.
 * @param {AcceleratorContext} context
 * @param {(context: AcceleratorContext & { workers: Connected }) => Promise<number>} accelerate
 * @returns {Promise<number>} the exit code
 */
export async function accelerateWithWorkers(context, accelerate) {
  const { config, clock, stdout } = context;
  checkWorkers(config);
  // Of each worker, and of what was put in this process.
  const cacheMaxBytes = Math.floor(config.cacheMaxBytes / config.workers);
  if (cluster.isWorker) {
    const workers = await connectWorker(context);
    return accelerate({ ...context, config: { ...config, cacheMaxBytes }, workers });
  }
  return runPrimary(context, (pool) => {
    const insist = pool.insist.bind(pool);
    const hasOrigin = config.originUrl !== '';
    const shared = createPrimaryWrites({ maxBytes: cacheMaxBytes, hasOrigin, insist, clock });
    return {
      functions: (member) => shared.functionsFor(member),
      announce: (address) =>
        stdout.write(
          `Larder is ready at ${config.tlsCert ? address.replace('http:', 'https:') : address}/\n`,
        ),
    };
  });
}
