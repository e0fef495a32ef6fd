import cluster from 'node:cluster';
import { randomBytes, randomInt } from 'node:crypto';
import { startAccelerator } from '../../accelerator/accelerator.js';
import { readAcceleratorConfig, settings } from '../../accelerator/config.js';
import { createLog } from '../../base/log.js';
import { listenSecurely } from '../certificates/listen.js';
import { tuneRuntime } from '../tune-runtime.js';
import { describeSettings } from '../../base/read-settings.js';
import { watchOpenFiles } from '../open-files.js';
import { unknownSettings } from '../unknown-settings.js';
/** @import { Https } from '../certificates/https.js' */
/** @import { Connected } from '../workers/worker.js' */
/** @import { Context, System } from './types.js' */

const help = () => `Run as a cache for another server, or as a cache with a REST interface

Usage: node app.js accelerate

Settings, from the environment:

${describeSettings(settings)}
`;

/** Bytes. More is alive while an origin is waited for than after a hit: what is passed on costs a sixth less. */
const NEW_SPACE = 16_000_000;

/** For pauses. */
const random = () => randomInt(1000) / 1000;

/**
 * `node app.js accelerate`: serves until SIGTERM or SIGINT.
 * @param {string[]} args
 * @param {System} system
 * @returns {Promise<number>} the exit code
 */
export async function run(args, system) {
  const { env, stdout, stderr } = system;
  if (args.length === 1 && args[0] === '--help') {
    stdout.write(help());
    return 0;
  }
  if (args.length > 0) {
    stderr.write('accelerate takes no arguments except --help\n');
    return 2;
  }
  const config = readAcceleratorConfig(env);
  tuneRuntime({ newSpace: NEW_SPACE });
  const context = { ...system, config, log: createLog(config.logLevel, stderr) };
  if (!cluster.isWorker)
    for (const line of await unknownSettings(env, system.envFile)) context.log.warn(line);
  if (config.workers === 1) return accelerate(context);
  const { accelerateWithWorkers } = await import('./accelerate-many.js');
  return accelerateWithWorkers(context, accelerate);
}

/**
 * @typedef {System & Pick<Context, 'log'> & { config: ReturnType<typeof readAcceleratorConfig> }} AcceleratorContext
 */

/** @param {AcceleratorContext & { workers?: Connected }} context */
async function accelerate({ config, workers, clock, log, stdout, stopping }) {
  const nodeId = randomBytes(4).toString('hex');
  /** @type {Https | undefined} */
  let https;
  const listenWithDomain = async (/** @type {{}} */ classes) => {
    const listening = await listenSecurely(config, classes, { clock, log });
    https = listening.https;
    return listening;
  };
  const listen = config.domain.length > 0 ? listenWithDomain : undefined;
  const certificate = () => https?.current().state;
  const deps = { clock, log, nodeId, random, workers, listen, certificate };
  watchOpenFiles({ clock, log, saysLimit: workers?.isFirst ?? true });
  const accelerator = await startAccelerator(config, deps);
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
