import { once } from 'node:events';
import { writeWelcome } from '../content/welcome.js';
import { openBlog } from '../open-blog.js';
import { startServer } from '../serve.js';
/** @import { Run } from './types.js' */

/** `node app.js`: serves until it is told to stop. @type {Run} */
export async function run(args, { config, clock, log, stdout, stderr }) {
  if (args.length > 0) {
    stderr.write('serve takes no arguments\n');
    return 2;
  }
  const open = await openBlog(config, { clock, log });
  const wasEmpty = await writeWelcome(open.content);
  const server = await startServer(config, open, { clock, log });
  const link = await open.accounts.setup.link(server.url.slice(0, -1));
  // In one go, and before what else there is to say: on a terminal, the log stands between the lines.
  stdout.write(`Larder is ready at ${server.url}\n${link ? `Set up: ${link}\n` : ''}`);
  if (server.addresses.length > 0)
    log.info(
      `Also available at ${server.addresses.join(' and ')}. To use a name or another address, set BASE_URL to it.`,
    );
  if (wasEmpty) log.info('The blog was empty: added a welcome post');
  const signal = await Promise.race(['SIGTERM', 'SIGINT'].map((name) => once(process, name)));
  log.info({ signal: signal[0] }, 'Stopping');
  await server.close();
  return 0;
}
