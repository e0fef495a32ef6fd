import { randomBytes, randomInt } from 'node:crypto';
import { startAccelerator } from '../accelerator/accelerator.js';
/** @import { Run } from './types.js' */

/** For pauses. */
const random = () => randomInt(1000) / 1000;

/** `node app.js accelerate`: serves until SIGTERM or SIGINT. @type {Run} */
export async function run(args, { config, clock, log, stdout, stderr, stopping, peers: workers }) {
  if (args.length > 0) {
    stderr.write('accelerate takes no arguments\n');
    return 2;
  }
  const nodeId = randomBytes(4).toString('hex');
  const accelerator = await startAccelerator(config, { clock, log, nodeId, random, workers });
  if (workers) {
    // At a reload: of the first worker nothing stays.
    workers.offer({ save() {} });
    await workers.ready(() => true);
    await accelerator.close(await workers.stopped);
    workers.end();
    return 0;
  }
  stdout.write(`Larder is ready at ${accelerator.url}\n`);
  const signal = await stopping;
  log.info({ signal }, 'Stopping');
  await accelerator.close();
  return 0;
}
