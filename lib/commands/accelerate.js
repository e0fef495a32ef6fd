import { randomBytes, randomInt } from 'node:crypto';
import { startAccelerator } from '../accelerator/accelerator.js';
/** @import { Run } from './types.js' */

/** For pauses. */
const random = () => randomInt(1000) / 1000;

/** `node app.js accelerate`: serves until SIGTERM or SIGINT. @type {Run} */
export async function run(args, { config, clock, log, stdout, stderr, stopping }) {
  if (args.length > 0) {
    stderr.write('accelerate takes no arguments\n');
    return 2;
  }
  if (config.workers > 1) log.warn('accelerate is one process: WORKERS counts for the blog alone');
  const nodeId = randomBytes(4).toString('hex');
  const accelerator = await startAccelerator(config, { clock, log, nodeId, random });
  stdout.write(`Larder is ready at ${accelerator.url}\n`);
  const signal = await stopping;
  log.info({ signal }, 'Stopping');
  await accelerator.close();
  return 0;
}
