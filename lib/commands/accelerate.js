import { once } from 'node:events';
import { randomBytes, randomInt } from 'node:crypto';
import { startAccelerator } from '../accelerator/accelerator.js';
/** @import { Run } from './types.js' */

/** For pauses. */
const random = () => randomInt(1000) / 1000;

/** `node app.js accelerate`: serves until SIGTERM or SIGINT. @type {Run} */
export async function run(args, { config, clock, log, stdout, stderr }) {
  if (args.length > 0) {
    stderr.write('accelerate takes no arguments\n');
    return 2;
  }
  const nodeId = randomBytes(4).toString('hex');
  const accelerator = await startAccelerator(config, { clock, log, nodeId, random });
  // Before it is said to be ready: it may be told to stop at once.
  const stop = Promise.race(['SIGTERM', 'SIGINT'].map((name) => once(process, name)));
  stdout.write(`Larder is ready at ${accelerator.url}\n`);
  const [signal] = await stop;
  log.info({ signal }, 'Stopping');
  await accelerator.close();
  return 0;
}
