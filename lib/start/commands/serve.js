import { writeWelcome } from '../../content/welcome.js';
import { limitOldSpace } from '../tune-runtime.js';
import { holdFileOf, withHeldWrites } from '../held-writes.js';
import { openBlog } from '../open-blog.js';
import { startServer } from '../serve.js';
import { workAlone } from '../workers/alone.js';
/** @import { Store } from '../../store/types.js' */
/** @import { Run } from './types.js' */

/** `node app.js`: serves until SIGTERM or SIGINT. @type {Run} */
export async function run(args, { config, clock, log, stdout, stderr, ...context }) {
  if (args.length > 0) {
    stderr.write('serve takes no arguments\n');
    return 2;
  }
  const { stopping } = context;
  const { workers = workAlone({ config, stopping, clock, log }) } = context;
  const wrapStore = (/** @type {Store} */ store) =>
    withHeldWrites(store, holdFileOf(config), clock);
  const open = await openBlog(config, { clock, log, wrapStore, ...workers.ofBlog });
  const wasEmpty = workers.isFirst && (await writeWelcome(open.content));
  workers.offer({ announce });
  const onBusy = (/** @type {boolean} */ isBusy) => limitOldSpace(!isBusy);
  const server = await startServer(config, open, { clock, log, workers, onBusy });
  await workers.ready(server.isWarm);
  await server.close(await workers.stopped);
  workers.end();
  return 0;

  async function announce() {
    // Readers are served already.
    const link = await open.accounts.setup.link(server.url.slice(0, -1)).catch((error) => {
      log.warn({ err: error }, 'No set-up link could be created');
      return null;
    });
    // In a single write, before anything is logged, so that on a terminal no log lines come in between.
    stdout.write(`Larder is ready at ${server.url}\n${link ? `Set up: ${link}\n` : ''}`);
    if (server.addresses.length > 0)
      log.info(
        `Also available at ${server.addresses.join(' and ')}. To use a name or another address, set BASE_URL to it.`,
      );
    if (wasEmpty) log.info('The blog was empty: added a welcome post');
  }
}
