import cluster from 'node:cluster';
/** @import { Run } from './types.js' */

/** `node app.js` with two workers or more: this process starts them, or is one. @type {Run} */
export async function run(args, context) {
  if (args.length > 0 || cluster.isWorker) {
    const { run: serve } = await import('./serve.js');
    if (args.length > 0) return serve(args, context);
    const { connectWorker } = await import('../workers/worker.js');
    const { config } = context;
    const workers = await connectWorker(context);
    const cacheMaxBytes = Math.floor(config.cacheMaxBytes / config.workers);
    return serve(args, { ...context, config: { ...config, cacheMaxBytes }, workers });
  }
  const { runPrimary } = await import('../workers/primary.js');
  const { openBlogOnce } = await import('../workers/blog-once.js');
  const { uncachedBy } = await import('../networks.js');
  const headers = uncachedBy(context.config);
  return runPrimary({ ...context, headers }, (pool) => openBlogOnce(context, pool));
}
