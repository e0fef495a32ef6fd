import { createReadStream } from 'node:fs';
import { systemClock } from '../base/clock.js';
import { messageOf } from '../base/errors.js';
import { createLog } from '../base/log.js';
import { randomBytes } from '../people/secrets.js';
import { openStore } from '../store/open.js';
import { importSubscribers } from './import.js';
import { createSubscribers } from './subscribers.js';
/** @import { ImportMessage, ImportTask } from './import-job.js' */

/**
 * A process that imports one list. Each part waits for the disk, for as long as it takes: in the process that serves
 * the blog, readers would wait, too.
 */

/** Milliseconds after which it says that it is there. */
const ALIVE_EVERY = 1000;

process.once('disconnect', () => process.exit());
process.once('message', async (/** @type {ImportTask} */ task) => {
  const last = await run(task).catch((error) => ({ problem: messageOf(error) }));
  process.send?.(last, () => process.disconnect());
});

/** @param {ImportTask} task @returns {Promise<ImportMessage>} */
async function run({ storeUrl, logLevel, path, progress }) {
  const say = (/** @type {ImportMessage} */ message) =>
    // Whoever started it may have ended.
    process.send?.(message, () => {});
  const alive = setInterval(() => say({}), ALIVE_EVERY);
  const deps = { clock: systemClock, log: createLog(logLevel), create: false };
  const store = await openStore(storeUrl, deps);
  try {
    const subscribers = createSubscribers({ store, random: randomBytes, baseUrl: '' });
    const chunks = createReadStream(path, 'utf8');
    for await (const each of importSubscribers({ store, subscribers, chunks, progress }))
      say({ progress: each, done: chunks.bytesRead });
    return { isOver: true };
  } finally {
    clearInterval(alive);
    await store.close();
  }
}
