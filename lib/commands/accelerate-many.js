import cluster from 'node:cluster';
import { checkWorkers } from '../accelerator/shared/check-workers.js';
/** @import { Run } from './types.js' */

/** `node app.js accelerate` with two workers or more: this process starts them, or is one. @type {Run} */
export async function run(args, context) {
  const { config, clock, stdout } = context;
  checkWorkers(config);
  // Of each worker, and of what was put in this process.
  const cacheMaxBytes = Math.floor(config.cacheMaxBytes / config.workers);
  if (args.length > 0 || cluster.isWorker) {
    const { run: accelerate } = await import('./accelerate.js');
    if (args.length > 0) return accelerate(args, context);
    const { connectWorker } = await import('../workers/worker.js');
    const peers = await connectWorker(context);
    return accelerate(args, { ...context, config: { ...config, cacheMaxBytes }, peers });
  }
  const { runPrimary } = await import('../workers/primary.js');
  const { PrimaryWrites } = await import('../accelerator/shared/primary.js');
  return runPrimary(context, (pool) => {
    const insist = pool.insist.bind(pool);
    const hasOrigin = config.originUrl !== '';
    const shared = new PrimaryWrites({ maxBytes: cacheMaxBytes, hasOrigin, insist, clock });
    return {
      functions: (member) => shared.functionsFor(member),
      announce: (address) =>
        stdout.write(
          `Larder is ready at ${config.tlsCert ? address.replace('http:', 'https:') : address}/\n`,
        ),
    };
  });
}
